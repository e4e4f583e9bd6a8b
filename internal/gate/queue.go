package gate

import (
	"context"
	"errors"
	"fmt"

	"github.com/teammem/teammem/internal/github"
	"github.com/teammem/teammem/internal/review"
)

// maxGroup is how many pull requests a merge queue merges at once at most.
// https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/configuring-pull-request-merges/managing-a-merge-queue
const maxGroup = 100

// queue judges every pull request of a merge group again: owners and policy can have changed since
// it was queued.
func (g *Gate) queue(ctx context.Context, r *Request, rep *Report) error {
	numbers, whole, err := g.members(ctx, r.Group)
	if err != nil {
		return err
	}
	group := review.List[review.Sibling]{Whole: whole}
	for _, n := range numbers {
		state, err := g.member(ctx, n, rep)
		if err != nil {
			return err
		}
		group.Items = append(group.Items, review.Sibling{Number: n, State: state})
	}
	d := review.DecideQueue(group)
	for _, b := range d.Blocks {
		rep.note("%s", b)
	}
	return g.post(ctx, r.Head, d, rep)
}

// member judges one pull request of a group. One that is not open is unknown.
func (g *Gate) member(ctx context.Context, number int, rep *Report) (review.State, error) {
	j, err := g.decide(ctx, &Request{Number: number})
	if errors.Is(err, github.ErrNotOpen) {
		rep.note("pull request %d is not open", number)
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("pull request %d of the group: %w", number, err)
	}
	rep.Judged = append(rep.Judged, *j)
	return j.Decision.State, nil
}

// members finds the pull requests of a group. The name of a branch of the queue says which one it adds
// to which commit: that is the head of the one before it, or the base of the group. Whole is false
// where that can't be followed down to the base.
func (g *Gate) members(ctx context.Context, group *Group) (numbers []int, whole bool, err error) {
	at := group.Branch
	numbers = []int{at.Number}
	if at.On == group.Base {
		return numbers, true, nil
	}
	branches, err := g.Host.Queued(ctx, at.Base)
	if err != nil {
		return nil, false, err
	}
	for at.On != group.Base {
		before, ok := review.ParseQueueBranch(branches[at.On])
		if !ok || before.Base != at.Base || len(numbers) == maxGroup {
			return numbers, false, nil
		}
		at = before
		numbers = append(numbers, at.Number)
	}
	return numbers, true, nil
}
