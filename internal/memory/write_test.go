package memory

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/source"
)

func TestWrite(t *testing.T) {
	got := string(Write([]Pair{
		{"name", "deploy-window"},
		{"description", "one rule: ship on Fridays"},
		{"type", "project"},
		{"title", "PR #212"},
		{"empty", ""},
	}, "\nShip.\n\n"))
	const want = "---\nname: deploy-window\ndescription: \"one rule: ship on Fridays\"\ntype: project\ntitle: \"PR #212\"\nempty: \"\"\n---\n\nShip.\n"
	if got != want {
		t.Errorf("Write gives\n%s\nwant\n%s", got, want)
	}
}

// Whatever is written is read back.
func TestWriteIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.StringMatching(`[a-zA-Z0-9 :#"'\\\[\]{}&*!|>%@,?~äöü确认=-]{1,20}`).Draw(t, "value")
		m := Parse(source.NewText(Write([]Pair{{"name", "a"}, {"description", value}, {"type", "project"}}, "Text.")))
		if want := strings.Join(strings.Fields(value), " "); m.Value("description") != want || m.Value("type") != "project" || len(m.Problems) > 0 {
			t.Fatalf("%q is read back as %q with %v from\n%s", want, m.Value("description"), m.Problems, m.Text.Bytes())
		}
	})
}
