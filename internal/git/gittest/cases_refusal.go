package gittest

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
)

// wantRefusal fails when err is an error of none of the kinds, or has a text
// that does not say what to do.
func wantRefusal(w *World, what string, err error, kinds ...error) {
	w.t.Helper()
	if err == nil {
		return
	}
	for _, kind := range kinds {
		if errors.Is(err, kind) {
			return
		}
	}
	w.t.Errorf("%s: %v; want one of %v", what, err, kinds)
}

// wantOpen opens dir and wants a refusal of one kind that holds each word.
func (w *World) wantOpen(open Opener, dir string, kind error, words ...string) {
	w.t.Helper()
	_, err := open(context.Background(), w.Path(dir), w.Env())
	if !errors.Is(err, kind) {
		w.t.Errorf("open %s: %v; want %v", dir, err, kind)
		return
	}
	w.wantWords(err, words...)
}

func (w *World) wantWords(err error, words ...string) {
	w.t.Helper()
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			w.t.Errorf("%q does not say %q", err, word)
		}
	}
}

var (
	atIndex    = memory.At{Kind: memory.AtIndex}
	atWorktree = memory.At{Kind: memory.AtWorktree}
)

// wantNoIndex wants the index to be refused as an error of one kind, whichever
// way it is asked for.
func (w *World) wantNoIndex(repo Repository, kind error, words ...string) {
	w.t.Helper()
	_, err1 := repo.Entries(context.Background(), atIndex)
	_, err2 := repo.Diff(context.Background(), "", atIndex)
	_, err3 := repo.Entries(context.Background(), atWorktree)
	for _, err := range []error{err1, err2, err3} {
		if !errors.Is(err, kind) {
			w.t.Errorf("the index gives %v; want %v", err, kind)
			continue
		}
		w.wantWords(err, words...)
	}
}

var refusalCases = []testCase{
	{"not-a-repository", func(w *World, open Opener) {
		w.Mkdir("plain/sub")
		w.Setenv("GIT_CEILING_DIRECTORIES", w.root)
		w.wantOpen(open, "plain/sub", git.ErrNotRepository, "plain/sub", "git init")
	}},
	{"git-file-to-nowhere", func(w *World, open Opener) {
		w.Write("r/.git", "gitdir: ../nowhere\n")
		w.wantOpen(open, "r", git.ErrNotRepository)
	}},
	{"GIT_DIR-to-nowhere", func(w *World, open Opener) {
		w.seed("r")
		w.Setenv("GIT_DIR", w.Path("nowhere"))
		w.wantOpen(open, "r", git.ErrNotRepository)
	}},
	{"bare", func(w *World, open Opener) {
		w.Init("bare.git", "--bare")
		w.wantNoIndex(w.open(open, "bare.git"), git.ErrBare, "a commit or a range")
	}},
	{"inside-the-git-dir", func(w *World, open Opener) {
		w.seed("r")
		w.wantNoIndex(w.open(open, "r/.git"), git.ErrBare, "a commit or a range")
	}},
	{"embedded-bare", func(w *World, open Opener) {
		w.seed("r")
		w.Git(".", "clone", "-q", "--bare", "r", "r/docs/trap")
		w.wantOpen(open, "r/docs/trap", git.ErrBare, "set GIT_DIR")
		w.wantOpen(open, "r/docs/trap/refs", git.ErrBare, "set GIT_DIR")
		w.Append("r/docs/trap/config", "[core]\n\tbare = false\n\tworktree = "+w.Path("home")+"\n")
		w.wantOpen(open, "r/docs/trap", git.ErrBare, "set GIT_DIR")
	}},
	{"other-owner", func(w *World, open Opener) {
		w.seed("r")
		w.foreign()
		w.wantOpen(open, "r", git.ErrNotTrusted, "git config --global --add safe.directory ", w.Path("r"))
		w.Setenv("GIT_CONFIG_COUNT", "2")
		w.Setenv("GIT_CONFIG_KEY_0", "core.pager")
		w.Setenv("GIT_CONFIG_VALUE_0", "cat")
		w.Setenv("GIT_CONFIG_KEY_1", "safe.directory")
		w.Setenv("GIT_CONFIG_VALUE_1", w.Path("r"))
		w.open(open, "r")
	}},
	{"other-owner-trusted-on-the-command-line", func(w *World, open Opener) {
		w.seed("r")
		w.foreign()
		w.Setenv("GIT_CONFIG_PARAMETERS", "'core.pager'='cat' 'safe.directory'='"+w.Path("r")+"'")
		w.open(open, "r")
	}},
	{"unknown-extension", func(w *World, open Opener) {
		w.seed("r")
		w.Append("r/.git/config", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tfarFuture = true\n")
		w.wantOpen(open, "r", git.ErrUnsupported, "farfuture", "install")
	}},
	{"unknown-version", func(w *World, open Opener) {
		w.seed("r")
		w.Git("r", "config", "core.repositoryformatversion", "9")
		w.wantOpen(open, "r", git.ErrUnsupported, "9", "install")
	}},
	{"broken-config", func(w *World, open Opener) {
		w.seed("r")
		w.Append("r/.git/config", "[core\n")
		w.wantOpen(open, "r", git.ErrMalformed, "config")
	}},
	{"missing-index", func(w *World, open Opener) {
		w.seed("r")
		w.Setenv("GIT_INDEX_FILE", ".git/next-index-1.lock")
		w.wantNoIndex(w.open(open, "r"), git.ErrMissingIndex, "next-index-1.lock", "GIT_INDEX_FILE")
	}},
	{"index-of-no-name", func(w *World, open Opener) {
		w.seed("r")
		w.Setenv("GIT_INDEX_FILE", "")
		w.wantOpen(open, "r", git.ErrMissingIndex, "GIT_INDEX_FILE", "empty")
	}},
	{"truncated-index", func(w *World, open Opener) {
		w.seed("r")
		index := w.Read("r/.git/index")
		repo := w.open(open, "r")
		for _, n := range []int{5, 40, 100, len(index) / 2} {
			w.Write("r/.git/index", index[:n])
			w.wantNoIndex(repo, git.ErrMalformed, "read-tree")
		}
	}},
	{"bit-flipped-index", func(w *World, open Opener) {
		w.seed("r")
		index := []byte(w.Read("r/.git/index"))
		index[30] ^= 1
		w.Write("r/.git/index", string(index))
		w.wantNoIndex(w.open(open, "r"), git.ErrMalformed, "checksum", "read-tree")
	}},
	{"index-version", func(w *World, open Opener) {
		w.seed("r")
		index := []byte(w.Read("r/.git/index"))
		index[7] = 9
		w.Write("r/.git/index", string(index))
		w.resum("r", make([]byte, 20))
		w.wantNoIndex(w.open(open, "r"), git.ErrUnsupported, "9")
	}},
	{"index-extension", func(w *World, open Opener) {
		w.seed("r")
		w.addExtension("r", "must")
		w.wantNoIndex(w.open(open, "r"), git.ErrUnsupported, "must")
	}},
	{"partial-clone", func(w *World, open Opener) { w.partial(open) }},
	{"partial-clone-older-git", func(w *World, open Opener) {
		w.older()
		w.partial(open)
	}},
	{"quarantine-loose", func(w *World, _ Opener) { w.quarantine("1000") }},
	{"quarantine-packed", func(w *World, _ Opener) { w.quarantine("1") }},
	{"hostile-config", func(w *World, open Opener) { w.hostile(open) }},
	{"hostile-config-older-git", func(w *World, open Opener) {
		w.older()
		w.hostile(open)
	}},
	{"cancelled", func(w *World, open Opener) {
		w.seed("r")
		repo := w.open(open, "r")
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err1 := repo.Head(ctx)
		_, err2 := repo.Entries(ctx, atIndex)
		_, err3 := repo.Entries(ctx, memory.At{Commit: w.Git("r", "rev-parse", "HEAD")})
		_, err4 := repo.Resolve(ctx, "HEAD")
		for i, err := range []error{err1, err2, err3, err4} {
			if !errors.Is(err, context.Canceled) {
				w.t.Errorf("call %d gave %v", i, err)
			}
		}
	}},
}

// partial asks for the blobs that a partial clone left out, and again when they
// were fetched.
func (w *World) partial(open Opener) {
	w.origin()
	w.Git(".", "clone", "-q", "--filter=blob:none", "--no-checkout", "file://"+w.Path("origin.git"), "c")
	w.Git("c", "config", "protocol.file.allow", "always")
	repo := w.open(open, "c")
	at := memory.At{Commit: w.Git("c", "rev-parse", "HEAD")}
	entries, err := repo.Entries(context.Background(), at)
	w.must(err)
	count := 0
	err = repo.Read(context.Background(), at, entries, 100, func(e memory.Entry, data []byte, err error) {
		count++
		if !errors.Is(err, git.ErrMissingObject) {
			w.t.Errorf("%q holds %q, %v", e.Path, data, err)
			return
		}
		w.wantWords(err, "git fetch --refetch --no-filter")
	})
	w.must(err)
	if count != len(entries) {
		w.t.Errorf("%d of %d entries were handed over", count, len(entries))
	}
	w.Git("c", "fetch", "-q", "--refetch", "--no-filter")
	checkContents(w.t, repo, at, entries)
}

// foreign makes every git of this World believe that somebody else owns the
// repositories, with the variable that git's own tests use.
func (w *World) foreign() {
	w.shim("export GIT_TEST_ASSUME_DIFFERENT_OWNER=1")
	w.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1") // for what starts no git
}

// older takes from git what versions before 2.45 do not know.
func (w *World) older() { w.shim("unset GIT_NO_LAZY_FETCH") }

// shim makes the code under test run a shell command before each git.
func (w *World) shim(command string) {
	w.t.Helper()
	real, err := exec.LookPath("git")
	w.must(err)
	w.Write("bin/git", "#!/bin/sh\n"+command+"\nexec '"+real+"' \"$@\"\n")
	w.must(os.Chmod(w.Path("bin/git"), 0o755))
	w.Setenv("PATH", w.Path("bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// quarantine looks at a push from a pre-receive hook of a bare repository.
func (w *World) quarantine(unpackLimit string) {
	w.origin()
	w.hooked()
	w.Git("origin.git", "config", "receive.unpackLimit", unpackLimit)
	w.Git("r", "reset", "-q", "--hard")
	w.Write("r/pushed.md", "pushed\n")
	w.Git("r", "add", "-A")
	w.Git("r", "commit", "-q", "--no-verify", "-m", "pushed")
	w.Write("hooks/pre-receive", "#!/bin/sh\nread old new ref\n"+pushedCommit+"=$new exec '"+w.Path("hooks/pre-commit")+"'\n")
	w.must(os.Chmod(w.Path("hooks/pre-receive"), 0o755))
	w.Git("r", "push", "-q", w.Path("origin.git"), "HEAD:refs/heads/topic")
	s := w.seen()
	o := oracle{w, "r"}
	if strings.Join(s.Index, "\n") != strings.Join(o.tree("HEAD"), "\n") {
		w.t.Errorf("the hook sees %q", s.Index)
	}
}
