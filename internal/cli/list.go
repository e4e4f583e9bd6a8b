package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
)

// A listing is what teammem list promises as JSON. Lists are never null.
type listing struct {
	Version  int      `json:"version"`
	Project  string   `json:"project"`
	Ref      string   `json:"ref"`
	Commit   string   `json:"commit"`
	Memories []listed `json:"memories"`
	Notices  []string `json:"notices"`
}

// listed is one memory.
type listed struct {
	Path         string `json:"path"` // as show takes it: team/…, private/…, claude/…, drafts/…
	File         string `json:"file"` // where it lies: in the repository, or under home
	Name         string `json:"name"`
	Description  string `json:"description"`
	Type         string `json:"type"`  // "" when it has none
	Scope        string `json:"scope"` // team or private
	State        string `json:"state"`
	Reason       string `json:"reason"`       // why it is overridden or refused
	Rule         string `json:"rule"`         // that refuses it
	OverriddenBy string `json:"overriddenBy"` // path of the memory of the team
	Changed      string `json:"changed"`      // RFC 3339; "" when it is not known
	Dated        string `json:"dated"`        // where that is from: frontmatter, commit, mtime, or ""
	Age          string `json:"age"`
}

type listOptions struct {
	format, scope string
	types, states []string
	agents        []string
}

func (a *App) listCommand() *cobra.Command {
	var o listOptions
	c := &cobra.Command{
		Use:   "list [flags]",
		Short: "List the memories of the team and your own",
		Long: `List the memories of this project: those of the team as they are reviewed, then the
private ones under the home directory, then drafts. Each has its state and its age; the
age of a memory of the team is that of its frontmatter or of the last commit that
changed it, that of a private one comes from its frontmatter or its file. It writes nothing.

States: active, overridden (the team has one of the same name), draft (an edit that
nobody reviewed), refused (the gate refuses it), stale (past its expiry), invalidated
(somebody took it back), archived. --type and --state take several, with commas.
` + exitCodes(codeDone, "", codeUsage),
		Example: `  teammem list
  teammem list --scope private --type feedback
  teammem list --state overridden,refused --format json`,
		Args: noArgs,
		RunE: func(c *cobra.Command, args []string) error { return a.list(c.Context(), o) },
	}
	f := c.Flags()
	f.StringVar(&o.scope, "scope", "", "team or private (default: both)")
	f.StringSliceVar(&o.types, "type", nil, "of that `type`: "+strings.Join(memory.Types, ", "))
	f.StringSliceVar(&o.states, "state", nil, "in that `state`: "+stateWords())
	f.StringVar(&o.format, "format", "text", "how to print: json, text")
	agentFlag(c, &o.agents)
	return c
}

func stateWords() string {
	var words []string
	for _, s := range home.States {
		words = append(words, string(s))
	}
	return strings.Join(words, ", ")
}

func (o listOptions) valid() error {
	if err := checkFormat(o.format, "json", "text"); err != nil {
		return err
	}
	if o.scope != "" && o.scope != "team" && o.scope != "private" {
		return usagef("--scope is %q, want team or private", o.scope)
	}
	for _, s := range o.states {
		if !slices.Contains(home.States, home.State(s)) {
			return usagef("--state is %q, want one of %s%s", s, stateWords(), near(s, strings.Split(stateWords(), ", ")))
		}
	}
	return nil
}

// near is a hint at the word that was meant, "" when there is none.
func near(word string, words []string) string {
	if n := policy.Near(word, words); n != "" {
		return "\ndid you mean " + n + "?"
	}
	return ""
}

func (a *App) list(ctx context.Context, o listOptions) error {
	if err := o.valid(); err != nil {
		return err
	}
	now, err := a.now()
	if err != nil {
		return err
	}
	d, items, team, err := a.items(ctx, o.agents)
	if err != nil {
		return err
	}
	if err := o.knownTypes(items); err != nil {
		return err
	}
	out := listing{
		Version: 1, Project: safe(d.Project.String()), Ref: safe(team.Ref), Commit: team.Commit, Memories: []listed{}, Notices: []string{},
	}
	for _, i := range items {
		if o.wants(i) {
			out.Memories = append(out.Memories, a.listed(d, i, now))
		}
	}
	for _, n := range slices.Concat(d.Notices, team.Notices) {
		out.Notices = append(out.Notices, safe(n))
	}
	if o.format == "json" {
		return a.sayJSON(out)
	}
	return a.sayList(out)
}

// items gives all memories of the project.
func (a *App) items(ctx context.Context, given []string) (d *home.Desk, items []home.Item, team home.Team, err error) {
	d, v, err := a.view(ctx, given)
	if err != nil {
		return nil, nil, team, err
	}
	defer closed(v, &err)
	items, team, err = d.List(ctx, v)
	return d, items, team, err
}

// knownTypes refuses a type that is neither one of ours nor of any memory.
func (o listOptions) knownTypes(items []home.Item) error {
	known := slices.Clone(memory.Types)
	for _, i := range items {
		known = append(known, i.Type)
	}
	for _, t := range o.types {
		if !slices.Contains(known, strings.ToLower(t)) {
			return usagef("--type is %q, want one of %s%s", t, strings.Join(memory.Types, ", "), near(t, memory.Types))
		}
	}
	return nil
}

func (o listOptions) wants(i home.Item) bool {
	return (o.scope == "" || o.scope == string(i.Scope)) &&
		(len(o.types) == 0 || slices.ContainsFunc(o.types, func(t string) bool { return strings.EqualFold(t, i.Type) })) &&
		(len(o.states) == 0 || slices.Contains(o.states, string(i.State)))
}

// listed is an item as it may be printed.
func (a *App) listed(d *home.Desk, i home.Item, now time.Time) listed {
	l := listed{
		Path: inLine(i.Short), File: inLine(a.fileOf(d, i)), Name: inLine(i.Name), Description: inLine(i.Description), Type: inLine(i.Type),
		Scope: string(i.Scope), State: string(i.State), Reason: inLine(i.Why), Rule: i.Rule, OverriddenBy: inLine(i.Team),
		Dated: i.Dated, Age: i.Age(now),
	}
	if !i.Changed.IsZero() {
		l.Changed = i.Changed.UTC().Format(time.RFC3339)
	}
	return l
}

// inLine is safe text in one line.
func inLine(s string) string { return safe(strings.Join(strings.Fields(s), " ")) }

// fileOf is where an item lies, as a person writes it.
func (a *App) fileOf(d *home.Desk, i home.Item) string {
	if i.Layout == "" {
		return i.At
	}
	return a.at(d, i.Layout, i.At)
}

// sayList prints a table: what is short first, so that it stands in columns.
func (a *App) sayList(out listing) error {
	w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	for _, l := range out.Memories {
		words := cmp.Or(l.Description, l.Name)
		switch {
		case l.State == string(home.Refused):
			words = l.Reason + inBrackets(l.Rule)
		case l.OverriddenBy != "":
			words = "overridden by " + l.OverriddenBy + ": " + words
		}
		age := l.Age
		if l.Changed == "" {
			age = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", l.State, cmp.Or(l.Type, "-"), age, l.Path, words)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, n := range out.Notices {
		a.say("notice: %s", n)
	}
	a.say("memories: %d", len(out.Memories))
	return nil
}
