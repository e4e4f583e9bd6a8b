package secretscan

import (
	"bytes"
	"slices"
)

// A gramSet knows which three bytes follow one another somewhere in a text. Most words that are looked
// for stand in no text, and it tells so by a few bits, without a look at the text for each word.
type gramSet [1 << (gramBits - 6)]uint64

const (
	gramBits = 14 // a megabyte of prose sets half of them, a note one in twenty
	gram     = 3  // bytes
)

// of makes the set that of a text in any case.
func (set *gramSet) of(text []byte) {
	clear(set[:])
	if len(text) < gram {
		return
	}
	last := uint32(text[0])<<8 | uint32(text[1])
	for _, c := range text[gram-1:] {
		last = last<<8 | uint32(c)
		bit := gramBit(last)
		set[bit>>6] |= 1 << (bit & 63)
	}
}

// gramBit is the bit of the last three bytes, the same for letters of both cases.
func gramBit(last uint32) uint32 { return (last | 0x202020) << 8 * 0x9e3779b1 >> (32 - gramBits) }

// mayHold is false where word stands nowhere in the text, in any case.
func (set *gramSet) mayHold(word string) bool {
	for i := gram; i <= len(word); i++ {
		bit := gramBit(uint32(word[i-3])<<16 | uint32(word[i-2])<<8 | uint32(word[i-1]))
		if set[bit>>6]&(1<<(bit&63)) == 0 {
			return false
		}
	}
	return true
}

// each calls f with every place of word in the lower-cased view.
func (s *scan) each(word string, f func(at int)) {
	if !s.grams.mayHold(word) {
		return
	}
	for at := 0; ; at += len(word) {
		n := bytes.Index(s.lower[at:], []byte(word))
		if n < 0 {
			return
		}
		at += n
		f(at)
	}
}

// holdsAny reports whether b, which is of the lower-cased view, holds one of words.
func (s *scan) holdsAny(b []byte, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return s.grams.mayHold(w) && bytes.Contains(b, []byte(w)) })
}
