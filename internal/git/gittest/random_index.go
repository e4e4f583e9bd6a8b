package gittest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/memory"
)

// randomIndexes holds what is listed and what is staged to git's answers, whatever git
// did to the index before.
func randomIndexes(w *World, open Opener, format string, split bool) {
	w.Init("r", "--object-format="+format)
	w.Write("r/.git/info/sparse-checkout", "/*\n")
	s := &stager{w: w, split: split, blobs: []string{w.Blob("r", ""), w.Blob("r", "one\n"), w.Blob("r", "two\n")}}
	s.begin()
	start := w.Git("r", "rev-parse", "HEAD")
	rapid.Check(w.t.(*testing.T), func(rt *rapid.T) {
		w.Git("r", "reset", "-q", start)
		for range rapid.IntRange(1, 6).Draw(rt, "steps") {
			step := rapid.SampledFrom(s.steps()).Draw(rt, "step")
			step.do(rt)
		}
		s.compare(rt, open)
	})
}

// A stager changes the index of one repository.
type stager struct {
	w     *World
	blobs []string
	split bool // make split indexes too
}

// crowd is a folder of more entries than a scan passes over between two marks.
const crowd = 600

// begin commits folders of many files, so that not all is read from the first entry on.
func (s *stager) begin() {
	var info strings.Builder
	for i := range crowd {
		fmt.Fprintf(&info, "100644 %s\tb/many/%03d\n100644 %s\tx/%03d/y/z\n", s.blobs[1], i, s.blobs[1], i%40)
	}
	s.w.GitIn("r", info.String(), "update-index", "--index-info")
	s.commit(nil)
	s.w.GitIn("r", fmt.Sprintf("100644 %s\tc/d/e/f\n100644 %s\ta/x\n", s.blobs[2], s.blobs[1]), "update-index", "--add", "--index-info")
	s.commit(nil)
}

// A step is one thing that git does to an index. It may fail.
type step struct {
	name string
	do   func(rt *rapid.T)
}

func (s step) String() string { return s.name }

func (s *stager) steps() []step {
	git := func(args ...string) step {
		return step{strings.Join(args, " "), func(*rapid.T) { _, _ = s.w.TryGit("r", "", args...) }}
	}
	stage := step{"stage", s.stage}
	steps := []step{
		stage, stage, stage, {"commit", s.commit}, {"conflict", s.conflict}, {"announce", s.announce},
		{"flag", s.flag}, {"forget", func(*rapid.T) { s.forget() }},
		git("write-tree"), git("read-tree", "HEAD"), git("read-tree", "HEAD~1"), git("read-tree", "--empty"),
		git("read-tree", "-m", "HEAD~1", "HEAD"), git("reset", "-q", "--mixed"), git("status"),
		git("update-index", "--index-version", "2"), git("update-index", "--index-version", "4"),
	}
	if s.split {
		steps = append(steps, git("update-index", "--split-index"), git("update-index", "--no-split-index"))
	}
	return steps
}

// paths are such that files and folders stand in each other's way and sort apart.
var paths = []string{"a", "a-b", "a.c", "a/x", "a/y", "a/y/z", "a/y.md", "a0", "b/many/007", "b/many/300", "b/many/999",
	"b/many", "b.md", "c/d/e/f", "c/d-e", "c/d", "x/001/y/z", "x/020/y/z", "x/020", "x/039/y", "z"}

// stage puts files into the index and takes some out.
func (s *stager) stage(rt *rapid.T) {
	var info strings.Builder
	for _, p := range rapid.SliceOfN(rapid.SampledFrom(paths), 1, 4).Draw(rt, "paths") {
		mode := rapid.SampledFrom([]string{"100644", "100644", "100644", "100755", "120000", "160000", "0", "0"}).Draw(rt, "mode")
		fmt.Fprintf(&info, "%s %s\t%s\n", mode, rapid.SampledFrom(s.blobs).Draw(rt, "blob"), p)
	}
	_, _ = s.w.TryGit("r", info.String(), "update-index", "--add", "--replace", "--index-info")
}

// conflict gives a path the two sides of a merge.
func (s *stager) conflict(rt *rapid.T) {
	p := rapid.SampledFrom(paths).Draw(rt, "path")
	info := fmt.Sprintf("0 %s\t%s\n100644 %s 2\t%s\n100644 %s 3\t%s\n", s.blobs[0], p, s.blobs[1], p, s.blobs[2], p)
	_, _ = s.w.TryGit("r", info, "update-index", "--index-info")
}

// announce adds a path with --intent-to-add.
func (s *stager) announce(rt *rapid.T) {
	p := rapid.SampledFrom([]string{"later", "a/later", "new/later"}).Draw(rt, "path")
	s.w.Write("r/"+p, "later\n")
	_, _ = s.w.TryGit("r", "", "add", "-N", p)
	s.w.must(os.RemoveAll(s.w.Path("r/" + p)))
}

func (s *stager) flag(rt *rapid.T) {
	flag := rapid.SampledFrom([]string{"--skip-worktree", "--assume-unchanged"}).Draw(rt, "flag")
	_, _ = s.w.TryGit("r", "", "update-index", flag, rapid.SampledFrom(paths).Draw(rt, "path"))
}

// forget writes the index anew, without what git remembers of trees.
func (s *stager) forget() {
	all, err := s.w.gitRaw(s.w.env, "r", "ls-files", "-s")
	s.w.must(err)
	s.w.Remove("r/.git/index")
	s.w.GitIn("r", all, "update-index", "--index-info")
}

func (s *stager) commit(*rapid.T) {
	tree, err := s.w.TryGit("r", "", "write-tree")
	if err != nil {
		return // there is a conflict
	}
	var parents []string
	if head, err := s.w.TryGit("r", "", "rev-parse", "-q", "--verify", "HEAD"); err == nil {
		parents = []string{head}
	}
	s.w.Git("r", "update-ref", "HEAD", s.w.CommitTree("r", tree, "more", parents...))
}

func (s *stager) compare(rt *rapid.T, open Opener) {
	ctx, at := context.Background(), memory.At{Kind: memory.AtIndex}
	repo, err := open(ctx, s.w.Path("r"), s.w.Env())
	if err != nil {
		rt.Fatal(err)
	}
	if c, ok := repo.(interface{ Close() }); ok {
		defer c.Close()
	}
	o := oracle{s.w, "r"}
	listed, err := repo.Listed(ctx, at, func(p []byte) bool { return p[0] == 'a' })
	got, want := show(listed), slices.DeleteFunc(o.index(), func(line string) bool { return pathOf(line)[0] != 'a' })
	if o.git("ls-files", "-u") != "" { // git does not say then what was only announced
		later := func(line string) bool { return strings.HasSuffix(line, "later") }
		got, want = slices.DeleteFunc(got, later), slices.DeleteFunc(want, later)
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		rt.Fatalf("listed %v (-git +got):\n%s", err, diff)
	}
	head, err := repo.Head(ctx)
	if err != nil {
		rt.Fatal(err)
	}
	staged, err := repo.Diff(ctx, head.Commit, at)
	if diff := cmp.Diff(o.staged(), showChanges(staged)); err != nil || diff != "" {
		rt.Fatalf("staged %v (-git +got):\n%s", err, diff)
	}
}
