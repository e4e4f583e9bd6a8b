package git

import (
	"context"
	"slices"

	"github.com/teammem/teammem/internal/memory"
)

// Commits returns the commits that are reachable from to and not known, oldest
// first. The Changes of a merge are where it differs from all
// of its parents: what only the merge itself brought.
// The error is ErrMissingHistory when a shallow clone cut the range off, and
// ErrMissingObject when an object of it is missing.
func (r *Repo) Commits(ctx context.Context, to string, known memory.Known) ([]memory.Commit, error) {
	if err := r.wantIDs(to, known); err != nil {
		return nil, err
	}
	listed, err := r.ask.Since(ctx, to, known)
	if err != nil || len(listed) == 0 {
		return nil, err
	}
	commits, err := r.readCommits(ctx, listed)
	if err != nil {
		return nil, err
	}
	return commits, r.addChanges(ctx, commits)
}

// Forks returns the best of the known commits that to is built on, sorted: to
// itself when it is known, and none when nothing of its history is.
func (r *Repo) Forks(ctx context.Context, to string, known memory.Known) ([]string, error) {
	if err := r.wantIDs(to, known); err != nil {
		return nil, err
	}
	boundary, all, err := r.ask.Boundary(ctx, to, known)
	if err != nil {
		return nil, err
	}
	if all {
		return []string{to}, nil
	}
	best, err := r.ask.Independent(ctx, boundary)
	slices.Sort(best)
	return best, err
}

func (r *Repo) wantIDs(to string, known memory.Known) error {
	for _, id := range append([]string{to}, known.Commits...) {
		if err := r.wantID(id); err != nil {
			return err
		}
	}
	return nil
}

// readCommits reads the commit objects themselves: git shows messages recoded,
// and parents without those that a shallow clone cut off.
func (r *Repo) readCommits(ctx context.Context, listed [][]string) ([]memory.Commit, error) {
	objects, err := r.ask.Objects(ctx)
	if err != nil {
		return nil, err
	}
	defer objects.Close()
	ids := make([]string, len(listed))
	for i, l := range listed {
		ids[i] = l[0]
	}
	commits := make([]memory.Commit, 0, len(ids))
	err = r.eachCommit(objects, ids, func(i int, c commitObject) error {
		for _, p := range c.parents {
			if !slices.Contains(listed[i][1:], p) {
				return refuse(ErrMissingHistory, fetchHistory, "the parents of commit %s are not in this shallow clone", ids[i])
			}
		}
		commits = append(commits, memory.Commit{Hash: ids[i], Parents: c.parents, Message: c.message, Said: c.said})
		return nil
	})
	return commits, err
}

// eachCommit hands over commits in order.
func (r *Repo) eachCommit(objects Objects, ids []string, fn func(i int, c commitObject) error) error {
	done := 0
	if b, ok := objects.(*batch); ok && b.near != nil {
		for c, near := r.nearCommit(b, ids[done]); near; c, near = r.nearCommit(b, ids[done]) {
			if err := fn(done, c); err != nil {
				return err
			}
			if done++; done == len(ids) {
				return nil
			}
		}
	}
	return objects.Each(ids[done:], noLimit, func(i int, o Object) error {
		c, err := asCommit(o)
		if err != nil {
			return err
		}
		return fn(done+i, c)
	})
}

// addChanges fills in where each commit differs from all of its parents.
func (r *Repo) addChanges(ctx context.Context, commits []memory.Commit) error {
	f, err := r.startForest(ctx)
	if err != nil {
		return err
	}
	defer f.Close()
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
		c.Changes = brought(c.Changes, len(parents))
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

// brought leaves the states that differ from those of all parents: what a merge has
// from one of them was brought by a commit on that side. Each is left once, sorted;
// deletions are left out.
func brought(changes []memory.Change, parents int) []memory.Change {
	type key struct {
		path  string
		state memory.State
	}
	differs := make(map[key]int, len(changes))
	changes = slices.DeleteFunc(changes, func(c memory.Change) bool {
		k := key{c.Path, c.New}
		differs[k]++
		return c.New.Mode == 0 || differs[k] < parents
	})
	sortChanges(changes)
	return slices.CompactFunc(changes, func(a, b memory.Change) bool { return a.Path == b.Path && a.New == b.New })
}
