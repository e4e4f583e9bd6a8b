package secretscan

import (
	"bytes"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/source"
)

// A long text is searched piece by piece, so that the memory it takes does not grow
// with it. Each piece is read with some of the text around it, which is more than any
// secret or what names it takes; what begins in that surrounding belongs to another piece.
type cutting struct {
	piece  int // bytes of a piece, about
	before int // bytes that are read before it, about
	after  int // bytes that are read behind it, about
}

var usualCutting = cutting{piece: 1 << 20, before: 16 << 10, after: 64 << 10}

// find gives every reading of text.
func (c cutting) find(text []byte) []hit {
	search := findText
	if binary(text) {
		search = findBinary
	}
	if len(text) <= c.piece {
		return search(text)
	}
	var hits []hit
	for start := 0; start < len(text); {
		end := len(text)
		if start+c.piece < end {
			end = edge(text, start+c.piece, c.after/2)
		}
		from, to := edge(text, max(0, start-c.before), c.before/2), edge(text, min(len(text), end+c.after), c.after/2)
		for _, h := range search(text[min(from, start):to]) {
			h.span = source.Span{Start: h.span.Start + min(from, start), End: h.span.End + min(from, start)}
			if start <= h.span.Start && h.span.Start < end {
				hits = append(hits, h)
			}
		}
		start = end
	}
	return hits
}

// edge is where to cut a text near i: at the next line, if it begins within reach, else
// between two characters.
func edge(text []byte, i, reach int) int {
	if i == 0 || i >= len(text) {
		return min(i, len(text))
	}
	if n := bytes.IndexByte(text[i-1:min(len(text), i+reach)], '\n'); n >= 0 {
		return i + n
	}
	for i < len(text) && !utf8.RuneStart(text[i]) {
		i++
	}
	return i
}

// looked is how many bytes tell whether a file is binary, as in git.
const looked = 8000

// binary reports whether text is no text: it has NUL bytes, is not UTF-16, and more than
// a tenth of its beginning is nothing that people write.
func binary(text []byte) bool {
	head := text[:min(len(text), looked)]
	if bytes.IndexByte(head, 0) < 0 {
		return false
	}
	odd := 0
	for i := 0; i < len(head); {
		r, n := utf8.DecodeRune(head[i:])
		if r == utf8.RuneError && n == 1 || control(r) {
			odd++
		}
		i += n
	}
	_, wide := source.FromUTF16(head)
	return odd*10 > len(head) && !wide
}
