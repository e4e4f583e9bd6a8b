package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/remember"
	"github.com/teammem/teammem/internal/sync"
)

type rememberOptions struct {
	mode, name, kind, description, file, why, how, expires string
	team, anyway, dryRun                                   bool
}

func (a *App) rememberCommand() *cobra.Command {
	var o rememberOptions
	c := &cobra.Command{
		Use:   "remember [flags] [TEXT|-]",
		Short: "Write down a private memory, or change one",
		Long: `Write a private memory of this project under the home directory. No file of the
repository changes, and nobody else sees it. The text is an argument, a file (--file), or
standard input (-); a name and a description come from its first words where they are
not given.

It is judged before it is written: a secret, hidden characters and the like are
refused, what is better kept elsewhere is a warning. A memory that is there already,
by its name or by what it says, is named instead of written twice.

A memory that is there is changed with --mode, by its --name:
  update      what is given takes the place of what was there (user, project, reference)
  merge       what is new is added, and every why and how is kept (feedback)
  append      the text goes to the end
  invalidate  it no longer holds, and its text stays (project)
Without --mode a memory of any type is made; for user and project update makes it, too,
where there is none. Modes that do not suit the type need --anyway.
` + exitCodes(codeDone, "refused: what it holds, or it is there already; nothing was written", codeUsage),
		Example: `  teammem remember --type user "Ann wants short answers"
  teammem remember --type feedback --why "the last one broke a release" \
      --how "ask before adding one" "No new dependencies without asking"
  teammem remember --mode invalidate --name "code freeze"
  teammem remember --team --type reference "Bugs live in the tracker at https://bugs.example.com"`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("remember takes one text, got %d arguments\nput the text in quotes", len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.remember(c.Context(), o, args) },
	}
	f := c.Flags()
	f.StringVar(&o.kind, "type", "", "user, feedback, project or reference")
	f.StringVar(&o.name, "name", "", "its name (default: its first words)")
	f.StringVar(&o.description, "description", "", "what it says, in one line (default: its first sentence)")
	f.StringVar(&o.file, "file", "", "read the text from the file at `PATH`")
	f.StringVar(&o.why, "why", "", "why it is so")
	f.StringVar(&o.how, "how", "", "how to apply it")
	f.StringVar(&o.expires, "expires", "", "the `date` after which it no longer holds: 2027-01-31")
	f.StringVar(&o.mode, "mode", "", "create, update, append, merge or invalidate")
	f.BoolVar(&o.team, "team", false, "write it into the work tree for the team, as teammem new does, to be committed and reviewed")
	f.BoolVar(&o.anyway, "anyway", false, "write it although one says nearly the same, the team has the name, or the mode does not suit the type")
	f.BoolVarP(&o.dryRun, "dry-run", "n", false, "print the memory, and write nothing")
	return c
}

func (a *App) remember(ctx context.Context, o rememberOptions, args []string) (err error) {
	req, err := a.rememberRequest(o, args)
	if err != nil {
		return err
	}
	if o.team {
		return a.rememberTeam(ctx, req, o.dryRun)
	}
	d, err := a.desk(ctx, []string{})
	if err != nil {
		return err
	}
	if o.dryRun {
		return a.rehearseRemember(ctx, d, req)
	}
	st, err := a.openStore(d)
	if err != nil {
		return err
	}
	defer closed(st, &err)
	p, team, err := a.planRemember(ctx, d, st.View, req)
	if err != nil {
		return err
	}
	return a.keep(d, st, team, p)
}

// rehearseRemember prints the memory that would be written.
func (a *App) rehearseRemember(ctx context.Context, d *home.Desk, req remember.Request) (err error) {
	v, err := d.Look()
	if err != nil {
		return a.storeError(err)
	}
	defer closed(v, &err)
	p, _, err := a.planRemember(ctx, d, v, req)
	if err == nil {
		_, err = io.WriteString(a.Stdout, printable(p.After))
	}
	return err
}

func (a *App) rememberRequest(o rememberOptions, args []string) (remember.Request, error) {
	now, err := a.now()
	if err != nil {
		return remember.Request{}, err
	}
	if o.mode != "" && !slices.Contains(remember.Modes, remember.Mode(o.mode)) {
		return remember.Request{}, usagef("--mode is %q, want one of create, update, append, merge, invalidate", o.mode)
	}
	if err := checkExpires(o.expires); err != nil {
		return remember.Request{}, err
	}
	text, err := a.rememberText(o.file, args)
	return remember.Request{
		Mode: remember.Mode(o.mode), Name: o.name, Type: o.kind, Description: o.description, Text: text,
		Why: o.why, How: o.how, Expires: o.expires, Anyway: o.anyway, Now: now,
	}, err
}

// rememberText gives the text from where the command line says. It reads no more of it than
// shows that it is too large.
func (a *App) rememberText(file string, args []string) (string, error) {
	var in io.Reader
	switch {
	case file != "" && len(args) > 0:
		return "", usagef("--file and a text are given, want one of them")
	case file == "-" || len(args) == 1 && args[0] == "-":
		in = a.Stdin
	case file != "":
		f, err := os.Open(a.absolute(file))
		if err != nil {
			return "", usagef("read the text: %w", err)
		}
		defer f.Close()
		in = f
	default:
		return strings.Join(args, ""), nil
	}
	data, err := io.ReadAll(io.LimitReader(in, memory.MaxParsed+1))
	if err != nil {
		return "", fmt.Errorf("read the text: %w", err)
	}
	return string(data), nil
}

// planRemember decides what is written and judges it.
func (a *App) planRemember(ctx context.Context, d *home.Desk, v *home.View, req remember.Request) (remember.Plan, home.Team, error) {
	team, err := d.Team(ctx, home.From{})
	if err != nil {
		return remember.Plan{}, team, err
	}
	seen, err := v.Observe(sync.Native)
	if err != nil {
		return remember.Plan{}, team, err
	}
	p, err := remember.Make(req, remember.Known{Private: seen.Private, Team: team.Files})
	if err != nil {
		return p, team, a.rememberError(err)
	}
	for _, r := range seen.Refused {
		if r.Path == home.PrivateDir+"/"+p.Path {
			return p, team, fmt.Errorf("%q is there and can't be taken: %s\nsettle that first, or choose another --name", r.Path, r.Reason)
		}
	}
	return p, team, a.judgePrivate(p, req.Now)
}

// rememberError says what is in the way. That a memory is there already is a refusal of
// the memory, and everything else one of the command line.
func (a *App) rememberError(err error) error {
	var r *remember.Refused
	switch {
	case !errors.As(err, &r):
		return err
	case r.Duplicate:
		a.complain(r)
		return errBlocked
	}
	return usageError{r}
}

// judgePrivate prints what is found in the memory and was not there before.
func (a *App) judgePrivate(p remember.Plan, now time.Time) error {
	name := home.PrivateDir + "/" + p.Path
	res, err := engine.JudgePrivate(name, p.After, now)
	if err != nil {
		return err
	}
	if p.Before != nil {
		old, err := engine.JudgePrivate(name, p.Before, now)
		if err != nil {
			return err
		}
		res = res.Narrow(added(old.Findings, res.Findings), finding.Error)
	}
	look := a.lookAt("")
	look.Verbose = true
	return a.refuse(res, look)
}

// keep writes what is planned.
func (a *App) keep(d *home.Desk, st *home.Store, team home.Team, p remember.Plan) error {
	at := a.at(d, sync.Native, home.PrivateDir+"/"+p.Path)
	if p.Before != nil && string(p.Before) == string(p.After) {
		a.say("unchanged %s: it says so already", at)
		return nil
	}
	out, listed, err := st.Keep(team, p.Path, p.Before, p.After)
	if err != nil {
		return err
	}
	for _, o := range out.Overtaken {
		if o.Step.Path != home.IndexFile {
			return fmt.Errorf("%q was not written: %s\nrun it again", at, o.Reason)
		}
		listed = false
	}
	a.say("wrote %s", at)
	if p.Overridden != "" {
		a.say("overridden: the team has a memory of the same name, and it wins: %s", p.Overridden)
	}
	if !listed {
		a.hint("teammem sync lists it in the index")
	}
	return nil
}

// rememberTeam writes the memory into the work tree, with its entry, as teammem new does.
func (a *App) rememberTeam(ctx context.Context, req remember.Request, dryRun bool) error {
	name, text, err := remember.ForTeam(req)
	if err != nil {
		return a.rememberError(err)
	}
	repo, t, err := a.openTree(ctx)
	if err != nil {
		return err
	}
	defer t.close()
	file := memory.Dir + "/" + name
	if prev, err := t.read(file); err != nil {
		return err
	} else if prev != nil {
		return usagef("%q exists already\nedit it, or choose another --name", file)
	}
	if err := a.place(ctx, repo, t, file, text, dryRun); err != nil || dryRun {
		return err
	}
	a.hint("commit it, and have it reviewed: then the team has it")
	return nil
}
