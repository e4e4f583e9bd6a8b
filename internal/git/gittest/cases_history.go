package gittest

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
)

var historyCases = []testCase{
	{"range", func(w *World, open Opener) {
		w.seed("r")
		repo := w.open(open, "r")
		o := oracle{w, "r"}
		head := w.Git("r", "rev-parse", "HEAD")
		for _, from := range []string{"HEAD~1", "side", "side~1", "HEAD"} {
			got, err := repo.Commits(context.Background(), head, since(w.Git("r", "rev-parse", from)))
			if diff := cmp.Diff(o.log("HEAD", "^"+from), showCommits(got)); err != nil || diff != "" {
				w.t.Errorf("%s..HEAD: %v (-git +got)\n%s", from, err, diff)
			}
		}
	}},
	{"added-then-removed-on-a-side-branch", func(w *World, open Opener) {
		w.Init("r")
		base := w.Commit("r", "base")
		w.Git("r", "checkout", "-q", "-b", "side")
		w.Write("r/"+memoryDir+"brief.md", "here for one commit\n")
		w.Commit("r", "add")
		w.Remove("r/" + memoryDir + "brief.md")
		w.Commit("r", "remove")
		w.Git("r", "checkout", "-q", "main")
		w.Write("r/main.md", "main\n")
		w.Commit("r", "main")
		w.Git("r", "merge", "-q", "--no-edit", "side")
		w.wantBrought(open, base, memoryDir+"brief.md")
	}},
	{"evil-merge", func(w *World, open Opener) {
		w.Init("r")
		base := w.Commit("r", "base")
		w.Git("r", "checkout", "-q", "-b", "side")
		w.Write("r/side.md", "side\n")
		w.Commit("r", "side")
		w.Git("r", "checkout", "-q", "main")
		w.Write("r/main.md", "main\n")
		w.Commit("r", "main")
		w.Git("r", "merge", "-q", "--no-commit", "side")
		w.Write("r/"+memoryDir+"evil.md", "in neither parent\n")
		w.Commit("r", "merge")
		w.wantBrought(open, base, memoryDir+"evil.md")
	}},
	{"rename", func(w *World, open Opener) {
		w.seed("r")
		w.Git("r", "commit", "-q", "-m", "all that was staged")
		base := w.Git("r", "rev-parse", "HEAD")
		w.Git("r", "mv", memoryDir+"new.md", memoryDir+"renamed.md")
		w.Git("r", "commit", "-q", "-m", "rename")
		w.wantBrought(open, base, memoryDir+"renamed.md")
	}},
	{"crafted-tree-in-the-middle", func(w *World, open Opener) {
		w.seed("r")
		base := w.Git("r", "rev-parse", "HEAD")
		blob := w.Blob("r", "evil\n")
		tree := w.RawTree("r", "100644 "+memoryDir+"x.md "+blob)
		mid := w.CommitTree("r", tree, "crafted", base)
		w.Git("r", "update-ref", "HEAD", w.CommitTree("r", base+"^{tree}", "back", mid))
		w.wantBrought(open, base, memoryDir+"x.md")
	}},
	{"shallow", func(w *World, open Opener) {
		w.origin()
		w.Git(".", "clone", "-q", "--depth=2", "file://"+w.Path("origin.git"), "c")
		repo := w.open(open, "c")
		_, err := repo.Commits(context.Background(), w.Git("c", "rev-parse", "HEAD"), memory.Known{})
		wantFetch(w, "everything", err)
		head, first := w.Git("c", "rev-parse", "HEAD"), w.Git("c", "rev-parse", "HEAD~1")
		_, err = repo.Commits(context.Background(), head, since(first))
		wantFetch(w, "a range whose side branch is cut off", err)
		if got, err := repo.Parent(context.Background(), first); err != nil || got != "" {
			w.t.Errorf("the parent beyond the end is %q, %v", got, err)
		}
	}},
	{"shallow-but-whole", func(w *World, open Opener) {
		w.Init("r")
		for _, name := range []string{"c1", "c2", "c3"} {
			w.Write("r/a.md", name)
			w.Commit("r", name)
		}
		w.Git(".", "clone", "-q", "--depth=2", "file://"+w.Path("r"), "c")
		repo := w.open(open, "c")
		got, err := repo.Commits(context.Background(), w.Git("c", "rev-parse", "HEAD"), since(w.Git("c", "rev-parse", "HEAD~1")))
		if err != nil || len(got) != 1 || len(got[0].Changes) != 1 {
			w.t.Errorf("the last commit is %+v, %v", got, err)
		}
	}},
	{"missing-commit", func(w *World, open Opener) {
		w.seed("r")
		w.drop("r", w.Git("r", "rev-parse", "HEAD~1"))
		repo := w.open(open, "r")
		got, err := repo.Commits(context.Background(), w.Git("r", "rev-parse", "HEAD"), memory.Known{})
		if !errors.Is(err, git.ErrMissingObject) {
			w.t.Errorf("a history with a hole is %v, %v", got, err)
		}
	}},
	{"missing-tree", func(w *World, open Opener) {
		w.seed("r")
		w.drop("r", w.Git("r", "rev-parse", "HEAD~1:"+strings.TrimSuffix(memoryDir, "/")))
		repo := w.open(open, "r")
		got, err := repo.Commits(context.Background(), w.Git("r", "rev-parse", "HEAD"), memory.Known{})
		if !errors.Is(err, git.ErrMissingObject) {
			w.t.Errorf("a history with a hole is %v, %v", got, err)
		}
	}},
	{"treeless", func(w *World, open Opener) {
		w.origin()
		w.Git(".", "clone", "-q", "--filter=tree:0", "file://"+w.Path("origin.git"), "c")
		repo := w.open(open, "c")
		got, err := repo.Commits(context.Background(), w.Git("c", "rev-parse", "HEAD"), memory.Known{})
		if !errors.Is(err, git.ErrMissingObject) || !strings.Contains(err.Error(), "git fetch") {
			w.t.Errorf("a treeless history is %v, %v", got, err)
		}
		_, err = repo.Entries(context.Background(), memory.At{Commit: w.Git("c", "rev-parse", "HEAD~1")})
		if !errors.Is(err, git.ErrMissingObject) {
			w.t.Errorf("a missing tree: %v", err)
		}
	}},
}

// wantBrought fails unless a commit of base..HEAD brought path, with contents
// that can be read.
func (w *World) wantBrought(open Opener, base, path string) {
	w.t.Helper()
	repo := w.open(open, "r")
	commits, err := repo.Commits(context.Background(), w.Git("r", "rev-parse", "HEAD"), since(base))
	if err != nil {
		w.t.Fatal(err)
	}
	var found []memory.Change
	for _, c := range commits {
		found = slices.Concat(found, c.Changes)
	}
	i := slices.IndexFunc(found, func(c memory.Change) bool { return c.Path == path })
	if i < 0 {
		w.t.Fatalf("no commit brought %q: %v", path, found)
	}
	e := memory.Entry{Path: path, Mode: found[i].New.Mode, Hash: found[i].New.Hash}
	checkContents2(w, repo, e)
}

func since(commit string) memory.Known { return memory.Known{Commits: []string{commit}} }

func checkContents2(w *World, repo Repository, e memory.Entry) {
	w.t.Helper()
	err := repo.Read(context.Background(), memory.At{}, []memory.Entry{e}, 1<<20, func(_ memory.Entry, data []byte, err error) {
		if err != nil || blobID(data, len(e.Hash)) != e.Hash {
			w.t.Errorf("read %q: %q, %v", e.Path, data, err)
		}
	})
	w.must(err)
}

// drop removes a loose object.
func (w *World) drop(dir, id string) {
	w.t.Helper()
	w.Remove(dir + "/.git/objects/" + id[:2] + "/" + id[2:])
}
