package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/teammemtest"
)

// Of a page that is cut, the memory with an error is not what is left out.
func TestErrorsComeFirst(t *testing.T) {
	var s scene
	for i := range 40 {
		kind := "feedback"
		if i == 37 {
			kind = "unheard-of"
		}
		name := fmt.Sprintf("feedback_n%02d.md", i)
		s.head = append(s.head, teammemtest.NewFile(memory.Dir+"/"+name, fmt.Sprintf(
			"---\nname: n%02d\ndescription: the note %d\ntype: %s\n---\n\nNote %d says %s.\n", i, i, kind, i, teammemtest.Random(name, 300))))
	}
	index := "# Team memory\n\n"
	for i := range 40 {
		index += fmt.Sprintf("- [N%02d](feedback_n%02d.md) — note\n", i, i)
	}
	s.head = append(s.head, teammemtest.NewFile(memory.IndexPath, index))
	out := s.page(t).Markdown(9000)
	first, _, _ := strings.Cut(out[strings.Index(out, "<details>"):], "</summary>")
	if want := "<code>feedback_n37.md</code> ⛔ 1 error"; !strings.HasSuffix(first, want) {
		t.Errorf("the first memory is %q, want %q", first, want)
	}
}

// What was found outside of the memories of the change is told once, the worst first, and what is older not.
func TestElsewhere(t *testing.T) {
	at := func(rule string, s finding.Severity, path string) finding.Finding {
		return finding.Finding{Rule: rule, Severity: s, Path: path, Line: 2, Column: 3, Message: "it is so"}
	}
	shown, other := memory.Dir+"/shown.md", memory.Dir+"/other.md"
	earlier, message, old := at("secret", finding.Error, shown), at("secret", finding.Error, ""), at("email", finding.Warn, other)
	earlier.Commit, message.Commit, old.Older = strings.Repeat("a", 40), strings.Repeat("b", 40), true
	m := &maker{
		Request: Request{Result: &engine.Result{Findings: []finding.Finding{
			at("policy-changed", finding.Warn, memory.PolicyPath), at("secret", finding.Error, shown), earlier, message, old,
			at("missing-why", finding.Note, other), at("stale-citation", finding.Warn, other), at("email", finding.Warn, other),
		}}},
		page:  &Page{Broken: []Citation{{In: "other.md"}}},
		pairs: []pair{{now: &memory.File{Entry: memory.Entry{Path: shown}}}},
	}
	m.elsewhere()
	var got []string
	for _, f := range m.page.Elsewhere {
		got = append(got, f.Severity+" "+f.Place+" "+f.Rule)
	}
	want := []string{
		"error commit aaaaaaaa: " + shown + ":2:3 secret", "error commit bbbbbbbb message:2:3 secret",
		"warn " + memory.PolicyPath + ":2:3 policy-changed", "warn " + other + ":2:3 email",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("elsewhere (-want +got):\n%s", diff)
	}
}

// Below a list of the findings, the page does not count and name them once more.
func TestTold(t *testing.T) {
	p := &Page{
		Alerts:    []Alert{{Error: true, Text: found + "1 error"}, {Text: "it has expired"}, {Text: found + "2 warnings, among them"}},
		Elsewhere: []Found{{Place: "a.md:1:1"}},
	}
	p.Told()
	if len(p.Alerts) != 1 || p.Alerts[0].Text != "it has expired" || len(p.Elsewhere) != 0 {
		t.Errorf("it says %+v and %+v", p.Alerts, p.Elsewhere)
	}
}
