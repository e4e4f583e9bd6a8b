package memory

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/source"
)

// frontOf gives the frontmatter of s, not decoded yet; ok is false when it is not sound.
func frontOf(s string) (f *front, raw []byte, ok bool) {
	text := source.NewText([]byte(s))
	found := findFences(text)
	f = &front{scanner: scan(text, found.block), text: text, first: text.LineAt(found.block.Start)}
	return f, text.Slice(found.front), len(found.problems) == 0 && found.block.Len() > 0 && f.sound()
}

// A plain block has the fields and the problems that the library finds in it.
func TestPlainIsAsTheLibraryReads(t *testing.T) {
	key := rapid.SampledFrom([]string{"name", "description", "type", "scope", "ttl", "a-b", "a_b", "Name", "x y", "é", "y", "null", "on", "\"q\"", "- name", " name", "metadata", "-", "#k", "name:", "1"})
	gap := rapid.SampledFrom([]string{": ", ": ", ": ", ": ", ":", ":  ", ":\t", " : "})
	start := rapid.SampledFrom([]string{"", "", "", "a", "Z", "7", "é", "忘", "\"", "'", "-", "- ", "?", "@", "`", "!", "&", "*", "[", "{", "|", ">", "%", "#", "~", ".", "_", "\u00a0", "\ufffd", "\ufffe", "\u200b", "\U0001f600"})
	rest := rapid.SampledFrom([]string{"", "", "word", "two words", "a: b", "a:b", "a #b", "a#b", "null", "Null", "~", "true", "yes", "1e3", "0x1f", "012", "1_000", "2026-01-02", "12:30", "2026-01-02T03:04:05Z", "project", "team", "user",
		"private", "'", "\"", "\\", "\\n", "—", "---", "...", "\u00a0", "\u3000", "\ue000", "\ufeff", "{x}", "a, b", "<<", "=", "https://example.com/x"})
	end := rapid.SampledFrom([]string{"", "", "", "", "'", "\"", " ", "\t", ":", " #", "\r"})
	line := rapid.Custom(func(t *rapid.T) string {
		return key.Draw(t, "key") + gap.Draw(t, "gap") + start.Draw(t, "start") + rest.Draw(t, "rest") + end.Draw(t, "end") + "\n"
	})
	tame := 0
	same := func(t *rapid.T) {
		s := "---\n" + strings.Join(rapid.SliceOfN(line, 0, 3).Draw(t, "lines"), "") + "---\n\nBody.\n"
		one, _, ok := frontOf(s)
		if !ok || !one.decodePlain() {
			return
		}
		tame++
		other, raw, _ := frontOf(s)
		other.decode(raw)
		if diff := cmp.Diff(other.fields, one.fields, cmp.AllowUnexported(Field{})); diff != "" {
			t.Fatalf("%q: -library +plain\n%s", s, diff)
		}
		if diff := cmp.Diff(other.problems, one.problems); diff != "" {
			t.Fatalf("%q: -library +plain\n%s", s, diff)
		}
	}
	for range 50 { // many shapes are rare
		rapid.Check(t, same)
	}
	if tame == 0 {
		t.Error("no block is plain")
	}
}

func TestPlainAreTheUsualShapes(t *testing.T) {
	for block, want := range map[string]bool{
		"name: a-b\ndescription: what was decided, and why (in part)\ntype: project\ncreated: 2026-01-02\n": true,
		"name: \"a b\"\r\ndescription: 忘 — é\r\n":                                                           true,
		"name: a\nmetadata:\n  type: project\n":                                                             false, "name: a\nname: b\n": false, "name: null\n": false, "name: a # b\n": false, "name: \"a\\n\"\n": false,
	} {
		f, _, ok := frontOf("---\n" + block + "---\n")
		if got := ok && f.decodePlain(); got != want {
			t.Errorf("%q: %v, want %v", block, got, want)
		}
	}
}
