package gittest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

var revisionCases = []testCase{
	{"resolve", func(w *World, open Opener) {
		w.seed("r")
		w.Git("r", "branch", "a-b", "HEAD~1")
		w.Git("r", "branch", "umlaut-\u00fc")
		repo := w.open(open, "r")
		full := w.Git("r", "rev-parse", "HEAD")
		revs := []string{
			"HEAD", "@", "HEAD~1", "HEAD^2", "HEAD^1^", "main", "side", "a-b", "umlaut-\u00fc", "v1", "v1^{}", "v1~1", "refs/tags/v1",
			"HEAD^{commit}", full, full[:9], strings.ToUpper(full), "v1-3-g" + full[:7], "side^0", "HEAD~", "main~1^0",
		}
		for _, rev := range revs {
			w.wantResolved(repo, rev, rev+"^{commit}")
		}
	}},
	{"resolve-what-begins-as-another-object", func(w *World, open Opener) {
		w.seed("r")
		start := w.Git("r", "rev-parse", "HEAD")[:4]
		n := 0
		for !strings.HasPrefix(blobID(fmt.Append(nil, n), 40), start) {
			n++
		}
		w.Blob("r", fmt.Sprint(n))
		w.wantResolved(w.open(open, "r"), start, start+"^{commit}")
	}},
	{"resolve-what-is-logged", func(w *World, open Opener) {
		w.seed("r")
		w.wantResolved(w.open(open, "r"), "main@{0}", "main@{0}^{commit}")
	}},
	{"resolve-what-was-said", func(w *World, open Opener) {
		w.seed("r")
		w.wantResolved(w.open(open, "r"), ":/c1", ":/c1")
	}},
	{"resolve-what-was-said-before", func(w *World, open Opener) {
		w.seed("r")
		w.wantResolved(w.open(open, "r"), "HEAD^{/c2}", "HEAD^{/c2}^{commit}")
	}},
	{"refused-upstream", func(w *World, open Opener) {
		w.seed("r")
		if got, err := w.open(open, "r").Resolve(context.Background(), "@{upstream}"); !errors.Is(err, git.ErrUnknownRevision) {
			w.t.Errorf("the upstream of a branch that has none is %q, %v", got, err)
		}
	}},
	{"refused", func(w *World, open Opener) {
		w.seed("r")
		repo := w.open(open, "r")
		tree := w.Git("r", "rev-parse", "HEAD^{tree}")
		blob := w.Git("r", "rev-parse", "HEAD:zz.txt")
		revs := []string{
			"", "nope", "HEAD~99", "HEAD^3", "main..side", "main...side", "^main", "-x", "--all", "--help", "--end-of-options", "HEAD^@", "HEAD^!", "HEAD^-",
			"HEAD^{tree}", "HEAD:zz.txt", ":zz.txt", ":0:zz.txt", tree, blob, "HEAD HEAD", "HEAD\n", "HEAD\x00", "main\nside", "$(touch x)",
			strings.Repeat("0", 40), strings.Repeat("1", 40), "..", "...", "/", "*", "refs/heads/*",
		}
		for _, rev := range revs {
			got, err := repo.Resolve(context.Background(), rev)
			if !errors.Is(err, git.ErrUnknownRevision) || got != "" {
				w.t.Errorf("%q is %q, %v; want ErrUnknownRevision", rev, got, err)
			}
		}
		_, err := repo.Resolve(context.Background(), "main...side")
		if err == nil || !strings.Contains(err.Error(), `"main..side"`) {
			w.t.Errorf("the right form of a range is missing: %v", err)
		}
	}},
	{"ambiguous", func(w *World, open Opener) {
		w.seed("r")
		head := w.Git("r", "rev-parse", "HEAD")
		w.Git("r", "branch", "twice", "HEAD~1")
		w.Git("r", "tag", "twice", "HEAD")
		w.Git("r", "update-ref", "refs/heads/HEAD", "HEAD~1")
		w.Git("r", "update-ref", "refs/heads/"+head, "HEAD~1")
		repo := w.open(open, "r")
		if got, err := repo.Resolve(context.Background(), "twice"); !errors.Is(err, git.ErrUnknownRevision) {
			w.t.Errorf("a branch and a tag of one name are %s, %v", got, err)
		}
		for _, rev := range []string{"HEAD", head, "refs/tags/twice"} {
			if got, err := repo.Resolve(context.Background(), rev); err != nil || got != head {
				w.t.Errorf("%q is %s, %v; want %s", rev, got, err, head)
			}
		}
	}},
	{"shallow", func(w *World, open Opener) {
		w.origin()
		w.Git(".", "clone", "-q", "--depth=1", "file://"+w.Path("origin.git"), "c")
		repo := w.open(open, "c")
		for _, rev := range []string{"HEAD~1", "HEAD^2", "main~3", w.Git("r", "rev-parse", "HEAD~1")} {
			_, err := repo.Resolve(context.Background(), rev)
			wantFetch(w, rev, err)
		}
		if _, err := repo.Resolve(context.Background(), "nope"); !errors.Is(err, git.ErrUnknownRevision) {
			w.t.Errorf("an unknown name in a shallow clone: %v", err)
		}
	}},
	{"head", func(w *World, open Opener) {
		w.seed("r")
		w.Git("r", "checkout", "-q", "-f", "-b", "team/long-name")
		w.Setenv("GITHEAD_"+w.Git("r", "rev-parse", "side"), "side") // says nothing outside a hook
		repo := w.open(open, "r")
		if h, err := repo.Head(context.Background()); err != nil || h.Branch != "team/long-name" || len(h.Merging) != 0 {
			w.t.Errorf("head is %+v, %v", h, err)
		}
		w.Git("r", "checkout", "-q", "-f", "--detach")
		if h, err := repo.Head(context.Background()); err != nil || h.Branch != "" || h.Commit == "" {
			w.t.Errorf("detached head is %+v, %v", h, err)
		}
		w.Git("r", "checkout", "-q", "-f", "--orphan", "fresh")
		if h, err := repo.Head(context.Background()); err != nil || h.Branch != "fresh" || h.Commit != "" {
			w.t.Errorf("unborn head is %+v, %v", h, err)
		}
	}},
	{"head-broken", func(w *World, open Opener) {
		w.seed("r")
		repo := w.open(open, "r")
		head := w.Git("r", "rev-parse", "HEAD")
		for _, text := range []string{"garbage\n", "", strings.Repeat("1", 40) + "\n", head + "x\n", head[:39] + "\n"} {
			w.Write("r/.git/refs/heads/main", text)
			if h, err := repo.Head(context.Background()); err == nil {
				w.t.Errorf("a branch that holds %q gives head %+v", text, h)
			}
		}
	}},
	{"parent", func(w *World, open Opener) {
		w.seed("r")
		repo := w.open(open, "r")
		head := w.Git("r", "rev-parse", "HEAD")
		if got, err := repo.Parent(context.Background(), head); err != nil || got != w.Git("r", "rev-parse", "HEAD^1") {
			w.t.Errorf("the parent is %s, %v", got, err)
		}
		root := w.Git("r", "rev-list", "--max-parents=0", "HEAD")
		if got, err := repo.Parent(context.Background(), root); err != nil || got != "" {
			w.t.Errorf("the parent of the root is %q, %v", got, err)
		}
		if _, err := repo.Parent(context.Background(), w.Git("r", "rev-parse", "HEAD^{tree}")); err == nil {
			w.t.Error("a tree has a parent")
		}
	}},
	{"message", func(w *World, open Opener) {
		w.seed("r")
		w.recommit("encoding ISO-8859-1")
		repo := w.open(open, "r")
		got, err := repo.Commit(context.Background(), w.Git("r", "rev-parse", "HEAD"))
		if want := "  caf\xe9\n\nbody\x00after\n\n"; err != nil || string(got.Message) != want {
			w.t.Errorf("the message is %q, %v; want %q", got.Message, err, want)
		}
		const who = "Ann <ann@example.com> 1767323045 +0000\n"
		if want := "author " + who + "committer " + who + "encoding ISO-8859-1"; string(got.Said) != want {
			w.t.Errorf("the headers say %q, want %q", got.Said, want)
		}
	}},
	{"merge-bases", func(w *World, open Opener) {
		w.crossed("r")
		repo := w.open(open, "r")
		a, b := w.Git("r", "rev-parse", "a"), w.Git("r", "rev-parse", "b")
		got, err := repo.MergeBases(context.Background(), a, b)
		want := sorted(strings.Fields(w.Git("r", "merge-base", "--all", "a", "b")))
		if err != nil || len(want) != 2 || strings.Join(got, " ") != strings.Join(want, " ") {
			w.t.Errorf("merge bases are %v, %v; git says %v", got, err, want)
		}
		lone := w.CommitTree("r", "a^{tree}", "no parent")
		if got, err := repo.MergeBases(context.Background(), a, lone); !errors.Is(err, git.ErrNoHistory) {
			w.t.Errorf("two histories have the bases %v, %v", got, err)
		}
	}},
	{"merge-bases-shallow", func(w *World, open Opener) {
		w.origin()
		w.Git(".", "clone", "-q", "--depth=1", "--no-single-branch", "file://"+w.Path("origin.git"), "c")
		repo := w.open(open, "c")
		_, err := repo.MergeBases(context.Background(), w.Git("c", "rev-parse", "HEAD"), w.Git("c", "rev-parse", "origin/side"))
		if !errors.Is(err, git.ErrNoHistory) || !strings.Contains(err.Error(), "--unshallow") {
			w.t.Errorf("a shallow clone has a merge base: %v", err)
		}
	}},
}

// wantResolved holds a revision to what rev-parse makes of same.
func (w *World) wantResolved(repo Repository, rev, same string) {
	w.t.Helper()
	got, err := repo.Resolve(context.Background(), rev)
	if want := w.Git("r", "rev-parse", same); err != nil || got != want {
		w.t.Errorf("%q is %s, %v; git says %s", rev, got, err, want)
	}
}

func wantFetch(w *World, what string, err error) {
	w.t.Helper()
	if !errors.Is(err, git.ErrMissingHistory) || !strings.Contains(err.Error(), "git fetch --unshallow") {
		w.t.Errorf("%s: %v; want ErrMissingHistory and the command", what, err)
	}
}

// crossed makes branches a and b with two merge bases.
func (w *World) crossed(dir string) {
	w.Init(dir)
	root := w.Commit(dir, "root")
	tree := root + "^{tree}"
	a := w.CommitTree(dir, tree, "a1", root)
	b := w.CommitTree(dir, tree, "b1", root)
	w.Git(dir, "branch", "a", w.CommitTree(dir, tree, "a2", a, b))
	w.Git(dir, "branch", "b", w.CommitTree(dir, tree, "b2", b, a))
}
