//go:build unix

// Limits measures what a check costs at the limits that are promised: a 6 MB file,
// 1,500 files and a YAML bomb, each under a second of CPU and 100 MB. Unix only.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/teammem/teammem/bench/pairs"
)

const team = ".agent/team-memory"

// A scene is one team memory to be judged.
type scene struct {
	name  string
	files func(write func(name, text string))
}

var scenes = []scene{
	{"200 memories", func(write func(string, string)) { memories(write, 200) }},
	{"1,500 memories", func(write func(string, string)) { memories(write, 1500) }},
	{"one memory of 6 MB", func(write func(string, string)) {
		memories(write, 3)
		write("big.md", front("big")+strings.Repeat("The export runs at noon and prints Lisbon time.\n", 6<<20/48))
	}},
	{"YAML bomb", func(write func(string, string)) {
		memories(write, 3)
		write("bomb.md", bomb())
	}},
	{"1 MiB of brackets", func(write func(string, string)) {
		memories(write, 3)
		write("brackets.md", front("brackets")+strings.Repeat("[", 1<<20-200)+"\n")
	}},
}

func main() {
	log.SetFlags(0)
	runs := flag.Int("n", 5, "how often each is run")
	flag.Parse()
	dir, done := pairs.Folder("")
	defer done()
	binary := pairs.Teammem(dir)

	fmt.Println("| team memory | CPU s | memory MB | CPU / git archive |\n|---|---|---|---|")
	for i, s := range scenes {
		repo := filepath.Join(dir, fmt.Sprint(i))
		makeRepo(repo, s)
		check := median(repo, *runs, binary, "check", "--commit", "HEAD", "--format", "json")
		floor := median(repo, *runs, "git", "archive", "HEAD")
		fmt.Printf("| %s | %.3f | %d | %.1f |\n", s.name, check.cpu.Seconds(), check.memory>>10, float64(check.cpu)/float64(floor.cpu))
	}
}

func memories(write func(name, text string), n int) {
	index := "# Index\n"
	for i := range n {
		name := fmt.Sprintf("project_note_%04d.md", i)
		write(name, front(fmt.Sprintf("note-%04d", i))+body(i))
		if i < 150 {
			index += fmt.Sprintf("- [Note %d](%s) — what was decided about part %d\n", i, name, i)
		}
	}
	write("MEMORY.md", index)
}

func front(name string) string {
	return "---\nname: " + name + "\ndescription: what was decided about " + name + "\ntype: project\ncreated: 2026-01-02\n---\n\n"
}

// body is a text of ordinary length that differs from every other in its words.
func body(i int) string {
	words := strings.Fields("queue export printer invoice layout cache retry banner probe badge ledger migration rollback window contact review release branch worker flag")
	var b strings.Builder
	for j := range 220 {
		b.WriteString(words[(i*7+j*(i%13+1)+j*j)%len(words)])
		b.WriteByte(" \n"[min(1, (j%12)/11)])
	}
	return b.String() + "\n\n**Why:** it was decided.\n**How to apply:** keep to it in `src/part.go`.\n"
}

func bomb() string {
	var b strings.Builder
	b.WriteString("---\nname: bomb\ndescription: nested aliases\ntype: project\na0: &a0 [x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 9; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), ", "))
	}
	return b.String() + "---\n\nBoom.\n"
}

func makeRepo(dir string, s scene) {
	pairs.Must(os.MkdirAll(filepath.Join(dir, team), 0o755))
	s.files(func(name, text string) {
		pairs.Must(os.WriteFile(filepath.Join(dir, team, name), []byte(text), 0o644))
	})
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"commit", "-q", "-m", "memories"}, {"gc", "-q"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com",
			"GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com")
		pairs.Must(cmd.Run())
	}
}

type cost struct {
	cpu    time.Duration
	memory int64 // KB
}

// median runs a command n times and gives the median of each figure.
func median(dir string, n int, name string, args ...string) cost {
	var cpus []time.Duration
	var memories []int64
	for range n {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		_ = cmd.Run() // a check that blocks is as good as one that passes
		usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		cpus = append(cpus, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		memories = append(memories, usage.Maxrss)
	}
	slices.Sort(cpus)
	slices.Sort(memories)
	return cost{cpus[n/2], memories[n/2]}
}
