package cli

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

type syncOptions struct {
	dryRun, worktree, verbose bool
	ref                       string
	agents                    []string
}

func (a *App) syncCommand() *cobra.Command {
	var o syncOptions
	c := &cobra.Command{
		Use:   "sync [flags]",
		Short: "Bring team memory to the private memory under the home directory",
		Long: `Read the reviewed team memory, judge it, and put it beside the private memory of this
project under the home directory: a mirror of the team's memories and an index that
lists team memory first, then private memory, then what is overridden and why. Needs no
init, asks no network, and never writes a private memory.

Team memory comes from the default branch of the remote as it was last fetched, so that
a branch under review can't speak to an agent; without one it comes from HEAD.
` + exitCodes(codeDone, "a memory was refused", codeUsage),
		Example: `  teammem sync
  teammem sync --dry-run    say what would be done
  teammem sync --worktree   take the files on disk, reviewed or not`,
		Args: noArgs,
		RunE: func(c *cobra.Command, args []string) error { return a.sync(c.Context(), c, o) },
	}
	f := c.Flags()
	f.BoolVarP(&o.dryRun, "dry-run", "n", false, "say what would be done, and write nothing")
	f.BoolVar(&o.worktree, "worktree", false, "take team memory as it lies on disk, reviewed or not")
	f.StringVar(&o.ref, "ref", "", "take team memory of that `REV`, reviewed or not")
	agentFlag(c, &o.agents)
	f.BoolVarP(&o.verbose, "verbose", "v", false, "list every file")
	return c
}

// agentFlag gives a command the choice of the stores it is about.
func agentFlag(c *cobra.Command, agents *[]string) {
	c.Flags().StringSliceVar(agents, "agent", nil, "use the memory that this agent keeps itself, and no other: `NAME` is "+strings.Join(storeNames(), " or ")+" (default: all that are found)")
}

// from is the state of the repository that is asked for.
func (o syncOptions) from(c *cobra.Command) (home.From, error) {
	switch {
	case o.worktree && o.ref != "":
		return home.From{}, usagef("--worktree and --ref name different things, want one of them")
	case c.Flags().Changed("ref") && o.ref == "":
		return home.From{}, usagef("--ref is empty, want a revision")
	}
	return home.From{Worktree: o.worktree, Ref: o.ref}, nil
}

func (a *App) sync(ctx context.Context, c *cobra.Command, o syncOptions) (err error) {
	from, err := o.from(c)
	if err != nil {
		return err
	}
	agents, err := agentNames(o.agents)
	if err != nil {
		return err
	}
	d, err := a.desk(ctx, agents)
	if o.verbose {
		a.sayUnaided()
	}
	if err != nil {
		return err
	}
	if o.dryRun {
		return a.rehearse(ctx, d, from)
	}
	st, err := a.openStore(d)
	if err != nil {
		return err
	}
	defer closed(st, &err)
	first := len(st.Record.Layouts) == 0
	s, out, err := d.Sync(ctx, st, from)
	if err != nil {
		return err
	}
	a.saySync(d, s, out, o.verbose)
	if first {
		a.mentionOrphans(d, st.View)
	}
	return syncVerdict(s, out)
}

// rehearse says what a sync would do.
func (a *App) rehearse(ctx context.Context, d *home.Desk, from home.From) error {
	v, err := d.Look()
	if err != nil {
		return a.storeError(err)
	}
	defer v.Close()
	s, out, err := d.Rehearse(ctx, v, from)
	if err != nil {
		return err
	}
	a.say("nothing is written: this is what would be done")
	a.saySync(d, s, out, true)
	return syncVerdict(s, out)
}

// syncVerdict is the exit code of a sync as an error.
func syncVerdict(s *home.Sync, out store.Outcome) error {
	if n := len(out.Overtaken); n > 0 {
		return fmt.Errorf("files left as they were: %d\nmake room for them and run teammem sync again", n)
	}
	for _, p := range s.Plans {
		if len(p.Refused) > 0 {
			return errBlocked
		}
	}
	return nil
}

// storeError adds to an error of the store what else helps.
func (a *App) storeError(err error) error {
	var r *store.Refused
	if errors.As(err, &r) && strings.Contains(r.Path, "claude") {
		return fmt.Errorf("%w\nor leave the memory of Claude Code out with --agent none", err)
	}
	return err
}

// say prints one line of the answer.
func (a *App) say(format string, args ...any) {
	fmt.Fprintln(a.Stdout, safe(fmt.Sprintf(format, args...)))
}

func (a *App) sayRecovered(d *home.Desk, r store.Recovery) {
	if n := len(r.Done); n > 0 {
		a.say("an earlier run was cut off; it was completed, files: %d", n)
	}
	if n := len(r.RolledBack); n > 0 {
		a.say("an earlier run was cut off; it was taken back, files: %d", n)
	}
	a.sayOvertaken(d, r.Overtaken)
}

// sayOvertaken names the files that are left as they were.
func (a *App) sayOvertaken(d *home.Desk, all []store.Overtaken) {
	for _, o := range all {
		a.say("left: %s: %s", a.at(d, o.Step.Layout, o.Step.Path), o.Reason)
	}
}

// saySync tells what was done, and everything that a person should know.
func (a *App) saySync(d *home.Desk, s *home.Sync, out store.Outcome, verbose bool) {
	a.sayTeam(s.Team)
	if verbose {
		for _, step := range out.Done {
			a.say("%s %s: %s", step.Kind, a.at(d, step.Layout, step.Path), step.Reason)
		}
	}
	for _, seen := range s.Seen {
		wrote, removed := 0, 0
		for _, step := range out.Done {
			switch {
			case step.Layout != seen.Layout:
			case step.Kind == sync.Remove:
				removed++
			default:
				wrote++
			}
		}
		a.say("%s: written: %d, removed: %d, private memories: %d", a.placeName(d.Places[seen.Layout]), wrote, removed, len(seen.Private))
	}
	a.sayOvertaken(d, out.Overtaken)
	a.sayPlans(d, s)
	if len(s.Team.Files)+len(s.Team.Refused) == 0 {
		a.hint(fmt.Sprintf("there is no team memory at %s yet: a memory on another branch or on disk counts once it is merged there; teammem init makes the place for it where there is none", s.Team.Ref))
	}
}

func (a *App) sayTeam(t home.Team) {
	a.say("team memory of %s: memories: %d", atCommit(t.Ref, t.Commit), active(t))
}

func atCommit(ref, commit string) string {
	if len(commit) < 12 {
		return ref
	}
	return ref + " (" + commit[:12] + ")"
}

// sayPlans tells what is overridden, a draft or refused, once for all stores.
func (a *App) sayPlans(d *home.Desk, s *home.Sync) {
	said := map[string]bool{}
	once := func(format string, args ...any) {
		line := fmt.Sprintf(format, args...)
		if !said[line] {
			said[line] = true
			a.say("%s", line)
		}
	}
	for i, p := range s.Plans {
		l := s.Seen[i].Layout
		for _, m := range p.Moves {
			once("moved: %s is now %s", m.From, m.To)
		}
		for _, o := range p.Overridden {
			once("overridden: %s by the team's %s: %s", a.at(d, l, path.Join(home.PrivateIn(l), o.Private)), o.Team, o.Reason)
		}
		for _, f := range p.Drafts {
			once("draft: %s of %s: %s", a.at(d, sync.Native, home.DraftsDir+"/"+f.File), f.Origin, f.Reason)
		}
		for _, r := range p.Refused {
			where := r.Path
			if r.Layout != "" {
				where = a.at(d, l, r.Path)
			}
			once("refused: %s: %s%s", where, r.Reason, inBrackets(r.Rule))
		}
		for _, n := range p.Notices {
			once("notice: %s", n)
		}
	}
	for _, n := range append(d.Notices, s.Team.Notices...) {
		once("notice: %s", n)
	}
}

func inBrackets(rule string) string {
	if rule == "" {
		return ""
	}
	return " [" + rule + "]"
}

// mentionOrphans says at the first sync of a project that it may have had memory elsewhere.
func (a *App) mentionOrphans(d *home.Desk, v *home.View) {
	all, err := d.Orphans(v)
	if err != nil {
		a.hint("whether there is memory of an earlier clone could not be seen: " + err.Error())
		return
	}
	for _, o := range all {
		if o.Likely && o.New > 0 {
			a.hint("there is private memory of an earlier clone: teammem adopt lists it")
			return
		}
	}
}
