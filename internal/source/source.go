// Package source holds text with positions: spans of bytes inside it, and the
// lines and columns that people see. It knows nothing of Markdown or memories.
package source

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// A Span is a half-open range of byte offsets into a text. The zero Span
// stands for the text as a whole.
type Span struct{ Start, End int }

// IsZero reports whether s stands for the text as a whole.
func (s Span) IsZero() bool { return s == Span{} }

// Len is the number of bytes in s.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether the byte at off lies in s.
func (s Span) Contains(off int) bool { return s.Start <= off && off < s.End }

// Overlaps reports whether s and t share a byte.
func (s Span) Overlaps(t Span) bool { return s.Start < t.End && t.Start < s.End }

// A Pos is a place that a person can find: line and column count from 1, the
// column in code points. A byte order mark at the start of the text takes no
// column; a byte that is not UTF-8 takes one.
type Pos struct{ Line, Column int }

// A Text is source text that can answer where an offset lies. It is immutable;
// nobody may change the bytes it was made from.
type Text struct {
	src    []byte
	starts []int // offset of the first byte of each line
}

// NewText makes a Text from src. Lines end with LF; a CR before it belongs to
// the line end. A lone CR ends no line.
func NewText(src []byte) *Text {
	starts := make([]int, 1, 1+bytes.Count(src, []byte{'\n'}))
	for i, c := range src {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return &Text{src: src, starts: starts}
}

// Unmarked returns src without the byte order mark with which some editors begin a file. It
// shares the memory of src.
func Unmarked(src []byte) []byte { return bytes.TrimPrefix(src, []byte("\xef\xbb\xbf")) }

// Bytes returns the whole text. The caller must not change it.
func (t *Text) Bytes() []byte { return t.src }

// Len is the size of the text in bytes.
func (t *Text) Len() int { return len(t.src) }

// Slice returns the bytes of s. The caller must not change them.
func (t *Text) Slice(s Span) []byte { return t.src[s.Start:s.End] }

// Lines is the number of lines. A line end at the very end opens no new line;
// an empty text has no lines.
func (t *Text) Lines() int {
	n := len(t.starts)
	if t.starts[n-1] == len(t.src) {
		n--
	}
	return n
}

// Line returns the span of line n, counted from 1, without its line end.
// It is empty at the end of the text for an n past the last line.
func (t *Text) Line(n int) Span {
	if n < 1 || n > len(t.starts) {
		return Span{len(t.src), len(t.src)}
	}
	s := Span{t.starts[n-1], len(t.src)}
	if n < len(t.starts) {
		s.End = t.starts[n] - 1
		if s.End > s.Start && t.src[s.End-1] == '\r' {
			s.End--
		}
	}
	return s
}

// LineAt returns the number of the line that holds the byte at off.
func (t *Text) LineAt(off int) int {
	return sort.Search(len(t.starts), func(i int) bool { return t.starts[i] > off })
}

// Pos returns the line and column of the byte at off. An offset past the end
// gives the place just after the last byte.
func (t *Text) Pos(off int) Pos {
	off = max(0, min(off, len(t.src)))
	line := t.LineAt(off)
	before := t.src[t.starts[line-1]:off]
	if line == 1 {
		before = bytes.TrimPrefix(before, []byte("\xef\xbb\xbf"))
	}
	return Pos{line, utf8.RuneCount(before) + 1}
}
