// Package likeness measures how much two memories say the same. It compares sets of
// words, and pairs of characters where a script has no blanks between words; it knows
// nothing of meaning.
package likeness

import (
	"cmp"
	"slices"
)

// A Bag is the set of words of one memory.
type Bag struct {
	Words []uint64 // hashed and sorted, without words that say nothing about a text
	Text  uint64   // of description and body alone
	// Halves is how many half words description and body have: a pair of characters is
	// one, since two characters make about one word.
	Halves int

	bare  uint64 // of description and body without their numbers
	cjk   int    // how many of the words are pairs of characters
	plain uint64 // of the text without its numbers
	whole uint64 // of the text with them
}

// The limits were set on labelled pairs: rewordings of one fact, and facts about the same
// subject.
const (
	MaxText    = 64 << 10 // bytes of a body that are compared
	LeastWords = 12       // that a text must have to be compared
	leastShare = 0.38     // of all words, from which on two texts are nearly the same
	leastPairs = 0.27     // the same where most are pairs of characters
	leastRare  = 8        // words that must be left of each of two memories
	shortBag   = 80       // words up to which the lower limit holds
	longBag    = 250
	longExtra  = 0.22 // how much more a long text must share
	closeShare = 0.25 // from which on a person is asked
	closeShort = 0.4  // the same for texts of a few words
)

// Of gives the words of a memory.
func Of(name, description string, body []byte) Bag {
	b := Bag{Words: make([]uint64, 0, 16+min(len(body), MaxText)/8)}
	eachWord([]byte(name), func(w []byte, kind wordKind) { b.add(w, kind) })
	b.AddText([]byte(description))
	b.AddText(body[:min(len(body), MaxText)])
	return b
}

// AddText adds the words of a description or of a body.
func (b *Bag) AddText(text []byte) {
	eachWord(text, func(w []byte, kind wordKind) {
		h := b.add(w, kind)
		if b.Text = b.Text*31 + h; kind != numeral {
			b.bare = b.bare*31 + h
		}
		if b.Halves += 2; kind == pair {
			b.Halves--
		}
	})
	slices.Sort(b.Words)
	b.Words = slices.Compact(b.Words)
}

// Comparable reports whether b has enough words.
func (b Bag) Comparable() bool { return b.Halves >= 2*LeastWords && len(b.Words) > 0 }

// InNumbersAlone reports whether a and b are the same but for their numbers.
func InNumbersAlone(a, b Bag) bool { return a.plain == b.plain && a.whole != b.whole }

// TextsInNumbersAlone is InNumbersAlone of descriptions and bodies, whatever the names are.
func TextsInNumbersAlone(a, b Bag) bool { return a.bare == b.bare && a.Text != b.Text }

// Limit is the share of words, of all that two memories have together, from which
// they count as nearly the same.
func Limit(a, b Bag) float64 {
	low := leastShare
	if 2*a.cjk > len(a.Words) && 2*b.cjk > len(b.Words) {
		low = leastPairs
	}
	return low + extra(a, b)
}

// extra is how much more two texts must share because they are long.
func extra(a, b Bag) float64 {
	n := min(len(a.Words), len(b.Words))
	return longExtra * float64(min(max(n-shortBag, 0), longBag-shortBag)) / float64(longBag-shortBag)
}

// Close reports whether a person who is about to write b should look at a first. It finds
// more than Same, short texts among them: who is asked can say no.
func Close(a, b Bag) bool {
	limit := closeShare + extra(a, b)
	switch n := min(len(a.Words), len(b.Words)); {
	case n < 2 || InNumbersAlone(a, b):
		return false
	case n < leastRare:
		limit = closeShort
	}
	return Share(a, b) >= limit
}

// MayBeSame reports whether Same can hold of a bag of that many words and another one that shares so many of them.
func MayBeSame(shared, words int) bool {
	return words >= leastRare && shared > 0 && float64(shared) >= leastPairs*float64(words)
}

// Same reports whether a and b say nearly the same.
func Same(a, b Bag) bool {
	if InNumbersAlone(a, b) || min(len(a.Words), len(b.Words)) < leastRare {
		return false
	}
	return Share(a, b) >= Limit(a, b)
}

// Share is how many words a and b have in common, of all that they have together: from 0
// to 1. It is 0 when neither has any.
func Share(a, b Bag) float64 {
	both, i, k := 0, 0, 0
	for i < len(a.Words) && k < len(b.Words) {
		switch c := cmp.Compare(a.Words[i], b.Words[k]); {
		case c == 0:
			both, i, k = both+1, i+1, k+1
		case c < 0:
			i++
		default:
			k++
		}
	}
	return float64(both) / float64(max(1, len(a.Words)+len(b.Words)-both))
}

// add puts a word into the bag and gives its hash.
func (b *Bag) add(w []byte, kind wordKind) uint64 {
	h := Hash(w)
	b.whole = b.whole*31 + h
	if kind != numeral {
		b.plain = b.plain*31 + h
	}
	if kind == pair {
		b.cjk++
	}
	switch s := stem(w); {
	case len(s) == len(w) && len(w) > 0: // it cuts, and changes nothing
		b.Words = append(b.Words, h)
	case len(s) > 0:
		b.Words = append(b.Words, Hash(s))
	}
	return h
}
