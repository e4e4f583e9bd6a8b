package git

import (
	"context"

	"github.com/teammem/teammem/internal/memory"
)

// Diff returns the paths in which the tree of the commit from ("" is the empty
// tree) differs from the index or from another commit, sorted. A path with an
// unresolved conflict in the index has no New state.
func (r *Repo) Diff(ctx context.Context, from string, to memory.At) ([]memory.Change, error) {
	switch to.Kind {
	case memory.AtIndex:
		if from == "" {
			return r.diffIndex(ctx, r.emptyTree())
		}
		if err := r.wantID(from); err != nil {
			return nil, err
		}
		if changes, err := r.stagedSince(ctx, from); err == nil {
			return changes, nil
		}
		return r.diffIndex(ctx, from)
	case memory.AtWorktree:
		return nil, refuse(ErrUnsupported, "compare entries instead", "the work tree is not compared with a commit")
	}
	f, err := r.startForest(ctx)
	if err != nil {
		return nil, err
	}
	defer f.close()
	return f.between(from, to.Commit)
}

// diffIndex compares with the index alone: no file of the work tree is looked at.
func (r *Repo) diffIndex(ctx context.Context, old string) ([]memory.Change, error) {
	if err := r.needIndex(); err != nil {
		return nil, err
	}
	out, err := r.run(ctx, "diff-index", "--cached", "--ita-invisible-in-index", "--raw", "-z", "--no-abbrev",
		"--no-renames", "--no-ext-diff", "--no-relative", "--ignore-submodules=none", old, "--")
	if err != nil {
		return nil, err
	}
	return parseRaw(out, r.hexLen)
}
