package git_test

import (
	"context"
	"testing"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/git/gittest"
)

func open(ctx context.Context, dir string, env []string) (gittest.Repository, error) {
	repo, err := git.Open(ctx, git.Options{Dir: dir, Env: env})
	if err != nil {
		return nil, err
	}
	return repo, nil
}

func TestMain(m *testing.M) { gittest.Main(m, open) }

func TestConformance(t *testing.T) { gittest.Run(t, open) }
