package memory_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

func parse(s string) *memory.Memory { return memory.Parse(source.NewText([]byte(s))) }

// lines makes frontmatter of the given lines.
func lines(ls ...string) string {
	return "---\n" + strings.Join(ls, "\n") + "\n---\n\nBody.\n"
}

// show writes the problems as "kind line:column words".
func show(m *memory.Memory) []string {
	kinds := map[memory.ProblemKind]string{memory.Unsafe: "unsafe", memory.NeedsQuotes: "quotes", memory.NoFront: "none"}
	var out []string
	for _, p := range m.Problems {
		pos := m.Text.Pos(p.Span.Start)
		out = append(out, fmt.Sprintf("%s %d:%d %s", kinds[p.Kind], pos.Line, pos.Column, p.Message))
	}
	return out
}

// Shapes that real memories have and that must pass without a word.
func TestOrdinaryDialects(t *testing.T) {
	tests := []struct {
		name, text string
		want       map[string]string
	}{
		{"flat", lines("name: a", "description: b c", "type: project"),
			map[string]string{"name": "a", "description": "b c", "type": "project"}},
		{"nested with a trailing space", lines("name: a", "metadata: ", "  node_type: memory", "  type: project", "  modified: 2026-05-14T09:30:12.004Z"),
			map[string]string{"name": "a", "type": "project", "node_type": "memory", "modified": "2026-05-14T09:30:12.004Z"}},
		{"quotes", lines(`name: "a: \"b\" \\ c"`, `description: 'it''s # fine'`, `"type": "feedback"`),
			map[string]string{"name": `a: "b" \ c`, "description": "it's # fine", "type": "feedback"}},
		{"crlf", strings.ReplaceAll(lines("name: a", "type: project", "metadata: ", "  x: y"), "\n", "\r\n"),
			map[string]string{"name": "a", "type": "project", "x": "y"}},
		{"lists", lines("tags: [a, 'b, c', \"d\"]", "refs:", "  - x.go:3", "  - 'y: z'", "type: project"), map[string]string{"type": "project"}},
		{"list at the column of its key", lines("refs:", "- x.go:3", "- y: z", "  w: v", "type: project"), map[string]string{"type": "project"}},
		{"list over lines", lines("tags: [", "  a, # one", "  b", "]", "type: project"), map[string]string{"type": "project"}},
		{"map over lines", lines("x: {a: b,", "  c: [d, e]}", "type: project"), map[string]string{"type": "project"}},
		{"text blocks", lines("description: >-", "  one", "  two: three", "note: |", "  - a", "", "    # b", "type: project"),
			map[string]string{"description": "one two: three", "note": "- a\n\n  # b\n", "type": "project"}},
		{"plain over lines", lines("description: one", "  two", "  three", "type: project"),
			map[string]string{"description": "one two three", "type": "project"}},
		{"quoted over lines", lines(`description: "one`, `  two"`, "type: project"),
			map[string]string{"description": "one two", "type": "project"}},
		{"comments and blank lines", lines("# owners", "", "name: a", "  # indented", "type: project"),
			map[string]string{"name": "a", "type": "project"}},
		{"unknown keys", lines("name: a", "type: decision", "my key: 1", "x-y_z.w: no", "applies_to: a/b"),
			map[string]string{"type": "decision", "my key": "1", "x-y_z.w": "no", "applies_to": "a/b"}},
		{"signs inside plain values", lines("name: R&D, a*b!", "description: C# [x] {y} | > 50% @home `z` it's \"q\" a:b #", "url: https://example.com/#top", "n: -1"),
			map[string]string{"name": "R&D, a*b!", "url": "https://example.com/#top", "n": "-1"}},
		{"blanks after the closing fence", "---\nname: a\n---  \nBody", map[string]string{"name": "a"}},
		{"no line end at the end", "---\nname: a\n---", map[string]string{"name": "a"}},
		{"space before the colon", lines("name : a"), map[string]string{"name": "a"}},
		{"nothing", lines("name:", "type: ~", "description: ''"), map[string]string{"name": "", "type": "", "description": ""}},
		{"a rule in the body", lines("type: project") + "\n---\n\nscope: private\n\n---\n", map[string]string{"type": "project"}},
		{"a rule at once in the body", lines("type: project") + "---\n\nText.\n", nil},
		{"emoji and joiners", lines("name: \U0001F468\u200d\U0001F469", "description: \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "type: project"),
			map[string]string{"name": "\U0001F468\u200d\U0001F469"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := parse(tt.text)
			if diff := cmp.Diff([]string(nil), show(m)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			for key, want := range tt.want {
				if got := m.Value(key); got != want {
					t.Errorf("%s is %q, want %q", key, got, want)
				}
			}
		})
	}
}
