package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/wiring"
)

// usual are the agents that are served where nobody named any: those that need nothing but
// AGENTS.md, and Claude Code, which needs a line.
func usual() []string {
	names := []string{"claude-code"}
	for _, a := range delivery.Agents {
		if r := a.Static; r.Shared && r.Own == "" && r.Limit.Units == 0 || a.Name == "qwen-code" {
			names = append(names, a.Name)
		}
	}
	return names
}

// agentsToServe reads the values of --agent. Without any they are those of the policy; nil where
// that names none, either.
func (t *tree) agentsToServe(given []string) ([]string, error) {
	if len(given) > 0 {
		return namedAgents(given)
	}
	return knownAgents(t.agentsOfPolicy()), nil
}

// unnamed are the agents that are served where nobody named any and none is served yet: the usual
// ones and those whose files are there.
func (t *tree) unnamed() []string {
	names := usual()
	for _, a := range delivery.Agents {
		if slices.ContainsFunc(a.Static.Signs, t.has) && !slices.Contains(names, a.Name) {
			names = append(names, a.Name)
		}
	}
	return names
}

// agentsOfPolicy are the agents that the policy names, in its own words.
func (t *tree) agentsOfPolicy() []string {
	data, err := t.read(memory.PolicyPath)
	if err != nil || data == nil {
		return nil
	}
	p, err := rules.ParsePolicy(source.NewText(data))
	if err != nil {
		return nil
	}
	return p.Agents
}

// namedAgents refuses what is no agent; "none" alone stands for none.
func namedAgents(given []string) ([]string, error) {
	var names []string
	for _, list := range given {
		for name := range strings.SplitSeq(list, ",") {
			if name == "none" && len(given) == 1 && list == name {
				return nil, nil
			}
			a, err := agentNamed(strings.TrimSpace(name), "none")
			if err != nil {
				return nil, err
			}
			names = append(names, a.Name)
		}
	}
	return names, nil
}

// knownAgents are those of names that teammem can serve, as it calls them, each once. A policy may name others.
func knownAgents(names []string) (known []string) {
	for _, name := range names {
		if a, ok := delivery.Meant(name); ok && !slices.Contains(known, a.Name) {
			known = append(known, a.Name)
		}
	}
	return known
}

// strangers are those of names that this teammem does not know: a newer one may.
func strangers(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		_, known := delivery.Meant(name)
		return known
	})
}

// has reports whether there is a file or folder at p.
func (t *tree) has(p string) bool {
	_, err := t.root.Stat(p)
	return err == nil
}

// initAgents gives the parts by which the agents that --agent names get the index as it is once
// edits are made.
func initAgents(ctx context.Context, repo *git.Repo, t *tree, edits []edit, given []string) ([]wiring.Part, error) {
	names, err := t.agentsToServe(given)
	if err != nil {
		return nil, err
	}
	in, err := wiringInput(ctx, engine.Overlay(repo, written(edits)), t)
	if err != nil {
		return nil, err
	}
	in.Add = names
	parts := served(wiring.Survey(in))
	if len(given)+len(names) == 0 && (len(parts) == 0 || slices.ContainsFunc(parts, lost)) {
		in.Add = t.unnamed()
		parts = served(wiring.Survey(in))
	}
	return parts, noteIgnored(ctx, repo, parts)
}

// lost reports whether p shall hold the index and does not any more, or could not be made by an init before: then
// nobody knows all who were served by it.
func lost(p wiring.Part) bool {
	return p.Kind == delivery.Index && p.State == wiring.Absent && p.Changes()
}

// written are the files that edits write, by path.
func written(edits []edit) map[string][]byte {
	files := map[string][]byte{}
	for _, e := range edits {
		if e.next != nil {
			files[e.path] = e.next
		}
	}
	return files
}
