package rules

import (
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var orphan = &Rule{
	ID:    "orphan",
	Title: "the index does not name a memory",
	Class: BreaksMemory,
	Doc: `The index is the only file that is always loaded. A memory that it does not name is
never found, and nobody notices. A memory is named by a link, a [[wiki]] link or its file
name, also in a list or table of a file that the index links. A memory that is named but not
linked is the matter of not-linked.

Archived memories, README.md and .gitkeep are no orphans. An orphan is new when the memory
changed, or when the change took it out of the index.`,
	Check: func(in *Input, report func(Report)) {
		_, x := in.Index()
		if x == nil {
			return
		}
		named := in.Mentions()
		for _, f := range in.Snapshot.Memories() {
			if _, ok := named[f.Path]; ok {
				continue
			}
			r := Report{File: f, Message: "the index does not name this memory"}
			r.Fix = "add to MEMORY.md: " + memory.NewEntry(f, in.Policy.Limits.EntryChars)
			if in.wasNamed(f.Path) {
				r.Depends = []string{memory.IndexPath}
			}
			report(r)
		}
	},
}

// wasNamed reports whether the index of the base named the memory at p.
func (in *Input) wasNamed(p string) bool {
	if in.Base == nil || !in.Changed(memory.IndexPath) {
		return false
	}
	_, ok := in.Base.oldMentions(in.Snapshot)[p]
	return ok
}

// oldMentions says how the index of the base led to the memories of s.
func (b *Base) oldMentions(s *memory.Snapshot) map[string]memory.Mention {
	if old := b.OldIndex(); old != nil && b.mentions == nil {
		b.mentions = old.Mentions(s)
	}
	return b.mentions
}

var notLinked = &Rule{
	ID:    "not-linked",
	Title: "the index names a memory but does not link it",
	Class: WeakensMemory,
	Doc: `A link tells an agent which file to open; a name in backticks or in [[brackets]] leaves
it to guess, and tools that follow links miss it. One finding stands at each line that names
memories which are linked nowhere. An index that links nothing at all gets one finding of
index-body instead.`,
	Check: func(in *Input, report func(Report)) {
		f, x := in.Index()
		if x == nil || linksNothing(x) {
			return
		}
		named, lines := in.Mentions(), map[int][]*memory.File{}
		for _, m := range in.Snapshot.Memories() {
			if v, ok := named[m.Path]; ok && !v.Linked && !inTarget(x, v.Named) {
				n := x.Text.LineAt(v.Named.Start)
				lines[n] = append(lines[n], m)
			}
		}
		for _, files := range lines {
			report(notLinkedAt(f, files, named))
		}
	},
}

func notLinkedAt(f *memory.File, files []*memory.File, named map[string]memory.Mention) Report {
	first := named[files[0].Path]
	r := Report{File: f, Span: first.Named}
	var names []string
	for _, m := range files {
		names = append(names, m.Rel())
		r.Depends = append(r.Depends, m.Path)
	}
	r.Message = list(names) + ": named but not linked"
	if first.Wiki {
		r.Message = list(names) + ": reached only through a wiki link"
	}
	r.Fix = "link it as [title](" + memory.LinkTarget(files[0].Rel()) + ")"
	return r
}

// inTarget reports whether s lies in the target of a link, which dead-link judges.
func inTarget(x *memory.Index, s source.Span) bool {
	for _, l := range x.Links {
		if isLink(l.Link) && l.DestSpan.Overlaps(s) {
			return true
		}
	}
	return false
}
