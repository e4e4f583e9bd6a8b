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
	members, whole, err := g.members(ctx, r)
	if err != nil {
		return err
	}
	group := review.List[review.Sibling]{Whole: whole}
	for _, m := range members {
		state, err := g.member(ctx, m, rep)
		if errors.Is(err, github.ErrNotJudged) { // as all of the group do
			rep.skip(m.number, err)
			return nil
		}
		if err != nil {
			return err
		}
		group.Items = append(group.Items, review.Sibling{Number: m.number, State: state})
	}
	d := review.DecideQueue(group)
	for _, b := range d.Blocks {
		rep.note("%s", b)
	}
	return g.post(ctx, r.Head, d, rep)
}

// A member is one pull request of a group, and how the queue merges it.
type member struct {
	number int
	merge  github.Merge
}

// member judges one pull request of a group. One that is not open is unknown.
func (g *Gate) member(ctx context.Context, m member, rep *Report) (review.State, error) {
	j, err := g.decide(ctx, &Request{Number: m.number}, &m.merge)
	if errors.Is(err, github.ErrNotOpen) {
		rep.skip(m.number, err)
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("pull request %d of the group: %w", m.number, err)
	}
	rep.Judged = append(rep.Judged, *j)
	return j.Decision.State, nil
}

// members finds the pull requests of a group. The name of a branch of the queue says which one it adds
// to which commit: that is the head of the one before it, or the base of the group. Whole is false
// where that can't be followed down to the base.
func (g *Gate) members(ctx context.Context, r *Request) (members []member, whole bool, err error) {
	at, base := r.Group.Branch, r.Group.Base
	members = []member{{at.Number, github.Merge{Base: at.On, Commit: r.Head}}}
	if at.On == base {
		return members, true, nil
	}
	branches, err := g.Host.Queued(ctx, at.Base)
	if err != nil {
		return nil, false, err
	}
	for at.On != base {
		before, ok := review.ParseQueueBranch(branches[at.On])
		if !ok || before.Base != at.Base || len(members) == maxGroup {
			return members, false, nil
		}
		members = append(members, member{before.Number, github.Merge{Base: before.On, Commit: at.On}})
		at = before
	}
	return members, true, nil
}
