//go:build unix

// Sync measures what the commands that read memory cost a developer: the CPU of "context"
// against that of "git rev-parse HEAD" and the reading of the same files, that of a "sync" with
// nothing to do against "git status", and that of a sync of many memories against one of few.
// Unix only.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/teammem/teammem/bench/pairs"
)

func main() {
	log.SetFlags(0)
	n := flag.Int("n", 41, "how many pairs are timed")
	keep := flag.String("dir", "", "where the repositories are made and kept; empty for a directory that is removed")
	flag.Parse()
	dir, done := pairs.Folder(*keep)
	defer done()
	w := world{dir: dir, teammem: pairs.Teammem(dir)}
	fmt.Println("| memories | command | against | CPU ms | of the peer | ratio |\n|---|---|---|---|---|---|")
	w.context(200, *n)
	w.idle(200, 100_000, *n)
	w.many(1_000, 10_000, *n/10+1)
}

// idle times a sync that has nothing to do, in a repository of so many files.
func (w world) idle(memories, files, n int) {
	clone := w.clone(fmt.Sprintf("idle-%d", files), memories)
	w.fill(clone, files)
	w.run(clone, w.teammem, "sync")
	row{memories, "teammem sync", fmt.Sprintf("`git status -- .agent`, %d files", files)}.compare(func() time.Duration {
		return w.run(clone, w.teammem, "sync")
	}, func() time.Duration { return w.run(clone, "git", "status", "--", ".agent") }, n)
}

// fill commits files to a clone, as if they had been there before.
func (w world) fill(clone string, files int) {
	if _, err := os.Stat(filepath.Join(clone, "src")); err == nil {
		return
	}
	for i := range files {
		dir := filepath.Join(clone, "src", fmt.Sprintf("p%03d", i/1000), fmt.Sprintf("q%02d", i/25%40))
		if i%25 == 0 {
			pairs.Must(os.MkdirAll(dir, 0o755))
		}
		pairs.Must(os.WriteFile(filepath.Join(dir, fmt.Sprintf("file%02d.go", i%25)), fmt.Appendf(nil, "package part%d\n", i), 0o644))
	}
	w.run(clone, "git", "add", "-A")
	w.run(clone, "git", "-c", "gc.auto=0", "commit", "-q", "-m", "feat: files")
	w.run(clone, "git", "update-ref", "refs/remotes/origin/main", "HEAD")
	w.run(clone, "git", "gc", "-q", "--force")
}

// many times the first sync of many memories against that of few: the ratio of the two is
// that of their numbers when the cost is linear.
func (w world) many(few, many, n int) {
	less, more := w.clone(fmt.Sprintf("first-%d", few), few), w.clone(fmt.Sprintf("first-%d", many), many)
	first := func(clone string) func() time.Duration {
		return func() time.Duration {
			pairs.Must(os.RemoveAll(filepath.Join(w.home(), ".agent")))
			return w.run(clone, w.teammem, "sync")
		}
	}
	row{many, "teammem sync", fmt.Sprintf("`teammem sync` of %d, each the first one", few)}.compare(first(more), first(less), n)
}

// context times what a hook of an agent pays at the start of a session.
func (w world) context(memories, n int) {
	clone := w.clone(fmt.Sprintf("context-%d", memories), memories)
	w.run(clone, w.teammem, "sync")
	files := w.mirror()
	context := func() time.Duration { return w.run(clone, w.teammem, "context") }
	row{memories, "teammem context", "`git rev-parse HEAD`, and `cat` of the files"}.compare(context, func() time.Duration {
		return w.run(clone, "git", "rev-parse", "HEAD") + w.run(clone, append([]string{"cat"}, files...)...)
	}, n)
	row{memories, "teammem context", "`git rev-parse HEAD`, and the reading alone of the files"}.compare(context, func() time.Duration {
		return w.run(clone, "git", "rev-parse", "HEAD") + reading(files)
	}, n)
}

// reading is the CPU of this process while it reads files.
func reading(files []string) time.Duration {
	var before, after syscall.Rusage
	pairs.Must(syscall.Getrusage(syscall.RUSAGE_SELF, &before))
	for _, f := range files {
		_, err := os.ReadFile(f)
		pairs.Must(err)
	}
	pairs.Must(syscall.Getrusage(syscall.RUSAGE_SELF, &after))
	return time.Duration(after.Utime.Nano() + after.Stime.Nano() - before.Utime.Nano() - before.Stime.Nano())
}

// A world is where all of it happens, with a home of its own.
type world struct{ dir, teammem string }

func (w world) home() string { return filepath.Join(w.dir, "home") }

// run gives the CPU of a command.
func (w world) run(dir string, args ...string) time.Duration {
	return pairs.CPU(dir, []string{"HOME=" + w.home(),
		"GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com", "GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com"}, args...)
}

// clone makes a clone of a repository with so many team memories.
func (w world) clone(name string, memories int) string {
	origin, clone := filepath.Join(w.dir, name+".origin"), filepath.Join(w.dir, name)
	if _, err := os.Stat(clone); err == nil {
		return clone
	}
	team := filepath.Join(origin, ".agent", "team-memory")
	pairs.Must(os.MkdirAll(team, 0o755))
	pairs.Must(os.MkdirAll(w.home(), 0o700))
	index := ""
	for i := range memories {
		note := fmt.Sprintf("project_note_%05d.md", i)
		pairs.Must(os.WriteFile(filepath.Join(team, note), []byte(pairs.Memory(i)), 0o644))
		index += fmt.Sprintf("- [Note %d](%s) — what was decided about part %d of the printer\n", i, note, i)
	}
	pairs.Must(os.WriteFile(filepath.Join(team, "MEMORY.md"), []byte(index), 0o644))
	w.run(origin, "git", "init", "-q", "-b", "main")
	w.run(origin, "git", "add", "-A")
	w.run(origin, "git", "commit", "-q", "-m", "docs: memory")
	w.run(w.dir, "git", "clone", "-q", origin, clone)
	return clone
}

// mirror lists the files of the only store.
func (w world) mirror() []string {
	files, err := filepath.Glob(filepath.Join(w.home(), ".agent", "memory", "*", "team", "*.md"))
	pairs.Must(err)
	return files
}

// A row is one line of the table.
type row struct {
	memories      int
	name, against string
}

// compare prints the row of two things.
func (r row) compare(a, b func() time.Duration, n int) {
	fmt.Printf("| %d | `%s` | %s | %s\n", r.memories, r.name, r.against, pairs.Compare(n, a, b))
}
