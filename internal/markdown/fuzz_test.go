package markdown

import (
	"testing"

	"github.com/teammem/teammem/internal/source"
)

// check parses src and holds the result to the promises of Doc.
func check(t *testing.T, src string, from int) {
	t.Helper()
	d := Parse([]byte(src), from)
	inside := func(what string, s source.Span) {
		if s.Start < from || s.End < s.Start || s.End > len(src) {
			t.Fatalf("%s: span %v outside of %d..%d", what, s, from, len(src))
		}
	}
	for what, spans := range map[string][]source.Span{"code": d.Code, "comment": d.Comments, "prose": d.Prose, "quote": d.Quotes, "dropped": d.Dropped} {
		end := from
		for _, s := range spans {
			inside(what, s)
			if s.Start < end || s.Len() == 0 {
				t.Fatalf("%s: span %v is empty or starts before %d", what, s, end)
			}
			end = s.End
		}
	}
	last := from
	for _, e := range d.HTML {
		inside("html", e.Span)
		if e.Span.Start < last || e.Name == "" {
			t.Fatalf("html: %v starts before %d or has no name", e.Span, last)
		}
		last = e.Span.End
	}
	last = from
	for _, l := range d.Links {
		inside("link", l.Span)
		inside("destination", l.DestSpan)
		if l.Span.Start < last || l.Kind == 0 {
			t.Fatalf("link: %v starts before %d", l.Span, last)
		}
		last = l.Span.Start
	}
	for _, l := range d.Definitions {
		inside("definition", l.Span)
		inside("destination", l.DestSpan)
	}
}

func FuzzMarkdown(f *testing.F) {
	for name, s := range hostile(60) {
		f.Add(name, 0)
		f.Add(s, 0)
		f.Add("---\nname: x\n---\n"+s+"\n\n> - `a`\n", 17)
	}
	f.Fuzz(func(t *testing.T, s string, from int) {
		check(t, s, max(0, min(from, len(s))))
	})
}
