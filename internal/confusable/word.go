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
// or a few letters of any other style. Ordinary Latin words between them end no run in which there are
// two styled words at least; letters of a formula are no words.
func Styled(text string) []Finding {
	var out []Finding
	var run styledRun
	flush := func() {
		if run.isSentence() {
			run.found.Shown, run.found.Reads = text[run.found.Start:run.found.End], run.reads.String()
			out = append(out, run.found)
		}
		run = styledRun{}
	}
	for i, r := range text {
		switch p := plain(r); {
		case p != 0:
			run.add(text, i, r, p)
		case r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			if run.isSentence() {
				flush()
			}
			run.ordinary = run.found.Odd != 0
			run.gap, run.letters = true, 0
		case unicode.IsLetter(r) || unicode.Is(unicode.Nd, r):
			flush()
		default:
			run.gap, run.letters = true, 0
		}
	}
	flush()
	return out
}

// A styledRun is what Styled has read of a run.
type styledRun struct {
	found                Finding
	reads                strings.Builder
	wide, other          int // letters
	gaps, words, letters int // words of three letters and more, letters of the last word
	gap                  bool
	ordinary, mixed      bool // ordinary words follow the last letter, or one before
}

// add takes the letter r at i, which reads as p.
func (s *styledRun) add(text string, i int, r, p rune) {
	const word = 3
	switch {
	case s.found.Odd == 0:
		s.found.Start, s.found.Odd = i, r
	case s.ordinary:
		s.mixed, s.ordinary = true, false
		s.gaps++
		s.reads.WriteString(text[s.found.End:i])
	case s.gap:
		s.gaps++
		s.reads.WriteByte(' ')
	}
	if s.letters++; s.letters == word {
		s.words++
	}
	s.gap, s.found.End = false, i+utf8.RuneLen(r)
	s.reads.WriteRune(p)
	if 0xFF01 <= r && r <= 0xFF5E {
		s.wide++
	} else {
		s.other++
	}
}

func (s *styledRun) isSentence() bool {
	const words, wideLetters, otherLetters = 3, 10, 8
	if s.mixed {
		return s.words > 1 && (s.other >= otherLetters || s.wide+s.other >= wideLetters)
	}
	return s.other >= otherLetters || s.wide+s.other >= wideLetters && s.gaps+1 >= words
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
