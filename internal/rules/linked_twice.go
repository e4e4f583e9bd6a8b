package rules

import (
	"fmt"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var linkedTwice = &Rule{
	ID:    "linked-twice",
	Title: "two entries of the index are about one memory",
	Class: BreaksMemory,
	Doc: `Two entries for one file cost twice and come to contradict each other. An entry is about
the first file it links; a link further on in another entry is a cross-reference and fine. In an index with a
merge conflict nothing is said: both sides name the file, and resolving it keeps one entry.`,
	Check: func(in *Input, report func(Report)) {
		f, x := in.Index()
		if x == nil {
			return
		}
		first := map[string]*memory.IndexEntry{}
		entries := in.loaded(x)
		for i := range entries {
			e := &entries[i]
			p := e.Target()
			switch before := first[p]; {
			case p == "":
			case before == nil:
				first[p] = e
			default:
				if _, found := firstMarker(f.Text); found {
					return
				}
				report(Report{
					File: f, Span: e.Main.Span, Also: []source.Span{before.Span},
					Message: fmt.Sprintf("this file is already linked in line %d", before.First),
					Fix:     "keep one entry with what both say",
					Related: []finding.Related{{Path: f.Path, Line: before.First, Message: "the first entry"}},
				})
			}
		}
	},
}
