package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/branch"
	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/promote"
	"github.com/teammem/teammem/internal/wiring"
)

type promoteOptions struct {
	to, base, branch, message, push string
	update, pr, dryRun              bool
	agents                          []string
}

// pushDefault is --push without a remote, as help shows it; no remote can have this name.
const pushDefault = "NAME OF A REMOTE"

func (a *App) promoteCommand() *cobra.Command {
	var o promoteOptions
	c := &cobra.Command{
		Use:   "promote NAME... [flags]",
		Short: "Make a branch that brings private memories or drafts to the team",
		Long: `Put private memories or drafts, with their entries in MEMORY.md, into one commit on a
new branch, from which a pull request is opened. The commit is judged first: what check
would block is refused, and nothing is written. Work tree, index, HEAD and all other
branches stay as they are, and so does the private memory.

NAME is the name of a memory or of its file, or a path such as private/deploy.md or
drafts/deploy.20260102T030405Z.md. The branch begins at the default branch of the
remote as it was last fetched; without one at HEAD.
` + exitCodes("the branch is there", "a memory was refused; nothing was written", codePolicy),
		Example: `  teammem promote deploy-window
  teammem promote deploy-window --push --pr   push the branch and name the page for the pull request
  teammem promote deploy-window --dry-run     show what would change`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("promote takes the name of a private memory or of a draft\nrun teammem list to see them")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			for _, name := range []string{"message", "push", "branch", "base", "to"} {
				if f := c.Flag(name); f.Changed && f.Value.String() != pushDefault && strings.TrimSpace(f.Value.String()) == "" {
					return usagef("--%s is empty\nrun teammem promote --help to see what it takes", name)
				}
			}
			return a.promote(c.Context(), args, o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.to, "to", "", "where it goes: a `path` below .agent/team-memory, a folder with a slash at its end")
	f.BoolVar(&o.update, "update", false, "take the place of the team memory of the same name, as it is")
	f.StringVar(&o.base, "base", "", "begin the branch at that `REV`")
	f.StringVar(&o.branch, "branch", "", "the `name` of the branch (default: memory/ and the name of the file, without .md)")
	f.StringVarP(&o.message, "message", "m", "", "the `text` of the commit")
	optional(c, &o.push, "push", pushDefault, "push the branch, and nothing else, to that remote, or to the usual one")
	f.BoolVar(&o.pr, "pr", false, "name the page on which the pull request is opened; open it at a terminal")
	f.BoolVarP(&o.dryRun, "dry-run", "n", false, "show the change, and write nothing")
	agentFlag(c, &o.agents)
	return c
}

// A promotion is one run of promote.
type promotion struct {
	app     *App
	o       promoteOptions
	repo    *git.Repo
	desk    *home.Desk
	base    string // the commit that the branch begins at
	from    string // what a person calls it
	remote  string // that is pushed to; "" for none
	changes []promote.Change
	sources map[string]string // where the files lie, for a person, by the paths of sources
	name    string            // of the branch
	left    []string          // what people have to look at, in words
}

func (a *App) promote(ctx context.Context, names []string, o promoteOptions) (err error) {
	agents, err := agentNames(o.agents)
	if err != nil {
		return err
	}
	repo, err := a.open(ctx)
	if err != nil {
		return err
	}
	p := &promotion{app: a, o: o, repo: repo}
	if p.desk, err = a.deskOf(ctx, repo, agents); err != nil {
		return err
	}
	if err := p.begin(ctx); err != nil {
		return err
	}
	if p.remote, err = p.pushTo(ctx); err != nil {
		return err
	}
	trial, err := branch.Try(ctx, repo)
	if err != nil {
		return err
	}
	defer closed(trial, &err)
	files, err := p.plan(ctx, trial, names)
	var refused *promote.Refused
	switch {
	case errors.As(err, &refused):
		a.complain(err)
		return errBlocked
	case err != nil:
		return err
	case len(p.changes) == 0:
		a.say("the team has it already, as it is: %s", strings.Join(names, ", "))
		return nil
	}
	return p.make(ctx, trial, files)
}

// begin finds where the branch begins.
func (p *promotion) begin(ctx context.Context) (err error) {
	p.base, p.from = p.desk.Trusted.Commit, strings.TrimPrefix(p.desk.Trusted.Ref, "refs/remotes/")
	if p.o.base != "" {
		p.from = p.o.base
		p.base, err = p.repo.Resolve(ctx, p.o.base)
		return err
	}
	if p.base == "" {
		return errors.New("there is no commit yet that a branch could begin at\ncommit something first")
	}
	for _, n := range p.desk.Notices {
		fmt.Fprintf(p.app.Stderr, "teammem: notice: %s\n", safe(n))
	}
	return nil
}

// plan finds out what the commit holds.
func (p *promotion) plan(ctx context.Context, trial *branch.Trial, names []string) (files []branch.File, err error) {
	sources, err := p.find(names)
	if err != nil {
		return nil, err
	}
	at := memory.At{Commit: p.base}
	team, err := engine.Load(ctx, p.repo, at)
	if err != nil {
		return nil, err
	}
	p.changes, err = promote.Plan(promote.Request{Team: team, Sources: sources, To: p.o.to, Update: p.o.update})
	var refused *promote.Refused
	if err != nil && !errors.As(err, &refused) {
		err = usageError{err}
	}
	if err == nil && !p.o.update {
		err = p.renew(ctx, trial)
	}
	if err != nil || len(p.changes) == 0 {
		return nil, err
	}
	texts := map[string][]byte{}
	for _, c := range p.changes {
		texts[c.Path] = c.Text
		files = append(files, branch.File{Path: c.Path, Data: c.Text})
	}
	after, err := engine.Load(ctx, engine.OverlayAt(p.repo, at, texts), at)
	if err != nil {
		return nil, err
	}
	index, left, err := indexWith(after, p.changes)
	p.left = append(p.left, left...)
	if err != nil || index == nil {
		return files, err
	}
	files = append(files, branch.File{Path: memory.IndexPath, Data: index})
	texts[memory.IndexPath] = index
	if after, err = engine.Load(ctx, engine.OverlayAt(p.repo, at, texts), at); err != nil {
		return nil, err
	}
	return append(files, blocksFor(after)...), nil
}

// blocksFor gives the files from which agents read the index, where it changed for them.
func blocksFor(after *memory.Snapshot) (files []branch.File) {
	for _, b := range wiring.BlocksIn(after) {
		if b.State == wiring.Stale {
			files = append(files, branch.File{Path: b.Path, Data: b.Next})
		}
	}
	return files
}
