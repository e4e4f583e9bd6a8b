package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/teammem/teammem/internal/agenthook"
	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/wiring"
)

// initHooks gives the parts that --agent-hooks and --protect ask for, once parts are written, and
// says of which agents there are none.
func (a *App) initHooks(ctx context.Context, repo *git.Repo, t *tree, parts []wiring.Part, o initOptions) ([]wiring.Part, error) {
	if !o.agentHooks && !o.protect {
		return nil, nil
	}
	names, err := t.agentsToHook(o.agents)
	if err != nil {
		return nil, err
	}
	var want agenthook.Want
	if o.agentHooks {
		want.Hooks = a.able(names, agenthook.Hook, o)
	}
	if o.protect {
		want.Deny = a.able(names, agenthook.Deny, o)
	}
	hooks := agenthook.Survey(wiring.Planned{Files: t, Parts: parts}, want)
	return hooks, noteIgnored(ctx, repo, hooks)
}

// agentsToHook reads the values of --agent. Without any they are those of the policy, else Claude
// Code and those whose files are there: a hook is worth a file only where somebody uses the agent.
func (t *tree) agentsToHook(given []string) ([]string, error) {
	if len(given) > 0 {
		return namedAgents(given)
	}
	if named := t.agentsOfPolicy(); len(named) > 0 {
		return knownAgents(named), nil
	}
	var names []string
	for _, agent := range delivery.Agents {
		if agent.Name == "claude-code" || slices.ContainsFunc(agent.Static.Signs, t.has) {
			names = append(names, agent.Name)
		}
	}
	return names, nil
}

// able are those of names that can have a part of that kind. Of the others a person is told who
// named them.
func (a *App) able(names []string, kind delivery.Kind, o initOptions) []string {
	var out []string
	for _, name := range names {
		switch why := agenthook.Without(name, kind); {
		case why == "":
			out = append(out, name)
		case len(o.agents) > 0:
			fmt.Fprintln(a.Stdout, safe(name+": "+why))
		}
	}
	return out
}
