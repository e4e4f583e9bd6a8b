package gate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/teammem/teammem/internal/github"
	"github.com/teammem/teammem/internal/review"
)

// A Host is asked for facts, and told what was decided. github.Client is one.
type Host interface {
	// Gather reads all about a pull request. One that is not open is github.ErrNotOpen, one that is not to be judged
	// github.ErrNotJudged. Merge is how a merge
	// queue would merge it; nil is how the host tries it.
	Gather(ctx context.Context, number int, merge *github.Merge) (*github.Gathered, error)
	// Open lists the open pull requests of which the head is a commit.
	Open(ctx context.Context, commit string) ([]int, error)
	// Head is the head of an open pull request, or "" where there is nothing to judge.
	Head(ctx context.Context, number int) (string, error)
	// Queued lists the branches of the merge queue of a base by the commit that each is at.
	Queued(ctx context.Context, base string) (map[string]string, error)
	// Post writes a decision as the status of a commit.
	Post(ctx context.Context, commit string, d review.Decision, link string) error
}

// A Gate judges what requests ask for.
type Gate struct {
	Host Host
	Link string // where a person can read more, or ""
}

// Judge judges what a request asks for and posts it. The Report says what was found, also next to an
// error, which says why there is no decision.
func (g *Gate) Judge(ctx context.Context, r *Request) (*Report, error) {
	rep := &Report{What: r.What}
	err := g.judge(ctx, r, rep)
	if err != nil {
		g.fail(context.WithoutCancel(ctx), r, rep)
	}
	return rep, err
}

// fail posts an error on the commit that a request is of. Who asked by hand named none: the host is asked once more.
func (g *Gate) fail(ctx context.Context, r *Request, rep *Report) {
	head := r.Head
	if head == "" {
		var err error
		if head, err = g.Host.Head(ctx, r.Number); err != nil {
			rep.note("the head of pull request %d could not be read either, so the status that it has stays", r.Number)
		}
	}
	if head != "" {
		g.postError(ctx, head, rep)
	}
}

func (g *Gate) judge(ctx context.Context, r *Request, rep *Report) error {
	switch {
	case r.Group != nil:
		return g.queue(ctx, r, rep)
	case r.Number != 0:
		return g.pull(ctx, r, rep)
	}
	return g.head(ctx, r, rep)
}

// head judges the pull requests with a head.
func (g *Gate) head(ctx context.Context, r *Request, rep *Report) error {
	numbers, err := g.Host.Open(ctx, r.Head)
	if err != nil {
		return err
	}
	numbers = slices.DeleteFunc(numbers, func(n int) bool { return n == r.Number })
	if len(numbers) == 0 {
		rep.note("no open pull request that is judged here has the head %s, so there is nothing to judge", short(r.Head))
		return nil
	}
	// The others are judged with it: none is a success that one of them is not.
	return g.pull(ctx, &Request{What: r.What, Number: numbers[0]}, rep)
}

// pull judges one pull request. Where that is closed, or goes elsewhere now, others that waited for it need not any more.
func (g *Gate) pull(ctx context.Context, r *Request, rep *Report) error {
	j, err := g.decide(ctx, r, nil)
	if errors.Is(err, github.ErrNotOpen) || errors.Is(err, github.ErrNotJudged) {
		rep.skip(r.Number, err)
		if r.Head == "" {
			return nil
		}
		return g.head(ctx, r, rep)
	}
	if err != nil {
		return err
	}
	rep.Judged = append(rep.Judged, *j)
	if j.Moved {
		return nil
	}
	if r.Head != "" && j.Head != r.Head {
		rep.note("the event is of %s, and the head is %s now, which was judged", short(r.Head), short(j.Head))
	}
	return g.post(ctx, j.Head, j.Decision, rep)
}

// decide gathers the facts of a pull request and decides.
func (g *Gate) decide(ctx context.Context, r *Request, merge *github.Merge) (*Judged, error) {
	facts, err := g.Host.Gather(ctx, r.Number, merge)
	if err != nil {
		return nil, err
	}
	if r.Pusher.Login != "" {
		facts.Pushers.Items = append(facts.Pushers.Items, r.Pusher)
	}
	return &Judged{
		Number: r.Number, Head: facts.Head, HeadNow: facts.HeadNow, Moved: facts.HeadNow != facts.Head,
		Decision: review.Decide(&facts.Facts), Missing: facts.Missing,
	}, nil
}

func (g *Gate) post(ctx context.Context, commit string, d review.Decision, rep *Report) error {
	if err := g.Host.Post(ctx, commit, d, g.Link); err != nil {
		return err
	}
	rep.Posted, rep.Commit, rep.State = true, commit, d.State
	return nil
}

// postError takes away what a commit may have been told before. That it fails, too, is told.
func (g *Gate) postError(ctx context.Context, commit string, rep *Report) {
	d := review.Decision{State: review.Error, Description: "the review could not be judged; the log of the job says why"}
	if err := g.post(ctx, commit, d, rep); err != nil {
		rep.note("no status could be posted either, so one that %s has already stays", short(commit))
	}
}

func short(id string) string { return fmt.Sprintf("%.7s", id) }
