package memory_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

func text(s string) *source.Text { return source.NewText([]byte(s)) }

// entry is what a test says of one entry: lines, title and target.
type entry struct {
	First, Last   int
	Title, Target string
}

func entriesOf(x *memory.Index) []entry {
	var out []entry
	for i := range x.Entries {
		e := &x.Entries[i]
		out = append(out, entry{e.First, e.Last, e.Title(x.Text), strings.TrimPrefix(e.Target(), memory.Dir+"/")})
	}
	return out
}

func TestParseIndexEntries(t *testing.T) {
	for _, tc := range []struct {
		name, in string
		want     []entry
	}{
		{"separators", "- [A](a.md) — a\n- [B](b.md) - b\n- [C](c.md): c\n- [D](d.md) (d)\n- [E](e.md)\n", []entry{
			{1, 1, "A", "a.md"}, {2, 2, "B", "b.md"}, {3, 3, "C", "c.md"}, {4, 4, "D", "d.md"}, {5, 5, "E", "e.md"}}},
		{"bullets", "* [A](a.md)\n+ [B](b.md)\n1. [C](c.md)\n2) [D](d.md)\n\t- [E](e.md)\n", []entry{
			{1, 1, "A", "a.md"}, {2, 2, "B", "b.md"}, {3, 3, "C", "c.md"}, {4, 4, "D", "d.md"}, {5, 5, "E", "e.md"}}},
		{"emphasis, code and quotes", "- **[A](a.md)** — a\n- [**B**](b.md) — b\n- [`C`](c.md) — c\n- [\"D\" said](d.md) — d\n", []entry{
			{1, 1, "A", "a.md"}, {2, 2, "B", "b.md"}, {3, 3, "C", "c.md"}, {4, 4, "\"D\" said", "d.md"}}},
		{"link not first, two links", "- See [A](a.md) for a\n- [Site](https://example.com) and [B](b.md), [C](c.md)\n", []entry{
			{1, 1, "A", "a.md"}, {2, 2, "B", "b.md"}}},
		{"brackets", "- [a [b] c](a(b).md) — d\n- [x \\] y](<b c.md>)\n- [z](d%20e.md)\n- [loose](f g.md) — h\n", []entry{
			{1, 1, "a [b] c", "a(b).md"}, {2, 2, "x ] y", "b c.md"}, {3, 3, "z", "d e.md"}, {4, 4, "loose", "f g.md"}}},
		{"several lines", "- [A](a.md) — one\n  two\nthree\n\n  four\n- [B](b.md)\n\nText.\n", []entry{
			{1, 5, "A", "a.md"}, {6, 6, "B", "b.md"}}},
		{"nested without links", "- [A](a.md)\n  - detail\n    - more\n- **No link** here\n  - detail\n", []entry{
			{1, 3, "A", "a.md"}, {4, 5, "No link** here", ""}}},
		{"nested with links", "- Project\n  - [A](a.md)\n    - detail of a\n  - note\n- [B](b.md)\n", []entry{
			{1, 1, "Project", ""}, {2, 3, "A", "a.md"}, {4, 4, "note", ""}, {5, 5, "B", "b.md"}}},
		{"table", "| File | What |\n|---|---|\n| [A](a.md) | a |\n| `b.md` | b |\n| [C](c.md) | c |\n\n- [D](d.md)\n", []entry{
			{3, 3, "A", "a.md"}, {5, 5, "C", "c.md"}, {7, 7, "D", "d.md"}}},
		{"a bar is no table", "- [A](a.md) — a | b\n\na | b\nc | d\n", []entry{{1, 1, "A", "a.md"}}},
		{"code and comments hold none", "```\n- [A](a.md)\n```\n<!-- - [B](b.md)\n- [C](c.md) -->\n- [D](d.md)\n", []entry{{6, 6, "D", "d.md"}}},
		{"headings, quotes, rulers end an entry", "- [A](a.md)\n# H\n- [B](b.md)\n> Q\n- [C](c.md)\n---\n* * *\n- [D](d.md)\n", []entry{
			{1, 1, "A", "a.md"}, {3, 3, "B", "b.md"}, {5, 5, "C", "c.md"}, {8, 8, "D", "d.md"}}},
		{"no heading below a bullet", "- [A](a.md)\ngoes on\n===\n\nHeading\n===\n", []entry{{1, 3, "A", "a.md"}}},
		{"wiki link", "- [[a-name]] — a\n", []entry{{1, 1, "[[a-name]] — a", ""}}},
		{"byte order mark and line ends", "\ufeff- [A](a.md) — a\r\n- [B](b.md)\r\n", []entry{{1, 1, "A", "a.md"}, {2, 2, "B", "b.md"}}},
		{"long title", "- [" + strings.Repeat("ab ", 40) + "](a.md)\n", []entry{{1, 1, strings.TrimSpace(strings.Repeat("ab ", 20)) + "…", "a.md"}}},
		{"empty", "", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, entriesOf(memory.ParseIndex(text(tc.in)))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestUnit(t *testing.T) {
	in := "# H\n- [A](a.md) — one\n  two\n  - [B](b.md)\n\ntext\n"
	x := memory.ParseIndex(text(in))
	for at, want := range map[string]string{
		"# H": "# H", "one": "- [A](a.md) — one\n  two", "two": "- [A](a.md) — one\n  two", "B": "- [B](b.md)", "text": "text",
	} {
		if got := string(x.Text.Slice(x.Unit(strings.Index(in, at)))); got != want {
			t.Errorf("the unit around %q is %q, want %q", at, got, want)
		}
	}
}

func TestDescribed(t *testing.T) {
	for in, want := range map[string]bool{
		"- [A](a.md)": false, "- [A](a.md) —": false, "- **[A](a.md)**": false, "1. [A](a.md)": false, "- [A](a.md), [B](b.md)": false,
		"- [A](a.md) b": true, "- see [A](a.md)": true, "- [A](a.md) (七)": true, "- [A](a.md)\n  b": true, "- [A](a.md) ⚠": true,
	} {
		x := memory.ParseIndex(text(in))
		if got := x.Described(&x.Entries[0]); got != want {
			t.Errorf("%q is described: %v, want %v", in, got, want)
		}
	}
}

// Every byte but line ends and blanks before a bullet lies in exactly one unit.
func FuzzIndex(f *testing.F) {
	for _, seed := range indexSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		x := memory.ParseIndex(text(in))
		last := 0
		for i, e := range x.Entries {
			if e.Span.Start < last || e.Span.Start > e.Span.End || e.Span.End > len(in) {
				t.Fatalf("entry %d at %v of %d bytes, after %d", i, e.Span, len(in), last)
			}
			last = e.Span.End
			for _, l := range e.Links {
				if !e.Span.Contains(l.Span.Start) {
					t.Fatalf("entry %d at %v has the link at %v", i, e.Span, l.Span)
				}
			}
			_, _, _ = e.Title(x.Text), e.Target(), x.Described(&e)
		}
		for off := range len(in) {
			u := x.Unit(off)
			for n := x.Text.LineAt(u.Start); n <= x.Text.LineAt(max(u.Start, u.End-1)); n++ {
				if got := x.Unit(x.Text.Line(n).Start); got != u {
					t.Fatalf("units %v and %v overlap", u, got)
				}
			}
			if off > 200 {
				break
			}
		}
		for limit := range 40 {
			loaded := memory.Load(x.Text, memory.IndexLimits{Lines: limit, Bytes: limit * 3})
			if limit > 0 && len(loaded.Text) > limit*3 {
				t.Fatalf("%d bytes loaded, limit %d", len(loaded.Text), limit*3)
			}
		}
	})
}

var indexSeeds = []string{
	"", "\n", "\ufeff", "-", "- ", "* * *", "- [A](a.md) — a\n  - [B](b.md)\n    - c\n  - d\n", "- [A](a b.md)\n- [](<>)\n",
	"|a|\n|-|\n|[A](a.md)|\n", "# H\n===\n---\n", "```\n- [A](a.md)\n", "<!--\n- [A](a.md)\n-->\n", "> - [A](a.md)\n", "- [[a|b]]\r\n\t- x\r\n",
	"- `x\n- y`\n", "1. [A][a]\n\n[a]: a.md\n", "\xff\xfe- [A](\xff.md)\n", "<<<<<<< a\n- [A](a.md)\n=======\n>>>>>>> b\n",
	"- [A](a.md)\n\n\n  b\n\n- c\n 	- d\n", "\u00a0- [A](a.md)\n",
}
