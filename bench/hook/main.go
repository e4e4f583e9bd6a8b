//go:build unix

// Hook measures what a commit pays for teammem: the CPU of "check --staged" and of "hook"
// against that of "git diff --cached --name-only", and against gitleaks where the
// repository is small. Unix only.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/teammem/teammem/bench/pairs"
)

func main() {
	log.SetFlags(0)
	n := flag.Int("n", 21, "how many pairs are timed")
	sizes := flag.String("sizes", "1000,100000,500000", "numbers of tracked files")
	keep := flag.String("dir", "", "where the repositories are made and kept; empty for a directory that is removed")
	flag.Parse()
	dir, done := pairs.Folder(*keep)
	defer done()
	teammem, gitleaks := pairs.Teammem(dir), pairs.Gitleaks(dir)
	fmt.Println("| tracked files | staged | command | against | CPU ms | of the peer | ratio |\n|---|---|---|---|---|---|---|")
	for size := range strings.SplitSeq(*sizes, ",") {
		var files int
		_, err := fmt.Sscan(size, &files)
		pairs.Must(err)
		for _, staged := range []string{"10 memories", "10 other files"} {
			repo := makeRepo(dir, files, staged)
			git := command{"git diff --cached --name-only", []string{"git", "diff", "--cached", "--name-only"}}
			check := command{"teammem check --staged", []string{teammem, "check", "--staged"}}
			hook := command{"teammem hook", []string{teammem, "hook", "pre-commit"}}
			compare(repo, files, staged, check, git, *n)
			compare(repo, files, staged, hook, git, *n)
			if files <= 1000 {
				leaks := command{"gitleaks git --staged", []string{gitleaks, "git", "--staged", "--no-banner"}}
				compare(repo, files, staged, hook, leaks, *n)
			}
		}
	}
}

type command struct {
	name string
	args []string
}

// compare prints the row of two commands.
func compare(repo string, files int, staged string, a, b command, n int) {
	cpu := func(c command) func() time.Duration {
		return func() time.Duration { return pairs.CPU(repo, nil, c.args...) }
	}
	fmt.Printf("| %d | %s | `%s` | `%s` | %s\n", files, staged, a.name, b.name, pairs.Compare(n, cpu(a), cpu(b)))
}

const memories = 200

// makeRepo makes a repository of n tracked files with an index and without a work
// tree on disk: no command that is timed looks there.
func makeRepo(dir string, n int, staged string) string {
	repo := filepath.Join(dir, fmt.Sprintf("%d-%s", n, strings.ReplaceAll(staged, " ", "-")))
	if _, err := os.Stat(repo); err == nil {
		return repo
	}
	pairs.Must(os.MkdirAll(repo, 0o755))
	git(repo, nil, "init", "-q", "-b", "main")
	git(repo, history(n), "fast-import", "--quiet")
	// As a clone or gc packs them: fast-import builds each file on the one before,
	// whatever it holds, and advises to pack anew.
	git(repo, nil, "repack", "-a", "-d", "-f", "-q")
	git(repo, nil, "read-tree", "HEAD")
	stage(repo, staged)
	return repo
}

func history(n int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "commit refs/heads/main\ncommitter Ann <ann@example.com> 1767225600 +0000\ndata 5\nbegin\n")
	file := func(path, text string) {
		fmt.Fprintf(&b, "M 100644 inline %s\ndata %d\n%s\n", path, len(text), text)
	}
	for i := range n - memories {
		file(source(i), fmt.Sprintf("package part%d\n", i))
	}
	index := ""
	for i := range memories {
		file(note(i), pairs.Memory(i))
		index += fmt.Sprintf("- [Note %d](%s) — what was decided about part %d\n", i, filepath.Base(note(i)), i)
	}
	file(".agent/team-memory/MEMORY.md", index)
	return b.Bytes()
}

func source(i int) string { return fmt.Sprintf("src/p%03d/q%02d/file%02d.go", i/1000, i/25%40, i%25) }
func note(i int) string   { return fmt.Sprintf(".agent/team-memory/project_note_%03d.md", i) }

// stage changes ten files in the index.
func stage(repo, staged string) {
	var info bytes.Buffer
	for i := range 10 {
		path, text := note(i*11), pairs.Memory(i*11)+"\nIt still holds.\n"
		if staged == "10 other files" {
			path, text = source(i*61), "package changed\n"
		}
		id := strings.TrimSpace(git(repo, []byte(text), "hash-object", "-w", "--stdin"))
		fmt.Fprintf(&info, "100644 %s\t%s\n", id, path)
	}
	git(repo, info.Bytes(), "update-index", "--index-info")
}

func git(dir string, stdin []byte, args ...string) string {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin, cmd.Stderr = dir, bytes.NewReader(stdin), os.Stderr
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.Output()
	pairs.Must(err)
	return string(out)
}
