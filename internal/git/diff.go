package git

import (
	"context"

	"github.com/teammem/teammem/internal/memory"
)

// raw are the options of every comparison: whole, without renames, and with
// submodules, whatever the repository's configuration prefers.
var raw = []string{"-r", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--no-relative", "--ignore-submodules=none"}

// Diff returns the paths in which the tree of the commit from ("" is the empty
// tree) differs from the index or from another commit, sorted. A path with an
// unresolved conflict in the index has no New state.
func (r *Repo) Diff(ctx context.Context, from string, to memory.At) ([]memory.Change, error) {
	old, err := r.treeish(from)
	if err != nil {
		return nil, err
	}
	switch to.Kind {
	case memory.AtIndex:
		return r.diffIndex(ctx, old)
	case memory.AtWorktree:
		return nil, refuse(ErrUnsupported, "compare entries instead", "the work tree is not compared with a commit")
	}
	new, err := r.treeish(to.Commit)
	if err != nil {
		return nil, err
	}
	args := append([]string{"diff-tree"}, raw...)
	out, err := r.run(ctx, append(args, old, new, "--")...)
	if err != nil {
		return nil, err
	}
	return parseRaw(out, r.hexLen)
}

// diffIndex compares with the index alone: no file of the work tree is looked at.
func (r *Repo) diffIndex(ctx context.Context, old string) ([]memory.Change, error) {
	if err := r.needIndex(); err != nil {
		return nil, err
	}
	args := append([]string{"diff-index", "--cached", "--ita-invisible-in-index"}, raw...)
	out, err := r.run(ctx, append(args, old, "--")...)
	if err != nil {
		return nil, err
	}
	return parseRaw(out, r.hexLen)
}

func (r *Repo) treeish(commit string) (string, error) {
	if commit == "" {
		return r.emptyTree(), nil
	}
	return commit, r.wantID(commit)
}
