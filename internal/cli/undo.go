package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

func (a *App) undoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "undo",
		Short: "Take back the last command that wrote under the home directory",
		Long: `Put back every file that the last sync, remember, import or other writing command of this
project replaced. To undo again does it again. When one of the files changed since,
nothing is undone. Nothing in the repository is touched.
` + exitCodes(codeDone, "", codeUsage),
		Example: `  teammem undo`,
		Args:    noArgs,
		RunE:    func(c *cobra.Command, args []string) error { return a.undo(c.Context()) },
	}
}

func (a *App) undo(ctx context.Context) (err error) {
	d, st, err := a.openDesk(ctx)
	if err != nil {
		return err
	}
	defer closed(st, &err)
	out, err := st.Undo()
	switch {
	case errors.Is(err, store.ErrNothingToUndo):
		a.say("nothing to undo")
		return nil
	case errors.Is(err, store.ErrChanged):
		return fmt.Errorf("%w\nput them back as that command left them and undo again, or leave all as it is: what was written since is kept", err)
	case err != nil:
		return err
	}
	a.sayUndone(d, out)
	return nil
}

// sayUndone tells each file that is as it was before, or gone again.
func (a *App) sayUndone(d *home.Desk, out store.Outcome) {
	words := map[sync.StepKind]string{sync.Write: "put back", sync.Remove: "removed"}
	for _, step := range out.Done {
		a.say("%s: %s", words[step.Kind], a.at(d, step.Layout, step.Path))
	}
	a.sayOvertaken(d, out.Overtaken)
}
