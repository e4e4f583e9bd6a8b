package invisible

import (
	"slices"
	"unicode"
)

// excused reports whether what stands around the rune at i gives it work to do.
func (l *line) excused(i int) bool {
	r, prev, next := l.at(i), l.at(i-1), l.at(i+1)
	if joiner(r) && (l.chains[i] > maxChain || crowds(r, prev) || crowds(r, next)) {
		return false
	}
	switch {
	case tag(r):
		return l.inFlag(i)
	case r == textStyle || r == emojiStyle:
		return emoji(prev) || prev == '#' || prev == '*' || '0' <= prev && prev <= '9'
	case 0xE0100 <= r && r <= 0xE01EF:
		return unicode.Is(unicode.Han, prev)
	case 0x180B <= r && r <= 0x180D || r == 0x180F:
		return mongolian(prev)
	case r == 0x180E:
		return mongolian(l.before(i)) && mongolian(next)
	case r == zwj:
		return l.joinsEmoji(i) || joins(l.before(i)) && unicode.In(prev, unicode.L, unicode.M)
	case r == zwnj:
		return breaks(l.before(i), next, joins) || virama(prev) && !inWord(next)
	case r == zwsp:
		return breaks(l.before(i), next, unspaced)
	case r == softHyphen:
		return unicode.IsLetter(l.before(i)) && unicode.IsLetter(next)
	case r == leftToRightMark || r == rightToLeftMark || r == arabicLetterMark:
		return l.rightToLeft()
	case isolate(r):
		return l.rightToLeft() && l.paired(i) && next != popIsolate && !isolate(next)
	case r == popIsolate:
		return l.rightToLeft() && l.paired(i) && !isolate(prev)
	case r == 0x110BD || r == 0x110CD: // Kaithi number signs
		return unicode.Is(unicode.Kaithi, prev) || unicode.Is(unicode.Kaithi, next)
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return l.rightToLeft()
	}
	return false
}

// crowds reports whether the joiner r may not stand next to n: two in a row do no
// more than one, but tell two things apart.
func crowds(r, n rune) bool {
	switch {
	case n == 0, isolate(n), n == popIsolate, KindOf(n) == Seen:
		return false
	case n == emojiStyle:
		return r != zwj && KindOf(r) != Bidi
	}
	return true
}

// flags are the subdivision flags that Unicode recommends for interchange; every
// other tag sequence is a message.
// https://www.unicode.org/Public/emoji/15.0/emoji-sequences.txt
var flags = []string{"gbeng", "gbsct", "gbwls"}

// inFlag reports whether the tag at i is part of a black flag and one of flags.
func (l *line) inFlag(i int) bool {
	const blackFlag, cancelTag, length = 0x1F3F4, 0xE007F, 5
	start := i
	for start >= i-length && tag(l.at(start)) {
		start--
	}
	if l.at(start) != blackFlag || l.at(start+length+1) != cancelTag {
		return false
	}
	return slices.ContainsFunc(flags, func(flag string) bool {
		for j, letter := range flag {
			if l.at(start+1+j) != tagBase+letter {
				return false
			}
		}
		return true
	})
}

// joinsEmoji reports whether the joiner at i stands between two emoji.
func (l *line) joinsEmoji(i int) bool {
	prev := l.at(i - 1)
	if prev == emojiStyle {
		prev = l.at(i - 2)
	}
	return emoji(prev) && emoji(l.at(i+1))
}

// breaks reports whether a joiner between prev and next stands inside a word, with
// at least one side in a script that needs it: a Persian suffix after a Latin name
// is joined like any other.
func breaks(prev, next rune, script func(rune) bool) bool {
	return (script(prev) || script(next)) && (script(prev) || inWord(prev)) && (script(next) || inWord(next))
}
