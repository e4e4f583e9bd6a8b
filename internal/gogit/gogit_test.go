package gogit_test

import (
	"context"
	"testing"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/git/gittest"
	"github.com/teammem/teammem/internal/gogit"
)

func open(ctx context.Context, dir string, env []string) (gittest.Repository, error) {
	repo, err := gogit.Open(ctx, git.Options{Dir: dir, Env: env})
	if err != nil {
		return nil, err
	}
	return repo, nil
}

func TestMain(m *testing.M) { gittest.Main(m, open) }

func TestConformance(t *testing.T) { gittest.Run(t, open, refused...) }

// refused is what only git reads.
var refused = []string{
	"index/split-index/listed", "index/split-index/staged",
	"index/split-index-nochange/listed", "index/split-index-nochange/staged",
	"index/sparse-index/listed", "index/sparse-index/staged",
	"index/sparse-index-noext/listed", "index/sparse-index-noext/staged",
	"index/sparse-index-staged-inside/listed", "index/sparse-index-staged-inside/staged",
	"index/HEAD-lists-a-path-twice/staged",
	"index/random/split-index", "index/random-sha256",
	"place/GIT_COMMON_DIR", "place/GIT_OBJECT_DIRECTORY", "place/GIT_ALTERNATE_OBJECT_DIRECTORIES",
	"objects/sha256", "objects/alternates-abs", "objects/alternates-rel", "objects/alternates-comment", "objects/alternates-chained",
	"hook/split-index-a", "hook/sparse-index-a",
	"history/random-range-alternates", "history/random-range-sha256",
	"revision/resolve-what-is-logged", "revision/resolve-what-was-said", "revision/resolve-what-was-said-before", "revision/refused-upstream",
	"push/what-a-remote-has", "push/what-any-ref-has", "push/another-remote-has-nothing", "push/one-commit-more",
	"worktree/sparse",
	"refusal/quarantine-loose", "refusal/quarantine-packed",
}
