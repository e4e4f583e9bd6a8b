package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/rules"
)

func TestFilled(t *testing.T) {
	text := "one\ntwo\n\nthree:\n- " + strings.Repeat("word ", 20) + "\n  end\n- last " + strings.Repeat("x", 90)
	want := "one two\n\nthree:\n- " + strings.TrimSpace(strings.Repeat("word ", 15)) + "\n  " + strings.Repeat("word ", 5) +
		"end\n- last\n  " + strings.Repeat("x", 90)
	if got := filled(text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestExplanationsFit holds that the page of no rule is wider than a terminal, and that no word is lost.
func TestExplanationsFit(t *testing.T) {
	for _, r := range rules.All {
		text := filled(r.Doc)
		if strings.Join(strings.Fields(text), " ") != strings.Join(strings.Fields(r.Doc), " ") {
			t.Errorf("%s: words differ:\n%s", r.ID, text)
		}
		for line := range strings.SplitSeq(text, "\n") {
			if utf8.RuneCountInString(line) > fillWidth {
				t.Errorf("%s: %q", r.ID, line)
			}
		}
	}
}
