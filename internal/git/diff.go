package git

import (
	"cmp"
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
			return r.diffIndex(ctx, "")
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
	defer f.Close()
	return f.between(from, to.Commit)
}

// diffIndex compares with the index alone: no file of the work tree is looked at.
func (r *Repo) diffIndex(ctx context.Context, commit string) ([]memory.Change, error) {
	if r.git == "" {
		return r.compareIndex(ctx, commit)
	}
	if err := r.needIndex(); err != nil {
		return nil, err
	}
	out, err := r.run(ctx, "diff-index", "--cached", "--ita-invisible-in-index", "--raw", "-z", "--no-abbrev",
		"--no-renames", "--no-ext-diff", "--no-relative", "--ignore-submodules=none", cmp.Or(commit, r.emptyTree()), "--")
	if err != nil {
		return nil, err
	}
	return parseRaw(out, r.hexLen)
}

// compareIndex is diffIndex without git: it lists both sides whole.
func (r *Repo) compareIndex(ctx context.Context, commit string) ([]memory.Change, error) {
	listed, err := r.Entries(ctx, memory.At{Kind: memory.AtIndex})
	if err != nil {
		return nil, err
	}
	before, err := r.treeEntries(ctx, commit, everyFolder)
	if err != nil {
		return nil, err
	}
	index := make(map[string]memory.State, len(listed))
	for _, e := range listed {
		index[e.Path] = stateIn(e)
	}
	changes, err := r.changed(before, index)
	for p, state := range index {
		changes = append(changes, memory.Change{Path: p, New: state})
	}
	sortChanges(changes)
	return changes, err
}

// changed gives what differs of the entries of a tree, and takes from the index what was
// compared.
func (r *Repo) changed(before []memory.Entry, index map[string]memory.State) ([]memory.Change, error) {
	var changes []memory.Change
	for _, e := range before {
		if e.Flaw != "" && e.Flaw != oddMode {
			return nil, refuse(ErrUnsupported, "install git", "%q %s in a tree, and only git says what that means to the index", e.Path, e.Flaw)
		}
		old := stateIn(e)
		if now := index[e.Path]; now != old {
			changes = append(changes, memory.Change{Path: e.Path, Old: old, New: now})
		}
		delete(index, e.Path)
	}
	return changes, nil
}

// stateIn is the state of an entry; one of a conflict has none.
func stateIn(e memory.Entry) memory.State {
	if e.Stage != 0 {
		return memory.State{}
	}
	return memory.State{Mode: e.Mode, Hash: e.Hash}
}
