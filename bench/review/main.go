//go:build unix

// Review measures what the check of a pull request costs: the CPU of "check --range", and of the
// Action with the event of that pull request, against "git log --raw" over the same range and path.
// Unix only.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/teammem/teammem/bench/pairs"
)

func main() {
	log.SetFlags(0)
	n := flag.Int("n", 21, "how many pairs are timed")
	files := flag.Int("files", 100_000, "how many files are tracked")
	commits := flag.Int("commits", 50, "how many commits the pull request has")
	keep := flag.String("dir", "", "where the repositories are made and kept; empty for a directory that is removed")
	flag.Parse()
	dir, done := pairs.Folder(*keep)
	defer done()
	teammem, action := pairs.Teammem(dir), pairs.Action(dir)
	fmt.Println("| each commit changes | command | against | CPU ms | of the peer | ratio |\n|---|---|---|---|---|---|")
	for _, p := range pullRequests {
		repo := p.in(dir, *files, *commits)
		base := strings.TrimSpace(pairs.Git(repo, nil, "rev-parse", fmt.Sprintf("main~%d", *commits)))
		cpu := func(env []string, args ...string) func() time.Duration {
			return func() time.Duration { return pairs.CPU(repo, env, args...) }
		}
		log := cpu(nil, "git", "log", "--raw", base+"..main", "--", ".agent")
		fmt.Printf("| %s | `teammem check --range` | `git log --raw` | %s\n", p.name, pairs.Compare(*n, cpu(nil, teammem, "check", "--range", base+"..main"), log))
		fmt.Printf("| %s | the Action | `git log --raw` | %s\n", p.name, pairs.Compare(*n, cpu(event(dir, repo, base), action), log))
	}
}

// A pullRequest is what each of its commits changes.
type pullRequest struct {
	name   string
	change func(s *pairs.Stream, i int)
}

var pullRequests = []pullRequest{
	{"a memory", func(s *pairs.Stream, i int) { s.File(pairs.Note(i%10*11), pairs.Memory(i*11)+"\nIt still holds.\n") }},
	{"a memory and 10 other files", func(s *pairs.Stream, i int) {
		s.File(pairs.Note(i%10*11), pairs.Memory(i*11)+"\nIt still holds.\n")
		code(s, i)
	}},
	{"10 other files", code},
}

func code(s *pairs.Stream, i int) {
	for j := range 10 {
		s.File(pairs.Source(i*97+j*1301), fmt.Sprintf("package changed%d\n", i))
	}
}

// in makes the repository of a pull request.
func (p pullRequest) in(dir string, files, commits int) string {
	repo := filepath.Join(dir, fmt.Sprintf("%d-%d-%s", files, commits, strings.ReplaceAll(p.name, " ", "-")))
	if _, err := os.Stat(repo); err == nil {
		return repo
	}
	s := pairs.Begin(files)
	for i := range commits {
		s.Commit(fmt.Sprintf("change %d", i))
		p.change(s, i)
	}
	s.Import(repo)
	return repo
}

// event is what the runner tells the Action of it.
func event(dir, repo, base string) []string {
	head := strings.TrimSpace(pairs.Git(repo, nil, "rev-parse", "main"))
	file := filepath.Join(dir, "event.json")
	text := fmt.Sprintf(`{"repository": {"full_name": "example-org/app"}, "pull_request": {"number": 7, "state": "open", "base": {"sha": %q}, "head": {"sha": %q, "ref": "topic"}}}`, base, head)
	pairs.Must(os.WriteFile(file, []byte(text), 0o666))
	return []string{"GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=pull_request", "GITHUB_REPOSITORY=example-org/app", "GITHUB_EVENT_PATH=" + file,
		"GITHUB_STEP_SUMMARY=" + filepath.Join(dir, "summary.md"), "GITHUB_OUTPUT=" + filepath.Join(dir, "output"), "GITHUB_WORKSPACE=" + repo}
}
