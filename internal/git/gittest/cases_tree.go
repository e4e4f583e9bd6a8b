package gittest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
)

// crafted is a case of a tree that git would not make: each path in flawed must
// be listed, with contents that can be read and with a flaw; those in sound
// without.
func crafted(name string, build func(w *World, good, evil string) (tree string), flawed, sound []string) testCase {
	return testCase{name, func(w *World, open Opener) {
		w.seed("r")
		good, evil := w.Blob("r", "good\n"), w.Blob("r", "evil\n")
		commit := w.CommitTree("r", build(w, good, evil), "crafted")
		repo := w.open(open, "r")
		entries, err := repo.Entries(context.Background(), memory.At{Commit: commit})
		w.must(err)
		w.wantFlaws(entries, flawed, sound)
		near, err := repo.Within(context.Background(), commit, memory.MayHold)
		w.must(err)
		w.wantNear(near, entries)
		for _, e := range entries {
			checkContents2(w, repo, e)
		}
	}}
}

// wantNear wants of all entries those that lie in no folder, and in those that can hold memory. A
// name with a slash in it lies in none.
func (w *World) wantNear(near, all []memory.Entry) {
	w.t.Helper()
	want := slices.DeleteFunc(slices.Clone(all), func(e memory.Entry) bool {
		if e.Flaw == "name holds a slash" {
			return false
		}
		for i, c := range e.Path {
			if c == '/' && !memory.MayHold(e.Path[:i]) {
				return true
			}
		}
		return false
	})
	if !slices.Equal(near, want) {
		w.t.Errorf("near are %v, want %v of %v", near, want, all)
	}
}

func (w *World) wantFlaws(entries []memory.Entry, flawed, sound []string) {
	w.t.Helper()
	var gotFlawed, gotSound []string
	for _, e := range entries {
		if e.Flaw != "" {
			gotFlawed = append(gotFlawed, e.Path)
		} else {
			gotSound = append(gotSound, e.Path)
		}
	}
	if !slices.Equal(gotFlawed, flawed) || !slices.Equal(gotSound, sound) {
		w.t.Errorf("flawed %q, want %q; sound %q, want %q", gotFlawed, flawed, gotSound, sound)
	}
}

var treeCases = []testCase{
	crafted("duplicate-entries", func(w *World, good, evil string) string {
		return w.RawTree("r", "100644 a.md "+good, "100644 m.md "+good, "100644 m.md "+evil)
	}, []string{"m.md", "m.md"}, []string{"a.md"}),
	crafted("duplicate-directory", func(w *World, good, evil string) string {
		one, two := w.RawTree("r", "100644 a.md "+good), w.RawTree("r", "100644 b.md "+evil)
		return w.RawTree("r", "40000 .agent "+one, "40000 .agent "+two, "100644 z "+good)
	}, []string{".agent/a.md", ".agent/b.md"}, []string{"z"}),
	crafted("file-and-directory", func(w *World, good, evil string) string {
		dir := w.RawTree("r", "100644 b.md "+evil)
		return w.RawTree("r", "100644 a "+good, "100644 a.b "+good, "40000 a "+dir)
	}, []string{"a", "a/b.md"}, []string{"a.b"}),
	crafted("slash-in-root", func(w *World, good, evil string) string {
		return w.RawTree("r", "100644 "+memoryDir+"x.md "+evil, "100644 README "+good)
	}, []string{memoryDir + "x.md"}, []string{"README"}),
	crafted("slash-in-directory", func(w *World, good, evil string) string {
		return w.RawTree("r", "40000 .agent "+w.RawTree("r", "100644 team-memory/x.md "+evil), "100644 README "+good)
	}, []string{memoryDir + "x.md"}, []string{"README"}),
	crafted("slash-after-its-directory", func(w *World, good, evil string) string {
		dir := w.RawTree("r", "100644 a.md "+good)
		return w.RawTree("r", "40000 m "+dir, "100644 m/z.md "+evil)
	}, []string{"m/z.md"}, []string{"m/a.md"}),
	crafted("unsorted", func(w *World, good, evil string) string {
		dir := w.RawTree("r", "40000 team-memory "+w.RawTree("r", "100644 x.md "+evil))
		return w.RawTree("r", "100644 README "+good, "40000 .agent "+dir)
	}, []string{memoryDir + "x.md"}, []string{"README"}),
	crafted("reserved-names", func(w *World, good, evil string) string {
		return w.RawTree("r", "100644 . "+good, "100644 .. "+good, "100644 .GIT "+good, "100644 .git "+evil, "100644 a "+good)
	}, []string{".", "..", ".GIT", ".git"}, []string{"a"}),
	crafted("no-name", func(w *World, good, evil string) string {
		return w.RawTree("r", "100644  "+evil, "100644 a "+good)
	}, []string{""}, []string{"a"}),
	crafted("odd-mode", func(w *World, good, evil string) string {
		return w.RawTree("r", "100664 a "+good, "100777 b "+evil)
	}, []string{"b"}, []string{"a"}),
	crafted("directories-sort-with-a-slash", func(w *World, good, evil string) string {
		dir := w.RawTree("r", "100644 x "+good)
		return w.RawTree("r", "100644 a-b "+good, "100644 a.b "+good, "40000 a "+dir, "100644 a0 "+good)
	}, nil, []string{"a-b", "a.b", "a/x", "a0"}),
	{"empty", func(w *World, open Opener) {
		w.Init("r")
		commit := w.Commit("r", "nothing")
		repo := w.open(open, "r")
		for _, commit := range []string{"", commit} {
			entries, err := repo.Entries(context.Background(), memory.At{Commit: commit})
			if err != nil || len(entries) != 0 {
				w.t.Errorf("the tree of %q is %v, %v", commit, entries, err)
			}
		}
	}},
	{"bomb", func(w *World, open Opener) {
		w.Init("r")
		tree := w.RawTree("r", "100644 x "+w.Blob("r", "x"))
		for range 12 {
			var items []string
			for i := range 10 {
				items = append(items, fmt.Sprintf("40000 %d %s", i, tree))
			}
			tree = w.RawTree("r", items...)
		}
		repo := w.open(open, "r")
		bomb := w.CommitTree("r", tree, "bomb")
		_, err1 := repo.Entries(context.Background(), memory.At{Commit: bomb})
		_, err2 := repo.Diff(context.Background(), "", memory.At{Commit: bomb})
		_, err3 := repo.Commits(context.Background(), bomb, memory.Known{})
		for _, err := range []error{err1, err2, err3} {
			if !errors.Is(err, git.ErrUnsupported) {
				w.t.Errorf("a tree of 10^12 files gives %v", err)
			}
		}
	}},
	{"abyss", func(w *World, open Opener) {
		w.Init("r")
		var in strings.Builder
		fmt.Fprintf(&in, "commit refs/heads/main\ncommitter Ann <ann@example.com> 1767323045 +0000\ndata 0\nM 100644 inline %sx\ndata 1\nx\n", strings.Repeat("d/", 2100))
		w.GitIn("r", in.String(), "fast-import", "--quiet")
		repo := w.open(open, "r")
		head := w.Git("r", "rev-parse", "main")
		_, err1 := repo.Entries(context.Background(), memory.At{Commit: head})
		_, err2 := repo.Diff(context.Background(), "", memory.At{Commit: head})
		for _, err := range []error{err1, err2} {
			if !errors.Is(err, git.ErrUnsupported) {
				w.t.Errorf("2,100 folders in folders give %v", err)
			}
		}
	}},
	{"diff", func(w *World, open Opener) {
		w.seed("r")
		repo := w.open(open, "r")
		o := oracle{w, "r"}
		pairs := [][2]string{{"HEAD", "side"}, {"side", "HEAD"}, {"HEAD~1", "HEAD"}, {"HEAD", "HEAD"}, {"", "HEAD"}, {"HEAD", ""}, {"", ""}}
		for _, p := range pairs {
			ids := [2]string{}
			for i, rev := range p {
				if rev != "" {
					ids[i] = w.Git("r", "rev-parse", rev)
				}
			}
			got, err := repo.Diff(context.Background(), ids[0], memory.At{Commit: ids[1]})
			to := ids[1]
			if to == "" {
				to = w.GitIn("r", "", "hash-object", "-w", "-t", "tree", "--stdin")
			}
			if want := o.between(ids[0], to); err != nil || !slices.Equal(showChanges(got), want) {
				w.t.Errorf("%q is %v, %v; want %v", p, showChanges(got), err, want)
			}
		}
	}},
	{"read-limit", func(w *World, open Opener) {
		w.Init("r")
		w.Write("r/big.md", strings.Repeat("x", 1<<20))
		w.Write("r/none.md", "")
		w.Write("r/small.md", "small")
		commit := w.Commit("r", "sizes")
		repo := w.open(open, "r")
		for _, at := range []memory.At{{Commit: commit}, {Kind: memory.AtIndex}, {Kind: memory.AtWorktree}} {
			entries, err := repo.Entries(context.Background(), at)
			w.must(err)
			for limit, want := range map[int64]string{0: "0/1048576 0/0 0/5", 3: "3/1048576 0/0 3/5", math.MaxInt64: "1048576/1048576 0/0 5/5"} {
				if got := w.sizes(repo, at, entries, limit); got != want {
					w.t.Errorf("sizes at %v within %d are %q, want %q", at, limit, got, want)
				}
			}
		}
	}},
	{"read-in-order", func(w *World, open Opener) {
		w.seed("r")
		repo := w.open(open, "r")
		at := memory.At{Kind: memory.AtIndex}
		entries, err := repo.Entries(context.Background(), at)
		w.must(err)
		many := slices.Repeat(entries, 200)
		slices.Reverse(many)
		checkContents(w.t, repo, at, many)
	}},
	{"corrupt-and-missing-objects", func(w *World, open Opener) { w.damaged(open) }},
}

func (w *World) sizes(repo Repository, at memory.At, entries []memory.Entry, limit int64) string {
	var out []string
	err := repo.Read(context.Background(), at, entries, limit, func(e memory.Entry, data []byte, err error) {
		w.must(err)
		out = append(out, fmt.Sprintf("%d/%d", len(data), e.Size))
	})
	w.must(err)
	return strings.Join(out, " ")
}

// damaged spoils some of the objects of a commit in every way; the others must
// still be read, and the spoilt ones must not be passed off as sound.
func (w *World) damaged(open Opener) {
	w.Init("r")
	for _, name := range []string{"a", "forged", "garbage", "h", "missing", "short", "type", "z"} {
		w.Write("r/"+name, "contents of "+name+"\n")
	}
	commit := w.Commit("r", "all")
	file := func(name string) string {
		id := w.Git("r", "rev-parse", commit+":"+name)
		p := "r/.git/objects/" + id[:2] + "/" + id[2:]
		return p
	}
	a := w.Read(file("a"))
	tree := w.Git("r", "rev-parse", commit+"^{tree}")
	spoilt := map[string]string{
		"forged": a, "garbage": "garbage", "short": w.Read(file("short"))[:10], "type": w.Read("r/.git/objects/" + tree[:2] + "/" + tree[2:]),
	}
	for name, text := range spoilt {
		p := file(name)
		w.Remove(p)
		w.Write(p, text)
	}
	w.Remove(file("missing"))
	repo := w.open(open, "r")
	entries, err := repo.Entries(context.Background(), memory.At{Commit: commit})
	w.must(err)
	var got []string
	err = repo.Read(context.Background(), memory.At{Commit: commit}, entries, math.MaxInt64, func(e memory.Entry, data []byte, err error) {
		if err == nil && !bytes.Equal(data, []byte("contents of "+e.Path+"\n")) {
			w.t.Errorf("%q holds %q", e.Path, data)
		}
		if err == nil {
			got = append(got, e.Path)
		}
		wantRefusal(w, e.Path, err, git.ErrMissingObject, git.ErrMalformed)
	})
	w.must(err)
	if !slices.Equal(got, []string{"a", "h", "z"}) {
		w.t.Errorf("%q were read, want a, h and z", got)
	}
}
