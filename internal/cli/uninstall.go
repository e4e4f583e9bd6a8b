package cli

import (
	"context"
	"fmt"
	"path"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/sync"
)

func (a *App) uninstallCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "uninstall",
		Short: "Take away what sync put under the home directory",
		Long: `Remove the mirror of the team's memories, the merged index, our block in the index of
another tool, and teammem's own state of this project. Every byte outside stays as it
was. Private memories and drafts stay, and an edit of the mirror becomes a draft.
Hooks are taken out by teammem hook uninstall.
` + exitCodes(codeDone, "", codeUsage),
		Example: `  teammem uninstall`,
		Args:    noArgs,
		RunE:    func(c *cobra.Command, args []string) error { return a.uninstall(c.Context()) },
	}
}

func (a *App) uninstall(ctx context.Context) (err error) {
	d, st, err := a.openDesk(ctx)
	if err != nil {
		return err
	}
	defer closed(st, &err)
	s, out, err := d.Uninstall(st)
	if err != nil {
		return err
	}
	for _, step := range out.Done {
		words := string(step.Kind)
		if step.Kind == sync.Write && step.Path == home.IndexFile {
			words = "take our block out of"
		}
		a.say("%s %s", words, a.at(d, step.Layout, step.Path))
	}
	a.sayPlans(d, s)
	for _, seen := range s.Seen {
		if n := len(seen.Private); n > 0 {
			a.say("private memories stay in %s: %d", path.Clean(a.at(d, seen.Layout, home.PrivateIn(seen.Layout))), n)
		}
	}
	drafts, err := st.View.Drafts()
	if n := len(drafts); n > 0 {
		a.say("drafts stay in %s: %d", a.at(d, sync.Native, home.DraftsDir), n)
	}
	if err != nil {
		return err
	}
	if n := len(out.Overtaken); n > 0 {
		return fmt.Errorf("files left as they were: %d\nrun teammem uninstall again", n)
	}
	a.say("done; teammem hook uninstall takes out the hooks of this clone, teammem deliver --remove its files for agents")
	return nil
}
