package confusable

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words returns the words in text that mix scripts and look wholly Latin.
func Words(text string) []Finding {
	var out []Finding
	for i := 0; i < len(text); {
		end := wordEnd(text, i)
		if end == i {
			_, n := utf8.DecodeRuneInString(text[i:])
			i += n
			continue
		}
		if r, ok := mixedWord(text[i:end]); ok {
			out = append(out, Finding{Start: i, End: end, Shown: text[i:end], Reads: r.text, Odd: r.other})
		}
		i = end
	}
	return out
}

func wordEnd(text string, i int) int {
	for j, r := range text[i:] {
		if !unicode.In(r, unicode.L, unicode.M, unicode.Nd) {
			return i + j
		}
	}
	return len(text)
}

func mixedWord(word string) (reading, bool) {
	const shortest, shortestGreek = 3, 4 // two Latin letters and one Greek are a formula
	if isASCII(word) {
		return reading{}, false
	}
	r := read(word)
	n := utf8.RuneCountInString(word)
	script := ScriptOf(r.other)
	switch {
	case !r.latin || !r.whole || script == "" || n < shortest || script == "Greek" && n < shortestGreek:
		return r, false
	}
	return r, !inflected(word)
}

// inflected reports whether word is a Latin abbreviation in capitals with a native
// ending, as people write it: JSON with a Cyrillic case ending.
func inflected(word string) bool {
	const longestEnding = 3
	stem := strings.TrimLeftFunc(word, func(r rune) bool { return 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' })
	capitals := len(word) - len(stem)
	if capitals < 2 || utf8.RuneCountInString(stem) > longestEnding {
		return false
	}
	for _, r := range stem {
		if r < utf8.RuneSelf || !unicode.IsLower(r) {
			return false
		}
	}
	return true
}

// Styled returns the runs of words in styled letters that are long enough to be
// sentences: three words in full-width letters, which single names are written in,
// or a few letters of any other style.
func Styled(text string) []Finding {
	const words, wideLetters, otherLetters = 3, 10, 8
	var out []Finding
	var run Finding
	var reads strings.Builder
	var wide, other, gaps int
	flush := func() {
		if other >= otherLetters || wide+other >= wideLetters && gaps+1 >= words {
			run.Shown, run.Reads = text[run.Start:run.End], reads.String()
			out = append(out, run)
		}
		run, wide, other, gaps = Finding{}, 0, 0, 0
		reads.Reset()
	}
	gap := false
	for i, r := range text {
		p := plain(r)
		switch {
		case p != 0:
			if run.Odd == 0 {
				run.Start, run.Odd = i, r
			} else if gap {
				gaps++
				reads.WriteByte(' ')
			}
			gap, run.End = false, i+utf8.RuneLen(r)
			reads.WriteRune(p)
			if 0xFF01 <= r && r <= 0xFF5E {
				wide++
			} else {
				other++
			}
		case unicode.IsLetter(r) || unicode.Is(unicode.Nd, r):
			if run.Odd != 0 {
				flush()
			}
			gap = false
		default:
			gap = true
		}
	}
	flush()
	return out
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
