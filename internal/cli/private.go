package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/home"
)

func (a *App) privateCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "private",
		Short: "Carry private memory to another machine, encrypted",
		Long: `Carry the private memories and drafts of a project to another machine, in one file that
is encrypted with age (https://age-encryption.org).
` + exitCodes(codeDone, "", codeUsage),
		Example: `  teammem private export --recipient age1... memories.age
  teammem private import --identity ~/keys/laptop.txt memories.age`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return c.Help()
		},
	}
	c.AddCommand(a.exportCommand(), a.importCommand())
	return c
}

// oneFile wants the name of one file.
func oneFile(c *cobra.Command, args []string) error {
	if len(args) != 1 || args[0] == "" {
		return miscounted(c, "the name of one file", args)
	}
	return nil
}

// absolute is a file as the person named it, from the root.
func (a *App) absolute(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(a.Dir, name)
}

// oneDesk gives that of the repository at hand.
func (a *App) oneDesk(ctx context.Context, agents []string) (*home.Desk, error) {
	d, err := a.desk(ctx, agents)
	if errors.Is(err, git.ErrNotRepository) {
		return nil, fmt.Errorf("%w\nor take all projects with --all", err)
	}
	return d, err
}

// allDesks gives that of the repository at hand, if there is one, and those of ids.
func (a *App) allDesks(ctx context.Context, agents, ids []string) ([]*home.Desk, error) {
	var desks []*home.Desk
	here, err := a.desk(ctx, agents)
	switch {
	case err == nil:
		desks = append(desks, here)
	case !errors.Is(err, git.ErrNotRepository):
		return nil, err
	}
	o, err := a.deskOptions(ctx, agents)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if slices.ContainsFunc(desks, func(d *home.Desk) bool { return d.Project.ID == id }) {
			continue
		}
		d, err := home.Stored(id, o)
		if err != nil {
			return nil, a.storeError(err)
		}
		desks = append(desks, d)
	}
	return desks, nil
}

// readKeyFile has parse read a file of keys that the flag names. Neither of them shows
// what the file holds.
func readKeyFile[Key any](a *App, flag, name string, parse func(io.Reader) ([]Key, error)) ([]Key, error) {
	f, err := os.Open(a.absolute(name))
	if err != nil {
		return nil, usagef("--%s: %w", flag, err)
	}
	defer f.Close()
	keys, err := parse(f)
	if err != nil {
		return nil, usagef("--%s %q: %w", flag, name, err)
	}
	return keys, nil
}

// askHidden asks a person at the terminal for a line that nobody sees.
func (a *App) askHidden(ctx context.Context, question string) (string, error) {
	fmt.Fprintf(a.Stderr, "%s: ", question)
	line, err := a.ReadHidden(ctx)
	fmt.Fprintln(a.Stderr)
	if err != nil {
		return "", fmt.Errorf("read the passphrase: %w", err)
	}
	return string(line), nil
}
