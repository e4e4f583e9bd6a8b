// Package invisible finds the characters of a text that a reviewer does not see:
// those that draw nothing, reorder what is drawn, or steer a terminal. Whether one is
// excused depends on what stands around it, never on how many a document has, because
// emoji and the scripts of many people need them. It uses the tables of the standard
// library alone and does not judge what is not UTF-8.
package invisible

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/source"
)

// A Kind says what a character does instead of being seen.
type Kind int

// The kinds. Seen is the kind of every other character.
const (
	Seen    Kind = iota
	Hidden       // draws nothing, or what nobody can tell
	Bidi         // changes the order in which text is drawn
	Control      // steers a terminal, or ends a line for some readers only
)

// A Mark is one character that nothing around it excuses.
type Mark struct {
	Span source.Span
	Rune rune
	Kind Kind
}

// KindOf says what r is when nothing excuses it. Tab and line feed are Seen, and so
// are all kinds of space. A code point that Unicode has not assigned yet is Seen too:
// it is drawn as a box, and may be next year's emoji.
func KindOf(r rune) Kind {
	switch {
	case r < 0x20:
		if r == '\t' || r == '\n' {
			return Seen
		}
		return Control
	case r < 0x7F:
		return Seen
	case r <= 0x9F, r == 0x2028, r == 0x2029:
		return Control
	case r < 0xAD, 0x370 <= r && r < 0x600, 0x3165 <= r && r < 0xD800:
		return Seen // no table below has any of these; most text ends here
	case unicode.Is(unicode.Bidi_Control, r):
		return Bidi
	case unicode.In(r, unicode.Cf, unicode.Co, unicode.Other_Default_Ignorable_Code_Point,
		unicode.Variation_Selector, unicode.Noncharacter_Code_Point), blank(r):
		return Hidden
	}
	return Seen
}

// blank reports whether r is a letter or symbol by its category and yet draws
// nothing, and stands in no table of the standard library.
func blank(r rune) bool {
	switch r {
	case 0x2800, // BRAILLE PATTERN BLANK
		0x16FE4, // KHITAN SMALL SCRIPT FILLER
		0x1BC9D, // DUPLOYAN THICK LETTER SELECTOR
		0x1D159: // MUSICAL SYMBOL NULL NOTEHEAD
		return true
	}
	return false
}

// Scan returns the marks of text in order. A byte order mark at its very start is
// none. A carriage return before a line feed belongs to the line end; any other is a
// mark.
func Scan(text []byte) []Mark {
	var marks []Mark
	var l line
	for at := 0; at < len(text); {
		next := len(text)
		end := next
		if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
			next, end = at+n+1, at+n
			if end > at && text[end-1] == '\r' {
				end--
			}
		}
		start := at
		if at == 0 && bytes.HasPrefix(text, []byte("\uFEFF")) {
			start = min(end, len("\uFEFF"))
		}
		if suspect(text[start:end]) {
			l.read(text[start:end], start)
			marks = l.appendMarks(marks)
		}
		at = next
	}
	return marks
}

// suspect reports whether a line holds anything that is not simply seen.
func suspect(b []byte) bool {
	for i := 0; i < len(b); {
		if c := b[i]; c < utf8.RuneSelf {
			if c < 0x20 && c != '\t' || c == 0x7F {
				return true
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if KindOf(r) != Seen {
			return true
		}
		i += n
	}
	return false
}
