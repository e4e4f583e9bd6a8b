package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/teammem/teammem/internal/lazy"
)

// manCommand is for those who make a package of teammem, and hidden: the pages say what
// --help says.
func (a *App) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "Write the manual pages",
		Long:    "Write a manual page for every command into DIR, which is made if it is not there.\n" + exitCodes(codeDone, "", codeUsage),
		Hidden:  true,
		Example: `  teammem man /usr/local/share/man/man1`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return miscounted(c, "one directory", args)
			}
			return writeManual(a.manual(), a.absolute(args[0]))
		},
	}
}

// manual is the tree of all commands, of which Main makes only the one that is asked for.
func (a *App) manual() *cobra.Command {
	whole := *a
	whole.Args = nil
	return whole.root()
}

func writeManual(c *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("make the directory of the manual: %w", err)
	}
	return eachCommand(c, func(c *cobra.Command) error {
		name := filepath.Join(dir, pageName(c)+".1")
		if err := os.WriteFile(name, []byte(manPage(c)), 0o666); err != nil {
			return fmt.Errorf("write a page of the manual: %w", err)
		}
		return nil
	})
}

// eachCommand calls do with c and all commands below it that people see.
func eachCommand(c *cobra.Command, do func(*cobra.Command) error) error {
	if err := do(c); err != nil {
		return err
	}
	for _, sub := range seenBelow(c) {
		if err := eachCommand(sub, do); err != nil {
			return err
		}
	}
	return nil
}

func seenBelow(c *cobra.Command) []*cobra.Command {
	var all []*cobra.Command
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" {
			all = append(all, sub)
		}
	}
	return all
}

// pageName is the name of the page about c: teammem-hook-install.
func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPage is the page about c in the language of man(7). It holds no date and no version:
// the same commands give the same bytes.
func manPage(c *cobra.Command) string {
	c.InitDefaultHelpFlag()
	p := new(roff)
	p.macro("TH", pageName(c), "1", "", "teammem", "")
	p.section("NAME")
	p.text(pageName(c) + " - " + c.Short)
	p.section("SYNOPSIS")
	p.text(c.UseLine())
	p.section("DESCRIPTION")
	description, codes, _ := strings.Cut(c.Long, "\nExit codes:\n")
	p.text(description)
	p.options(c)
	if codes != "" {
		p.section("EXIT STATUS")
		p.text(codes)
	}
	if c.Example != "" {
		p.section("EXAMPLES")
		p.text(c.Example)
	}
	p.seeAlso(c)
	return p.String()
}

// roff is a page as it grows.
type roff struct{ strings.Builder }

// macro writes a request of man(7), each argument as one word.
func (p *roff) macro(name string, args ...string) {
	p.WriteString("." + name)
	for _, arg := range args {
		p.WriteString(` "` + strings.ReplaceAll(escapeRoff(arg), `"`, `\(dq`) + `"`)
	}
	p.WriteString("\n")
}

func (p *roff) section(name string) { p.macro("SH", name) }

// text writes s: its paragraphs are filled, and lines that are indented stay as they are.
func (p *roff) text(s string) {
	exact := false
	for line := range strings.SplitSeq(strings.Trim(s, "\n"), "\n") {
		if line == "" {
			p.macro("PP")
			continue
		}
		if indented := strings.HasPrefix(line, "  "); indented != exact {
			exact = indented
			p.macro(map[bool]string{true: "nf", false: "fi"}[exact])
		}
		p.line(line)
	}
	if exact {
		p.macro("fi")
	}
}

// line writes a line that is no request, whatever it begins with.
func (p *roff) line(s string) {
	if s = escapeRoff(s); strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	p.WriteString(s + "\n")
}

func (p *roff) options(c *cobra.Command) {
	p.section("OPTIONS")
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		p.macro("TP")
		p.line(strings.TrimSpace(name + " " + value))
		p.line(usage)
	})
}

func (p *roff) seeAlso(c *cobra.Command) {
	var pages []string
	if c.HasParent() {
		pages = append(pages, pageName(c.Parent())+"(1)")
	}
	for _, sub := range seenBelow(c) {
		pages = append(pages, pageName(sub)+"(1)")
	}
	if len(pages) > 0 {
		p.section("SEE ALSO")
		p.text(strings.Join(pages, ", "))
	}
}

// The escapes are those of groff_char(7): a minus sign that can be copied, and nothing
// that is an escape by itself.
var roffEscapes = lazy.Replacer(`\`, `\(rs`, "-", `\-`, "`", `\(ga`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`)

func escapeRoff(s string) string { return roffEscapes.Replace(s) }
