package github

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"time"

	gh "github.com/google/go-github/v62/github"

	"github.com/teammem/teammem/internal/memory"
)

// maxMergeTries is how often a host is asked whether it has merged a pull request to try it: it
// begins with that when it is asked first.
const maxMergeTries = 5

var errNotTried = errors.New("the host has not tried yet to merge the pull request; run the job again")

// A Merge is a commit in which a pull request is merged, and the commit of the base branch, or of the queue, without it.
type Merge struct{ Base, Commit string }

// carried reads what a merge changes of memory beside the files of the pull request: git follows
// renames, so that a change of a file which the base has moved into the memory since is one of memory
// there. With a conflict nothing is merged.
func (c *Client) carried(ctx context.Context, g *Gathered, pr *gh.PullRequest, m *Merge) error {
	if m == nil {
		var err error
		if m, err = c.tried(ctx, pr); err != nil || m == nil {
			return err
		}
	}
	d := &treeDiff{walk: c.walk(m.Commit), needs: g.Needs}
	if err := d.below(ctx, "", m.Base, m.Commit); err != nil {
		return failed("read what the merge changes", rightContents, err)
	}
	listed := map[string]bool{}
	for _, f := range g.Files.Items {
		listed[f.Path], listed[f.Previous] = true, true
	}
	g.Carried = slices.DeleteFunc(d.found, func(p string) bool { return listed[p] })
	return nil
}

// tried gives the merge that the host made of a pull request to try it; nil where there is a conflict.
func (c *Client) tried(ctx context.Context, pr *gh.PullRequest) (*Merge, error) {
	head := pr.GetHead().GetSHA()
	for try := range maxMergeTries {
		if try > 0 {
			if err := c.sleep(ctx, time.Second<<(try-1)); err != nil {
				return nil, err
			}
			var err error
			if pr, err = c.pull(ctx, pr.GetNumber()); err != nil {
				return nil, err
			}
		}
		if pr.Mergeable != nil && !*pr.Mergeable || pr.GetHead().GetSHA() != head {
			return nil, nil // the head that moved is seen at the end
		}
		if base, err := c.mergedWith(ctx, pr.GetMergeCommitSHA(), head); err != nil || base != "" {
			return &Merge{base, pr.GetMergeCommitSHA()}, err
		}
	}
	return nil, errNotTried
}

// mergedWith is the first parent of a merge of head, and "" where it is none.
func (c *Client) mergedWith(ctx context.Context, merge, head string) (string, error) {
	if !isID(merge) {
		return "", nil
	}
	commit, _, err := c.api.Git.GetCommit(ctx, c.owner, c.repo, merge)
	if err != nil {
		return "", failed("read the merge of the pull request", rightContents, err)
	}
	if len(commit.Parents) != 2 || commit.Parents[1].GetSHA() != head || !isID(commit.Parents[0].GetSHA()) {
		return "", nil
	}
	return commit.Parents[0].GetSHA(), nil
}

// A treeDiff finds in which paths that need an owner two commits differ.
type treeDiff struct {
	*walk
	needs func(path string) bool
	found []string
}

// below compares two trees at dir, each "" where there is none.
func (d *treeDiff) below(ctx context.Context, dir, old, now string) error {
	was, err := d.entries(ctx, old)
	if err != nil {
		return err
	}
	is, err := d.entries(ctx, now)
	if err != nil {
		return err
	}
	for _, name := range names(was, is) {
		a, b := was[name], is[name]
		if a.GetSHA() == b.GetSHA() && a.GetMode() == b.GetMode() {
			continue
		}
		if err := d.entry(ctx, path.Join(dir, name), a, b); err != nil {
			return err
		}
	}
	return nil
}

// entry notes a path that differs, and goes into a folder that can hold one.
func (d *treeDiff) entry(ctx context.Context, p string, old, now *gh.TreeEntry) error {
	was, is := treeID(old), treeID(now)
	if (old != nil && was == "" || now != nil && is == "") && d.needs(p) {
		d.found = append(d.found, p)
	}
	if was == is || !holdsControl(p) {
		return nil
	}
	return d.below(ctx, p, was, is)
}

// treeID is the id of a folder, and "" of what is none.
func treeID(e *gh.TreeEntry) string {
	if e.GetType() != "tree" {
		return ""
	}
	return e.GetSHA()
}

// holdsControl reports whether a folder can hold memory, or what decides about it.
func holdsControl(dir string) bool {
	in, alike := memory.TeamPath(dir)
	return in || alike || slices.Contains([]string{".github", ".github/workflows", "docs"}, dir)
}

func names(a, b map[string]*gh.TreeEntry) []string {
	var all []string
	for name := range a {
		all = append(all, name)
	}
	for name := range b {
		if a[name] == nil {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// retargeted reads when the pull request was put on another base branch last, or its base branch on another history.
// The head stays the same, and what was approved does not.
func (c *Client) retargeted(ctx context.Context, g *Gathered, _ *gh.PullRequest) error {
	if !slices.ContainsFunc(g.Reviews.Items, isApproval) {
		return nil
	}
	events, err := all(ctx, func(ctx context.Context, o *gh.ListOptions) ([]*gh.IssueEvent, *gh.Response, error) {
		return c.api.Issues.ListIssueEvents(ctx, c.owner, c.repo, g.Number, o)
	})
	if err != nil {
		return failed("see whether the base branch was changed", rightPulls+" or issues: read", err)
	}
	for _, e := range events {
		switch e.GetEvent() {
		case "base_ref_changed", "automatic_base_change_succeeded", "base_ref_force_pushed", "": // which may be one of these
		default:
			continue
		}
		at := e.GetCreatedAt().Time
		if at.IsZero() {
			return fmt.Errorf("can't see whether the base branch was changed: an event has no time")
		}
		if at.After(g.Retargeted) {
			g.Retargeted = at
		}
	}
	return nil
}
