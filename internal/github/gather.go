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

// The permissions that a token needs, in the words of a workflow.
const (
	rightPulls    = "pull-requests: read"
	rightContents = "contents: read"
	rightMembers  = "Members: read of an App or a person, as the token for teams"
	rightStatuses = "statuses: write"
	rightMetadata = "metadata: read"
	rightComments = "pull-requests: write, which a workflow for a fork or for dependabot never has"
)

// maxSiblings is how many other pull requests on the same head are judged.
const maxSiblings = 10

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
// with which the host tries it. The error is ErrNotOpen, or says what could not be read and why.
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
	g := &Gathered{Facts: review.Facts{
		Number: number, Author: user(pr.User), Draft: pr.GetDraft(), Head: pr.GetHead().GetSHA(), Workflows: c.workflows,
	}}
	for _, u := range pr.Assignees {
		g.Assignees = append(g.Assignees, user(u))
	}
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

// Open lists the open pull requests of which the head is commit. It reads all that are open: what
// the host lists of a commit leaves out the pull requests of forks.
func (c *Client) Open(ctx context.Context, commit string) ([]int, error) {
	const what = "list the open pull requests"
	if !isID(commit) {
		return nil, fmt.Errorf("can't %s: %q is no commit id", what, commit)
	}
	prs, err := all(ctx, func(ctx context.Context, o *gh.ListOptions) ([]*gh.PullRequest, *gh.Response, error) {
		return c.api.PullRequests.List(ctx, c.owner, c.repo, &gh.PullRequestListOptions{State: "open", Sort: "created", Direction: "asc", ListOptions: *o})
	})
	if err != nil {
		return nil, failed(what, rightPulls, err)
	}
	var numbers []int
	for _, pr := range prs {
		if pr.GetState() == "open" && strings.EqualFold(pr.GetHead().GetSHA(), commit) && pr.GetNumber() > 0 {
			numbers = append(numbers, pr.GetNumber())
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers), nil
}

// siblings judges the other pull requests that would get the same status.
func (c *Client) siblings(ctx context.Context, g *Gathered) error {
	numbers, err := c.Open(ctx, g.Head)
	if err != nil {
		return err
	}
	g.Siblings.Whole = slices.Contains(numbers, g.Number) && len(numbers) <= maxSiblings
	for _, n := range numbers[:min(len(numbers), maxSiblings)] {
		if n == g.Number {
			continue
		}
		state, err := c.alone(ctx, n)
		if err != nil {
			return err
		}
		g.Siblings.Items = append(g.Siblings.Items, review.Sibling{Number: n, State: state})
	}
	return nil
}

// alone is what is decided of a pull request without its siblings. One that was closed
// in the meantime is unknown.
func (c *Client) alone(ctx context.Context, number int) (review.State, error) {
	g, pr, err := c.gatherAlone(ctx, number, nil)
	if err == nil {
		err = c.readHeadAgain(ctx, g, pr)
	}
	if errors.Is(err, ErrNotOpen) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	g.Siblings = review.All[review.Sibling]()
	return review.Decide(&g.Facts).State, nil
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
