package rules

import (
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/scope"
)

var orphan = &Rule{
	ID:    "orphan",
	Title: "the index does not name a memory",
	Class: BreaksMemory,
	Wide:  true,
	OfAll: true,
	Doc: `The index is the only file that is always loaded. A memory that it does not name is
never found, and nobody notices. A memory is named by a link, a [[wiki]] link or its file
name (without ".md" where that has a _ or two dashes), also in a list or table of a file that the index links. A memory that is named but not
linked is the matter of not-linked.

Archived memories, README.md and .gitkeep are no orphans, nor is what has to be
renamed or replaced anyway, or is private and has to go. An orphan is new when the memory
changed, or when the change took it out of the index.`,
	Check: func(in *Input, report func(Report)) {
		_, x := in.Index()
		if x == nil {
			return
		}
		named := in.Mentions()
		for _, f := range in.active() {
			if _, ok := named[f.Path]; ok || !isIndexable(f) || isPrivate(f) {
				continue
			}
			r := Report{File: f, Message: "the index does not name this memory"}
			r.Fix = "run teammem index, or add to MEMORY.md: " + memory.NewEntry(f, in.Policy.Limits.EntryChars)
			if in.wasNamed(f.Path) {
				r.Depends = []string{memory.IndexPath}
			}
			report(r)
		}
	},
}

// isIndexable reports whether an entry for f would make sense: it is a file, in the
// folder and under a name that may stay. Of the others the rule path speaks.
func isIndexable(f *memory.File) bool {
	flaw, _ := nameFlaw(f)
	return f.IsFile() && flaw == "" && strings.HasPrefix(f.Path, memory.Dir+"/")
}

// isPrivate reports whether f counts as private, so that no index may name it; others say that.
func isPrivate(f *memory.File) bool {
	return f.Memory != nil && scope.InTeamDir(f.Memory).Scope == scope.Private
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
	if old := b.oldIndex(); old != nil && b.mentions == nil {
		b.mentions = old.Mentions(s)
	}
	return b.mentions
}
