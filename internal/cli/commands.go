package cli

import (
	"slices"

	"github.com/spf13/cobra"
)

// A commandGroup is what the help shows under one title.
type commandGroup struct {
	title    string // "" for what goes without one
	commands []commandMaker
}

// A commandMaker makes one command. It takes the App, so that a list of them is plain data.
type commandMaker struct {
	name string
	make func(*App) *cobra.Command
}

func commandGroups() []commandGroup {
	return []commandGroup{
		{"To set team memory up, and to prove that it works:", []commandMaker{
			{"deliver", (*App).deliverCommand},
			{"doctor", (*App).doctorCommand},
			{"hook", (*App).hookCommand},
			{"init", (*App).initCommand},
		}},
		{"To write and to judge team memory:", []commandMaker{
			{"check", (*App).checkCommand},
			{"explain", (*App).explainCommand},
			{"fmt", (*App).fmtCommand},
			{"index", (*App).indexCommand},
			{"new", (*App).newCommand},
			{"review", (*App).reviewCommand},
			{"scan", (*App).scanCommand},
		}},
		{"Your own memory, and the team's beside it:", []commandMaker{
			{"adopt", (*App).adoptCommand},
			{"context", (*App).contextCommand},
			{"diff", (*App).diffCommand},
			{"list", (*App).listCommand},
			{"private", (*App).privateCommand},
			{"promote", (*App).promoteCommand},
			{"remember", (*App).rememberCommand},
			{"show", (*App).showCommand},
			{"status", (*App).statusCommand},
			{"sync", (*App).syncCommand},
			{"undo", (*App).undoCommand},
			{"uninstall", (*App).uninstallCommand},
		}},
		{"", []commandMaker{
			{"completion", (*App).completionCommand},
			{"man", (*App).manCommand},
			{"version", (*App).versionCommand},
		}},
	}
}

// addCommands adds the command that is asked for, since a hook pays for whatever is made,
// and all of them where that is not the first argument.
func (a *App) addCommands(root *cobra.Command) {
	groups := commandGroups()
	if c := a.asked(groups); c != nil {
		root.AddCommand(c)
		return
	}
	// Not root.Version: in other words than its own cobra prints that by a template, and
	// one template keeps every exported method there is in the program.
	root.Flags().BoolP("version", "v", false, "version for teammem")
	for _, g := range groups {
		g.addTo(root, a)
	}
	root.InitDefaultHelpCmd()
	refuseUnknownTopics(root)
	if len(a.Args) > 0 && completesWith(a.Args[0]) {
		addValues(root)
	}
}

// asked is the command that the first argument names; nil when it names none.
func (a *App) asked(groups []commandGroup) *cobra.Command {
	if len(a.Args) == 0 {
		return nil
	}
	for _, g := range groups {
		for _, c := range g.commands {
			if c.name == a.Args[0] {
				return c.make(a)
			}
		}
	}
	return nil
}

func (g commandGroup) addTo(root *cobra.Command, a *App) {
	if g.title != "" {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
	}
	for _, command := range g.commands {
		c := command.make(a)
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
	return usagef("unknown command %q%s\nrun %s --help to see the commands", word, near(word, names), above.CommandPath())
}
