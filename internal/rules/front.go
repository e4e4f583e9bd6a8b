package rules

import (
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/scope"
)

// eachTeam calls f with the active memories that have frontmatter which every
// reader reads alike, and that are for the team: the others have a worse finding.
func (in *Input) eachTeam(f func(*memory.File)) {
	for _, file := range in.active() {
		m := file.Memory
		if m != nil && !m.Has(memory.NoFront) && scope.InTeamDir(m).Scope == scope.Team {
			f(file)
		}
	}
}

// reportField reports a field, or the file as a whole where the field is missing.
func reportField(report func(Report), file *memory.File, f memory.Field, message, fix string) {
	r := Report{File: file, Message: message, Fix: fix}
	if f.ValueSpan.Len() > 0 {
		r.Span = f.ValueSpan
	} else {
		r.Span = f.KeySpan
	}
	report(r)
}

// reportProblems reports what a reader could stumble on, of one kind.
func (in *Input) reportProblems(kind memory.ProblemKind, files []*memory.File, report func(Report)) {
	for _, f := range files {
		if f.Memory == nil {
			continue
		}
		for _, p := range f.Memory.Problems {
			if p.Kind == kind {
				report(Report{File: f, Span: p.Span, Message: p.Message, Fix: p.Fix})
			}
		}
	}
}
