package secretscan

import (
	"bytes"
	"html"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// undress gives the lines of v that a reader sees otherwise than they are
// written: without escapes, entities, invisible characters and colours, without
// emphasis, code marks and tags inside a word, with strings joined that a
// program joins, and with fullwidth letters as plain ones. Lines that would stay
// the same are left out.
func undress(v *view) *view {
	out := &view{depth: v.depth + 1}
	for at := 0; at < len(v.text); {
		end := lineEnd(v.text, at)
		if dressed(v.text[at:end]) {
			undressLine(out, v, at, end)
		}
		at = end + 1
	}
	return out
}

func undressLine(out, v *view, at, end int) {
	text, segs := len(out.text), len(out.segs)
	changed := false
	kept := at
	for i := at; i < end; {
		n, plain := dress(v.text[at:end], i-at)
		if n == 0 {
			i++
			continue
		}
		out.copy(v, kept, i)
		if plain != "" {
			out.put([]byte(plain), v.origin(i, i+n))
		}
		i += n
		kept, changed = i, true
	}
	if !changed {
		out.text, out.segs = out.text[:text], out.segs[:segs]
		return
	}
	out.copy(v, kept, end)
	out.separate()
}

// dressed reports whether line holds what can be dressing.
func dressed(line []byte) bool {
	for i, c := range line {
		if c >= utf8.RuneSelf {
			return bytes.ContainsFunc(line[i:], dressing)
		}
		if dressing(rune(c)) {
			return true
		}
	}
	return false
}

func dressing(r rune) bool {
	switch r {
	case '\\', '*', '`', '~', '&', '<', '"', '\'':
		return true
	}
	return control(r) || r > 0x7f && (invisible(r) || fullwidth(r) || latin(r) != 0)
}

// dress says how many bytes of the line at i are dressing, and what a reader
// sees in their place.
func dress(line []byte, i int) (n int, plain string) {
	if n := sequence(line[i:]); n > 0 {
		return n, ""
	}
	switch c := line[i]; {
	case c == '\\':
		return escape(line[i:])
	case c == '&':
		return entity(line[i:])
	case c == '*' || c == '`' || c == '~' || c == '<':
		if i == 0 || !isWordByte(line[i-1]) {
			return 0, ""
		}
		return inWord(line, i, markupLength(line[i:]))
	case c == '"' || c == '\'':
		return inWord(line, i, concatenation(line[i:]))
	case control(rune(c)):
		return 1, ""
	case c < utf8.RuneSelf:
		return 0, ""
	}
	r, size := utf8.DecodeRune(line[i:])
	switch {
	case invisible(r):
		return size, ""
	case fullwidth(r):
		return size, string(r - 0xfee0)
	case latin(r) != 0 && (i > 0 && isLetter(line[i-1]) || i+size < len(line) && isLetter(line[i+size])):
		return size, string(latin(r))
	}
	return 0, ""
}

// inWord drops n bytes at i if they split a word.
func inWord(line []byte, i, n int) (int, string) {
	if n == 0 || i == 0 || i+n >= len(line) || !isWordByte(line[i-1]) || !isWordByte(line[i+n]) {
		return 0, ""
	}
	return n, ""
}

func runLength(b []byte, c byte) int {
	n := 0
	for n < len(b) && b[n] == c {
		n++
	}
	return n
}

// maxMarks is how many tags and runs of marks may follow one another inside a word.
const maxMarks = 8

// markupLength is how many bytes the tags, comments and marks of emphasis and code take that b begins with. What
// opens after something closed is the next cell or item, and no part of the word.
func markupLength(b []byte) int {
	n, closed := 0, false
	for range maxMarks {
		rest, more := b[n:], 0
		switch {
		case len(rest) == 0:
		case rest[0] == '*' || rest[0] == '`' || rest[0] == '~':
			more = runLength(rest, rest[0])
		case rest[0] == '<':
			closes := bytes.HasPrefix(rest, []byte("</"))
			if more = tagLength(rest); closed && !closes {
				more = 0
			}
			closed = closed || closes
		}
		if more == 0 {
			break
		}
		n += more
	}
	return n
}

// longestTag is how many bytes a tag or comment inside a word may take.
const longestTag = 64

func tagLength(b []byte) int {
	b = b[:min(len(b), longestTag)]
	if bytes.HasPrefix(b, []byte("<!--")) {
		if n := bytes.Index(b, []byte("-->")); n >= 0 {
			return n + len("-->")
		}
		return 0
	}
	if len(b) < 3 || !isLetter(b[1]) && b[1] != '/' {
		return 0
	}
	return 1 + bytes.IndexByte(b, '>')
}

// concatenation returns the length of what joins two strings in a program: the quotes and between them a sign, or
// blanks alone. It returns 0 when b begins with no such thing.
func concatenation(b []byte) int {
	rest := bytes.TrimLeft(b[1:], " ")
	if sign := bytes.TrimLeft(rest, "+.&"); len(sign) < len(rest) {
		rest = bytes.TrimLeft(sign, " ")
	}
	if n := len(b) - len(rest); n > 1 && len(rest) > 0 && rest[0] == b[0] {
		return n + 1
	}
	return 0
}

// control characters show nothing. The zero bytes of UTF-16 are among them.
func control(r rune) bool { return r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0x7f }

// escape reads a backslash before punctuation, and \u0041, \U00000041, \u{41} and \x41.
func escape(b []byte) (int, string) {
	if len(b) < 2 {
		return 0, ""
	}
	if n, r := codePoint(b); n > 0 && (control(r) || invisible(r)) {
		return n, ""
	} else if n > 0 && 0x20 <= r && r < 0x7f {
		return n, string(r)
	}
	if c := b[1]; c < utf8.RuneSelf && unicode.In(rune(c), unicode.P, unicode.S) {
		return 2, string(rune(c))
	}
	return 0, ""
}

// codePoint reads a character that is written as its number in hex; n is 0 for anything else.
func codePoint(b []byte) (n int, r rune) {
	from, to := 2, 2+map[byte]int{'u': 4, 'U': 8, 'x': 2}[b[1]]
	if to > from && len(b) > 2 && b[2] == '{' {
		from = 3
		to = 3 + max(0, bytes.IndexByte(b[3:min(len(b), 12)], '}'))
	}
	if to == from || to > len(b) {
		return 0, 0
	}
	c, err := strconv.ParseUint(string(b[from:to]), 16, 31)
	if err != nil {
		return 0, 0
	}
	return to + from - 2, rune(c)
}

// longestEntity is how long an entity is that shows nothing: &ZeroWidthSpace;
const longestEntity = 18

func entity(b []byte) (int, string) {
	n := bytes.IndexByte(b[:min(len(b), longestEntity)], ';')
	if n < 3 {
		return 0, ""
	}
	ref := string(b[:n+1])
	plain := html.UnescapeString(ref)
	switch r, size := utf8.DecodeRuneInString(plain); {
	case plain == ref || plain == "\n" || size != len(plain):
		return 0, ""
	case control(r) || invisible(r):
		return n + 1, ""
	case r == 0xa0:
		return n + 1, " "
	case size == 1:
		return n + 1, plain
	}
	return 0, ""
}

// invisible reports whether r takes no room when a text is shown.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector) || r == 0x34f || r == 0x115f || r == 0x3164
}

// fullwidth letters and digits stand for ASCII ones.
func fullwidth(r rune) bool {
	return 0xff10 <= r && r <= 0xff19 || 0xff21 <= r && r <= 0xff3a || 0xff41 <= r && r <= 0xff5a || r == 0xff3f
}

// latin returns the Latin letter that a Cyrillic or Greek one looks like, or 0.
func latin(r rune) rune {
	switch r {
	case 'а', 'α':
		return 'a'
	case 'е':
		return 'e'
	case 'о', 'ο':
		return 'o'
	case 'р', 'ρ':
		return 'p'
	case 'с':
		return 'c'
	case 'у':
		return 'y'
	case 'х':
		return 'x'
	case 'і':
		return 'i'
	case 'ѕ':
		return 's'
	}
	return 0
}
