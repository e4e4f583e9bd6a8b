package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/memory"
)

func (a *App) fmtCommand() *cobra.Command {
	check := false
	c := &cobra.Command{
		Use:   "fmt [flags] [PATH...]",
		Short: "Mend what has exactly one meaning",
		Long: `Put values of the frontmatter in quotes that only need quotes, and write keys and types
in their own case. Nothing else changes, not a byte; what has more than one meaning is
left and named. PATH chooses files or folders, the whole team directory without.
` + exitCodes(codeDone, "with --check: something would be mended", codeUsage),
		Example: `  teammem fmt
  teammem fmt --check
  teammem fmt .agent/team-memory/project_note.md`,
		RunE: func(c *cobra.Command, args []string) error { return a.fmt(c.Context(), args, check) },
	}
	c.Flags().BoolVar(&check, "check", false, "say what would be mended, and write nothing")
	return c
}

func (a *App) fmt(ctx context.Context, args []string, check bool) error {
	repo, t, err := a.openTree(ctx)
	if err != nil {
		return err
	}
	defer t.close()
	paths, err := a.inRepo(repo, args)
	if err != nil {
		return err
	}
	edits, err := planFmt(ctx, repo, paths)
	if err != nil {
		return err
	}
	if len(edits) == 0 {
		a.hint("there is no memory to mend here")
	}
	return a.settle(t, edits, check)
}

// planFmt mends the memories of the work tree at or below paths. One that can't be
// read is left and named.
func planFmt(ctx context.Context, repo engine.Repository, paths []string) ([]edit, error) {
	s, err := engine.Load(ctx, repo, memory.At{Kind: memory.AtWorktree})
	if err != nil {
		return nil, err
	}
	var edits []edit
	for _, f := range s.Files {
		if f.Kind != memory.KindMemory || !engine.Shown(f.Path, paths) {
			continue
		}
		if f.Memory == nil {
			edits = append(edits, edit{path: f.Path, left: []string{f.Path + " can't be read; run teammem check to see why"}})
			continue
		}
		m := memory.Mend(f.Text)
		e := edit{path: f.Path, prev: f.Text.Bytes(), next: m.Text}
		for _, d := range m.Done {
			e.done = append(e.done, fmt.Sprintf("line %d: %s", f.Text.Pos(d.Span.Start).Line, d.Message))
		}
		for _, left := range m.Left {
			if f.Archived && left.Kind == memory.NoFront {
				continue // check does not ask for it either
			}
			e.left = append(e.left, fmt.Sprintf("%s:%d: %s; %s", f.Path, f.Text.Pos(left.Span.Start).Line, left.Message, left.Fix))
		}
		edits = append(edits, e)
	}
	return edits, nil
}
