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
//
// A subtest in refused, such as "objects/sha256", must be refused: of its answers one is
// an error of kind git.ErrUnsupported, and all before it are right. One question of a shape
// is named as "index/split-index/staged". No other subtest may be refused.
func Run(t *testing.T, open Opener, refused ...string) {
	sow(t)
	s := &suite{open, map[string]bool{}}
	for _, name := range refused {
		s.refused[name] = true
	}
	for _, group := range []struct {
		name   string
		shapes []shape
	}{
		{"index", indexShapes}, {"config", configShapes}, {"place", placeShapes},
		{"objects", objectShapes}, {"clone", cloneShapes}, {"names", nameShapes},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, shape := range group.shapes {
				t.Run(shape.name, func(t *testing.T) {
					t.Parallel()
					s.check(t, group.name+"/"+shape.name, shape)
				})
			}
		})
	}
	s.runCases(t, "hook", hookCases)
	s.runCases(t, "revision", revisionCases)
	s.runCases(t, "history", historyCases)
	s.runCases(t, "push", pushCases)
	s.runCases(t, "tree", treeCases)
	s.runCases(t, "worktree", worktreeCases)
	s.runCases(t, "refusal", refusalCases)
	t.Run("history/random", func(t *testing.T) { t.Parallel(); randomHistories(t, open) })
	s.randomRanges(t)
	for _, format := range []string{"sha1", "sha256"} {
		name := "index/random-" + format
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.hold(name, NewWorld(t), func(w *World, open Opener) { randomIndexes(w, open, format, !s.refused["index/random/split-index"]) })
		})
	}
}

// A testCase is a scenario with expectations of its own.
type testCase struct {
	name string
	run  func(w *World, open Opener)
}

func (s *suite) runCases(t *testing.T, name string, cases []testCase) {
	t.Run(name, func(t *testing.T) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				s.hold(name+"/"+c.name, NewWorld(t), c.run)
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
