package likeness

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/wordset"
)

// Hash is FNV-1a, 64 bits: the same on every run, so that findings are.
func Hash(s []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range s {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

type wordKind int

const (
	word    wordKind = iota
	numeral          // holds a digit, or is a Chinese number
	pair             // two characters of a script without blanks
)

// eachWord calls each for the words of text in lower case, which it may not keep.
// Characters of scripts without blanks come as overlapping pairs; numbers among them
// stand alone.
func eachWord(text []byte, each func(w []byte, kind wordKind)) {
	var run []byte
	kind := word
	flush := func() {
		if len(run) > 0 {
			each(run, kind)
			run, kind = run[:0], word
		}
	}
	var last rune
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(text[i:])
		}
		i += size
		switch {
		case 'a' <= r && r <= 'z':
			run, last = append(run, byte(r)), 0
		case 'A' <= r && r <= 'Z':
			run, last = append(run, byte(r)|0x20), 0
		case '0' <= r && r <= '9':
			run, kind, last = append(run, byte(r)), numeral, 0
		case r < utf8.RuneSelf:
			flush()
			last = 0
		case strings.ContainsRune("一二三四五六七八九十百千万零两", r):
			flush()
			each(utf8.AppendRune(nil, r), numeral)
			last = 0
		case IsCJK(r):
			flush()
			if last != 0 {
				each(utf8.AppendRune(utf8.AppendRune(nil, last), r), pair)
			}
			last = r
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if unicode.IsDigit(r) {
				kind = numeral
			}
			run, last = utf8.AppendRune(run, unicode.ToLower(r)), 0
		default:
			flush()
			last = 0
		}
	}
	flush()
}

// IsCJK reports whether r belongs to a script that is compared by pairs of characters.
func IsCJK(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

var stopWords = wordset.Of(`the a an and or of to in on at by for with is are was were be been it its this that these those as from not no do does did
		has have had will would can could should must may into than then when which who what how if so but use used using we you they he she his her our
		your their there here also only all any each per one two new old out up down over under about after before because while without via i
		why apply`)

const longestStopWord = 7

// stem takes the commonest English endings off a word; it is empty for a word that says
// nothing about a text.
func stem(w []byte) []byte {
	if len(w) <= longestStopWord && stopWords.Has(string(w)) {
		return nil
	}
	for _, end := range [...]string{"ings", "ing", "edly", "ed", "es", "s", "ly"} {
		if n := len(w) - len(end); n >= 3 && string(w[n:]) == end {
			w = w[:n]
			break
		}
	}
	if n := len(w) - 1; n >= 3 && w[n] == 'e' {
		w = w[:n]
	}
	if n := len(w); n > 4 && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	return w
}
