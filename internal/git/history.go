package git

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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
		c, err := r.asCommit(o)
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

// addChanges fills in what each commit brought: one line of question and one
// group of answer for each of its parents.
func (r *Repo) addChanges(ctx context.Context, commits []memory.Commit) error {
	var questions strings.Builder
	var asked []int // the commit of each question
	for i, c := range commits {
		for _, line := range questionsFor(c) {
			questions.WriteString(line)
			asked = append(asked, i)
		}
	}
	args := append([]string{"diff-tree", "--stdin", "--always", "--root", "-m"}, raw...)
	out, _, err := r.runWith(ctx, []byte(questions.String()), args...)
	if err != nil {
		return r.asMissing(err)
	}
	groups, err := parseRawGroups(out, r.hexLen)
	if err != nil {
		return err
	}
	if len(groups) != len(asked) {
		return fmt.Errorf("git diff-tree was asked %d times and answered %d times: %w", len(asked), len(groups), errMeaningless)
	}
	for i, g := range groups {
		c := &commits[asked[i]]
		if g.commit != c.Hash {
			return fmt.Errorf("git diff-tree answered for another commit: %w", errMeaningless)
		}
		c.Changes = append(c.Changes, g.changes...)
	}
	for i := range commits {
		commits[i].Changes = brought(commits[i].Changes)
	}
	return nil
}

func questionsFor(c memory.Commit) []string {
	if len(c.Parents) == 0 {
		return []string{c.Hash + "\n"}
	}
	lines := make([]string, len(c.Parents))
	for i, p := range c.Parents {
		lines[i] = c.Hash + " " + p + "\n"
	}
	return lines
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

// asMissing adds the reason that a shallow clone has for a missing commit.
func (r *Repo) asMissing(err error) error {
	var e *Error
	if r.shallow && errors.As(err, &e) && e.Kind == ErrMissingObject {
		return refuse(ErrMissingHistory, fetchHistory, "%s", e.What)
	}
	return err
}
