package report

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
)

// A runnerCommand is what the runner of GitHub Actions makes of a line.
type runnerCommand struct {
	name  string
	props map[string]string
	data  string
}

// live are the commands that the runner obeys.
var live = []string{"add-mask", "add-matcher", "add-path", "debug", "echo", "endgroup", "error", "group", "internal-set-repo-path", "notice",
	"remove-matcher", "save-state", "set-env", "set-output", "stop-commands", "warning"}

// runLine reads a line as the runner does: the form with colons after blanks, else
// the older form with brackets anywhere.
func runLine(line string) (runnerCommand, bool) {
	if c, ok := runColons(line); ok {
		return c, true
	}
	_, rest, ok := strings.Cut(line, "##[")
	if !ok {
		return runnerCommand{}, false
	}
	info, data, ok := strings.Cut(rest, "]")
	name, _, _ := strings.Cut(info, " ")
	return runnerCommand{name: name, data: data}, ok && isLive(name)
}

func runColons(line string) (runnerCommand, bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::")
	if !ok {
		return runnerCommand{}, false
	}
	info, data, ok := strings.Cut(rest, "::")
	name, props, _ := strings.Cut(info, " ")
	if !ok || !isLive(name) {
		return runnerCommand{}, false
	}
	c := runnerCommand{name, map[string]string{}, unescape(data, "%0D", "\r", "%0A", "\n", "%25", "%")}
	for _, p := range strings.Split(strings.TrimSpace(props), ",") {
		if key, value, ok := strings.Cut(p, "="); ok && key != "" && value != "" {
			c.props[key] = unescape(value, "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
		}
	}
	return c, true
}

func isLive(name string) bool {
	return slices.ContainsFunc(live, func(l string) bool { return strings.EqualFold(l, name) })
}

// unescape replaces one pair after the other, as the runner does.
func unescape(s string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		s = strings.ReplaceAll(s, pairs[i], pairs[i+1])
	}
	return s
}

// checkInert runs a report and fails unless it gives the annotations of res, in
// their words, and nothing else.
func checkInert(t *testing.T, out string, res *engine.Result) {
	t.Helper()
	got := 0
	for _, line := range strings.FieldsFunc(out, func(r rune) bool { return r == '\n' || r == '\r' }) {
		c, ok := runLine(line)
		if !ok {
			continue
		}
		got++
		if c.name != "error" && c.name != "warning" && c.name != "notice" {
			t.Errorf("%q is the command %s", line, c.name)
		}
		if !slices.ContainsFunc(res.Findings, func(f finding.Finding) bool { return says(c, f) }) {
			t.Errorf("%q says what no finding says: %+v", line, c)
		}
	}
	want := len(res.Findings)
	for _, f := range res.Findings {
		if f.Older {
			want--
		}
	}
	if got != want {
		t.Errorf("%d commands, want %d:\n%s", got, want, out)
	}
}

func says(c runnerCommand, f finding.Finding) bool {
	plain := func(s string) string { return inert(finding.Visible(s)) }
	// The runner cuts the blanks at the end of the properties.
	same := func(got, want string) bool { return strings.TrimSpace(got) == strings.TrimSpace(want) }
	for key := range c.props {
		if !slices.Contains([]string{"file", "line", "endLine", "col", "endColumn", "title"}, key) {
			return false
		}
	}
	return same(c.props["title"], "teammem: "+plain(f.Rule)) && (c.props["file"] == "" || same(c.props["file"], plain(f.Path))) &&
		strings.Contains(c.data, plain(f.Message)) && strings.Contains(c.data, plain(f.Fix))
}

// The port of the runner must itself obey what the runner obeys.
func TestRunLine(t *testing.T) {
	for _, tt := range []struct{ line, name, data string }{
		{"::error file=a%2Cb::x%0Ay%25", "error", "x\ny%"},
		{"  ::set-output name=a::b", "set-output", "b"},
		{"\u00a0::ERROR::x", "ERROR", "x"},
		{"x ##[add-path]/tmp", "add-path", "/tmp"},
		{"::nope::##[group]x", "group", "x"},
	} {
		if c, ok := runLine(tt.line); !ok || c.name != tt.name || c.data != tt.data {
			t.Errorf("%q: %+v, %v", tt.line, c, ok)
		}
	}
	for _, line := range []string{"", "x ::error::y", "::error", "error::x", "::nope::x", "## [error]x", "##[nope]x", "- ::error::x"} {
		if c, ok := runLine(line); ok {
			t.Errorf("%q is no command: %+v", line, c)
		}
	}
}

func TestGitHubPlaces(t *testing.T) {
	out := strings.Split(write(t, GitHub, rich(), Options{Verbose: true}), "\n")
	find := func(rule string) map[string]string {
		for _, line := range out {
			if c, ok := runLine(line); ok && c.props["title"] == "teammem: "+rule && c.props["file"] != "" {
				return c.props
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
