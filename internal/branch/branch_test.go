package branch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/git/gittest"
)

// A bench is a repository at dir with something staged, stashed and edited.
type bench struct {
	t    *testing.T
	w    *gittest.World
	dir  string
	repo *git.Repo
}

// prepare makes the repository "r" and leaves its work tree in disorder.
func prepare(t *testing.T, init ...string) *bench {
	w := gittest.NewWorld(t)
	w.Init("r", init...)
	w.Write("r/README.md", "# Example\n")
	w.Write("r/.agent/team-memory/MEMORY.md", "# Team memory\n")
	w.Write("r/.agent/team-memory/old.md", "old\n")
	w.Write("r/src/main.go", "package main\n")
	w.Commit("r", "chore: begin")
	w.Write("r/README.md", "# Stashed\n")
	w.Git("r", "stash", "-q")
	w.Write("r/README.md", "# Staged\n")
	w.Git("r", "add", "README.md")
	w.Write("r/src/main.go", "package edited\n")
	w.Write("r/new.txt", "untracked\n")
	b := &bench{t: t, w: w}
	return b.in("r")
}

// in stands in a work tree.
func (b *bench) in(dir string) *bench {
	b.t.Helper()
	repo, err := git.Open(context.Background(), git.Options{Dir: b.w.Path(dir), Env: b.w.Env()})
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(repo.Close)
	b.dir, b.repo = dir, repo
	return b
}

// state is all that must stay: HEAD, the index byte for byte, files, stash, reflog, and what
// lies in the git directory.
func (b *bench) state() string {
	b.t.Helper()
	index, err := os.ReadFile(b.git("rev-parse", "--path-format=absolute", "--git-path", "index"))
	if err != nil {
		b.t.Fatal(err)
	}
	head, err := os.ReadFile(b.git("rev-parse", "--path-format=absolute", "--git-path", "HEAD"))
	if err != nil {
		b.t.Fatal(err)
	}
	state := []string{string(index), string(head)}
	names, err := os.ReadDir(b.git("rev-parse", "--absolute-git-dir"))
	if err != nil {
		b.t.Fatal(err)
	}
	for _, n := range names {
		state = append(state, n.Name())
	}
	for _, ask := range []string{"status --porcelain --ignored", "stash list", "reflog", "diff --no-ext-diff", "diff --no-ext-diff --cached"} {
		state = append(state, b.git(strings.Fields(ask)...))
	}
	return strings.Join(state, "\n--\n")
}

func (b *bench) refs() string { return b.git("for-each-ref") }

// git asks git, which touches nothing and runs nothing that is configured.
func (b *bench) git(args ...string) string {
	b.t.Helper()
	return b.w.Git(b.dir, append([]string{"--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}, args...)...)
}

func (b *bench) try() *Trial {
	b.t.Helper()
	t, err := Try(context.Background(), b.repo)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() {
		if err := t.Close(); err != nil {
			b.t.Error(err)
		}
	})
	return t
}

func (b *bench) commit(files ...File) (*Trial, string) {
	b.t.Helper()
	trial := b.try()
	id, err := trial.Commit(context.Background(), Change{Base: b.git("rev-parse", "HEAD"), Files: files, Message: "memory: add note\n"})
	if err != nil {
		b.t.Fatal(err)
	}
	return trial, id
}

var note = File{Path: ".agent/team-memory/sub/nöte.md", Data: []byte("---\r\nname: note\n\x00---")}

// shapes are the kinds of repository in which a branch is made.
var shapes = map[string]func(b *bench){
	"plain":         func(*bench) {},
	"detached HEAD": func(b *bench) { b.w.Git("r", "checkout", "-q", "--detach"); b.in("r") },
	"linked work tree": func(b *bench) {
		b.w.Git("r", "worktree", "add", "-q", "../linked")
		b.w.Write("linked/README.md", "# Edited there\n")
		b.in("linked")
	},
	"from a folder": func(b *bench) { b.in("r/src") },
	"split index": func(b *bench) {
		b.w.Git("r", "config", "core.splitIndex", "true")
		b.w.Git("r", "update-index", "--split-index")
		b.in("r")
	},
	"sparse checkout": func(b *bench) { b.w.Git("r", "config", "core.sparseCheckout", "true"); b.in("r") },
	"shallow": func(b *bench) {
		b.w.Commit("r", "chore: more")
		b.w.Git(".", "clone", "-q", "--depth=1", "file://"+b.w.Path("r"), "shallow")
		b.in("shallow")
	},
	"partial clone": func(b *bench) {
		b.w.Git("r", "config", "uploadpack.allowFilter", "true")
		b.w.Git(".", "clone", "-q", "--filter=blob:none", "file://"+b.w.Path("r"), "partial")
		b.in("partial")
	},
	"alternates": func(b *bench) {
		b.w.Git(".", "clone", "-q", "--shared", b.w.Path("r"), "shared")
		b.in("shared")
	},
	"a path with a colon": func(b *bench) {
		if runtime.GOOS == "windows" {
			b.t.Skip("no path has one there")
		}
		b.w.Git(".", "clone", "-q", b.w.Path("r"), `a:b "c"`)
		b.in(`a:b "c"`)
	},
	"variables of a hook": func(b *bench) {
		b.w.Setenv("GIT_DIR", b.w.Path("r/.git"))
		b.w.Setenv("GIT_INDEX_FILE", b.w.Path("r/.git/index"))
		b.in("r")
	},
	"hostile configuration": func(b *bench) {
		trap := b.w.Path("trap.sh")
		b.w.Write("trap.sh", "#!/bin/sh\necho $0 $@ >>"+b.w.Path("sprung")+"\nexit 1\n")
		if err := os.Chmod(trap, 0o755); err != nil {
			b.t.Fatal(err)
		}
		for _, key := range []string{"core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "core.askPass", "diff.external", "gpg.program", "filter.trap.clean", "filter.trap.process", "credential.helper"} {
			b.w.Git("r", "config", key, trap)
		}
		for _, hook := range []string{"reference-transaction", "pre-commit", "post-commit", "commit-msg", "prepare-commit-msg", "post-index-change"} {
			b.w.Write("r/.git/hooks/"+hook, "#!/bin/sh\necho $0 $@ >>"+b.w.Path("sprung")+"\nexit 1\n")
			if err := os.Chmod(b.w.Path("r/.git/hooks/"+hook), 0o755); err != nil {
				b.t.Fatal(err)
			}
		}
		b.t.Cleanup(func() {
			if said, err := os.ReadFile(b.w.Path("sprung")); err == nil {
				b.t.Errorf("a program that the configuration names was run: %s", said)
			}
		})
		b.in("r")
	},
}

// TestOnlyABranch holds in every shape that the branch is all that comes into being, with
// the bytes that were given.
func TestOnlyABranch(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := prepare(t)
			shape(b)
			onlyABranch(t, b)
		})
	}
	t.Run("sha256", func(t *testing.T) { onlyABranch(t, prepare(t, "--object-format=sha256")) })
}

func onlyABranch(t *testing.T, b *bench) {
	ctx := context.Background()
	state, refs := b.state(), b.refs()
	trial, id := b.commit(note)
	if got := b.refs(); got != refs {
		t.Errorf("refs changed before Keep:\n%s", got)
	}
	if _, err := b.w.TryGit(b.dir, "", "cat-file", "-e", id); err == nil {
		t.Error("the commit is in the repository before Keep")
	}
	if _, err := trial.Repo().Resolve(ctx, id); err != nil {
		t.Errorf("the trial does not see its commit: %v", err)
	}
	if err := trial.Keep(ctx, "memory/nöte", id); err != nil {
		t.Fatal(err)
	}
	if got := b.state(); got != state {
		t.Errorf("changed from:\n%q\nto:\n%q", state, got)
	}
	if got := b.git("rev-parse", "refs/heads/memory/nöte"); got != id {
		t.Errorf("the branch names %s, want %s", got, id)
	}
	if got := b.git("-c", "core.quotePath=false", "diff-tree", "-r", "--name-status", "HEAD", id); got != "A\t"+note.Path {
		t.Errorf("the commit changes %q", got)
	}
	if got := b.git("rev-parse", id+":"+note.Path); got != b.w.GitIn(b.dir, string(note.Data), "hash-object", "--stdin") {
		t.Errorf("other bytes were stored: %s", got)
	}
	b.git("fsck", "--strict", "--connectivity-only", id)
	if got := b.git("log", "-1", "--format=%an <%ae>|%P|%B", id); got != "Ann <ann@example.com>|"+b.git("rev-parse", "HEAD")+"|memory: add note\n" {
		t.Errorf("the commit is %q", got)
	}
}

// TestGivenUp holds that a trial which is not kept leaves nothing: no object, no file.
func TestGivenUp(t *testing.T) {
	b := prepare(t)
	before := b.files()
	trial, _ := b.commit(note)
	if err := trial.Close(); err != nil {
		t.Fatal(err)
	}
	if after := b.files(); !slices.Equal(before, after) {
		t.Errorf("files of the repository changed:\n%q\n%q", before, after)
	}
	if _, err := os.Stat(trial.dir); err == nil {
		t.Errorf("%s is left", trial.dir)
	}
}

func (b *bench) files() (names []string) {
	b.t.Helper()
	err := filepath.WalkDir(b.w.Path("r"), func(p string, _ os.DirEntry, err error) error {
		names = append(names, p)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return names
}

func TestBranchIsThere(t *testing.T) {
	b := prepare(t)
	trial, id := b.commit(note)
	b.w.Git("r", "branch", "taken")
	b.w.Git("r", "worktree", "add", "-q", "--detach", "../orphan")
	b.w.Git("orphan", "checkout", "-q", "--orphan", "unborn")
	refs := b.refs()
	for name, want := range map[string]error{"taken": ErrExists, "unborn": ErrUnborn, "taken/below": nil} {
		err := trial.Keep(context.Background(), name, id)
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if got := b.refs(); got != refs {
		t.Errorf("refs changed:\n%s", got)
	}
}

// TestAtOnce holds that of many at once exactly one makes the branch.
func TestAtOnce(t *testing.T) {
	b := prepare(t)
	base := b.w.Git("r", "rev-parse", "HEAD")
	const many = 6
	errs := make([]error, many)
	var all sync.WaitGroup
	for i := range many {
		trial := b.try()
		all.Go(func() {
			text := []byte(strings.Repeat("x", i))
			id, err := trial.Commit(context.Background(), Change{Base: base, Files: []File{{Path: note.Path, Data: text}}, Message: "m\n"})
			if err == nil {
				err = trial.Keep(context.Background(), "memory/race", id)
			}
			errs[i] = err
		})
	}
	all.Wait()
	made := 0
	for _, err := range errs {
		switch {
		case err == nil:
			made++
		case !errors.Is(err, ErrExists):
			t.Error(err)
		}
	}
	if made != 1 {
		t.Errorf("%d of %d made the branch", made, many)
	}
}

// TestLocked holds that a ref which another git has locked for a while is waited for.
func TestLocked(t *testing.T) {
	b := prepare(t)
	trial, id := b.commit(note)
	lock := "r/.git/refs/heads/memory/busy.lock"
	b.w.Write(lock, "")
	free := make(chan error)
	go func() {
		time.Sleep(500 * time.Millisecond) // git itself waits for 0.1 seconds
		free <- os.Remove(b.w.Path(lock))
	}()
	err := trial.Keep(context.Background(), "memory/busy", id)
	if err := errors.Join(err, <-free); err != nil {
		t.Error(err)
	}
}

func TestInTheWay(t *testing.T) {
	b := prepare(t)
	b.w.Symlink("old.md", "r/.agent/team-memory/link.md")
	b.w.Symlink("team-memory", "r/.agent/linked")
	b.w.Commit("r", "chore: links")
	for _, p := range []string{".agent/team-memory/link.md", ".agent/linked/a.md", "README.md/a.md", ".agent/team-memory"} {
		_, err := b.try().Commit(context.Background(), Change{Base: b.w.Git("r", "rev-parse", "HEAD"), Files: []File{{Path: p, Data: []byte("x\n")}}, Message: "m\n"})
		if !errors.Is(err, errInTheWay) {
			t.Errorf("%s: %v, want errInTheWay", p, err)
		}
	}
}

// TestAsAdded holds that a file is refused exactly when git add stores other bytes.
func TestAsAdded(t *testing.T) {
	const crlf, ident, plain = "a\r\nb\r\n", "$Id: x $\n", "a\nb\n"
	for _, c := range []struct {
		name, attributes, config, text, before string
		refused                                bool
	}{
		{"plain", "", "", plain, "", false},
		{"CRLF", "", "", crlf, "", false},
		{"CRLF, text", "*.md text", "", crlf, "", true},
		{"LF, eol=crlf", "*.md text eol=crlf", "", plain, "", false},
		{"CRLF, auto", "* text=auto", "", crlf, "", true},
		{"CRLF, auto, there already", "* text=auto", "", crlf, crlf, false},
		{"CRLF, autocrlf", "", "core.autocrlf=true", crlf, "", true},
		{"CRLF, -text", "*.md -text", "core.autocrlf=true", crlf, "", false},
		{"ident", "*.md ident", "", ident, "", true},
		{"no ident in it", "*.md ident", "", plain, "", false},
		{"encoding", "*.md working-tree-encoding=UTF-16LE", "", plain, "", true},
		{"filter", "*.md filter=trap", "filter.trap.clean=false", plain, "", true},
		{"no filter", "*.md -filter", "", plain, "", false},
		{"filter elsewhere", "*.png filter=lfs", "", plain, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := prepare(t)
			b.w.Git("r", "reset", "-q", "--hard")
			if c.before != "" {
				b.w.Write("r/"+note.Path, c.before)
				b.w.Commit("r", "chore: before")
			}
			b.w.Write("r/.gitattributes", c.attributes+"\n")
			b.w.Git("r", "add", ".gitattributes")
			b.w.Git("r", "commit", "-q", "-m", "chore: attributes")
			b.w.Remove("r/.gitattributes") // those of the commit count
			if key, value, ok := strings.Cut(c.config, "="); ok {
				b.w.Git("r", "config", key, value)
			}
			_, err := b.in("r").try().Commit(context.Background(), Change{Base: b.w.Git("r", "rev-parse", "HEAD"), Files: []File{{Path: note.Path, Data: []byte(c.text)}}, Message: "m\n"})
			if errors.Is(err, ErrAltered) != c.refused || err != nil && !c.refused {
				t.Errorf("refused: %v, want %v", err, c.refused)
			}
		})
	}
}

func TestNoIdentity(t *testing.T) {
	b := prepare(t)
	b.w.Git("r", "config", "user.useConfigOnly", "true")
	for _, v := range []string{"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"} {
		b.w.Setenv(v, "")
	}
	_, err := b.in("r").try().Commit(context.Background(), Change{Base: b.w.Git("r", "rev-parse", "HEAD"), Files: []File{note}, Message: "m\n"})
	if !errors.Is(err, errNoIdentity) {
		t.Errorf("%v, want errNoIdentity", err)
	}
	b.w.Git("r", "config", "user.name", "Ben")
	b.w.Setenv("EMAIL", "ben@example.com")
}

// TestSigning holds that a commit is signed where git commit would sign, and that a
// signature which can't be made is an error.
func TestSigning(t *testing.T) {
	b := prepare(t)
	b.w.Write("gpg", "#!/bin/sh\ncat >/dev/null\nprintf '[GNUPG:] SIG_CREATED x\\n' >&2\necho -----BEGIN PGP SIGNATURE-----\necho made\necho -----END PGP SIGNATURE-----\n")
	if err := os.Chmod(b.w.Path("gpg"), 0o755); err != nil {
		t.Fatal(err)
	}
	b.w.Git("r", "config", "gpg.program", b.w.Path("gpg"))
	b.w.Git("r", "config", "commit.gpgSign", "true")
	trial, id := b.in("r").commit(note)
	if err := trial.Keep(context.Background(), "signed", id); err != nil {
		t.Fatal(err)
	}
	if raw := b.w.Git("r", "cat-file", "commit", "signed"); !strings.Contains(raw, "gpgsig -----BEGIN") {
		t.Errorf("the commit is not signed:\n%s", raw)
	}
	b.w.Git("r", "config", "gpg.program", "false")
	_, err := b.in("r").try().Commit(context.Background(), Change{Base: b.w.Git("r", "rev-parse", "HEAD"), Files: []File{note}, Message: "m\n"})
	if err == nil || !strings.Contains(err.Error(), "sign the commit") {
		t.Errorf("%v, want an error about the signature", err)
	}
}
