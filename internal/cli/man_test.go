package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every command has a page, every flag is on it, and nothing in a help text is taken for a
// request or an escape of roff.
func TestManual(t *testing.T) {
	app := &App{Args: []string{"man"}}
	pages := map[string]string{}
	err := eachCommand(app.manual(), func(c *cobra.Command) error {
		pages[pageName(c)] = manPage(c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	requests := []string{".TH", ".SH", ".TP", ".PP", ".nf", ".fi"}
	for name, page := range pages {
		for line := range strings.Lines(page) {
			if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(line, ".") && !slices.Contains(requests, word) {
				t.Errorf("%s: %q", name, line)
			}
		}
		if strings.Count(page, "\n.nf\n") != strings.Count(page, "\n.fi\n") {
			t.Errorf("%s: lines that stay as they are begin and do not end", name)
		}
		for _, section := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"} {
			if !strings.Contains(page, "\n.SH \""+section+"\"\n") {
				t.Errorf("%s has no section %s", name, section)
			}
		}
		if page != manPageOf(t, app, name) {
			t.Errorf("%s: two runs differ", name)
		}
	}
	for _, want := range []string{"teammem", "teammem-check", "teammem-hook-install", "teammem-private-export"} {
		if pages[want] == "" {
			t.Errorf("no page %s", want)
		}
	}
	if pages["teammem-man"] != "" || pages["teammem-help"] != "" {
		t.Error("a page about a command that nobody sees")
	}
	if page := pages["teammem-check"]; !strings.Contains(page, "\n.TP\n\\-v, \\-\\-verbose\n") || !strings.Contains(page, "\n.SH \"EXIT STATUS\"\n.nf\n  0  ") {
		t.Error(page)
	}
}

func manPageOf(t *testing.T, app *App, name string) (page string) {
	t.Helper()
	err := eachCommand(app.manual(), func(c *cobra.Command) error {
		if pageName(c) == name {
			page = manPage(c)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func TestRoffText(t *testing.T) {
	for in, want := range map[string]string{
		"one\ntwo":          "one\ntwo\n",
		"one\n\n  two":      "one\n.PP\n.nf\n  two\n.fi\n",
		"  one\n\n  two":    ".nf\n  one\n.PP\n  two\n.fi\n",
		"  one\ntwo":        ".nf\n  one\n.fi\ntwo\n",
		".so /etc/passwd":   "\\&.so /etc/passwd\n",
		"'tis":              "\\(aqtis\n",
		`\fB -x`:            `\(rsfB \-x` + "\n",
		"run `x` ~ ^":       "run \\(gax\\(ga \\(ti \\(ha\n",
		"\n.agent is it\n":  "\\&.agent is it\n",
		"see\n.agent/a.yml": "see\n\\&.agent/a.yml\n",
	} {
		var p roff
		if p.text(in); p.String() != want {
			t.Errorf("%q: %q, want %q", in, p.String(), want)
		}
	}
}
