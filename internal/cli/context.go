package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/sync"
)

func (a *App) contextCommand() *cobra.Command {
	agent := ""
	c := &cobra.Command{
		Use:   "context [flags]",
		Short: "Print the memory as an agent gets it",
		Long: `Print what an agent is to know of this project: team memory first, then private memory,
then what is overridden and why. It is what the last sync verified; a file of the mirror
that was edited since is shown as an edit that nobody reviewed. At most 200 lines and
25,000 bytes; what finds no room is named. It writes nothing.

With --agent the text comes in the envelope in which the hook of that agent takes it,
and within what it takes. Agents let a hook that fails say nothing, so there the
exit code is 0 even when a memory was refused; the text and standard error name it.

Agents: ` + strings.Join(agentList(), ", ") + `
` + exitCodes(codeDone, "a memory was refused; the text is complete without it", codeUsage),
		Example: `  teammem context
  teammem context --agent claude-code    for its SessionStart hook`,
		Args: noArgs,
		RunE: func(c *cobra.Command, args []string) error {
			to := delivery.Agent{Budget: delivery.Default} // any agent
			if c.Flags().Changed("agent") {
				var err error
				if to, err = agentNamed(agent); err != nil {
					return err
				}
			}
			return a.context(c.Context(), to)
		},
	}
	c.Flags().StringVar(&agent, "agent", "", "print the envelope of the hook of that agent: `NAME`")
	return c
}

func agentList() []string {
	var names []string
	for _, a := range delivery.Agents {
		names = append(names, a.Name)
	}
	return names
}

// agentNamed finds the agent that a person named. more are words that stand for something else there.
func agentNamed(name string, more ...string) (delivery.Agent, error) {
	if to, ok := delivery.Meant(name); ok {
		return to, nil
	}
	return delivery.Agent{}, noAgent(name, append(agentList(), more...))
}

// noAgent says that a word names none of those that can be had.
func noAgent(word string, names []string) error {
	return usagef("unknown agent %q, want one of %s%s", word, strings.Join(names, ", "), near(word, names))
}

func (a *App) context(ctx context.Context, to delivery.Agent) error {
	in, err := a.told(ctx, to.Name)
	if err != nil {
		return err
	}
	text, err := to.Wrap(delivery.Make(in, to.Budget).Text)
	if err != nil {
		return err
	}
	if _, err := a.Stdout.Write(text); err != nil {
		return err
	}
	a.sayRefused(in.Refused)
	if len(in.Refused) > 0 && to.Event == "" {
		return errBlocked
	}
	return nil
}

// told reads what the agent of that name, or any, is to be told; where all is as usual without starting git.
func (a *App) told(ctx context.Context, agent string) (delivery.Input, error) {
	o, err := a.deskOptions(ctx, nil)
	if err != nil {
		return delivery.Input{}, err
	}
	o.For = agent
	if seen, ok := git.GlanceAt(a.Dir, a.Env); ok {
		if in, ok := home.ContextAt(seen, o); ok {
			return in, nil
		}
	}
	repo, err := a.open(ctx)
	if err != nil {
		return delivery.Input{}, err
	}
	o.Agents = []string{}
	d, err := home.Find(ctx, repo, o)
	if err != nil {
		return delivery.Input{}, err
	}
	v, err := d.Look()
	if err != nil {
		return delivery.Input{}, a.storeError(err)
	}
	defer v.Close()
	return d.Context(ctx, v)
}

// sayRefused tells a person what the text leaves out.
func (a *App) sayRefused(refused []sync.Refusal) {
	for _, r := range refused {
		fmt.Fprintln(a.Stderr, safe("teammem: refused: "+r.Path+": "+r.Reason+inBrackets(r.Rule)))
	}
}
