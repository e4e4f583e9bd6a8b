package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/report"
)

// hookCommand is what git and hook managers run. Without a name it finds out from
// the environment what is asked about.
func (a *App) hookCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "hook",
		Short: "Judge what git is about to commit, push or receive",
		Long: `Judge what git is about to commit. Nothing is printed when nothing is wrong, and
nothing is changed. What was there before and did not change does not block.
` + exitCodes(codePass, "an error that is not older", codePolicy),
		Example: `  teammem hook             from a hook manager
  teammem hook pre-commit  from .git/hooks/pre-commit`,
		Args: noArgs,
		RunE: func(c *cobra.Command, args []string) error { return a.hookIndex(c.Context()) },
	}
	for _, name := range []string{"pre-commit", "pre-merge-commit"} {
		c.AddCommand(&cobra.Command{
			Use:   name,
			Short: "Judge the index that git will commit",
			Args:  noArgs,
			RunE:  func(c *cobra.Command, args []string) error { return a.hookIndex(c.Context()) },
		})
	}
	return c
}

func (a *App) hookIndex(ctx context.Context) error {
	now, err := a.now()
	if err != nil {
		return err
	}
	repo, err := a.open(ctx)
	if err != nil {
		return err
	}
	res, err := engine.Check(ctx, repo, engine.Request{Source: engine.Staged, FailOn: finding.Error, Now: now})
	if err != nil {
		return err
	}
	look := a.look(repo, false)
	look.Brief = true
	if err := report.Write(a.Stdout, report.Text, res, look); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	if res.Verdict == engine.Block {
		return errBlocked
	}
	return nil
}
