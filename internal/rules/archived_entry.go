package rules

import "github.com/teammem/teammem/internal/memory"

var archivedEntry = &Rule{
	ID:    "archived-entry",
	Title: "an entry of the index leads to an archived memory",
	Class: WeakensMemory,
	Doc: `Archived means out of the index: what lies below archive/ is kept for people and is not
delivered to agents. An entry for it costs room and leads an agent to old knowledge.`,
	Check: func(in *Input, report func(Report)) {
		f, x := in.Index()
		if x == nil {
			return
		}
		for _, l := range x.Links {
			t := l.Target
			if m := in.Snapshot.File(t.Path); t.Reach == memory.Within && isLink(l.Link) && m != nil && m.Archived && m.Kind == memory.KindMemory {
				report(Report{
					File: f, Span: l.Span, Depends: []string{t.Path},
					Message: "the link leads to an archived memory",
					Fix:     "remove the entry, or move the memory out of archive/",
				})
			}
		}
	},
}
