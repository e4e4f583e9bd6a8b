package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/policy"
)

// A commandGroup is what the help shows under one title.
type commandGroup struct {
	title    string // "" for what goes without one
	commands map[string]func() *cobra.Command
}

func (a *App) commandGroups() []commandGroup {
	return []commandGroup{
		{"To set team memory up, and to prove that it works:", map[string]func() *cobra.Command{
			"deliver": a.deliverCommand,
			"doctor":  a.doctorCommand,
			"hook":    a.hookCommand,
			"init":    a.initCommand,
		}},
		{"To write and to judge team memory:", map[string]func() *cobra.Command{
			"check":   a.checkCommand,
			"explain": a.explainCommand,
			"fmt":     a.fmtCommand,
			"index":   a.indexCommand,
			"new":     a.newCommand,
			"review":  a.reviewCommand,
			"scan":    a.scanCommand,
		}},
		{"Your own memory, and the team's beside it:", map[string]func() *cobra.Command{
			"adopt":     a.adoptCommand,
			"context":   a.contextCommand,
			"diff":      a.diffCommand,
			"list":      a.listCommand,
			"private":   a.privateCommand,
			"promote":   a.promoteCommand,
			"remember":  a.rememberCommand,
			"show":      a.showCommand,
			"status":    a.statusCommand,
			"sync":      a.syncCommand,
			"undo":      a.undoCommand,
			"uninstall": a.uninstallCommand,
		}},
		{"", map[string]func() *cobra.Command{
			"completion": a.completionCommand,
			"man":        a.manCommand,
			"version":    a.versionCommand,
		}},
	}
}

// addCommands adds the command that is asked for, since a hook pays for whatever is made,
// and all of them where that is not the first argument.
func (a *App) addCommands(root *cobra.Command) {
	groups := a.commandGroups()
	for _, g := range groups {
		if len(a.Args) > 0 && g.commands[a.Args[0]] != nil {
			root.AddCommand(g.commands[a.Args[0]]())
			return
		}
	}
	// Not root.Version: in other words than its own cobra prints that by a template, and
	// one template keeps every exported method there is in the program.
	root.Flags().BoolP("version", "v", false, "version for teammem")
	for _, g := range groups {
		g.addTo(root)
	}
	root.InitDefaultHelpCmd()
	refuseUnknownTopics(root)
	if len(a.Args) > 0 && completesWith(a.Args[0]) {
		addValues(root)
	}
}

func (g commandGroup) addTo(root *cobra.Command) {
	if g.title != "" {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
	}
	for _, command := range g.commands {
		c := command()
		c.GroupID = g.title
		root.AddCommand(c)
	}
}

// refuseUnknownTopics has "help WORD" say that there is no such command, where the library
// would show the help of the root.
func refuseUnknownTopics(root *cobra.Command) {
	i := slices.IndexFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == "help" })
	help := root.Commands()[i]
	help.Args = func(_ *cobra.Command, args []string) error {
		c, rest, err := root.Find(args)
		if err == nil && len(rest) > 0 {
			return unknownCommand(c, rest[0])
		}
		return err
	}
}

func unknownCommand(above *cobra.Command, word string) error {
	var names []string
	for _, c := range above.Commands() {
		names = append(names, c.Name())
	}
	hint := "run " + above.CommandPath() + " --help to see the commands"
	if near := policy.Near(word, names); near != "" {
		hint = "did you mean " + near + "?\n" + hint
	}
	return usagef("unknown command %q\n%s", word, hint)
}
