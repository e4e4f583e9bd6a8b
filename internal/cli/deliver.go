package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/agenthook"
	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/wiring"
)

type deliverOptions struct {
	check, remove, force, dryRun bool
}

// edits is what becomes of what somebody wrote between the marks.
func (o deliverOptions) edits() wiring.Edit {
	if o.force {
		return wiring.ReplaceEdits
	}
	return wiring.KeepEdits
}

func (a *App) deliverCommand() *cobra.Command {
	var o deliverOptions
	c := &cobra.Command{
		Use:   "deliver [flags]",
		Short: "Bring the files by which agents get the index up to date",
		Long: `Write the index of the team into the files from which coding agents read it, so that a
clone is enough: AGENTS.md for most, a line that imports it for Claude Code, an entry in
the settings of others. Only what teammem init --agent has put there is changed, between its
two marks; every byte outside stays. Run it in the same commit as a change of the index.

A file that can't be changed safely stays as it is and is named: a mark is missing, the
settings are no JSON, somebody wrote between the marks. --force writes over the last one.
` + exitCodes(codeDone, "a file was left as it is; with --check: one is not current", codeUsage),
		Example: `  teammem deliver
  teammem deliver --check    in CI
  teammem deliver --remove   take all of it out again`,
		Args: noArgs,
		RunE: func(c *cobra.Command, args []string) error { return a.deliver(c.Context(), o) },
	}
	f := c.Flags()
	f.BoolVar(&o.check, "check", false, "say which files are not current, and write nothing")
	f.BoolVar(&o.remove, "remove", false, "take teammem's part out of every file, with the hooks and rules of agents")
	f.BoolVar(&o.force, "force", false, "write over what somebody wrote between the marks")
	f.BoolVarP(&o.dryRun, "dry-run", "n", false, "say what would be written, and write nothing")
	c.MarkFlagsMutuallyExclusive("check", "remove")
	return c
}

func (a *App) deliver(ctx context.Context, o deliverOptions) error {
	repo, t, err := a.openTree(ctx)
	if err != nil {
		return err
	}
	defer t.close()
	if o.remove {
		parts := agenthook.Remove(t) // first, since they can lie in a file that wiring takes away
		return a.write(t, append(parts, wiring.Remove(wiring.Planned{Files: t, Parts: parts}, o.edits())...), o)
	}
	in, err := wiringInput(ctx, repo, t)
	if err != nil {
		return err
	}
	in.Edits = o.edits()
	parts := served(wiring.Survey(in))
	if len(parts) == 0 {
		a.hint("no agent gets the index from a file here; teammem init --agent NAME begins with it")
		return nil
	}
	if err := noteIgnored(ctx, repo, parts); err != nil {
		return err
	}
	return a.write(t, parts, o)
}

// noteIgnored says of each part that no clone would have.
func noteIgnored(ctx context.Context, repo *git.Repo, parts []wiring.Part) error {
	for i, p := range parts {
		why, err := noClone(ctx, repo, p.Path)
		if err != nil {
			return err
		}
		if why != "" {
			parts[i].Left = append(p.Left, why)
		}
	}
	return nil
}

// noClone says that a file is ignored, and by which rule; "" when it is not, or is in git all the same.
func noClone(ctx context.Context, repo *git.Repo, name string) (string, error) {
	rule, err := repo.Ignored(ctx, name)
	if err != nil || rule == nil {
		return "", err
	}
	tracked, err := repo.Listed(ctx, memory.At{Kind: memory.AtIndex}, func(p []byte) bool { return string(p) == name })
	if err != nil || len(tracked) > 0 {
		return "", err
	}
	return fmt.Sprintf("no clone has it: the rule %q at %s:%d ignores it; remove the rule, or commit the file with git add -f", rule.Pattern, rule.Source, rule.Line), nil
}

// wiringInput reads what the files of agents are made of.
func wiringInput(ctx context.Context, repo engine.Repository, t *tree) (wiring.Input, error) {
	s, err := engine.Load(ctx, repo, memory.At{Kind: memory.AtWorktree})
	if err != nil {
		return wiring.Input{}, err
	}
	if f := s.Index(); f != nil && slices.ContainsFunc(strings.Split(string(f.Text.Bytes()), "\n"), func(line string) bool {
		return memory.ConflictMarker([]byte(strings.TrimRight(line, "\r")))
	}) {
		return wiring.Input{}, fmt.Errorf("%s holds conflict markers\nrun teammem index, which keeps the entries of both sides", memory.IndexPath)
	}
	return wiring.Input{Files: t, Index: wiring.IndexOf(s)}, nil
}

// refreshed gives the edits that keep the index in the files of agents current once edits are made.
func refreshed(ctx context.Context, repo engine.Repository, t *tree, edits []edit) ([]edit, error) {
	in, err := wiringInput(ctx, engine.Overlay(repo, written(edits)), t)
	if err != nil {
		return nil, err
	}
	stale := func(p wiring.Part) bool { return p.Kind == delivery.Index && p.State == wiring.Stale }
	return partEdits(slices.DeleteFunc(wiring.Survey(in), func(p wiring.Part) bool { return !stale(p) })), nil
}

// served are the parts that are there, or shall be.
func served(parts []wiring.Part) []wiring.Part {
	return slices.DeleteFunc(parts, func(p wiring.Part) bool {
		return !p.Changes() && (p.State == wiring.Absent || p.State == wiring.Current && p.Prev == nil)
	})
}

// write carries the parts out, and says what becomes of each.
func (a *App) write(t *tree, parts []wiring.Part, o deliverOptions) error {
	edits := partEdits(parts)
	dry := o.check || o.dryRun
	if !dry {
		if err := a.carryOut(t, edits); err != nil {
			return err
		}
	}
	a.sayEdits(edits, dry)
	if a.sayParts(parts) || o.check && slices.ContainsFunc(edits, edit.changes) {
		return errBlocked
	}
	return nil
}

// partEdits are the edits that the parts come to: one for each file.
func partEdits(parts []wiring.Part) []edit {
	var edits []edit
	for _, p := range parts {
		i := slices.IndexFunc(edits, func(e edit) bool { return e.path == p.Path })
		if i < 0 {
			i = len(edits)
			edits = append(edits, edit{path: p.Path, prev: p.Prev, next: p.Prev})
		}
		if e := &edits[i]; p.Changes() {
			e.next, e.gone = p.Next, e.prev != nil && p.Next == nil
			e.done = append(e.done, partWords(p))
		}
	}
	return edits
}

// keptNames says what becomes of names of agents that this teammem does not know.
func keptNames(names []string) string {
	return "agents that this teammem does not know stay as they are: " + strings.Join(names, ", ") + "; update teammem, or mend the name"
}

func partWords(p wiring.Part) string {
	what := map[delivery.Kind]string{
		delivery.Index:   "the index",
		delivery.Import:  "the line that imports it",
		delivery.Pointer: "a sentence that names the index",
		delivery.Setting: "the entry that loads it",
		agenthook.Hook:   "the hook that runs teammem context",
		agenthook.Deny:   "the rule that keeps the team's folder from being written",
	}[p.Kind]
	return what + ", for " + strings.Join(p.Agents, ", ")
}

// sayParts names the files that stay as they are, and what does not reach an agent. It reports
// whether there are such files.
func (a *App) sayParts(parts []wiring.Part) (stuck bool) {
	for _, p := range parts {
		at := p.Path
		if p.Line > 0 {
			at = fmt.Sprintf("%s:%d", at, p.Line)
		}
		if p.State == wiring.Broken || p.State == wiring.Edited && !p.Changes() {
			stuck = true
			fmt.Fprintln(a.Stderr, inOneLine("teammem: left as it is: "+at+": "+p.Why))
		}
		if len(p.Strangers) > 0 {
			a.note(finding.Visible(p.Path + ": " + keptNames(p.Strangers)))
		}
		for _, l := range p.Left {
			a.note(finding.Visible(p.Path + ": " + l))
		}
	}
	return stuck
}
