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
	"slices"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	pairs := flag.Int("n", 21, "how many pairs are timed")
	sizes := flag.String("sizes", "1000,100000,500000", "numbers of tracked files")
	keep := flag.String("dir", "", "where the repositories are made and kept; empty for a directory that is removed")
	flag.Parse()
	dir := *keep
	if dir == "" {
		made, err := os.MkdirTemp("", "teammem-bench-")
		must(err)
		defer os.RemoveAll(made)
		dir = made
	}
	teammem, gitleaks := build(dir)
	fmt.Println("| tracked files | staged | command | against | CPU ms | of the peer | ratio |\n|---|---|---|---|---|---|---|")
	for size := range strings.SplitSeq(*sizes, ",") {
		var n int
		_, err := fmt.Sscan(size, &n)
		must(err)
		for _, staged := range []string{"10 memories", "10 other files"} {
			repo := makeRepo(dir, n, staged)
			git := command{"git diff --cached --name-only", []string{"git", "diff", "--cached", "--name-only"}}
			check := command{"teammem check --staged", []string{teammem, "check", "--staged"}}
			hook := command{"teammem hook", []string{teammem, "hook", "pre-commit"}}
			compare(repo, n, staged, check, git, *pairs)
			compare(repo, n, staged, hook, git, *pairs)
			if n <= 1000 {
				leaks := command{"gitleaks git --staged", []string{gitleaks, "git", "--staged", "--no-banner"}}
				compare(repo, n, staged, hook, leaks, *pairs)
			}
		}
	}
}

// build makes the two programs as they are for a release: with cgo the system links
// them at each start. Gitleaks is a tool of this module.
func build(dir string) (teammem, gitleaks string) {
	teammem, gitleaks = filepath.Join(dir, "teammem"), filepath.Join(dir, "gitleaks")
	release := func(folder, out, program string) {
		cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, program)
		cmd.Dir, cmd.Env, cmd.Stderr = folder, append(os.Environ(), "CGO_ENABLED=0"), os.Stderr
		must(cmd.Run())
	}
	release("..", teammem, "./cmd/teammem")
	release(".", gitleaks, "github.com/zricethezav/gitleaks/v8")
	return teammem, gitleaks
}

type command struct {
	name string
	args []string
}

// compare runs two commands in turn and prints the medians of the CPU and of the
// ratio of each pair.
func compare(repo string, n int, staged string, a, b command, pairs int) {
	var as, bs []time.Duration
	var ratios []float64
	for i := range pairs + 1 {
		x, y := cpu(repo, a.args), cpu(repo, b.args)
		if i == 0 {
			continue // caches are cold
		}
		as, bs, ratios = append(as, x), append(bs, y), append(ratios, float64(x)/float64(y))
	}
	slices.Sort(as)
	slices.Sort(bs)
	slices.Sort(ratios)
	fmt.Printf("| %d | %s | `%s` | `%s` | %.1f | %.1f | %.2f |\n", n, staged, a.name, b.name,
		as[pairs/2].Seconds()*1e3, bs[pairs/2].Seconds()*1e3, ratios[pairs/2])
}

// cpu is the user and system time of a command and of all that it starts.
func cpu(dir string, args []string) time.Duration {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		log.Fatalf("%v: %v\n%s", args, err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

const memories = 200

// makeRepo makes a repository of n tracked files with an index and without a work
// tree on disk: no command that is timed looks there.
func makeRepo(dir string, n int, staged string) string {
	repo := filepath.Join(dir, fmt.Sprintf("%d-%s", n, strings.ReplaceAll(staged, " ", "-")))
	if _, err := os.Stat(repo); err == nil {
		return repo
	}
	must(os.MkdirAll(repo, 0o755))
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
		file(note(i), memory(i))
		index += fmt.Sprintf("- [Note %d](%s) — what was decided about part %d\n", i, filepath.Base(note(i)), i)
	}
	file(".agent/team-memory/MEMORY.md", index)
	return b.Bytes()
}

func source(i int) string { return fmt.Sprintf("src/p%03d/q%02d/file%02d.go", i/1000, i/25%40, i%25) }
func note(i int) string   { return fmt.Sprintf(".agent/team-memory/project_note_%03d.md", i) }

// memory is a text of ordinary length that differs from every other in its words.
func memory(i int) string {
	words := strings.Fields("queue export printer invoice layout cache retry banner probe badge ledger migration rollback window contact review release branch worker flag")
	var b strings.Builder
	fmt.Fprintf(&b, "---\nname: note-%03d\ndescription: what was decided about part %d\ntype: project\ncreated: 2026-01-02\nexpires: 2099-01-02\n---\n\n", i, i)
	for j := range 150 {
		fmt.Fprintf(&b, "%s%d%c", words[(i*7+j*(i%13+1)+j*j)%len(words)], (i+1)*j%97, " \n"[min(1, j%12/11)])
	}
	return b.String() + "\n\n**Why:** it was decided.\n**How to apply:** keep to it.\n"
}

// stage changes ten files in the index.
func stage(repo, staged string) {
	var info bytes.Buffer
	for i := range 10 {
		path, text := note(i*11), memory(i*11)+"\nIt still holds.\n"
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
	must(err)
	return string(out)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
