package cli

import (
	"context"
	"errors"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/report"
)

// A Door is another way to "check" than a person at a command line. Each of its
// functions may be nil.
type Door struct {
	// Older says that Result wants to be told what is older, too.
	Older bool
	// Aim says what is judged, in place of the flags for it.
	Aim func(context.Context, *git.Repo, *engine.Request) error
	// Lacking is told why a check could not be finished. Nil means that what was
	// missing is there now, and the check is made again; else it gives the error.
	Lacking func(context.Context, error) error
	// Result is shown what the check came to, before it is printed.
	Result func(context.Context, *git.Repo, *engine.Result, report.Options) error
	// Failed is shown the exit code, 2 or 3, and why there is no result. The words
	// hold no secrets.
	Failed func(code int, why error)

	shelf engine.Shelf // of what is judged, for its page
}

func (a *App) aimByDoor(ctx context.Context, repo *git.Repo, req *engine.Request) error {
	if a.Door == nil || a.Door.Aim == nil {
		return nil
	}
	return a.Door.Aim(ctx, repo, req)
}

// judgeByDoor judges until nothing that can be had is missing.
func (a *App) judgeByDoor(ctx context.Context, o checkOptions, args []string) (*git.Repo, *engine.Result, error) {
	for {
		repo, res, err := a.judge(ctx, o, args)
		if err == nil || a.Door == nil || a.Door.Lacking == nil {
			return repo, res, err
		}
		if err := a.Door.Lacking(ctx, err); err != nil {
			return repo, nil, err
		}
	}
}

func (a *App) tellResult(ctx context.Context, repo *git.Repo, res *engine.Result, look report.Options) error {
	if a.Door == nil || a.Door.Result == nil {
		return nil
	}
	return a.Door.Result(ctx, repo, res, look)
}

func (a *App) tellFailure(code int, err error) {
	if a.Door != nil && a.Door.Failed != nil {
		a.Door.Failed(code, errors.New(safe(err.Error())))
	}
}

// Safe is text without secrets or anything that a terminal or the runner of a build obeys; its
// lines are kept.
func Safe(text string) string { return safe(text) }

// Complain prints an error as every command does; further lines of it are hints.
func (a *App) Complain(err error) { a.complain(err) }
