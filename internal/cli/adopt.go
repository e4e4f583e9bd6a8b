package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/home"
)

func (a *App) adoptCommand() *cobra.Command {
	var o importOptions
	c := &cobra.Command{
		Use:   "adopt [flags] [FOLDER...]",
		Short: "List and take over private memory whose clone has moved or was renamed",
		Long: `List the private memory under the home directory that belongs to no clone that is still
there: of a folder that was moved or renamed, of a remote with another URL, or left by
Claude Code, which knows a clone by its path alone. With FOLDER, one of these or
the path where its clone lay, take it into this project.

What is here already is left, and where both differ the file here stays and the other
one is put beside it as a draft. What can't be taken is named. The folder itself stays as
it is.
` + exitCodes(codeDone, "", codeUsage),
		Example: `  teammem adopt
  teammem adopt ~/src/app            the path where the clone lay
  teammem adopt ~/.claude/projects/-home-ann-src-app/memory`,
		RunE: func(c *cobra.Command, args []string) error { return a.adopt(c.Context(), o, args) },
	}
	f := c.Flags()
	f.BoolVarP(&o.dryRun, "dry-run", "n", false, "say what would be done, and write nothing")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "list every file")
	return c
}

func (a *App) adopt(ctx context.Context, o importOptions, names []string) error {
	d, err := a.desk(ctx, nil)
	if o.verbose {
		a.sayUnaided()
	}
	if err != nil {
		return err
	}
	all, err := a.orphans(d)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		a.sayOrphans(all)
		return nil
	}
	for _, name := range names {
		i := slices.IndexFunc(all, func(or home.Orphan) bool {
			return or.Name == name || or.Dir == a.absolute(name) || or.Clone != "" && (filepath.ToSlash(or.Clone) == filepath.ToSlash(name) || filepath.Clean(or.Clone) == a.absolute(name))
		})
		if i < 0 {
			return usagef("there is nothing to adopt from %q\nrun teammem adopt to list what there is", name)
		}
		if o.dryRun {
			a.say("nothing is written: this is what would be done")
		}
		if _, err := a.bring(pair{all[i].Memory, d}, o); err != nil {
			return err
		}
		a.sayLeft(all[i])
		a.say("the old folder stays as it was: %s", a.homely(all[i].Dir))
	}
	if !o.dryRun {
		a.hint("run teammem sync to list what was taken in")
	}
	return nil
}

func (a *App) orphans(d *home.Desk) ([]home.Orphan, error) {
	v, err := d.Look()
	if err != nil {
		return nil, a.storeError(err)
	}
	defer v.Close()
	return d.Orphans(v)
}

func (a *App) sayOrphans(all []home.Orphan) {
	for _, or := range all {
		why := "nothing tells where its clone lay"
		switch {
		case or.Here:
			why = "it is of this clone, under another remote"
		case or.Clone != "":
			why = fmt.Sprintf("its clone is gone from %s", filepath.ToSlash(or.Clone))
		}
		likely := ""
		if or.Likely {
			likely = "; likely this project"
		}
		left := ""
		if n := len(or.Left); n > 0 {
			left = fmt.Sprintf(", of them can't be taken: %d", n)
		}
		a.say("%s: files that are not here: %d%s; %s%s", a.homely(or.Dir), or.New+len(or.Left), left, why, likely)
	}
	if len(all) == 0 {
		a.say("there is nothing to adopt")
		return
	}
	a.hint("teammem adopt FOLDER takes one of them into this project")
}

// sayLeft names what has to be looked after by hand before the old folder may go.
func (a *App) sayLeft(or home.Orphan) {
	for _, l := range or.Left {
		a.say("left out: %s: %s", finding.Visible(a.homely(filepath.Join(or.Dir, filepath.FromSlash(l.Path)))), l.Reason)
	}
}
