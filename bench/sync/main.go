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
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	log.SetFlags(0)
	pairs := flag.Int("n", 41, "how many pairs are timed")
	keep := flag.String("dir", "", "where the repositories are made and kept; empty for a directory that is removed")
	flag.Parse()
	dir := *keep
	if dir == "" {
		made, err := os.MkdirTemp("", "teammem-bench-")
		must(err)
		defer os.RemoveAll(made)
		dir = made
	}
	w := world{dir: dir, teammem: build(dir)}
	fmt.Println("| memories | command | against | CPU ms | of the peer | ratio |\n|---|---|---|---|---|---|")
	w.context(200, *pairs)
	w.idle(200, 100_000, *pairs)
	w.many(1_000, 10_000, *pairs/10+1)
}

// idle times a sync that has nothing to do, in a repository of so many files.
func (w world) idle(memories, files, pairs int) {
	clone := w.clone(fmt.Sprintf("idle-%d", files), memories)
	w.fill(clone, files)
	w.run(clone, w.teammem, "sync")
	row{memories, "teammem sync", fmt.Sprintf("`git status -- .agent`, %d files", files)}.compare(func() time.Duration {
		return w.run(clone, w.teammem, "sync")
	}, func() time.Duration { return w.run(clone, "git", "status", "--", ".agent") }, pairs)
}

// fill commits files to a clone, as if they had been there before.
func (w world) fill(clone string, files int) {
	if _, err := os.Stat(filepath.Join(clone, "src")); err == nil {
		return
	}
	for i := range files {
		dir := filepath.Join(clone, "src", fmt.Sprintf("p%03d", i/1000), fmt.Sprintf("q%02d", i/25%40))
		if i%25 == 0 {
			must(os.MkdirAll(dir, 0o755))
		}
		must(os.WriteFile(filepath.Join(dir, fmt.Sprintf("file%02d.go", i%25)), fmt.Appendf(nil, "package part%d\n", i), 0o644))
	}
	w.run(clone, "git", "add", "-A")
	w.run(clone, "git", "-c", "gc.auto=0", "commit", "-q", "-m", "feat: files")
	w.run(clone, "git", "update-ref", "refs/remotes/origin/main", "HEAD")
	w.run(clone, "git", "gc", "-q", "--force")
}

// many times the first sync of many memories against that of few: the ratio of the two is
// that of their numbers when the cost is linear.
func (w world) many(few, many, pairs int) {
	less, more := w.clone(fmt.Sprintf("first-%d", few), few), w.clone(fmt.Sprintf("first-%d", many), many)
	first := func(clone string) func() time.Duration {
		return func() time.Duration {
			must(os.RemoveAll(filepath.Join(w.home(), ".agent")))
			return w.run(clone, w.teammem, "sync")
		}
	}
	row{many, "teammem sync", fmt.Sprintf("`teammem sync` of %d, each the first one", few)}.compare(first(more), first(less), pairs)
}

// context times what a hook of an agent pays at the start of a session.
func (w world) context(memories, pairs int) {
	clone := w.clone(fmt.Sprintf("context-%d", memories), memories)
	w.run(clone, w.teammem, "sync")
	files := w.mirror()
	context := func() time.Duration { return w.run(clone, w.teammem, "context") }
	row{memories, "teammem context", "`git rev-parse HEAD`, and `cat` of the files"}.compare(context, func() time.Duration {
		return w.run(clone, "git", "rev-parse", "HEAD") + w.run(clone, append([]string{"cat"}, files...)...)
	}, pairs)
	row{memories, "teammem context", "`git rev-parse HEAD`, and the reading alone of the files"}.compare(context, func() time.Duration {
		return w.run(clone, "git", "rev-parse", "HEAD") + reading(files)
	}, pairs)
}

// reading is the CPU of this process while it reads files.
func reading(files []string) time.Duration {
	var before, after syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &before))
	for _, f := range files {
		_, err := os.ReadFile(f)
		must(err)
	}
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &after))
	return time.Duration(after.Utime.Nano() + after.Stime.Nano() - before.Utime.Nano() - before.Stime.Nano())
}

// A world is where all of it happens, with a home of its own.
type world struct{ dir, teammem string }

func (w world) home() string { return filepath.Join(w.dir, "home") }

// run gives the CPU of a command.
func (w world) run(dir string, args ...string) time.Duration {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+w.home(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com", "GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com")
	out, err := cmd.CombinedOutput()
	if err != nil {
		log.Fatalf("%v: %v\n%s", args, err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// clone makes a clone of a repository with so many team memories.
func (w world) clone(name string, memories int) string {
	origin, clone := filepath.Join(w.dir, name+".origin"), filepath.Join(w.dir, name)
	if _, err := os.Stat(clone); err == nil {
		return clone
	}
	team := filepath.Join(origin, ".agent", "team-memory")
	must(os.MkdirAll(team, 0o755))
	must(os.MkdirAll(w.home(), 0o700))
	index := ""
	for i := range memories {
		note := fmt.Sprintf("project_note_%05d.md", i)
		must(os.WriteFile(filepath.Join(team, note), []byte(memory(i)), 0o644))
		index += fmt.Sprintf("- [Note %d](%s) — what was decided about part %d of the printer\n", i, note, i)
	}
	must(os.WriteFile(filepath.Join(team, "MEMORY.md"), []byte(index), 0o644))
	w.run(origin, "git", "init", "-q", "-b", "main")
	w.run(origin, "git", "add", "-A")
	w.run(origin, "git", "commit", "-q", "-m", "docs: memory")
	w.run(w.dir, "git", "clone", "-q", origin, clone)
	return clone
}

// memory is a text of ordinary length that differs from every other in its words.
func memory(i int) string {
	words := strings.Fields("queue export printer invoice layout cache retry banner probe badge ledger migration rollback window contact review release branch worker flag")
	var b strings.Builder
	fmt.Fprintf(&b, "---\nname: note-%05d\ndescription: what was decided about part %d of the printer\ntype: project\ncreated: 2026-01-02\nexpires: 2099-01-02\n---\n\n", i, i)
	for j := range 150 {
		fmt.Fprintf(&b, "%s%d%c", words[(i*7+j*(i%13+1)+j*j)%len(words)], (i+1)*j%97, " \n"[min(1, j%12/11)])
	}
	return b.String() + "\n\n**Why:** it was decided.\n**How to apply:** keep to it.\n"
}

// mirror lists the files of the only store.
func (w world) mirror() []string {
	files, err := filepath.Glob(filepath.Join(w.home(), ".agent", "memory", "*", "team", "*.md"))
	must(err)
	return files
}

// A row is one line of the table.
type row struct {
	memories      int
	name, against string
}

// compare runs two things in turn and prints the medians of their CPU and of the ratio
// of each pair. The first pair does not count: caches are cold.
func (r row) compare(a, b func() time.Duration, pairs int) {
	var as, bs []time.Duration
	var ratios []float64
	for i := range pairs + 1 {
		x, y := a(), b()
		if i == 0 {
			continue
		}
		as, bs, ratios = append(as, x), append(bs, y), append(ratios, float64(x)/float64(y))
	}
	slices.Sort(as)
	slices.Sort(bs)
	slices.Sort(ratios)
	fmt.Printf("| %d | `%s` | %s | %.1f | %.1f | %.2f |\n", r.memories, r.name, r.against,
		as[pairs/2].Seconds()*1e3, bs[pairs/2].Seconds()*1e3, ratios[pairs/2])
}

// build makes teammem as it is for a release: with cgo the system links it at each start.
func build(dir string) string {
	out := filepath.Join(dir, "teammem")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, "./cmd/teammem")
	cmd.Dir, cmd.Env, cmd.Stderr = "..", append(os.Environ(), "CGO_ENABLED=0"), os.Stderr
	must(cmd.Run())
	return out
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
