package rules

import "github.com/teammem/teammem/internal/memory"

var noEntryDescription = &Rule{
	ID:    "no-entry-description",
	Title: "an entry of the index says nothing about its memory",
	Class: WeakensMemory,
	Wide:  true,
	Doc: `An agent decides by the entry whether to open the memory. A title alone tells it little.
Any words beside the links are a description, whatever stands between: a dash, a colon,
brackets or nothing.`,
	Check: func(in *Input, report func(Report)) {
		f, x := in.Index()
		if x == nil {
			return
		}
		entries := in.loaded(x)
		for i := range entries {
			e := &entries[i]
			if e.Target() == "" || x.Described(e) {
				continue
			}
			report(Report{
				File: f, Span: e.Span, Message: "the entry has no description",
				Fix: "add" + in.describe(e.Target()) + " after the link",
			})
		}
	},
}

// describe gives the words to add for the memory at p.
func (in *Input) describe(p string) string {
	if f := in.Snapshot.File(p); f != nil && f.Memory != nil {
		if d := memory.EntryText(f.Memory.Value("description")); d != "" {
			return " \"— " + d + "\""
		}
	}
	return " a dash and a few words"
}
