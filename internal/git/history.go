package git

import (
	"context"
	"slices"

	"github.com/teammem/teammem/internal/memory"
)

// Commits returns the commits that are reachable from to and not from from (""
// for all), oldest first. The Changes of a merge are where it differs from any
// of its parents, so that what only the merge itself brought is among them.
// The error is ErrMissingHistory when a shallow clone cut the range off, and
// ErrMissingObject when an object of it is missing.
func (r *Repo) Commits(ctx context.Context, from, to string) ([]memory.Commit, error) {
	listed, err := r.revList(ctx, from, to)
	if err != nil || len(listed) == 0 {
		return nil, err
	}
	commits, err := r.readCommits(ctx, listed)
	if err != nil {
		return nil, err
	}
	return commits, r.addChanges(ctx, commits)
}

// revList lists the ids of the range, each followed by the parents that git
// would walk to.
func (r *Repo) revList(ctx context.Context, from, to string) ([][]string, error) {
	if err := r.wantID(to); err != nil {
		return nil, err
	}
	args := []string{"rev-list", "--topo-order", "--reverse", "--parents", to}
	if from != "" {
		if err := r.wantID(from); err != nil {
			return nil, err
		}
		args = append(args, "^"+from)
	}
	out, err := r.run(ctx, append(args, "--")...)
	if err != nil {
		return nil, err
	}
	return parseRevList(out, r.hexLen)
}

// readCommits reads the commit objects themselves: git shows messages recoded,
// and parents without those that a shallow clone cut off.
func (r *Repo) readCommits(ctx context.Context, listed [][]string) ([]memory.Commit, error) {
	b, err := r.startBatch(ctx)
	if err != nil {
		return nil, err
	}
	defer b.close()
	ids := make([]string, len(listed))
	for i, l := range listed {
		ids[i] = l[0]
	}
	commits := make([]memory.Commit, 0, len(ids))
	err = b.each(ids, noLimit, func(i int, o object) error {
		c, err := asCommit(o)
		if err != nil {
			return err
		}
		for _, p := range c.parents {
			if !slices.Contains(listed[i][1:], p) {
				return refuse(ErrMissingHistory, fetchHistory, "the parents of commit %s are not in this shallow clone", ids[i])
			}
		}
		commits = append(commits, memory.Commit{Hash: ids[i], Parents: c.parents, Message: c.message})
		return nil
	})
	return commits, err
}

// addChanges fills in where each commit differs from any of its parents.
func (r *Repo) addChanges(ctx context.Context, commits []memory.Commit) error {
	f, err := r.startForest(ctx)
	if err != nil {
		return err
	}
	defer f.close()
	for i := range commits {
		c := &commits[i]
		parents := c.Parents
		if len(parents) == 0 {
			parents = []string{""}
		}
		for _, parent := range parents {
			changes, err := f.between(parent, c.Hash)
			if err != nil {
				return err
			}
			c.Changes = append(c.Changes, changes...)
		}
		c.Changes = brought(c.Changes)
	}
	return nil
}

// between compares the trees of two commits; "" has the empty tree.
func (f *forest) between(old, new string) ([]memory.Change, error) {
	before, err := f.root(old)
	if err != nil {
		return nil, err
	}
	after, err := f.root(new)
	if err != nil {
		return nil, err
	}
	return f.compare(before, after)
}

// brought leaves each new state of each path once, sorted, and no deletion.
func brought(changes []memory.Change) []memory.Change {
	type key struct {
		path  string
		state memory.State
	}
	seen := make(map[key]bool, len(changes))
	changes = slices.DeleteFunc(changes, func(c memory.Change) bool {
		k := key{c.Path, c.New}
		gone := c.New.Mode == 0 || seen[k]
		seen[k] = true
		return gone
	})
	sortChanges(changes)
	return changes
}
