package gittest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
)

var pushCases = []testCase{
	{"what-a-remote-has", func(w *World, open Opener) {
		w.pushed()
		w.wantOutgoing(open, memory.Known{Remote: "origin"}, []string{"HEAD", "--not", "--remotes=origin"}, "origin/main", "origin/side")
	}},
	{"what-any-ref-has", func(w *World, open Opener) {
		w.pushed()
		w.Git("r", "checkout", "-q", "--detach")
		w.Git("r", "branch", "-q", "-f", "main", "HEAD~1")
		w.wantOutgoing(open, memory.Known{Refs: true, Commits: []string{w.Git("r", "rev-parse", "HEAD")}}, []string{"HEAD", "--not", "--all"}, "HEAD")
	}},
	{"another-remote-has-nothing", func(w *World, open Opener) {
		w.pushed()
		w.wantOutgoing(open, memory.Known{Remote: "other"}, []string{"HEAD"})
	}},
	{"one-commit-more", func(w *World, open Opener) {
		w.pushed()
		known := memory.Known{Remote: "origin", Commits: []string{w.Git("r", "rev-parse", "HEAD~1")}}
		w.wantOutgoing(open, known, []string{"HEAD", "^HEAD~1"}, "HEAD~1")
	}},
	{"more-commits-than-a-line-holds", func(w *World, open Opener) {
		w.Init("r")
		w.Commit("r", "base")
		ids := w.children("r", w.Git("r", "rev-parse", "HEAD"), 1200)
		merge := w.CommitTree("r", "HEAD^{tree}", "merge", ids...)
		forks, err := w.open(open, "r").Forks(context.Background(), merge, memory.Known{Commits: ids})
		if err != nil || !cmp.Equal(forks, sorted(ids)) {
			w.t.Errorf("forks are %v, %v, want %v", forks, err, ids)
		}
	}},
	{"unknown-commit", func(w *World, open Opener) {
		w.seed("r")
		absent := strings.Repeat("1", 40)
		repo, head := w.open(open, "r"), w.Git("r", "rev-parse", "HEAD")
		for _, err := range []error{
			second(repo.Commits(context.Background(), head, since(absent))), second(repo.Forks(context.Background(), absent, memory.Known{})),
		} {
			if !errors.Is(err, git.ErrMissingObject) {
				w.t.Errorf("a commit that is not here: %v", err)
			}
		}
		if _, err := repo.Forks(context.Background(), head, since("HEAD")); !errors.Is(err, git.ErrUnknownRevision) {
			w.t.Errorf("a name in place of an id: %v", err)
		}
	}},
	{"tag", func(w *World, open Opener) {
		w.seed("r")
		w.Git("r", "tag", "-a", "-m", "inner\n\nwords", "inner")
		w.Git("r", "tag", "-a", "-m", "outer", "outer", "inner")
		head, inner, outer := w.Git("r", "rev-parse", "HEAD"), w.Git("r", "rev-parse", "inner"), w.Git("r", "rev-parse", "outer")
		words := []memory.Tag{{Hash: outer, Name: "outer", Message: []byte("outer\n")}, {Hash: inner, Name: "inner", Message: []byte("inner\n\nwords\n")}}
		w.wantUnwrap(open, outer, head, words)
		w.wantUnwrap(open, inner, head, words[1:])
		w.wantUnwrap(open, head, head, nil)
	}},
	{"tag-of-a-blob", func(w *World, open Opener) {
		w.seed("r")
		w.Git("r", "tag", "-a", "-m", "key", "key", "HEAD:README.md")
		id := w.Git("r", "rev-parse", "key")
		w.wantUnwrap(open, id, "", []memory.Tag{{Hash: id, Name: "key", Message: []byte("key\n")}})
	}},
	{"tag-of-what-cannot-be-judged", func(w *World, open Opener) {
		w.seed("r")
		w.Git("r", "tag", "-a", "-m", "tree", "tree", "HEAD^{tree}")
		loose := w.Object("r", "tag", "object "+strings.Repeat("1", 40)+"\ntype commit\ntag loose\n\nwords\n")
		broken := w.Object("r", "tag", "broken")
		for id, want := range map[string]error{
			w.Git("r", "rev-parse", "tree"): git.ErrUnknownRevision, broken: git.ErrUnknownRevision, "HEAD": git.ErrUnknownRevision,
			loose: git.ErrMissingObject, strings.Repeat("2", 40): git.ErrMissingObject,
		} {
			if commit, _, err := w.open(open, "r").Unwrap(context.Background(), id); !errors.Is(err, want) {
				w.t.Errorf("%s is unwrapped to %q, %v, want %v", id, commit, err, want)
			}
		}
	}},
	{"settings", func(w *World, open Opener) {
		w.Init("r")
		w.Append("r/.git/config", "[core]\n\tcommentChar = \";\"\n\tcommentCharacter = no\n[Commit]\n\tverbose\n\tcleanup = scissors\n\tcleanup = strip\n")
		keys := []string{"core.commentchar", "commit.verbose", "commit.cleanup", "commit.template"}
		want := map[string]string{"core.commentchar": ";", "commit.verbose": "true", "commit.cleanup": "strip"}
		w.wantSettings(open, keys, want)
		w.Setenv("GIT_CONFIG_PARAMETERS", "'core.commentChar=@' 'commit.cleanup'='verbatim'")
		w.Setenv("GIT_CONFIG_COUNT", "1")
		w.Setenv("GIT_CONFIG_KEY_0", "commit.template")
		w.Setenv("GIT_CONFIG_VALUE_0", "of the environment")
		maps.Copy(want, map[string]string{"core.commentchar": "@", "commit.cleanup": "verbatim", "commit.template": "of the environment"})
		w.wantSettings(open, keys, want)
	}},
}

// children makes n commits on top of one.
func (w *World) children(dir, parent string, n int) []string {
	w.t.Helper()
	var in strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&in, "reset refs/heads/child\ncommit refs/heads/child\nmark :%d\ncommitter Ann <ann@example.com> %d +0000\ndata 0\nfrom %s\nget-mark :%d\n", i, 1767323045+i, parent, i)
	}
	return strings.Fields(w.GitIn(dir, in.String(), "fast-import", "--quiet", "--force"))
}

func second[T any](_ T, err error) error { return err }

// pushed makes r stand two commits, one of them a merge of another pushed branch,
// before what its remote has.
func (w *World) pushed() {
	w.t.Helper()
	w.seed("r")
	w.Git("r", "commit", "-q", "-m", "all that was staged")
	w.Git(".", "clone", "-q", "--bare", "r", "origin.git")
	w.Git("r", "remote", "add", "origin", w.Path("origin.git"))
	w.Git("r", "checkout", "-q", "-f", "side")
	w.Git("r", "clean", "-q", "-f", "-d")
	w.Write("r/side-2.md", "side\n")
	w.Git("r", "add", "side-2.md")
	w.Git("r", "commit", "-q", "-m", "side")
	w.Git("r", "push", "-q", "origin", "main", "side")
	w.Git("r", "checkout", "-q", "-f", "main")
	w.Git("r", "merge", "-q", "--no-edit", "side")
	w.Git("r", "commit", "-q", "--allow-empty", "-m", "last")
}

// wantOutgoing holds what is not known to what rev-list lists for revs, and the forks
// to a list of revisions.
func (w *World) wantOutgoing(open Opener, known memory.Known, revs []string, forks ...string) {
	w.t.Helper()
	repo, o := w.open(open, "r"), oracle{w, "r"}
	head := w.Git("r", "rev-parse", "HEAD")
	got, err := repo.Commits(context.Background(), head, known)
	if diff := cmp.Diff(o.log(revs...), showCommits(got)); err != nil || diff != "" {
		w.t.Errorf("commits: %v (-git +got)\n%s", err, diff)
	}
	var want []string
	for _, f := range forks {
		want = append(want, w.Git("r", "rev-parse", f))
	}
	found, err := repo.Forks(context.Background(), head, known)
	if diff := cmp.Diff(sorted(want), found); err != nil || diff != "" {
		w.t.Errorf("forks: %v (-want +got)\n%s", err, diff)
	}
}

func (w *World) wantUnwrap(open Opener, id, commit string, tags []memory.Tag) {
	w.t.Helper()
	got, found, err := w.open(open, "r").Unwrap(context.Background(), id)
	for i := range found {
		if said := string(found[i].Said); !strings.HasPrefix(said, "tagger ") || strings.Count(said, "\n") > 1 {
			w.t.Errorf("the headers of %s say %q", id, said)
		}
		found[i].Said = nil
	}
	if diff := cmp.Diff(tags, found); err != nil || got != commit || diff != "" {
		w.t.Errorf("%s is unwrapped to %q, %v, want %q (-want +got)\n%s", id, got, err, commit, diff)
	}
}

func (w *World) wantSettings(open Opener, keys []string, want map[string]string) {
	w.t.Helper()
	got, err := w.open(open, "r").Settings(context.Background(), keys...)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		w.t.Errorf("settings: %v (-want +got)\n%s", err, diff)
	}
}
