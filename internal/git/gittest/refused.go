package gittest

import (
	"context"
	"errors"
	"runtime"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
)

// A suite is one run of all tests.
type suite struct {
	open    Opener
	refused map[string]bool // the subtests that must be refused
}

// hold runs one subtest. One that must be refused ends with the first refusal.
func (s *suite) hold(name string, w *World, run func(w *World, open Opener)) {
	w.t.Helper()
	if !s.refused[name] {
		run(w, s.open)
		return
	}
	refused, done := false, make(chan struct{})
	w.stop = func(err error) {
		if errors.Is(err, git.ErrUnsupported) {
			refused = true
			runtime.Goexit()
		}
	}
	go func() {
		defer close(done)
		run(w, w.watch(s.open))
	}()
	<-done
	w.stop = nil
	if !refused && !w.t.Failed() {
		w.t.Errorf("%s is listed as refused, and was answered", name)
	}
}

// watch makes whatever is refused end the subtest.
func (w *World) watch(open Opener) Opener {
	return func(ctx context.Context, dir string, env []string) (Repository, error) {
		repo, err := open(ctx, dir, env)
		w.stop(err)
		if err != nil {
			return nil, err
		}
		w.closeLater(repo)
		return watched{repo, w}, nil
	}
}

// A watched repository ends the subtest with its first refusal.
type watched struct {
	Repository
	world *World
}

func seen[T any](w watched, answer T, err error) (T, error) {
	w.world.stop(err)
	return answer, err
}

func (w watched) Head(ctx context.Context) (memory.Head, error) {
	head, err := w.Repository.Head(ctx)
	return seen(w, head, err)
}

func (w watched) Resolve(ctx context.Context, rev string) (string, error) {
	id, err := w.Repository.Resolve(ctx, rev)
	return seen(w, id, err)
}

func (w watched) Entries(ctx context.Context, at memory.At) ([]memory.Entry, error) {
	entries, err := w.Repository.Entries(ctx, at)
	return seen(w, entries, err)
}

func (w watched) Listed(ctx context.Context, at memory.At, want func([]byte) bool) ([]memory.Entry, error) {
	entries, err := w.Repository.Listed(ctx, at, want)
	return seen(w, entries, err)
}

func (w watched) Diff(ctx context.Context, from string, to memory.At) ([]memory.Change, error) {
	changes, err := w.Repository.Diff(ctx, from, to)
	return seen(w, changes, err)
}

func (w watched) Commits(ctx context.Context, to string, known memory.Known) ([]memory.Commit, error) {
	commits, err := w.Repository.Commits(ctx, to, known)
	return seen(w, commits, err)
}

func (w watched) Forks(ctx context.Context, to string, known memory.Known) ([]string, error) {
	forks, err := w.Repository.Forks(ctx, to, known)
	return seen(w, forks, err)
}

func (w watched) Ignored(ctx context.Context, path string) (*rules.Ignored, error) {
	rule, err := w.Repository.Ignored(ctx, path)
	return seen(w, rule, err)
}
