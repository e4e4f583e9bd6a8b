// Package gittest holds an implementation of repository access to what git
// itself answers. It builds small repositories of every shape with real git and
// compares; nothing outside the test's own directories is read or written.
package gittest

import (
	"context"
	"testing"

	"github.com/teammem/teammem/internal/engine"
)

// Repository is what is held to account: all that the engine asks of git, and more.
type Repository interface {
	engine.Repository
	Settings(ctx context.Context, keys ...string) (map[string]string, error)
	Top() string
}

// An Opener opens the repository around dir with the variables of env.
type Opener func(ctx context.Context, dir string, env []string) (Repository, error)

// Run holds the repositories that open returns to git's answers. The test binary
// must call Main from its TestMain.
func Run(t *testing.T, open Opener) {
	sow(t)
	for _, group := range []struct {
		name   string
		shapes []shape
	}{
		{"index", indexShapes}, {"config", configShapes}, {"place", placeShapes},
		{"objects", objectShapes}, {"clone", cloneShapes}, {"names", nameShapes},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, s := range group.shapes {
				t.Run(s.name, func(t *testing.T) {
					t.Parallel()
					s.check(t, open)
				})
			}
		})
	}
	runCases(t, "hook", open, hookCases)
	runCases(t, "revision", open, revisionCases)
	runCases(t, "history", open, historyCases)
	runCases(t, "push", open, pushCases)
	runCases(t, "tree", open, treeCases)
	runCases(t, "worktree", open, worktreeCases)
	runCases(t, "refusal", open, refusalCases)
	t.Run("history/random", func(t *testing.T) { t.Parallel(); randomHistories(t, open) })
	for _, format := range []string{"sha1", "sha256"} {
		t.Run("index/random-"+format, func(t *testing.T) { t.Parallel(); randomIndexes(t, open, format) })
	}
}

// A testCase is a scenario with expectations of its own.
type testCase struct {
	name string
	run  func(w *World, open Opener)
}

func runCases(t *testing.T, name string, open Opener, cases []testCase) {
	t.Run(name, func(t *testing.T) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				c.run(NewWorld(t), open)
			})
		}
	})
}

// open opens dir or ends the test.
func (w *World) open(open Opener, dir string) Repository {
	w.t.Helper()
	repo, err := open(context.Background(), w.Path(dir), w.Env())
	if err != nil {
		w.t.Fatalf("open %s: %v", dir, err)
	}
	w.closeLater(repo)
	return repo
}

// closeLater ends what repo keeps running.
func (w *World) closeLater(repo Repository) {
	if c, ok := repo.(interface{ Close() }); ok {
		w.t.Cleanup(c.Close)
	}
}
