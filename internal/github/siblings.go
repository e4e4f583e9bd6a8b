package github

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	gh "github.com/google/go-github/v62/github"

	"github.com/teammem/teammem/internal/review"
)

// Open lists the open pull requests of which the head is commit, by number. It reads all that are open: what
// the host lists of a commit leaves out the pull requests of forks.
func (c *Client) Open(ctx context.Context, commit string) ([]int, error) {
	prs, err := c.open(ctx, commit)
	var numbers []int
	for _, pr := range prs {
		numbers = append(numbers, pr.GetNumber())
	}
	slices.Sort(numbers)
	return numbers, err
}

// open lists the same, those of a branch of the repository first: of a fork anybody can open one.
func (c *Client) open(ctx context.Context, commit string) ([]*gh.PullRequest, error) {
	const what = "list the open pull requests"
	if !isID(commit) {
		return nil, fmt.Errorf("can't %s: %q is no commit id", what, commit)
	}
	which := gh.PullRequestListOptions{State: "open", Sort: "created", Direction: "asc"}
	if len(c.branches) == 1 {
		which.Base = c.branches[0]
	}
	prs, err := all(ctx, func(ctx context.Context, o *gh.ListOptions) ([]*gh.PullRequest, *gh.Response, error) {
		which.ListOptions = *o
		return c.api.PullRequests.List(ctx, c.owner, c.repo, &which)
	})
	if err != nil {
		return nil, failed(what, rightPulls, err)
	}
	prs = slices.DeleteFunc(prs, func(pr *gh.PullRequest) bool {
		return pr.GetState() != "open" || !strings.EqualFold(pr.GetHead().GetSHA(), commit) || pr.GetNumber() < 1 || !c.judges(pr)
	})
	slices.SortFunc(prs, func(a, b *gh.PullRequest) int {
		return cmp.Or(cmp.Compare(isFork(a), isFork(b)), cmp.Compare(a.GetNumber(), b.GetNumber()))
	})
	return slices.CompactFunc(prs, func(a, b *gh.PullRequest) bool { return a.GetNumber() == b.GetNumber() }), nil
}

// isFork is 1 for a pull request whose branch is of another repository, or of one that is gone, else 0.
func isFork(pr *gh.PullRequest) int {
	if pr.GetHead().GetRepo().GetID() == pr.GetBase().GetRepo().GetID() {
		return 0
	}
	return 1
}

// judges reports whether the pull request goes into a branch that is judged.
func (c *Client) judges(pr *gh.PullRequest) bool {
	return len(c.branches) == 0 || slices.Contains(c.branches, pr.GetBase().GetRef())
}

// opener is who opened a pull request.
func opener(pr *gh.PullRequest) review.Opener {
	o := review.Opener{Number: pr.GetNumber(), Author: user(pr.User)}
	for _, u := range pr.Assignees {
		o.Assignees = append(o.Assignees, user(u))
	}
	return o
}

// maxSiblings is how many other pull requests on the same head are judged of those that go into the same branch, and of
// those that go into another.
const maxSiblings = 9

// siblings judges the other pull requests that would get the same status.
func (c *Client) siblings(ctx context.Context, g *Gathered) error {
	prs, err := c.open(ctx, g.Head)
	if err != nil {
		return err
	}
	listed, elsewhere := false, 0
	for _, pr := range prs {
		switch {
		case pr.GetNumber() == g.Number:
			listed = true
		case pr.GetBase().GetRef() != g.Base:
			elsewhere++
		}
	}
	g.Siblings.Whole = listed && elsewhere <= maxSiblings
	others, err := c.others(ctx, g, prs)
	if err != nil {
		return err
	}
	shareHands(prs, append(others, g))
	for _, o := range others {
		o.Siblings = review.All[review.Sibling]()
		g.Siblings.Items = append(g.Siblings.Items, review.Sibling{Number: o.Number, Base: o.Base, Touched: o.Touched(), State: review.Decide(&o.Facts).State})
	}
	return nil
}

// others gathers the first few of those that go into the same branch, and of those that go into another. One that was closed
// in the meantime, or put on a branch that is not judged, stays an unknown sibling.
func (c *Client) others(ctx context.Context, g *Gathered, prs []*gh.PullRequest) ([]*Gathered, error) {
	var others []*Gathered
	left := map[bool]int{true: maxSiblings, false: maxSiblings}
	for _, pr := range prs {
		same := pr.GetBase().GetRef() == g.Base
		if pr.GetNumber() == g.Number || left[same] == 0 {
			continue
		}
		left[same]--
		o, err := c.gatherOther(ctx, pr.GetNumber())
		switch {
		case errors.Is(err, ErrNotOpen) || errors.Is(err, ErrNotJudged):
			g.Siblings.Items = append(g.Siblings.Items, review.Sibling{Number: pr.GetNumber(), Base: pr.GetBase().GetRef()})
		case err != nil:
			return nil, err
		default:
			others = append(others, o)
		}
	}
	return others, nil
}

func (c *Client) gatherOther(ctx context.Context, number int) (*Gathered, error) {
	g, pr, err := c.gatherAlone(ctx, number, nil)
	if err != nil {
		return nil, err
	}
	return g, c.readHeadAgain(ctx, g, pr)
}

// shareHands notes in each of the gathered who opened and who pushed the others that go into the same branch: the commits are
// the same, so whoever had a hand in one had it in all. Prs are all with the head, also those that were not gathered.
func shareHands(prs []*gh.PullRequest, gathered []*Gathered) {
	pushers := map[int]review.List[review.User]{}
	for _, g := range gathered {
		pushers[g.Number] = g.Pushers
	}
	for _, g := range gathered {
		for _, pr := range prs {
			if pr.GetNumber() == g.Number || pr.GetBase().GetRef() != g.Base {
				continue
			}
			g.Openers = append(g.Openers, opener(pr))
			g.Pushers.Items = slices.Concat(g.Pushers.Items, pushers[pr.GetNumber()].Items)
		}
	}
}
