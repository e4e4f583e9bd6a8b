package reasons

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/source"
)

// pieces makes texts of a few words and of what can stand between them.
func pieces(words ...string) *rapid.Generator[string] {
	piece := rapid.SampledFrom(append(words, " ", "\n", "x", ".", "：", "\r\n", "é"))
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 30).Draw(t, "pieces"), "")
	})
}

// What is tried around the cues alone must find what the pattern finds in the whole text.
func TestMarkIsThatOfTheWholeText(t *testing.T) {
	text := pieces("why", "Why", "how to apply", "reason", "application", "**", "__", "#", "- ", "> ", ":", "为什么", "适用", "\t", "\f", "\v")
	rapid.Check(t, func(t *rapid.T) {
		src := text.Draw(t, "text")
		for name, m := range map[string]Mark{"why": Why, "how": How} {
			if got, want := m.In([]byte(src)), m.re.Get().MatchString(src); got != want {
				t.Fatalf("%s in %q: %t, want %t", name, src, got, want)
			}
		}
	})
}

// The usual mark is one in every place and every case that it is written in.
func TestUsualMarkIsAMark(t *testing.T) {
	for _, m := range []Mark{Why, How} {
		rapid.Check(t, func(t *rapid.T) {
			around := pieces("**", "word", "- ", "*")
			text := around.Draw(t, "before") + m.usual + around.Draw(t, "after")
			if !m.re.Get().MatchString(text) {
				t.Fatalf("no mark in %q", text)
			}
		})
	}
}

// show gives parts for a table.
func show(text string, parts []Part) []string {
	var out []string
	for _, p := range parts {
		out = append(out, [...]string{"said ", "why ", "how "}[p.Kind]+text[p.Span.Start:p.Span.End])
	}
	return out
}

func TestParts(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"nothing", "", nil},
		{"text alone", "one\n\ntwo", []string{"said one\n\ntwo"}},
		{"as it is usually written", "text\n\n**Why:** a\n**How to apply:** b\n", []string{"said text\n\n", "why **Why:** a\n", "how **How to apply:** b\n"}},
		{"a list below a mark", "**How to apply:**\n\n- one\n- two\n", []string{"how **How to apply:**\n\n- one\n- two\n"}},
		{"headings", "t\n## Why\na\n### more\nb\n## Else\nc\n", []string{"said t\n", "why ## Why\na\n### more\nb\n", "said ## Else\nc\n"}},
		{"a heading ends a line", "**Why:** a\n# Else\nb", []string{"why **Why:** a\n", "said # Else\nb"}},
		{"Chinese", "文\n为什么：慢\n**如何应用**：问\n", []string{"said 文\n", "why 为什么：慢\n", "how **如何应用**：问\n"}},
		{"in code", "t\n```\n**Why:** a\n```\n", []string{"said t\n```\n**Why:** a\n```\n"}},
		{"within a line", "Do it. **Why:** a\n", []string{"said Do it. **Why:** a\n"}},
		{"Windows", "t\r\n\r\nWhy: a\r\n", []string{"said t\r\n\r\n", "why Why: a\r\n"}},
		{"no heading", "Why: a\n####### b\n#c\n    # d\n", []string{"why Why: a\n####### b\n#c\n    # d\n"}},
		{"twice", "Why: a\nReason: b\n", []string{"why Why: a\n", "why Reason: b\n"}},
	} {
		if diff := cmp.Diff(c.want, show(c.body, Parts(source.NewText([]byte(c.body)), 0))); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
}

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"**Why:** it is  slow\n": "it is slow", "**Why**: it is\nslow\n\n": "it is slow", "- Why: it is slow": "it is slow",
		"## Why\n\nit is slow\n": "it is slow", "为什么：慢": "慢", "no mark: kept": "no mark: kept", "": "",
	} {
		if got := Plain([]byte(in)); got != want {
			t.Errorf("Plain(%q) = %q, want %q", in, got, want)
		}
	}
}

// The parts are the body, whatever it holds.
func FuzzParts(f *testing.F) {
	for _, s := range []string{"", "text", "**Why:** a\n**How to apply:** b", "## Why\r\na\r\n# X", "```\nWhy: a", "- Why:", "\x00\xff\n#", "#######\n#\n # \n"} {
		f.Add(s, 0)
		f.Add("---\nname: a\n---\n"+s, 16)
	}
	f.Fuzz(func(t *testing.T, s string, from int) {
		if from < 0 || from > len(s) {
			return
		}
		at := from
		for _, p := range Parts(source.NewText([]byte(s)), from) {
			if p.Span.Start != at || p.Span.End <= at {
				t.Fatalf("part %v does not go on at %d", p.Span, at)
			}
			at = p.Span.End
			Plain([]byte(s[p.Span.Start:p.Span.End]))
		}
		if at != len(s) {
			t.Fatalf("the parts end at %d of %d", at, len(s))
		}
	})
}
