package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/teammem/teammem/internal/branch"
	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/invisible"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/promote"
	"github.com/teammem/teammem/internal/report"
)

// make makes the branch once the commit is judged.
func (p *promotion) make(ctx context.Context, trial *branch.Trial, files []branch.File) error {
	if p.name = strings.TrimPrefix(p.o.branch, "refs/heads/"); p.name == "" {
		p.name = promote.Branch(p.changes)
	}
	if err := trial.Valid(ctx, p.name); err != nil {
		return usageError{err}
	}
	if hidden := invisible.Scan([]byte(p.name)); len(hidden) > 0 {
		return usagef("the name of the branch holds %s, which can't be seen\nwrite the name without it", invisible.Name(hidden[0].Rune))
	}
	commit, err := trial.Commit(ctx, branch.Change{Base: p.base, Files: files, Message: p.message()})
	if errors.Is(err, branch.ErrAltered) {
		p.app.complain(err)
		return errBlocked
	}
	if err != nil {
		return err
	}
	there, err := p.isThere(ctx, trial, commit)
	if err != nil {
		return err
	}
	if there != "" {
		commit = there
	}
	if err := p.judge(ctx, trial, commit); err != nil {
		return err
	}
	if p.o.dryRun {
		return p.rehearse(ctx, trial, commit)
	}
	if there == "" {
		commit, there, err = p.keep(ctx, trial, commit)
	}
	if err != nil {
		return err
	}
	p.say(commit, files, there != "")
	return p.publish(ctx)
}

// keep makes the branch. Where somebody else was faster with the same content, that
// is the branch; what they made there was judged by them.
func (p *promotion) keep(ctx context.Context, trial *branch.Trial, commit string) (made, there string, err error) {
	err = trial.Keep(ctx, p.name, commit)
	if errors.Is(err, branch.ErrUnborn) {
		return "", "", usagef("the branch %q: %w\nname another one with --branch", p.name, err)
	}
	if !errors.Is(err, branch.ErrExists) {
		return commit, "", err
	}
	there, err = p.isThere(ctx, trial, commit)
	return there, there, err
}

func (p *promotion) message() string {
	if m := strings.TrimSpace(p.o.message); m != "" {
		return m + "\n"
	}
	return promote.Message(p.changes)
}

// isThere gives the commit of the branch when it is there and holds the same memories; ""
// when there is none. Another branch of that name is refused.
func (p *promotion) isThere(ctx context.Context, trial *branch.Trial, commit string) (string, error) {
	tip, err := trial.Repo().Resolve(ctx, "refs/heads/"+p.name)
	if errors.Is(err, git.ErrUnknownRevision) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	differs, err := trial.Repo().Diff(ctx, commit, memory.At{Commit: tip})
	if err != nil {
		return "", err
	}
	for _, d := range differs {
		for _, c := range p.changes {
			if d.Path == c.Path {
				return "", p.taken()
			}
		}
	}
	return tip, nil
}

func (p *promotion) taken() error {
	return usagef("the branch %q is there already and holds something else\nname another one with --branch, or delete it if it is not needed", p.name)
}

// judge holds the commit against the policy at its base, as it is judged when it is pushed.
func (p *promotion) judge(ctx context.Context, trial *branch.Trial, commit string) error {
	now, err := p.app.now()
	if err != nil {
		return err
	}
	res, err := engine.Check(ctx, trial.Repo(), engine.Request{
		Source: engine.Push, FailOn: finding.Error, Now: now,
		Ref: engine.Ref{Name: "refs/heads/" + p.name, New: commit, Default: p.base, Known: memory.Known{Commits: []string{p.base}}},
	})
	if err != nil {
		return err
	}
	res = res.Narrow(added(nil, res.Findings), finding.Error)
	look := p.app.look(p.repo, false)
	look.Links = false // the files are not there
	look.Brief, look.Advice = true, "no branch was made; mend it where it lies and promote it again"
	return tellVerdict(p.app.Stdout, report.Text, res, look)
}

func (p *promotion) rehearse(ctx context.Context, trial *branch.Trial, commit string) error {
	diff, err := trial.Diff(ctx, p.base, commit)
	if err != nil {
		return err
	}
	p.app.say("nothing is written: this is what the branch %s would bring to %s", p.name, p.from)
	_, err = fmt.Fprint(p.app.Stdout, safe(diff))
	return err
}
