package cli

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/sync"
)

func (a *App) diffCommand() *cobra.Command {
	var agents []string
	c := &cobra.Command{
		Use:   "diff [flags] [NAME...]",
		Short: "Show what sync would change, and how drafts differ from the team's memories",
		Long: `Show, line by line, what sync would change in the stores, and how each draft differs from
the team memory that it was made of. NAME is a path, a file name without .md, or the
name of a memory. It writes nothing.
` + exitCodes(codeDone, "", codeUsage),
		Example: `  teammem diff
  teammem diff deploy-window`,
		RunE: func(c *cobra.Command, args []string) error { return a.diff(c.Context(), agents, args) },
	}
	agentFlag(c, &agents)
	return c
}

func (a *App) diff(ctx context.Context, given, names []string) error {
	d, v, err := a.view(ctx, given)
	if err != nil {
		return err
	}
	defer v.Close()
	team, err := d.Team(ctx, home.From{})
	if err != nil {
		return err
	}
	shown, err := a.diffSync(ctx, d, v, names)
	if err != nil {
		return err
	}
	more, err := a.diffDrafts(d, v, team, names)
	if err == nil && shown+more == 0 {
		a.hint("there is no difference" + map[bool]string{true: " of that name"}[len(names) > 0])
	}
	return err
}

// diffSync shows what sync would change.
func (a *App) diffSync(ctx context.Context, d *home.Desk, v *home.View, names []string) (shown int, err error) {
	_, out, err := d.Rehearse(ctx, v, home.From{})
	if err != nil {
		return 0, err
	}
	for _, step := range out.Done {
		if strings.HasPrefix(step.Path, home.DraftsDir+"/") {
			continue
		}
		now, err := v.ReadFile(step.Layout, step.Path)
		if err != nil {
			return shown, fmt.Errorf("read %q: %w", step.Path, err)
		}
		below := strings.TrimPrefix(step.Path, home.MirrorDir+"/")
		if !home.Named(names, below, nameIn(now)) && !home.Named(names, below, nameIn(step.Data)) {
			continue
		}
		a.showDiff(a.at(d, step.Layout, step.Path), now, "after sync: "+step.Reason, step.Data)
		shown++
	}
	return shown, nil
}

// diffDrafts shows each draft against the memory of the team.
func (a *App) diffDrafts(d *home.Desk, v *home.View, team home.Team, names []string) (shown int, err error) {
	drafts, err := v.Drafts()
	for _, f := range drafts {
		origin := v.Record.Origin(team, f.File)
		if !home.Named(names, f.File, nameIn(f.Data)) && !home.Named(names, origin, "") {
			continue
		}
		from, text, err := a.draftedFrom(d, v, team, origin)
		if err != nil {
			return shown, err
		}
		at := a.at(d, sync.Native, path.Join(home.DraftsDir, f.File))
		shown++
		if bytes.Equal(text, f.Data) {
			a.hint(at + " is no longer needed: it is what the team has")
			continue
		}
		a.showDiff(from, text, at, f.Data)
	}
	return shown, err
}

// draftedFrom gives what a draft was made of, and its name for a person.
func (a *App) draftedFrom(d *home.Desk, v *home.View, team home.Team, origin string) (name string, text []byte, err error) {
	switch origin {
	case "":
		return "/dev/null", nil, nil
	case home.IndexFile:
		text, err = v.ReadFile(sync.Native, home.IndexFile)
		return a.at(d, sync.Native, home.IndexFile), text, err
	}
	for _, f := range team.Files {
		if f.Path == origin {
			text = f.Data
		}
	}
	return path.Join(memory.Dir, origin), text, nil
}

// nameIn is the name that a memory has in its frontmatter, mostly "" for any other text.
func nameIn(text []byte) string {
	return memory.Parse(source.NewText(text)).Value("name")
}

func (a *App) showDiff(oldName string, old []byte, newName string, text []byte) {
	a.say("%s", strings.TrimSuffix(string(diff.Diff(oldName, old, newName, text)), "\n"))
}
