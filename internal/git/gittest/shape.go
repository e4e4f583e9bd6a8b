package gittest

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
)

// A shape is a form that a repository can have. Whatever it is, git is asked the
// same questions as the code under test, and the answers must be equal.
type shape struct {
	name string
	// build makes the repository and returns the directory to open.
	build func(w *World) string
	only  question // the questions that make sense; zero is all
	// refused says that an answer may also be ErrUnsupported: some versions of
	// git know the shape and some do not.
	refused bool
}

type question int

const (
	askIndex question = 1 << iota
	askStaged
	askTree
	askLog
)

func (s *suite) check(t *testing.T, name string, form shape) {
	w := NewWorld(t)
	dir := form.build(w)
	s.hold(name, w, func(w *World, open Opener) {
		repo, err := open(context.Background(), w.Path(dir), w.Env())
		if err != nil {
			if form.refused && errors.Is(err, git.ErrUnsupported) {
				return
			}
			t.Fatal(err)
		}
		w.closeLater(repo)
		for _, q := range []struct {
			question question
			name     string
			compare  func(*testing.T, oracle, Repository)
		}{{askIndex, "listed", compareIndex}, {askStaged, "staged", compareStaged}, {askTree, "tree", compareTree}, {askLog, "log", compareLog}} {
			if form.only == 0 || form.only&q.question != 0 {
				s.ask(t, name+"/"+q.name, oracle{w, dir}, repo, q.compare)
			}
		}
	})
}

// ask asks one question, of a repository of its own where it must be refused.
func (s *suite) ask(t *testing.T, name string, o oracle, repo Repository, compare func(*testing.T, oracle, Repository)) {
	if !s.refused[name] {
		compare(t, o, repo)
		return
	}
	s.hold(name, o.w, func(w *World, open Opener) { compare(t, o, w.open(open, o.dir)) })
}

func compareIndex(t *testing.T, o oracle, repo Repository) {
	t.Helper()
	got, err := repo.Entries(context.Background(), memory.At{Kind: memory.AtIndex})
	if err != nil {
		t.Fatalf("index: %v", err)
	}
	if diff := cmp.Diff(o.index(), show(got)); diff != "" {
		t.Errorf("index (-git +got):\n%s", diff)
	}
	checkContents(t, repo, memory.At{Kind: memory.AtIndex}, got)
}

func compareStaged(t *testing.T, o oracle, repo Repository) {
	t.Helper()
	head, err := repo.Head(context.Background())
	if err != nil {
		t.Fatalf("head: %v", err)
	}
	if want := o.try("rev-parse", "-q", "--verify", "HEAD"); head.Commit != want {
		t.Errorf("head is %q, git says %q", head.Commit, want)
	}
	if want := strings.TrimPrefix(o.try("symbolic-ref", "-q", "HEAD"), "refs/heads/"); head.Branch != want {
		t.Errorf("branch is %q, git says %q", head.Branch, want)
	}
	got, err := repo.Diff(context.Background(), head.Commit, memory.At{Kind: memory.AtIndex})
	if err != nil {
		t.Fatalf("staged: %v", err)
	}
	if diff := cmp.Diff(o.staged(), showChanges(got)); diff != "" {
		t.Errorf("staged (-git +got):\n%s", diff)
	}
}

func compareTree(t *testing.T, o oracle, repo Repository) {
	t.Helper()
	at := memory.At{Kind: memory.AtCommit, Commit: o.git("rev-parse", "HEAD")}
	got, err := repo.Entries(context.Background(), at)
	if err != nil {
		t.Fatalf("tree: %v", err)
	}
	if diff := cmp.Diff(o.tree("HEAD"), show(got)); diff != "" {
		t.Errorf("tree (-git +got):\n%s", diff)
	}
	checkContents(t, repo, at, got)
}

func compareLog(t *testing.T, o oracle, repo Repository) {
	t.Helper()
	got, err := repo.Commits(context.Background(), o.git("rev-parse", "HEAD"), memory.Known{})
	if err != nil {
		t.Fatalf("log: %v", err)
	}
	if diff := cmp.Diff(o.log("HEAD"), showCommits(got)); diff != "" {
		t.Errorf("log (-git +got):\n%s", diff)
	}
}

// checkContents reads all files and holds them against their ids.
func checkContents(t testing.TB, repo Repository, at memory.At, entries []memory.Entry) {
	t.Helper()
	files := slices.DeleteFunc(slices.Clone(entries), func(e memory.Entry) bool { return e.Mode == memory.Gitlink })
	i := 0
	err := repo.Read(context.Background(), at, files, math.MaxInt64, func(e memory.Entry, data []byte, err error) {
		if e.Path != files[i].Path {
			t.Errorf("%q was read in place of %q", e.Path, files[i].Path)
		}
		i++
		if err != nil {
			t.Errorf("read %q: %v", e.Path, err)
		} else if id := blobID(data, len(e.Hash)); id != e.Hash || e.Size != int64(len(data)) {
			t.Errorf("%q holds %d bytes of id %s, want %d of %s", e.Path, len(data), id, e.Size, e.Hash)
		}
	})
	if err != nil || i != len(files) {
		t.Errorf("%d of %d files were read: %v", i, len(files), err)
	}
}

func blobID(data []byte, hexLen int) string {
	whole := append(fmt.Appendf(nil, "blob %d\x00", len(data)), data...)
	if hexLen == 64 {
		return fmt.Sprintf("%x", sha256.Sum256(whole))
	}
	return fmt.Sprintf("%x", sha1.Sum(whole))
}

// show writes entries as git's ls-files does.
func show(entries []memory.Entry) []string {
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = fmt.Sprintf("%06o %s %d\t%s", uint32(e.Mode), e.Hash, e.Stage, e.Path)
	}
	return out
}

// showChanges writes changes as git's raw diff does.
func showChanges(changes []memory.Change) []string {
	out := make([]string, len(changes))
	for i, c := range changes {
		out[i] = fmt.Sprintf("%06o %06o %s %s\t%s", uint32(c.Old.Mode), uint32(c.New.Mode), orZero(c.Old.Hash), orZero(c.New.Hash), c.Path)
	}
	return out
}

func orZero(hash string) string {
	if strings.Trim(hash, "0") == "" {
		return "0"
	}
	return hash
}

func showCommits(commits []memory.Commit) []string {
	var out []string
	for _, c := range commits {
		out = append(out, fmt.Sprintf("commit %s parents %v message %q", c.Hash, c.Parents, c.Message))
		for _, ch := range c.Changes {
			out = append(out, fmt.Sprintf("%06o %s\t%s", uint32(ch.New.Mode), ch.New.Hash, ch.Path))
		}
	}
	return out
}

// An oracle is git itself, asked in other ways than the code under test does it.
type oracle struct {
	w   *World
	dir string
}

func (o oracle) env() []string {
	return append(o.w.Env(), "GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE="+os.DevNull)
}

func (o oracle) git(args ...string) string {
	o.w.t.Helper()
	out, err := o.w.gitWith(o.env(), o.dir, "", args...)
	if err != nil {
		o.w.t.Fatal(err)
	}
	return out
}

// try is git for a question that git may answer with an error.
func (o oracle) try(args ...string) string {
	out, _ := o.w.gitWith(o.env(), o.dir, "", args...)
	return out
}

// index is the tree that a commit would record now or, in a conflict, which
// can't be committed, the entries of the index.
func (o oracle) index() []string {
	if o.git("ls-files", "-u") != "" {
		return lines(o.git("ls-files", "-s", "-z"))
	}
	index := o.git("rev-parse", "--path-format=absolute", "--git-path", "index")
	text, err := os.ReadFile(index)
	if errors.Is(err, os.ErrNotExist) {
		return []string{}
	}
	o.w.must(err)
	o.w.Write("index-copy", string(text))
	tree, err := o.w.gitWith(append(o.env(), "GIT_INDEX_FILE="+o.w.Path("index-copy")), o.dir, "", "write-tree")
	o.w.must(err)
	return o.tree(tree)
}

// tree lists a tree in the form of ls-files.
func (o oracle) tree(rev string) []string {
	o.w.t.Helper()
	out := lines(o.git("ls-tree", "-r", "-z", "--full-tree", rev))
	for i, line := range out {
		meta, path, _ := strings.Cut(line, "\t")
		fields := strings.Fields(meta)
		out[i] = fields[0] + " " + fields[2] + " 0\t" + path
	}
	slices.SortStableFunc(out, func(a, b string) int { return strings.Compare(pathOf(a), pathOf(b)) })
	return out
}

func (o oracle) staged() []string {
	fields := lines(o.git("diff", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules=none", "--no-relative", "-O"+os.DevNull))
	out := []string{}
	for i := 0; i+1 < len(fields); i += 2 {
		f := strings.Fields(strings.TrimPrefix(fields[i], ":"))
		out = append(out, fmt.Sprintf("%s %s %s %s\t%s", f[0], f[1], orZero(f[2]), orZero(f[3]), fields[i+1]))
	}
	return out
}

// log derives what each commit brought from whole trees.
func (o oracle) log(revs ...string) []string {
	var out []string
	trees := map[string][]string{}
	for _, line := range strings.Fields(o.git(append([]string{"rev-list", "--topo-order", "--reverse"}, revs...)...)) {
		raw, err := o.w.gitRaw(o.env(), o.dir, "cat-file", "commit", line)
		o.w.must(err)
		head, message, _ := strings.Cut(raw, "\n\n")
		parents := []string{}
		for _, h := range strings.Split(head, "\n") {
			if p, ok := strings.CutPrefix(h, "parent "); ok {
				parents = append(parents, p)
			}
		}
		out = append(out, fmt.Sprintf("commit %s parents %v message %q", line, parents, message))
		for _, id := range append(parents, line) {
			if trees[id] == nil {
				trees[id] = o.tree(id)
			}
		}
		out = append(out, brought(trees, line, parents)...)
	}
	return out
}

func brought(trees map[string][]string, commit string, parents []string) []string {
	var out []string
	for _, line := range trees[commit] {
		had := false
		for _, p := range parents {
			had = had || slices.Contains(trees[p], line)
		}
		if !had {
			meta, path, _ := strings.Cut(line, "\t")
			out = append(out, strings.TrimSuffix(meta, " 0")+"\t"+path)
		}
	}
	return out
}

func pathOf(line string) string {
	_, path, _ := strings.Cut(line, "\t")
	return path
}

// lines splits what was printed with -z.
func lines(out string) []string {
	if out == "" {
		return []string{}
	}
	return strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
}
