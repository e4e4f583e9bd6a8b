package markdown

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// A tame text has the blocks that the library finds in it.
func TestTameIsAsTheLibraryReads(t *testing.T) {
	start := rapid.SampledFrom([]string{
		"", "", "", "- ", "- ", "-", "* ", "*", "**", "# ", "## ", "#", "1. ", "12", "1)", "`", "``", "```", "~~~", "> ", "<b>", "<!-- ", "[a]: ", "=", "===", "---",
		"| ", "|---|", "+ ", "_", "\u00a0", "\ufeff", " ", "   ", "    ", "\t", "\\", "\x00",
	})
	middle := rapid.SampledFrom([]string{"", "", "word", "word", "two words", "[a](b.md)", "é", "忘", "#", "- x", "1. x", "**", "`c`", "| b", "-->", "\r", "\f", "\u3000"})
	end := rapid.SampledFrom([]string{"\n", "\n", "\n\n", "\n \n", "\r\n", " \n", "  \n", " #\n", "#\n", "\r", "\t\n", "\v\n", ""})
	line := rapid.Custom(func(t *rapid.T) string { return start.Draw(t, "start") + middle.Draw(t, "middle") + end.Draw(t, "end") })
	tame := 0
	same := func(t *rapid.T) {
		body := []byte(strings.Join(rapid.SliceOfN(line, 0, 5).Draw(t, "lines"), ""))
		one, other := &walker{doc: &Doc{}, src: body, body: body}, &walker{doc: &Doc{}, src: body, body: body}
		if !one.splitTame() {
			if one.texts != nil {
				t.Fatalf("left over of %q: %d texts", body, len(one.texts))
			}
			return
		}
		tame++
		other.split()
		if diff := cmp.Diff(other.texts, one.texts, cmp.AllowUnexported(text{}, segment{}), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%q: -library +tame\n%s", body, diff)
		}
		if diff := cmp.Diff(other.doc, one.doc, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%q: -library +tame\n%s", body, diff)
		}
		if tooDeep(body) {
			t.Fatalf("%q is deep and tame", body)
		}
	}
	for range 30 { // many shapes are rare
		rapid.Check(t, same)
	}
	if tame == 0 {
		t.Error("no text is tame")
	}
}

func TestTameAreTheUsualShapes(t *testing.T) {
	for _, s := range []string{"", "\n", "A word.\nAnother.\n\n**Why:** so.\n", "# Head\n\n- [A](a.md) — b\n- c\n\ntext", "## x\ny\n- z\n", "2026-01-02 it was\n", "忘记\n"} {
		if w := (&walker{doc: &Doc{}, body: []byte(s)}); !w.splitTame() {
			t.Errorf("%q is left to the library", s)
		}
	}
	for _, s := range []string{"- a\nb\n", "a\n---\n", "1. a\n", "```\na\n```\n", "> a\n", "    a\n", "<b>\n", "| a |\n|---|\n"} {
		if w := (&walker{doc: &Doc{}, body: []byte(s)}); w.splitTame() {
			t.Errorf("%q is taken for tame", s)
		}
	}
}
