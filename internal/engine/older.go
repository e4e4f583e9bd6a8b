package engine

import (
	"bytes"

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
		if same(b, r) {
			return true
		}
	}
	return false
}

func same(b *rules.Base, r judged) bool {
	for _, p := range r.Depends {
		if _, changed := b.Changed[p]; changed {
			return false
		}
	}
	if _, changed := b.Changed[r.path()]; !changed {
		return true
	}
	// Of the index, an entry or a line stands for itself.
	return r.File != nil && r.File.Kind == memory.KindIndex && !r.Span.IsZero() &&
		r.File.Text != nil && b.Index != nil && b.Changed[memory.IndexPath].Old.Mode == r.File.Mode &&
		hasUnit(b.Index, unit(r.File.Text, r.Span.Start))
}

func unit(text *source.Text, off int) []byte {
	return text.Slice(memory.ParseIndex(text).Unit(off))
}

// hasUnit reports whether old has u as one of its entries or other lines.
func hasUnit(old *source.Text, u []byte) bool {
	x := memory.ParseIndex(old)
	for n := 1; n <= old.Lines(); {
		s := x.Unit(old.Line(n).Start)
		if bytes.Equal(old.Slice(s), u) {
			return true
		}
		n = max(n, old.LineAt(s.End)) + 1
	}
	return false
}
