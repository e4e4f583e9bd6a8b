package secretscan

import (
	"cmp"
	"slices"

	"github.com/teammem/teammem/internal/source"
)

// A kind is one sort of secret.
type kind struct {
	rule, title string
	rank        rank
	// guessable kinds have so few values that a hash of one can be undone.
	guessable bool
	personal  bool // data about a person, not a key to something
}

// rank says how specific a reading is, the most specific first.
type rank int

const (
	rankToken rank = iota
	rankBlock
	rankConnection
	rankHeader
	rankCommand
	rankPersonal
	rankNoun
)

// A hit is one reading of one place.
type hit struct {
	kind  *kind
	span  source.Span // in the text that was given to Scan
	end   int         // in the view
	value string
	forms []string
	depth int // 0 as written, 1 undressed, 2 and more decoded
}

// better orders two readings of the same place.
func better(a, b hit) int {
	return cmp.Or(
		cmp.Compare(a.kind.rank, b.kind.rank),
		cmp.Compare(a.depth, b.depth),
		cmp.Compare(b.span.Len(), a.span.Len()),
		cmp.Compare(len(b.value), len(a.value)),
		cmp.Compare(a.kind.rule, b.kind.rule),
		cmp.Compare(a.value, b.value),
	)
}

func byPlace(a, b hit) int {
	return cmp.Or(
		cmp.Compare(a.span.Start, b.span.Start),
		cmp.Compare(b.span.End, a.span.End),
		better(a, b),
	)
}

// merge leaves one hit of those that overlap. The one that stays knows the
// forms of those that went, so that redaction loses nothing. The memory of hits is used again.
func merge(hits []hit) []hit {
	slices.SortFunc(hits, byPlace)
	out := hits[:0]
	for _, h := range hits {
		n := len(out)
		if n == 0 || !out[n-1].span.Overlaps(h.span) {
			out = append(out, h)
			continue
		}
		last := &out[n-1]
		forms := append(slices.Clip(last.forms), h.forms...)
		if better(h, *last) < 0 {
			*last = h
		}
		last.forms = forms
	}
	return out
}
