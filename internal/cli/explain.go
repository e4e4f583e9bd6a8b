package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/rules"
)

func (a *App) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [RULE]",
		Short: "Say why a rule exists and how it reads the text",
		Long:  "Say why a rule exists and how it reads the text. Without a rule, list them all.\n" + exitCodes(codeDone, "", codeUsage),
		Example: `  teammem explain
  teammem explain dead-link`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				return a.listRules()
			case 1:
				return a.explain(args[0])
			}
			return miscounted(c, "one rule", args)
		},
	}
}

func (a *App) explain(id string) error {
	r := rules.Find(id)
	if r == nil {
		ids := make([]string, len(rules.All))
		for i, r := range rules.All {
			ids[i] = r.ID
		}
		return usagef("unknown rule %q%s\nrun teammem explain to list the rules", id, near(id, ids))
	}
	_, err := fmt.Fprintf(a.Stdout, "%s: %s\n%s\n\n%s\n\n%s\n", r.ID, r.Title, weight(r), filled(r.Doc), filled(wayOut(r)))
	return err
}

// fillWidth is how many characters a line of an explanation has at most, but for longer words.
const fillWidth = 78

// filled is text with the lines of its paragraphs and of the items of its lists broken anew.
func filled(text string) string {
	var paragraphs []string
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		var items []string
		for i, item := range strings.Split(paragraph, "\n- ") {
			if i > 0 {
				item = "- " + item
			}
			items = append(items, fill(item))
		}
		paragraphs = append(paragraphs, strings.Join(items, "\n"))
	}
	return strings.Join(paragraphs, "\n\n")
}

// fill breaks one paragraph or item, of which an item hangs.
func fill(text string) string {
	line, indent := "", ""
	if strings.HasPrefix(text, "- ") {
		indent = "  "
	}
	var lines []string
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
			line = word
		case utf8.RuneCountInString(line+word) < fillWidth:
			line += " " + word
		default:
			lines, line = append(lines, line), indent+word
		}
	}
	return strings.Join(append(lines, line), "\n")
}

// wayOut says how to let pass what r takes for wrong and is not.
func wayOut(r *rules.Rule) string {
	words := `A false alarm: teammem check -v shows the fingerprint of the finding, and an entry with it under
"allow" in ` + memory.PolicyPath + ` lets it pass, from the commit after the one that brings the entry.`
	if r.Class != rules.MustNotPass {
		words += "\n" + `The severity of the whole rule is set under "rules" there.`
	}
	return words
}

func weight(r *rules.Rule) string {
	if r.Class == rules.MustNotPass {
		return "error, always; no policy can lower it"
	}
	strict := policy.Default()
	strict.Preset = policy.Strict
	return fmt.Sprintf("recommended: %s, strict: %s", r.Severity(policy.Default()), r.Severity(strict))
}

func (a *App) listRules() error {
	w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	for _, r := range rules.All {
		fmt.Fprintf(w, "%s\t%s\t%s\n", r.ID, r.Severity(policy.Default()), r.Title)
	}
	return w.Flush()
}
