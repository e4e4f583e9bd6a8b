package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
)

// shells are those that there is completion for.
var shells = []string{"bash", "fish", "powershell", "zsh"}

func (a *App) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print the completion of commands and flags for a shell",
		Long: `Print a script that makes a shell complete the commands, flags and values of teammem.
SHELL is bash, fish, powershell or zsh. The script asks teammem itself, so it need not
be made again for a new version. For bash it needs the package bash-completion.
` + exitCodes(codeDone, "", codeUsage),
		Example: `  source <(teammem completion bash)      for this shell
  teammem completion bash > ~/.local/share/bash-completion/completions/teammem
  teammem completion zsh > "${fpath[1]}/_teammem"
  teammem completion fish > ~/.config/fish/completions/teammem.fish
  teammem completion powershell | Out-String | Invoke-Expression`,
		ValidArgs: shells,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("completion takes one shell, want one of %s", strings.Join(shells, ", "))
			}
			return a.complete(c.Root(), args[0])
		},
	}
}

func (a *App) complete(root *cobra.Command, shell string) error {
	switch shell {
	case "bash":
		return root.GenBashCompletionV2(a.Stdout, true)
	case "fish":
		return root.GenFishCompletion(a.Stdout, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(a.Stdout)
	case "zsh":
		return root.GenZshCompletion(a.Stdout)
	}
	return usagef("unknown shell %q, want one of %s", shell, strings.Join(shells, ", "))
}

// completesWith is the hidden command by which those scripts ask, with and without words
// about each proposal.
func completesWith(word string) bool {
	return word == cobra.ShellCompRequestCmd || word == cobra.ShellCompNoDescRequestCmd
}

// addValues makes the values of flags and arguments known that can be listed. Only a shell
// that asks pays for it.
func addValues(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if words := valuesOf(f); words != nil {
			// The error says that c has no such flag or that it is done already.
			_ = c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
		}
	})
	if c.Name() == "explain" {
		c.ValidArgsFunction = ruleNames
	}
	for _, sub := range c.Commands() {
		addValues(sub)
	}
}

func valuesOf(f *pflag.Flag) []string {
	switch f.Name {
	case "format":
		_, words, _ := strings.Cut(f.Usage, ": ")
		return strings.Split(words, ", ")
	case "agent":
		if strings.Contains(f.Usage, "keeps itself") {
			return storeNames()
		}
		return agentList()
	case "fail-on":
		return []string{"note", "warn", "error", "never"}
	case "type":
		return memory.Types
	case "scope":
		return []string{"team", "private"}
	}
	return nil
}

func ruleNames(_ *cobra.Command, args []string, _ string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
	if len(args) == 0 {
		for _, r := range rules.All {
			names = append(names, cobra.CompletionWithDesc(r.ID, r.Title))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
