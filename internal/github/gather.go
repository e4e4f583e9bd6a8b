package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	gh "github.com/google/go-github/v62/github"

	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/review"
)

// ErrNotOpen is the error for a pull request that is closed or merged: it is not judged.
var ErrNotOpen = errors.New("the pull request is not open")

// ErrNotJudged is the error for a pull request into a branch that Options.Branches leaves out.
var ErrNotJudged = errors.New("the pull request goes into a branch that is not judged here")

// The permissions that a token needs, in the words of a workflow.
const (
	rightPulls    = "pull-requests: read"
	rightContents = "contents: read"
	rightMembers  = "Members: read of an App or a person, as the token for teams"
	rightStatuses = "statuses: write"
	rightMetadata = "metadata: read"
	rightComments = "pull-requests: write, which a workflow for a fork or for dependabot never has"
)

// Gathered are the facts about a pull request, and the permissions without which some of
// them are unknown, sorted.
type Gathered struct {
	review.Facts
	Missing []string

	baseTip string // the commit that the base branch is at, or ""
}

// miss notes that something is unknown without a right.
func (g *Gathered) miss(what, right string) {
	g.Missing = append(g.Missing, fmt.Sprintf("to %s, the token needs %s", what, right))
}

// Gather reads all that review.Decide wants to know of a pull request, the head last; of one that
// changes no memory that is little, and the rest stays unknown. Merge is how it would be merged, or nil for the merge
// with which the host tries it. The error is ErrNotOpen or
// ErrNotJudged, or says what could not be read and why.
func (c *Client) Gather(ctx context.Context, number int, merge *Merge) (*Gathered, error) {
	g, pr, err := c.gatherAlone(ctx, number, merge)
	if err != nil {
		return nil, err
	}
	if err := c.siblings(ctx, g); err != nil {
		return nil, err
	}
	if err := c.readHeadAgain(ctx, g, pr); err != nil {
		return nil, err
	}
	slices.Sort(g.Missing)
	g.Missing = slices.Compact(g.Missing)
	return g, nil
}

// gatherAlone reads all but the siblings and the head at the end.
func (c *Client) gatherAlone(ctx context.Context, number int, merge *Merge) (*Gathered, *gh.PullRequest, error) {
	pr, err := c.pull(ctx, number)
	if err != nil {
		return nil, nil, err
	}
	if pr.GetState() != "open" {
		return nil, nil, ErrNotOpen
	}
	if !c.judges(pr) {
		return nil, nil, ErrNotJudged
	}
	o := opener(pr)
	g := &Gathered{Facts: review.Facts{
		Number: number, Author: o.Author, Assignees: o.Assignees, Draft: pr.GetDraft(), Head: pr.GetHead().GetSHA(), Base: pr.GetBase().GetRef(), Workflows: c.workflows,
	}}
	if err := c.files(ctx, g, pr); err != nil {
		return nil, nil, err
	}
	if err := c.carried(ctx, g, pr, merge); err != nil {
		return nil, nil, err
	}
	if !g.Touches() {
		return g, pr, nil // most pull requests; nothing else is asked about them
	}
	for _, read := range []func(context.Context, *Gathered, *gh.PullRequest) error{
		c.commits, c.accounts, c.pushers, c.reviews, c.retargeted, c.base, c.reviewers, c.trees,
	} {
		if err := read(ctx, g, pr); err != nil {
			return nil, nil, err
		}
	}
	return g, pr, nil
}

// pull reads the pull request itself.
func (c *Client) pull(ctx context.Context, number int) (*gh.PullRequest, error) {
	what := fmt.Sprintf("read pull request %d", number)
	pr, _, err := c.api.PullRequests.Get(ctx, c.owner, c.repo, number)
	if err != nil {
		return nil, failed(what, rightPulls, err)
	}
	if pr.GetNumber() != number || pr.GetState() == "" || !isID(pr.GetHead().GetSHA()) || pr.GetBase().GetRef() == "" {
		return nil, fmt.Errorf("can't %s: the answer is no pull request", what)
	}
	return pr, nil
}

// Head is the head of an open pull request, and "" of one that is not open or not judged.
func (c *Client) Head(ctx context.Context, number int) (string, error) {
	pr, err := c.pull(ctx, number)
	if err != nil || pr.GetState() != "open" || !c.judges(pr) {
		return "", err
	}
	return pr.GetHead().GetSHA(), nil
}

// readHeadAgain is the last request: it witnesses that all before it was of one head.
func (c *Client) readHeadAgain(ctx context.Context, g *Gathered, before *gh.PullRequest) error {
	pr, err := c.pull(ctx, g.Number)
	if err != nil {
		return err
	}
	if pr.GetState() != "open" {
		return ErrNotOpen
	}
	if pr.GetBase().GetRef() != before.GetBase().GetRef() || pr.GetDraft() != g.Draft {
		return errors.New("the pull request changed while it was read; run the job again")
	}
	g.HeadNow = pr.GetHead().GetSHA()
	return nil
}

// trees reads what the change of the memory is at the head and at each commit that was approved.
func (c *Client) trees(ctx context.Context, g *Gathered, _ *gh.PullRequest) error {
	if g.Policy == nil || g.Policy.Review.Stale != policy.StaleByTree {
		return nil
	}
	g.Trees = map[string]string{}
	commits := []string{g.Head}
	for _, r := range g.Reviews.Items {
		if isID(r.Commit) && isApproval(r) {
			commits = append(commits, r.Commit)
		}
	}
	slices.Sort(commits)
	for _, commit := range slices.Compact(commits) {
		change, err := c.memoryChange(ctx, g, commit)
		if err != nil {
			return err
		}
		if change != "" {
			g.Trees[commit] = change
		}
	}
	return nil
}

func isApproval(r review.Review) bool {
	return review.ReviewState(strings.ToUpper(string(r.State))) == review.Approved
}

// memoryChange is what leads to the memory of a commit from what it was where the commit left the base branch, or ""
// where one of the two is not known.
func (c *Client) memoryChange(ctx context.Context, g *Gathered, commit string) (string, error) {
	to, err := c.memoryTree(ctx, g, commit)
	if err != nil || to == "" || g.baseTip == "" {
		return "", err
	}
	const what = "see where a commit that was approved left the base branch"
	compared, _, err := c.api.Repositories.CompareCommits(ctx, c.owner, c.repo, g.baseTip, commit, &gh.ListOptions{Page: 2, PerPage: 1})
	switch {
	case status(err) == http.StatusNotFound:
		return "", nil
	case isRefused(err):
		g.miss(what, rightContents)
		return "", nil
	case err != nil:
		return "", failed(what, rightContents, err)
	case !isID(compared.GetMergeBaseCommit().GetSHA()):
		return "", nil
	}
	from, err := c.memoryTree(ctx, g, compared.GetMergeBaseCommit().GetSHA())
	if err != nil || from == "" {
		return "", err
	}
	return review.Change(from, to), nil
}
