package engine

import (
	"slices"

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
	if len(j.bases) == 0 {
		return false
	}
	if j.same(j.bases[0], r) {
		return true
	}
	differs := func(b *rules.Base) bool { return !j.same(b, r) }
	if r.rule.Class == rules.MustNotPass {
		// One of several merge bases is not enough: what another side has mended
		// must not come back.
		rest := j.bases[min(1, j.firm):j.firm]
		return len(rest) > 0 && !slices.ContainsFunc(rest, differs)
	}
	return slices.ContainsFunc(j.bases[1:], func(b *rules.Base) bool { return !differs(b) })
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
	// Of the index, an entry or a line stands for itself, if the rule said the same of
	// it then: what stands around it can change what it means.
	f, x := r.in.Index()
	if x == nil || r.File != f || r.Span.IsZero() || b.Changed[memory.IndexPath].Old.Mode != f.Mode {
		return false
	}
	said := j.saidThen(b, r)
	return !slices.ContainsFunc(places(r.Report), func(s source.Span) bool { return !said[unit(x, s)] })
}

// A saying is a rule before a base.
type saying struct {
	base *rules.Base
	rule *rules.Rule
}

// saidThen returns the entries and lines of the index of b that the rule of r has something to
// say of, by their text.
func (j *judge) saidThen(b *rules.Base, r judged) map[string]bool {
	k := saying{b, r.rule}
	if units, known := j.said[k]; known {
		return units
	}
	units := map[string]bool{}
	if then := r.in.WithIndexOf(b); then != nil {
		f, x := then.Index()
		r.rule.Check(then, func(rep rules.Report) {
			if rep.File != f || rep.Span.IsZero() {
				return
			}
			for _, s := range places(rep) {
				units[unit(x, s)] = true
			}
		})
	}
	if j.said == nil {
		j.said = map[saying]map[string]bool{}
	}
	j.said[k] = units
	return units
}

// places are all the spans that r is about.
func places(r rules.Report) []source.Span { return append([]source.Span{r.Span}, r.Also...) }

// unit is the text of the entry or line around s.
func unit(x *memory.Index, s source.Span) string { return string(x.Text.Slice(x.Unit(s.Start))) }
