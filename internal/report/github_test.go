package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/inerttest"
)

// checkInert runs a report and fails unless it gives the annotations of res, in
// their words, and nothing else.
func checkInert(t *testing.T, out string, res *engine.Result) {
	t.Helper()
	commands := inerttest.Commands(out)
	for _, c := range commands {
		if c.Name != "error" && c.Name != "warning" && c.Name != "notice" {
			t.Errorf("%+v is obeyed", c)
		}
		if !slices.ContainsFunc(res.Findings, func(f finding.Finding) bool { return says(c, f) }) {
			t.Errorf("no finding says %+v", c)
		}
	}
	want := len(res.Findings)
	for _, f := range res.Findings {
		if f.Older {
			want--
		}
	}
	if len(commands) != want {
		t.Errorf("%d commands, want %d:\n%s", len(commands), want, out)
	}
}

func says(c inerttest.Command, f finding.Finding) bool {
	plain := func(s string) string { return inert(finding.Visible(s)) }
	// The runner cuts the blanks at the end of the properties.
	same := func(got, want string) bool { return strings.TrimSpace(got) == strings.TrimSpace(want) }
	for key := range c.Props {
		if !slices.Contains([]string{"file", "line", "endLine", "col", "endColumn", "title"}, key) {
			return false
		}
	}
	return same(c.Props["title"], "teammem: "+plain(f.Rule)) && (c.Props["file"] == "" || same(c.Props["file"], plain(f.Path))) &&
		strings.Contains(c.Data, plain(f.Message)) && strings.Contains(c.Data, plain(f.Fix))
}

func TestGitHubPlaces(t *testing.T) {
	commands := inerttest.Commands(write(t, GitHub, rich(), Options{Verbose: true}))
	find := func(rule string) map[string]string {
		for _, c := range commands {
			if c.Props["title"] == "teammem: "+rule && c.Props["file"] != "" {
				return c.Props
			}
		}
		t.Fatalf("no annotation of %s", rule)
		return nil
	}
	if p := find("demo-executable"); p["file"] != dir+"a,b:c%d.md" || p["line"] != "1" || p["col"] != "" || p["endLine"] != "" {
		t.Errorf("a file as a whole: %v", p)
	}
	if p := find("demo-dead-link"); p["line"] != "4" || p["endLine"] != "4" || p["col"] != "3" || p["endColumn"] != "27" {
		t.Errorf("within a line: %v", p)
	}
	if p := region(finding.Finding{Line: 2, Column: 3, EndLine: 5, EndColumn: 1}); p != ",line=2,endLine=5" {
		t.Errorf("over several lines: %s", p)
	}
}
