package engine

import (
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/source"
)

// older reports whether all that r depends on is the same at one base. What a commit
// of the range brought is never older, nor is anything in a message or name of a branch.
func (j *judge) older(r judged) bool {
	if r.commit != "" || r.path() == "" {
		return false
	}
	for i, b := range j.bases {
		if i > 0 && j.merging && r.rule.Class == rules.MustNotPass {
			break
		}
		if j.same(b, r) {
			return true
		}
	}
	return false
}

func (j *judge) same(b *rules.Base, r judged) bool {
	for _, p := range r.Depends {
		if _, changed := b.Changed[p]; changed {
			return false
		}
	}
	if _, changed := b.Changed[r.path()]; !changed {
		return true
	}
	// Of the index, an entry or a line stands for itself.
	f, x := j.in.Index()
	if x == nil || r.File != f || r.Span.IsZero() || b.Changed[memory.IndexPath].Old.Mode != f.Mode {
		return false
	}
	for _, s := range append([]source.Span{r.Span}, r.Also...) {
		if !b.HasUnit(x, s.Start) {
			return false
		}
	}
	return true
}
