package git

import (
	"context"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// Commits returns the commits that are reachable from to and not known, oldest
// first. The Changes of a merge are where it differs from all
// of its parents: what only the merge itself brought.
// The error is ErrMissingHistory when a shallow clone cut the range off, and
// ErrMissingObject when an object of it is missing.
func (r *Repo) Commits(ctx context.Context, to string, known memory.Known) ([]memory.Commit, error) {
	out, err := r.revList(ctx, to, known, "--topo-order", "--reverse", "--parents")
	if err != nil {
		return nil, err
	}
	listed, err := parseRevList(out, r.hexLen)
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
	out, err := r.revList(ctx, to, known, "--boundary")
	if err != nil {
		return nil, err
	}
	if out == "" {
		return []string{to}, nil
	}
	var boundary []string
	for line := range strings.Lines(out) {
		if id, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "-"); ok {
			boundary = append(boundary, id)
		}
	}
	return r.best(ctx, boundary)
}

// maxArgs is how many commits are named on one command line.
const maxArgs = 500

// best leaves out the commits that another one of them is built on.
func (r *Repo) best(ctx context.Context, commits []string) ([]string, error) {
	var best []string
	for some := range slices.Chunk(commits, maxArgs) {
		out, err := r.run(ctx, slices.Concat([]string{"merge-base", "--independent"}, best, some)...)
		if err != nil {
			return nil, err
		}
		best = strings.Fields(out)
	}
	slices.Sort(best)
	return best, nil
}

// revList lists what is reachable from to and not known.
func (r *Repo) revList(ctx context.Context, to string, known memory.Known, options ...string) (string, error) {
	var in strings.Builder
	for i, id := range append([]string{to}, known.Commits...) {
		if err := r.wantID(id); err != nil {
			return "", err
		}
		if i > 0 {
			in.WriteByte('^')
		}
		in.WriteString(id + "\n")
	}
	args := append(append([]string{"rev-list"}, options...), "--stdin", "--not")
	if known.Remote != "" {
		args = append(args, "--remotes="+known.Remote)
	}
	if known.Refs {
		args = append(args, "--all")
	}
	out, _, err := r.runWith(ctx, []byte(in.String()), append(args, "--")...)
	return out, err
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

// addChanges fills in where each commit differs from all of its parents.
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
