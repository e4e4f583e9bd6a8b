// Package branch makes one commit on a new branch out of texts, by git's plumbing. Work
// tree, index, HEAD and every branch that is there stay as they are.
//
// What is made lies outside the repository until Keep, so that it can be judged first: a
// Trial that is given up leaves nothing behind. No hook runs, no filter, and no other
// program but the one that signs commits, if the person who commits has them signed.
package branch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

// What a caller can decide by with errors.Is.
var (
	ErrExists  = errors.New("the branch is there already")
	ErrUnborn  = errors.New("a work tree stands on that branch before its first commit")
	ErrAltered = errors.New("git add would not store these very bytes")
)

var (
	errNoIdentity = errors.New("git does not know who commits")
	errInTheWay   = errors.New("something that is no file or folder is in the way")
)

// A Trial is a commit that nobody else can see yet. It has to be closed.
type Trial struct {
	repo *git.Repo // sees what the trial made, and the repository below it
	real runner    // writes to the repository
	own  runner    // writes to dir
	dir  string    // of the trial alone, with nothing that is kept
	made []string  // ids of the objects in dir
}

// Try begins a trial for an open repository.
func Try(ctx context.Context, repo *git.Repo) (t *Trial, err error) {
	how, err := repo.Launch()
	if err != nil {
		return nil, err
	}
	t = &Trial{real: runner{how}}
	if t.dir, err = os.MkdirTemp("", "teammem-branch-"); err != nil {
		return nil, fmt.Errorf("make a place to try the commit in: %w\nset TMPDIR to a directory that can be written", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(t.dir))
		}
	}()
	if t.dir, err = filepath.Abs(t.dir); err != nil { // git works elsewhere
		return nil, err
	}
	store, err := t.real.run(ctx, nil, "rev-parse", "--path-format=absolute", "--git-path", "objects")
	if err != nil {
		return nil, err
	}
	alternates := quoted(strings.TrimSuffix(string(store), "\n"))
	for _, kv := range t.real.Env {
		if more, ok := strings.CutPrefix(kv, "GIT_ALTERNATE_OBJECT_DIRECTORIES="); ok && more != "" {
			alternates += string(os.PathListSeparator) + more
		}
	}
	if err := os.MkdirAll(t.path("objects"), 0o700); err != nil {
		return nil, err
	}
	t.own = t.real.with("GIT_ALTERNATE_OBJECT_DIRECTORIES", alternates).with("GIT_OBJECT_DIRECTORY", t.path("objects"))
	t.repo, err = git.Open(ctx, git.Options{Git: t.own.Git, Dir: t.own.Dir, Env: t.own.Env})
	return t, err
}

// quoted is an element of a list of object directories, in quotes where git would
// misread it. https://git-scm.com/docs/git#Documentation/git.txt-codeGITALTERNATEOBJECTDIRECTORIEScode
func quoted(dir string) string {
	if !strings.HasPrefix(dir, `"`) && !strings.ContainsRune(dir, os.PathListSeparator) {
		return dir
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(dir) + `"`
}

// Repo is the repository with the objects of the trial: what Commit gave can be judged in it.
// It is closed with the trial.
func (t *Trial) Repo() *git.Repo { return t.repo }

// Close gives up what was not kept.
func (t *Trial) Close() error {
	t.repo.Close()
	return os.RemoveAll(t.dir)
}

func (t *Trial) path(elements ...string) string {
	return filepath.Join(append([]string{t.dir}, elements...)...)
}

// Keep puts what Commit made into the repository and then makes the branch name, in one
// step that does nothing if it is there: ErrExists. It is ErrUnborn for a branch that HEAD of
// some work tree stands for already: its first commit would change what that work tree
// compares with.
func (t *Trial) Keep(ctx context.Context, name, commit string) error {
	if err := t.unborn(ctx, name); err != nil {
		return err
	}
	pack, err := t.own.run(ctx, []byte(strings.Join(t.made, "\n")+"\n"), "pack-objects", "-q", "--stdout")
	if err != nil {
		return err
	}
	if _, err := t.real.run(ctx, pack, "unpack-objects", "-q"); err != nil {
		return fmt.Errorf("write the commit: %w", err)
	}
	ref, none := "refs/heads/"+name, strings.Repeat("0", t.real.HexLen)
	_, failed := t.committing(t.real).run(ctx, nil, "update-ref", "-m", "teammem promote", ref, commit, none)
	if failed == nil {
		return nil
	}
	if errors.Is(t.born(ctx, name), ErrExists) {
		return ErrExists
	}
	return fmt.Errorf("make the branch %q: %w\nname another one with --branch", name, failed)
}

// unborn refuses a branch that HEAD of some work tree stands for.
func (t *Trial) unborn(ctx context.Context, name string) error {
	out, err := t.real.run(ctx, nil, "worktree", "list", "--porcelain")
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(out)) {
		if strings.TrimSuffix(line, "\n") == "branch refs/heads/"+name {
			return t.born(ctx, name)
		}
	}
	return nil
}

// born is ErrExists for a branch that has a commit, else ErrUnborn.
func (t *Trial) born(ctx context.Context, name string) error {
	if _, err := t.real.run(ctx, nil, "rev-parse", "-q", "--verify", "refs/heads/"+name); err == nil {
		return ErrExists
	}
	return ErrUnborn
}

// Valid says what is wrong with the name of a branch.
func (t *Trial) Valid(ctx context.Context, name string) error {
	_, err := t.real.run(ctx, nil, "check-ref-format", "refs/heads/"+name)
	if err == nil && !strings.HasPrefix(name, "-") && name != "HEAD" {
		return nil
	}
	var e *exitError
	if err != nil && !errors.As(err, &e) {
		return err
	}
	return fmt.Errorf("%q is not the name of a branch\nleave out blanks, a dash at the start, and signs such as ~ ^ : ? * [ \\", name)
}

// Diff shows what commit changes of base.
func (t *Trial) Diff(ctx context.Context, base, commit string) (string, error) {
	out, err := t.own.run(ctx, nil, "-c", "core.quotePath=false", "diff-tree", "-p", "--text", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--src-prefix=a/", "--dst-prefix=b/", base, commit)
	return string(out), err
}
