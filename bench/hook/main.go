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

// makeRepo makes a repository of n tracked files with an index and without a work
// tree on disk: no command that is timed looks there.
func makeRepo(dir string, n int, staged string) string {
	repo := filepath.Join(dir, fmt.Sprintf("%d-%s", n, strings.ReplaceAll(staged, " ", "-")))
	if _, err := os.Stat(repo); err == nil {
		return repo
	}
	pairs.Begin(n).Import(repo)
	stage(repo, staged)
	return repo
}

// stage changes ten files in the index.
func stage(repo, staged string) {
	var info bytes.Buffer
	for i := range 10 {
		path, text := pairs.Note(i*11), pairs.Memory(i*11)+"\nIt still holds.\n"
		if staged == "10 other files" {
			path, text = pairs.Source(i*61), "package changed\n"
		}
		id := strings.TrimSpace(pairs.Git(repo, []byte(text), "hash-object", "-w", "--stdin"))
		fmt.Fprintf(&info, "100644 %s\t%s\n", id, path)
	}
	pairs.Git(repo, info.Bytes(), "update-index", "--index-info")
}
