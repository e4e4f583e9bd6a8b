package memory

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/source"
)

// A scanner reads the lines between the fences in the part of YAML that readers
// agree on, before a YAML library sees a byte. What lies outside that part is an
// Unsafe problem; a plain value that only needs quotes is noted to be quoted.
type scanner struct {
	src      []byte // the text up to the closing fence
	lines    []source.Span
	n        int // the next line
	pairs    []pair
	problems []Problem
	quotes   []source.Span // the values that need quotes
	bracket  int           // offset of the last closing bracket
}

// A pair is one "key: value" line, or one "- value" line with an empty key.
type pair struct {
	key                     string // as written, with quotes gone
	indent                  int    // column of the key, in bytes from the start of the line
	parent                  int    // column that the lines of its value must lie right of
	item                    bool   // follows a dash
	keySpan, valueSpan, cut source.Span
	shape                   valueShape
	// broken says that the value needs quotes.
	broken bool
}

// valueShape is how a value is written.
type valueShape int

const (
	nothing valueShape = iota
	plain
	quoted
	blockText
	flow
)

// usualPairs is more than most blocks have.
const usualPairs = 16

// scan reads the block of t.
func scan(t *source.Text, block source.Span) *scanner {
	s := &scanner{src: t.Bytes()[:block.End], bracket: bytes.LastIndexAny(t.Slice(block), "]}") + block.Start}
	count := bytes.Count(t.Slice(block), []byte("\n")) + 1
	s.lines, s.pairs = make([]source.Span, 0, count), make([]pair, 0, min(count, usualPairs))
	for n := t.LineAt(block.Start); n <= t.Lines() && t.Line(n).Start < block.End; n++ {
		s.lines = append(s.lines, t.Line(n))
	}
	if s.badBytes(block) {
		return s
	}
	for s.n < len(s.lines) {
		line := s.lines[s.n]
		s.n++
		s.line(line)
	}
	return s
}

func (s *scanner) unsafe(span source.Span, message, fix string) {
	s.problems = addUnsafe(s.problems, span, message, fix)
}

// badBytes refuses what is no text, and what is a line end for some readers only.
func (s *scanner) badBytes(block source.Span) bool {
	for i := block.Start; i < block.End; {
		r, size := utf8.DecodeRune(s.src[i:])
		span := source.Span{Start: i, End: i + size}
		switch {
		case r == utf8.RuneError && size == 1:
			s.unsafe(span, "the frontmatter is not valid UTF-8", "save the file as UTF-8")
			return true
		case r == '\t' || r == '\n' || r == '\r' && i+1 < block.End && s.src[i+1] == '\n':
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff:
			s.unsafe(span, fmt.Sprintf("U+%04X in the frontmatter, which %s", r, effect(r)), "remove the character")
			return true
		}
		i += size
	}
	return false
}

// effect says what a character that is no text does to readers.
func effect(r rune) string {
	if strings.ContainsRune("\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029", r) {
		return "ends a line for some of its readers"
	}
	return "some of its readers refuse"
}

// line reads the line at span and the lines that its value takes.
func (s *scanner) line(span source.Span) {
	at := s.skip(span.Start, span.End, " ")
	if at == span.End || s.src[at] == '#' {
		return
	}
	p := pair{parent: at - span.Start}
	for s.src[at] == '-' && s.blankAt(at+1, span.End) {
		p.item, p.parent = true, at-span.Start
		if at = s.skip(at+1, span.End, " "); at == span.End {
			s.pairs = append(s.pairs, p)
			return
		}
	}
	p.indent = at - span.Start
	if why, fix := s.refused(at, span.End); why != "" {
		s.unsafe(source.Span{Start: at, End: at + 1}, why, fix)
		return
	}
	key, after, ok := s.splitKey(at, span.End)
	if !ok || bytes.IndexByte([]byte("[]{},|>@`%"), s.src[at]) >= 0 {
		s.keyless(p, source.Span{Start: at, End: span.End})
		return
	}
	if s.below(span.Start) {
		s.unsafe(source.Span{Start: at, End: span.End}, "a key is indented below a value", "put a value of several lines in quotes, on one line")
		return
	}
	p.keySpan, p.key, p.parent = key, bare(s.src[key.Start:key.End]), p.indent
	s.value(&p, after, span.End)
	s.pairs = append(s.pairs, p)
}

// refused says why no reader should begin to read at that place.
func (s *scanner) refused(at, end int) (why, fix string) {
	switch c := s.src[at]; {
	case c == '\t':
		return "a tab indents the line", "indent with spaces"
	case c == '&' || c == '*':
		return fmt.Sprintf("%q begins an anchor or an alias of YAML", string(c)), "write the value out, or put it in quotes"
	case c == '!':
		return `"!" begins a tag of YAML`, "remove the tag, or put the value in quotes"
	case c == '%':
		return "a directive of YAML", "remove the line"
	case c == '?' && s.blankAt(at+1, end):
		return "a key behind a question mark", "write key: value"
	case bytes.HasPrefix(bytes.TrimLeft(s.src[at:end], `"'`), []byte("<<")): // Ruby's reader merges in quotes, too
		return "a merge key of YAML", "write the keys out"
	}
	return "", ""
}

// below reports whether the line at start lies deeper than the value before it lets.
func (s *scanner) below(start int) bool {
	if len(s.pairs) == 0 {
		return false
	}
	last := s.pairs[len(s.pairs)-1]
	return last.shape != nothing && s.indentOf(start) > last.parent && last.shape != blockText
}

func (s *scanner) indentOf(start int) int {
	return s.skip(start, len(s.src), " ") - start
}

// keyless reads a line without a key: an item of a list, more of a plain value, or a
// value that begins below its key.
func (s *scanner) keyless(p pair, rest source.Span) {
	if p.item {
		s.value(&p, rest.Start, rest.End)
		s.pairs = append(s.pairs, p)
		return
	}
	if len(s.pairs) > 0 && p.indent > s.pairs[len(s.pairs)-1].parent {
		switch last := &s.pairs[len(s.pairs)-1]; {
		case last.shape == plain && last.cut.IsZero():
			s.more(last, rest)
			return
		case last.shape == nothing:
			s.value(last, rest.Start, rest.End)
			return
		}
	}
	s.unsafe(rest, "the line is no key: value", "write one key: value a line, and quote a value that holds more")
}

// more takes a line as a further line of a plain value.
func (s *scanner) more(last *pair, rest source.Span) {
	end := s.trimmed(rest.Start, rest.End)
	if at := s.comment(rest.Start, end); at >= 0 {
		last.cut = source.Span{Start: at, End: end}
		end = s.trimmed(rest.Start, at)
	}
	last.valueSpan.End = end
	if last.broken {
		s.quotes[len(s.quotes)-1] = last.valueSpan
	}
}

// splitKey finds the key that begins at at, and the place after its colon.
func (s *scanner) splitKey(at, end int) (key source.Span, after int, ok bool) {
	if c := s.src[at]; c == '"' || c == '\'' {
		closing := closeQuote(s.src[:end], at)
		if closing < 0 {
			return key, 0, false
		}
		colon := s.skip(closing+1, end, " ")
		ok = colon < end && s.src[colon] == ':' && s.blankAt(colon+1, end)
		return source.Span{Start: at, End: closing + 1}, colon + 1, ok
	}
	for i := at; i < end; i++ {
		switch {
		case s.src[i] == ':' && s.blankAt(i+1, end):
			return source.Span{Start: at, End: s.trimmed(at, i)}, i + 1, true
		case s.src[i] == '#' && i > at && isBlank(s.src[i-1]):
			return key, 0, false
		}
	}
	return key, 0, false
}

// bare takes the quotes off; escapes stay as they are, so that what is written with
// them is not taken for what it means.
func bare(b []byte) string {
	if n := len(b); n >= 2 && (b[0] == '"' || b[0] == '\'') && b[n-1] == b[0] {
		b = b[1 : n-1]
	}
	return string(b)
}

// blankAt reports whether the line ends at i or has a blank there.
func (s *scanner) blankAt(i, end int) bool { return i >= end || isBlank(s.src[i]) }

// skip returns the first offset from at on that holds none of chars, at most end.
func (s *scanner) skip(at, end int, chars string) int {
	return end - len(bytes.TrimLeft(s.src[min(at, end):end], chars))
}

// trimmed returns the end of the text from start to end without blanks after it.
func (s *scanner) trimmed(start, end int) int {
	return start + len(bytes.TrimRight(s.src[start:end], " \t"))
}

// comment returns the offset of the # that begins a comment, or -1.
func (s *scanner) comment(start, end int) int {
	for i := start; i < end; i++ {
		if s.src[i] == '#' && i > 0 && isBlank(s.src[i-1]) {
			return i
		}
	}
	return -1
}

// closeQuote returns the offset of the quote that closes the one at open, or -1.
func closeQuote(src []byte, open int) int {
	q := src[open]
	for i := open + 1; i < len(src); i++ {
		switch {
		case src[i] == '\\' && q == '"':
			i++
		case src[i] != q:
		case q == '\'' && i+1 < len(src) && src[i+1] == q:
			i++
		default:
			return i
		}
	}
	return -1
}
