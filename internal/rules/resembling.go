package rules

import (
	"slices"
	"sync"

	"github.com/teammem/teammem/internal/likeness"
	"github.com/teammem/teammem/internal/memory"
)

// A change of a few memories among many needs no comparison of all with all. fewChanged is how many a change
// may touch of a hundred for that.
const fewChanged = 25

// anyResembles reports whether one of memories that changed can say nearly what another one says. It errs on the side of
// yes: then all are compared.
func (in *Input) anyResembles(memories []*memory.File) bool {
	s := resembling{holders: map[uint64][]int{}}
	var rest []bag
	for _, f := range memories {
		switch b := in.bagOf(f); {
		case !b.Comparable():
		case in.Changed(f.Path):
			s.add(b)
		default:
			rest = append(rest, b)
		}
	}
	if n := len(s.changed); n*100 > fewChanged*(n+len(rest)) {
		return n > 0
	}
	return s.among(append(slices.Clone(s.changed), rest...))
}

// resembling are the memories that changed.
type resembling struct {
	changed []bag
	holders map[uint64][]int // which of them hold a word
	some    [1 << 10]uint64  // a bit for each word of theirs, by its lowest bits
}

func (s *resembling) add(b bag) {
	for _, w := range b.Words {
		s.holders[w] = append(s.holders[w], len(s.changed))
		s.some[w>>6&(1<<10-1)] |= 1 << (w & 63)
	}
	s.changed = append(s.changed, b)
}

// among compares the changed memories, with which all begins, with all. A word that many hold does not count, see dropCommon.
func (s *resembling) among(all []bag) bool {
	df, held := map[uint64]int{}, make([][]uint64, len(all))
	var words []uint64 // that held lists
	for i, b := range all {
		first := len(words)
		for _, w := range b.Words {
			if s.some[w>>6&(1<<10-1)]>>(w&63)&1 == 1 && s.holders[w] != nil {
				words = append(words, w)
				df[w]++
			}
		}
		held[i] = words[first:]
	}
	common := mostHolders(len(all))
	left := make([]int, len(s.changed)) // words that count
	for i := range s.changed {
		for _, w := range held[i] {
			if df[w] <= common {
				left[i]++
			}
		}
	}
	exact := sync.OnceValue(func() counted { return countWords(all) })
	shared := make([]int, len(s.changed))
	for i, b := range all {
		clear(shared)
		for _, w := range held[i] {
			if df[w] <= common {
				for _, k := range s.holders[w] {
					shared[k]++
				}
			}
		}
		for k, c := range s.changed {
			if k != i && (c.Text == b.Text || likeness.MayBeSame(shared[k], left[k]) && exact().same(c, b)) {
				return true
			}
		}
	}
	return false
}

// counted says how many bags hold a word, and how many bags there are.
type counted struct {
	df   map[uint64]int
	bags int
}

func countWords(bags []bag) counted {
	words := 0
	for _, b := range bags {
		words += len(b.Words)
	}
	df := make(map[uint64]int, words/8) // most words are those of several
	for _, b := range bags {
		for _, w := range b.Words {
			df[w]++
		}
	}
	return counted{df, len(bags)}
}

// same reports whether two bags say nearly the same without the words of many.
func (c counted) same(a, b bag) bool {
	a.dropCommon(c.df, c.bags)
	b.dropCommon(c.df, c.bags)
	return likeness.Same(a.Bag, b.Bag)
}
