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
		{"value below its key", lines("description:", "  one", "  two", "name:", `  "a: b"`, "type: project"),
			map[string]string{"description": "one two", "name": "a: b", "type": "project"}},
		{"escapes of what is seen", lines(`name: "\u00e9\n\t\x41"`), map[string]string{"name": "\u00e9\n\tA"}},
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

func TestUnsafe(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"alias in brackets", lines("a: [b, *c]"), `2:8 "*" begins an anchor or an alias of YAML`},
		{"anchor in a list", lines("a:", "  - &x b"), `3:5 "&" begins an anchor or an alias of YAML`},
		{"tag in brackets", lines("a: {b: !!str c}"), `2:8 "!" begins a tag of YAML`},
		{"merge below", lines("a:", "  <<: {b: c}"), "3:3 a merge key of YAML"},
		{"quotation over keys", lines("name: 'a", "type: project", "x: b'"), "2:7 the quote that opens the name closes in another key"},
		{"bracket over keys", lines("x: [", "type: project", "]"), `2:4 the bracket that opens the value of "x" closes in another key`},
		{"bracket over a line at the column of its key", lines("x: [a,", "b]", "type: project"), `2:4 the bracket that opens the value of "x" closes in another key`},
		{"key below a quotation", lines(`x: "a"`, "  type: project"), "3:3 a key is indented below a value"},
		{"text below a quotation", lines(`x: "a"`, "  b"), "3:3 the line is no key: value"},
		{"indented keys", lines("  name: a", "  type: project"), "2:1 readers do not agree on the keys of the frontmatter"},
		{"list over several columns", lines("refs:", "  - a", "- b"), "3:1 YAML does not read the frontmatter"},
		{"numbered text block", lines("x: |2", "  a"), "2:4 a text block with an indentation of its own"},
		{"tab after the colon", lines("name:\ta"), "2:6 a tab stands before a value"},
		{"no space after the colon", lines("name:a"), "2:1 the line is no key: value"},
		{"metadata in brackets", lines("metadata: {type: project}"), "2:11 type stands in brackets, where only some readers see it"},
		{"escaped key", lines(`"t\u0079pe": project`), `2:1 the key type is written "type", which some readers take for it and others do not`},
		{"type over two lines", lines("type:", "  project"), "2:1 the type is not one plain word, so readers can take it differently"},
		{"type that goes on", lines("type: project", "  state"), "2:1 the type is not one plain word, so readers can take it differently"},
		{"escape of what nobody sees", lines(`name: "a\u202eb"`), "2:1 an escape puts U+202E into the value"},
		{"escape of a letter that draws nothing", lines(`name: "a\u2800b"`), "2:1 an escape puts U+2800 into the value"},
		{"escape of a control character", lines("x:", `  - "\e[2J"`), "3:1 an escape puts U+001B into the value"},
		{"type in a text block", lines("type: |", "  project"), "2:1 the type is not one plain word, so readers can take it differently"},
		{"type with something invisible", lines("type: pro\u200bject"), "2:1 the type is not one plain word, so readers can take it differently"},
		{"nine levels in lines", lines("a:", " b:", "  c:", "   d:", "    e:", "     f:", "      g:", "       h: 1"), "9:1 lists and maps lie more than 8 deep in each other"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff([]string{"unsafe " + tt.want}, show(parse(tt.text))); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

// What only needs quotes is read line by line.
func TestNeedsQuotes(t *testing.T) {
	tests := []struct{ line, want, value string }{
		{"name: a: b: c", "2:8 the name holds `: ` and must be in quotes", "a: b: c"},
		{"name: a: b # c", "2:8 the name holds `: ` and must be in quotes", "a: b # c"},
		{"name: ends with a colon:", "2:24 the name holds `: ` and must be in quotes", "ends with a colon:"},
		{`name: "a" b "c"`, "2:11 text follows the closing quote of the name", `"a" b "c"`},
		{`name: 'a' \ b`, "2:11 text follows the closing quote of the name", `'a' \ b`},
		{"name: 'tis", "2:7 the quote that opens the name is not closed", "'tis"},
		{"name: a\tb", "2:8 the name holds a tab and must be in quotes", "a\tb"},
		{"name: [a] b", "2:11 text follows the closing bracket of the name", "[a] b"},
		{"name: {a", "2:7 the bracket that opens the name is not closed", "{a"},
		{"name: *a* b", `2:7 the name begins with "*", which opens no plain value`, "*a* b"},
		{"name: @a", `2:7 the name begins with "@", which opens no plain value`, "@a"},
		{"name: `a` b", "2:7 the name begins with a backtick, which opens no plain value", "`a` b"},
		{"name: - a", `2:7 the name begins with "-" and a blank`, "- a"},
		{"name: |a", `2:7 the name begins with "|", which opens no plain value`, "|a"},
		{"metadata:\n  name: a: b", "3:10 the name holds `: ` and must be in quotes", "a: b"},
		{"name: a: b\n  and more", "2:8 the name holds `: ` and must be in quotes", "a: b and more"},
	}
	for _, tt := range tests {
		m := parse(lines(tt.line, "type: project"))
		if diff := cmp.Diff([]string{"quotes " + tt.want}, show(m)); diff != "" {
			t.Errorf("%s: problems (-want +got):\n%s", tt.line, diff)
		}
		if got := m.Value("name"); got != tt.value || m.Value("type") != "project" {
			t.Errorf("%s: name %q, type %q", tt.line, got, m.Value("type"))
		}
	}
}

func TestCut(t *testing.T) {
	m := parse(lines("name: PR #212 review", `description: "kept" # note`, "url: a#b", "type: # none"))
	cuts := map[string]string{"name": "#212 review", "description": "# note", "url": "", "type": "# none"}
	for _, f := range m.Fields {
		if got := string(m.Text.Slice(f.Cut)); got != cuts[f.Key] && !(f.Cut.IsZero() && cuts[f.Key] == "") {
			t.Errorf("%s: cut %q, want %q", f.Key, got, cuts[f.Key])
		}
	}
	if got := m.Value("name"); got != "PR" {
		t.Errorf("name is %q, want what YAML reads", got)
	}
}

// shapes are one text of each awkward kind.
func shapes() []string {
	out := []string{"", "---", "---\n", "---\n---", "---\n---\n", "\ufeff", "---\r\n---\r\n", "text", "---\n\xff\n---\n",
		"---\n'\n---\n", "---\n\"\n---\n", "---\n[\n---\n", "---\n- \n---\n", "---\n-\n---\n", "---\n- - a: 'b'\n---\n", "---\n? a\n---\n", "---\n\"a\": 'b\n c'\n---\n",
		"---\na: |\n\n  b\n\n---\nc", "---\na: b\n c\n d # e\n---\n", "---\na: 'b\n---\n", "---\na: [b, 'c\n d', {e: \"f\"}]\n---\n", "---\r\na: b: c\r\n---\r\n"}
	for _, l := range []string{"a: b: c\n d: e", "a: \"b\" c\n d", "metadata: {a: b}", "metadata:\n- a", "metadata: x\n  y: z", "a:\n  b:\n - c", "- a\nb: c", "# x", "a: #", "a: #b\n c", "a: b #c\n d"} {
		out = append(out, lines(l))
	}
	return out
}

// Texts that would take minutes if something went through them again and again.
func TestHostileTexts(t *testing.T) {
	const front, file = 16000, memory.MaxParsed - 100
	repeat := func(s string, size int) string { return strings.Repeat(s, size/len(s)) }
	for name, text := range map[string]string{
		"open quotes":     lines(repeat("a: \"\n", front)),
		"open brackets":   lines(repeat("a: [\n", front)),
		"nested brackets": lines("a: " + repeat("{a: ", front)),
		"dashes":          lines("a:", repeat("- ", front)),
		"broken values":   lines(repeat("a: b: c\n", front)),
		"anchors":         lines(repeat("a: &a [*a]\n", front)),
		"tabs":            lines("a: b" + repeat("\t", front) + "#c"),
		"no fence":        "---\n" + repeat("a: b\n", file),
		"odd fences":      "---\n" + repeat("---a\n", file),
		"rules below":     lines("a: b") + repeat("---\n", file),
		"line separators": "---" + repeat("\u2028:", file),
		"marks":           "---\na" + repeat("\u0300", file) + ":\n",
		"toml":            "+++\n" + repeat("scope=", file),
		"nothing":         repeat("\n", file),
	} {
		if again := memory.Mend(source.NewText(mend(text).Text)); len(again.Done) > 0 {
			t.Errorf("%s: mended twice", name)
		}
	}
	if m := parse(repeat("a", memory.MaxParsed+2)); !m.Has(memory.Unsafe) {
		t.Error("a text that is too long passes")
	}
}

// FuzzParse holds what Parse promises for any text.
func FuzzParse(f *testing.F) {
	for _, s := range shapes() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m := parse(s)
		inside := func(what string, spans ...source.Span) {
			for _, p := range spans {
				if p.Start < 0 || p.Start > p.End || p.End > len(s) {
					t.Fatalf("%s: span %v of %d bytes", what, p, len(s))
				}
			}
		}
		inside("front", m.Front, m.Body)
		if got := string(m.Text.Slice(m.Front)) + string(m.Text.Slice(m.Body)); got != s {
			t.Fatalf("frontmatter and body are %q, want %q", got, s)
		}
		for _, f := range m.Fields {
			inside(f.Key, f.KeySpan, f.ValueSpan, f.Cut)
			if f.KeySpan.End > m.Front.End || f.ValueSpan.End > m.Front.End {
				t.Fatalf("the field %q lies outside the frontmatter", f.Key)
			}
		}
		for i, p := range m.Problems {
			inside(p.Message, p.Span)
			if p.Kind == 0 || p.Message == "" || p.Fix == "" || i > 0 && p.Span.Start < m.Problems[i-1].Span.Start {
				t.Fatalf("problem %d: %+v", i, p)
			}
		}
		for _, r := range m.Readings {
			inside(r.Key, r.Span)
		}
		if diff := cmp.Diff(show(m), show(parse(s))); diff != "" {
			t.Fatalf("the second time something else was found:\n%s", diff)
		}
		if !m.Has(memory.Unsafe) && !m.Has(memory.NoFront) && m.Front.Len() == 0 {
			t.Fatal("neither frontmatter nor a problem")
		}
	})
}
