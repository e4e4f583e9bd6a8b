package cli

import (
	"bufio"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/wiring"
)

type initOptions struct {
	owners []string
	agents []string
	hooks  bool
	dryRun bool

	agentHooks, protect bool
}

func (a *App) initCommand() *cobra.Command {
	var o initOptions
	c := &cobra.Command{
		Use:   "init [flags]",
		Short: "Give the repository a team memory",
		Long: `Make the folder .agent/team-memory/ with its index, the policy .agent/teammem.yaml
and a CODEOWNERS line for them. What is there already is kept; running it again
changes nothing.

So that agents get the memory in a clone without teammem, its index goes into the files
that they read, between two marks: AGENTS.md for most, .claude/CLAUDE.md for Claude Code.
--agent names the agents; without it they are those of the policy, else those that are served
already, else those for which AGENTS.md is enough, Claude Code, and those whose files are
there. --agent none leaves it out.
teammem deliver keeps these files current and takes them out again.

Agents: ` + strings.Join(agentList(), ", ") + `

With --agent-hooks these agents also run teammem context when a session begins, which says
what files can't: the age of memories, what is private, overridden, new or refused. With
--protect their own tools may not write into the team's folder. Both go into settings
files of the repository, and only for agents that have such a thing; without --agent they
are those of the policy, else Claude Code and those whose files are there.

With --hooks the git hooks are installed, too, as teammem hook install does.

Without --owner and --hooks a person at a terminal is asked for both; elsewhere they are
left out.
` + exitCodes(codeDone, "a file of an agent was left as it is", codeUsage),
		Example: `  teammem init --owner @example-org/memory-owners
  teammem init --agent claude-code --agent codex
  teammem init --agent claude-code --agent-hooks --protect
  teammem init --dry-run`,
		Args: noArgs,
		RunE: func(c *cobra.Command, args []string) error { return a.init(c.Context(), o) },
	}
	c.Flags().StringArrayVar(&o.owners, "owner", nil, "who must approve changes: `@USER`, @ORG/TEAM or an e-mail address; repeat it for several")
	c.Flags().StringArrayVar(&o.agents, "agent", nil, "deliver the index to that agent: `NAME`; repeat it for several, none for no agent")
	c.Flags().BoolVar(&o.agentHooks, "agent-hooks", false, "have agents run teammem context when a session begins, too")
	c.Flags().BoolVar(&o.protect, "protect", false, "keep the tools of agents from writing into the team's folder, too")
	c.Flags().BoolVar(&o.hooks, "hooks", false, "install the git hooks, too")
	c.Flags().BoolVarP(&o.dryRun, "dry-run", "n", false, "say what would be written, and write nothing")
	return c
}

func (a *App) init(ctx context.Context, o initOptions) error {
	if err := checkOwners(o.owners); err != nil {
		return err
	}
	if _, err := namedAgents(o.agents); err != nil {
		return err
	}
	repo, t, err := a.openTree(ctx)
	if err != nil {
		return err
	}
	defer t.close()
	if err := refuseIgnored(ctx, repo); err != nil {
		return err
	}
	paths := a.ownersPaths(ctx, repo)
	if err := refuseHidden(t, append(paths[:len(paths):len(paths)], memory.PolicyPath)); err != nil {
		return err
	}
	now, err := readOwners(t, paths)
	if err != nil {
		return err
	}
	if o.owners, err = a.ownersOrAsk(now, o); err != nil {
		return err
	}
	edits, parts, err := a.planInit(ctx, repo, t, now, o)
	if err != nil {
		return err
	}
	if !o.dryRun {
		if err := a.carryOut(t, edits); err != nil {
			return err
		}
	}
	stuck := a.sayInit(edits, parts, o)
	if err := a.noteOurs(ctx, repo, edits, parts); err != nil {
		return err
	}
	a.sayLeftOut(t, now, o)
	if err := a.offerHooks(ctx, o); err != nil {
		return err
	}
	if stuck {
		return errBlocked
	}
	if slices.ContainsFunc(edits, edit.changes) && !o.dryRun {
		fmt.Fprintln(a.Stdout, "commit these files, so that every clone has them; then teammem doctor says what is left to do")
	}
	return nil
}

// refuseIgnored is an error where git ignores the folder.
func refuseIgnored(ctx context.Context, repo *git.Repo) error {
	ignored, err := repo.Ignored(ctx, memory.IndexPath)
	if err != nil || ignored == nil {
		return err
	}
	return fmt.Errorf("%s is ignored by the rule %q at %s:%d, so no clone would have it\n%s, then run teammem init again",
		memory.Dir, ignored.Pattern, ignored.Source, ignored.Line, letIn(ignored))
}

// refuseHidden is an error where git has one of paths and a sparse checkout keeps it from the disk: a new file would be
// committed in the place of what the team has there.
func refuseHidden(t *tree, paths []string) error {
	hidden := slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !t.hidden()[p] })
	if len(hidden) == 0 {
		return nil
	}
	return fmt.Errorf("a sparse checkout keeps from the disk what is in git already: %s\nrun %s, then teammem init again", strings.Join(hidden, ", "), bringBack(hidden...))
}

// letIn says what to do about a rule that hides team memory. The file at the top counts more than those of a person,
// and less than one in the folder itself.
func letIn(rule *rules.Ignored) string {
	if rule.Source != ".gitignore" && (rule.Committed || path.Base(rule.Source) == ".gitignore") {
		return "remove the rule"
	}
	return "remove the rule, or add the lines !/.agent/ and !/.agent/** at the end of .gitignore"
}

// noteOurs says of the files of team memory and of owners which ones no clone will have.
func (a *App) noteOurs(ctx context.Context, repo *git.Repo, edits []edit, parts []wiring.Part) error {
	for _, e := range edits {
		if slices.ContainsFunc(parts, func(p wiring.Part) bool { return p.Path == e.path }) {
			continue // which is said of the files of agents
		}
		why, err := noClone(ctx, repo, e.path)
		if err != nil {
			return err
		}
		if why != "" {
			a.note(finding.Visible(e.path + ": " + why))
		}
	}
	return nil
}

// planInit gives all that is written, and what of it goes into files of agents.
func (a *App) planInit(ctx context.Context, repo *git.Repo, t *tree, now ownership, o initOptions) ([]edit, []wiring.Part, error) {
	edits, err := planMemory(t, now, o.owners)
	if err != nil {
		return nil, nil, err
	}
	parts, err := initAgents(ctx, repo, t, edits, o.agents)
	if err != nil {
		return nil, nil, err
	}
	hooks, err := a.initHooks(ctx, repo, t, parts, o)
	if err != nil {
		return nil, nil, err
	}
	parts = append(parts, hooks...)
	return append(edits, partEdits(parts)...), parts, nil
}

// sayInit says what was written and what was kept, and reports whether a file of an agent had to
// stay as it is.
func (a *App) sayInit(edits []edit, parts []wiring.Part, o initOptions) (stuck bool) {
	a.sayEdits(edits, o.dryRun)
	for _, e := range edits {
		if !e.changes() && e.prev != nil {
			fmt.Fprintf(a.Stdout, "kept %s\n", e.path)
		}
	}
	return a.sayParts(parts)
}

// sayLeftOut says what init could not do: for agents that it does not know, and without an owner.
func (a *App) sayLeftOut(t *tree, now ownership, o initOptions) {
	if names := strangers(t.agentsOfPolicy()); len(names) > 0 {
		a.note(finding.Visible(memory.PolicyPath + ": " + keptNames(names)))
	}
	if len(o.owners) == 0 && now.line == 0 {
		fmt.Fprintln(a.Stdout, "no owner was given, so CODEOWNERS was left alone: run teammem init --owner @ORG/TEAM")
	}
}

// offerHooks installs the git hooks where a person wants them. What keeps it from knowing
// whether they are there already is not the concern of init.
func (a *App) offerHooks(ctx context.Context, o initOptions) error {
	if o.hooks {
		return a.hookInstall(ctx, hookInstallOptions{dryRun: o.dryRun})
	}
	if a.hasHooks(ctx) || o.dryRun {
		return nil
	}
	if !a.InTerminal {
		fmt.Fprintln(a.Stdout, "no git hook calls teammem: run teammem hook install")
		return nil
	}
	answer, ok := a.ask("Install git hooks that judge every commit and push? (Y/n) ")
	if !ok || answer != "" && !strings.HasPrefix(strings.ToLower(answer), "y") {
		return nil
	}
	return a.hookInstall(ctx, hookInstallOptions{})
}

// planMemory gives the index, the policy and the line of CODEOWNERS.
func planMemory(t *tree, now ownership, owners []string) ([]edit, error) {
	index, err := t.make(memory.IndexPath, "# Team memory\n", "the index")
	if err != nil {
		return nil, err
	}
	rules, err := t.make(memory.PolicyPath, policy.Starter, "the policy")
	if err != nil {
		return nil, err
	}
	edits := []edit{index, rules}
	if len(owners) > 0 {
		edits = append(edits, planOwners(now, owners))
	}
	return edits, nil
}

// ownersOrAsk gives the owners of the command line. Where it names none and nobody owns team memory
// yet, a person at a terminal is asked.
func (a *App) ownersOrAsk(now ownership, o initOptions) ([]string, error) {
	if o.owners != nil || now.line != 0 || !a.InTerminal || o.dryRun {
		return o.owners, nil
	}
	answer, _ := a.ask("Who must approve changes of team memory? (@user or @org/team, several by spaces; empty for nobody yet) ")
	owners := strings.Fields(answer)
	return owners, checkOwners(owners)
}

// ask puts a question to the person at the terminal and gives the line of the answer. It is
// not ok when the input ended instead.
func (a *App) ask(question string) (answer string, ok bool) {
	if a.answers == nil {
		a.answers = bufio.NewReader(a.Stdin)
	}
	fmt.Fprint(a.Stderr, question)
	line, err := a.answers.ReadString('\n')
	return strings.TrimSpace(line), err == nil || line != ""
}
