package rules

import (
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/scope"
	"github.com/teammem/teammem/internal/source"
)

var privateScope = &Rule{
	ID:      "private-scope",
	Title:   "a private memory lies in the team directory",
	Class:   MustNotPass,
	History: true,
	Doc: `What is in the repository is read by everybody who can read the repository, for ever. A
memory of type ` + "`user`" + ` is about a person and always private; so is one whose scope is
anything but ` + "`team`" + `. Without a scope, a memory in the team directory is for the team.

It counts as private if any plausible reader sees it so: also one that goes line by line, that
ignores case, or that reads on where another one stops, and in whatever file and encoding: README.md and MEMORY.md
are read, too. Each commit of a range is judged, since
taking the file out again does not take it out of the history.

To keep it for yourself: teammem remember --file FILE writes it to your private memory; then git rm --force FILE, and
teammem index drops its line. If it is for the team after all, give it another type and reword it.`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.judged() {
			if d := scopeOf(f); d.Scope == scope.Private && !d.Unsure {
				report(Report{File: f, Span: d.Span, Message: d.Reason,
					Fix: "keep it to yourself with teammem remember --file FILE, then git rm --force FILE and teammem index"})
			}
		}
	},
}

// scopeOf decides whom f is for. What is no memory, such as README.md, is for the team
// unless it has frontmatter that says otherwise: an agent that lists the folder reads it all the same.
func scopeOf(f *memory.File) scope.Decision {
	if f.Text == nil {
		return scope.Decision{Scope: scope.Team}
	}
	text, m := plainText(f.Text), f.Memory
	if m == nil || text != f.Text {
		m = memory.Parse(text)
	}
	_, personal := m.Personal()
	if f.Kind != memory.KindMemory && m.Has(memory.NoFront) || f.Kind == memory.KindForeign && !personal { // such as the JSON of a package
		return scope.Decision{Scope: scope.Team}
	}
	d := scope.InTeamDir(m)
	if text != f.Text {
		d.Span = source.Span{}
	}
	return d
}
