package cli

import (
	"context"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/scope"
)

// shown is what teammem show promises as JSON. Lists are never null.
type shown struct {
	Version int `json:"version"`
	listed
	Ref       string   `json:"ref"`       // that a memory of the team was read at; "" for a private one
	Note      string   `json:"note"`      // what its age says to a reader; "" while it is fresh
	Overrides []string `json:"overrides"` // paths of the private memories that it outranks
	Text      string   `json:"text"`      // the file, made safe to print
}

func (a *App) showCommand() *cobra.Command {
	var format string
	var agents []string
	c := &cobra.Command{
		Use:   "show [flags] NAME",
		Short: "Show one memory",
		Long: `Show one memory of this project: of the team if it has one of that name, else a private
one, else a draft. NAME is its name, its file with or without .md, or its path as list
prints it. Secrets are taken out, and what a terminal would obey or not show is written
as an escape. It writes nothing.
` + exitCodes(codeDone, "", "the command line is wrong, or NAME means none or several"),
		Example: `  teammem show "deploy window"
  teammem show private/feedback_tone.md --format json`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 || strings.TrimSpace(args[0]) == "" {
				return usagef("show takes one name, got %d\nteammem list shows the names", len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkFormat(format, "json", "text"); err != nil {
				return err
			}
			return a.showNamed(c.Context(), args[0], format, agents)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "how to print: json, text")
	agentFlag(c, &agents)
	return c
}

func (a *App) showNamed(ctx context.Context, name, format string, agents []string) error {
	now, err := a.now()
	if err != nil {
		return err
	}
	d, items, team, err := a.items(ctx, agents)
	if err != nil {
		return err
	}
	found := home.Pick(items, a.shortName(d, items, name))
	if len(found) != 1 {
		return notOne(name, found, items)
	}
	i := found[0]
	out := shown{Version: 1, listed: a.listed(d, i, now), Note: safe(i.Note(now)), Overrides: []string{}, Text: printable(i.Data)}
	if i.Scope == scope.Team {
		out.Ref = safe(atCommit(team.Ref, team.Commit))
	}
	for _, other := range items {
		if i.Scope == scope.Team && other.Team == i.Short {
			out.Overrides = append(out.Overrides, safe(other.Short))
		}
	}
	if format == "json" {
		return a.sayJSON(out)
	}
	a.sayShown(out)
	return nil
}

// shortName is the short path of the item that lies at name, as list prints it or as an
// absolute path; name itself when there is none. On Windows either slash may stand in it.
func (a *App) shortName(d *home.Desk, items []home.Item, name string) string {
	name = filepath.ToSlash(name)
	for _, i := range items {
		place := d.Places[i.Layout]
		if name == a.fileOf(d, i) || i.Layout != "" && name == filepath.ToSlash(filepath.Join(place.Base, path.Join(place.Dir, i.At))) {
			return i.Short
		}
	}
	return name
}

// notOne is the error for a name that means none or several.
func notOne(name string, found, items []home.Item) error {
	if len(found) == 0 {
		var names []string
		for _, i := range items {
			names = append(names, i.Name)
		}
		if near := policy.Near(name, names); near != "" {
			return usagef("there is no memory named %q\ndid you mean %q?", name, near)
		}
		return usagef("there is no memory named %q\nteammem list shows the names", name)
	}
	var paths []string
	for _, i := range found {
		paths = append(paths, i.Short)
	}
	return usagef("%q means several memories: %s\ngive the path of one of them", name, strings.Join(paths, ", "))
}

func (a *App) sayShown(s shown) {
	where := "private memory: " + s.File
	switch {
	case s.State == string(home.Drafted):
		where = "draft: " + s.File
	case s.Scope == string(scope.Team):
		where = "team memory of " + s.Ref + ": " + s.File
	}
	a.say("%s", where)
	if s.State != string(home.Active) && s.State != string(home.Drafted) {
		words := s.State
		if s.OverriddenBy != "" {
			words += " by " + s.OverriddenBy
		}
		if s.Reason != "" {
			words += ": " + s.Reason + inBrackets(s.Rule)
		}
		a.say("%s", words)
	}
	for _, o := range s.Overrides {
		a.say("overrides: %s", o)
	}
	switch {
	case s.Note != "":
		a.say("note: %s", s.Note)
	case s.Changed != "":
		a.say("changed: %s", s.Age)
	}
	if s.Text != "" {
		a.say("\n%s", strings.TrimSuffix(s.Text, "\n"))
	}
}

// printable is a memory that can do nothing to a terminal and shows no secret.
func printable(text []byte) string { return safe(strings.ReplaceAll(string(text), "\r\n", "\n")) }
