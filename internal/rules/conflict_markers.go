package rules

import (
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var conflictMarkers = &Rule{
	ID:    "conflict-markers",
	Title: "a merge conflict was left in the text",
	Class: MustNotPass,
	Doc: `An agent reads both sides of a conflict as knowledge. A marker is a line that
starts with seven or more <, | or > and a space or the end of the line. The line of seven = alone is
also a Markdown heading underline and says nothing without the others. A text about conflicts shows
them with a blank before each.`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.judged() {
			if f.Text == nil {
				continue
			}
			if s, ok := firstMarker(f.Text); ok {
				fix := "resolve the conflict and stage the file again"
				if f.Kind == memory.KindIndex {
					fix = "run teammem index, which keeps the entries of both sides, then git add"
				}
				report(Report{File: f, Span: s, Message: "merge conflict marker", Fix: fix})
			}
		}
	},
}

func firstMarker(t *source.Text) (source.Span, bool) {
	for n := 1; n <= t.Lines(); n++ {
		s := t.Line(n)
		if memory.ConflictMarker(t.Slice(s)) {
			return s, true
		}
	}
	return source.Span{}, false
}
