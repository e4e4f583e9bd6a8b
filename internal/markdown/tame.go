package markdown

import (
	"bytes"

	gtext "github.com/yuin/goldmark/text"
)

// Most memories are tame: paragraphs, headings and flat bullets, each on lines that can
// be nothing else. Their blocks are found here, in a tenth of the time that the library
// takes, and come out as the library gives them.

type lineKind int

const (
	wild lineKind = iota // for the library
	blankLine
	plainLine
	bulletLine
	headLine
)

// tameLine says what line is, and where its text begins.
func tameLine(line []byte) (kind lineKind, start int) {
	line = bytes.TrimSuffix(line, []byte("\n"))
	hashes := len(line) - len(bytes.TrimLeft(line, "#"))
	switch {
	case len(bytes.Trim(line, " ")) == 0:
		return blankLine, 0
	case bytes.HasPrefix(line, []byte("- ")) && isPlain(line[2:]):
		return bulletLine, 2
	case 1 <= hashes && hashes <= 6 && len(line) > hashes+1 && line[hashes] == ' ' && isPlain(line[hashes+1:]) && bytes.IndexByte(line[hashes:], '#') < 0:
		return headLine, hashes + 1
	case isPlain(line):
		return plainLine, 0
	}
	return wild, 0
}

// isPlain reports whether line begins with what opens no block but a paragraph.
func isPlain(line []byte) bool {
	if len(line) == 0 {
		return false
	}
	switch c := line[0]; {
	case isLetter(c), c == '[', c == '(', c == '"', c == '\'':
		return true
	case c >= 0x80:
		return true
	case isDigit(c):
		return ListMark(line) == 0
	case c == '`':
		return fenceRun(line) < 3
	case c == '*':
		text := bytes.TrimLeft(line, "*")
		return len(text) > 0 && isLetter(text[0])
	}
	return false
}

// splitTame finds the blocks of a tame text; ok is false for any other.
func (w *walker) splitTame() (ok bool) {
	var segs []gtext.Segment
	open := blankLine // what the last line was
	closeBlock := func() {
		if n := len(segs); n > 0 {
			segs[n-1] = segs[n-1].TrimRightSpace(w.body)
			w.paragraph(segs)
			segs = segs[:0]
		}
	}
	for off := 0; off < len(w.body); {
		end := lineEnd(w.body, off)
		kind, start := tameLine(w.body[off:end])
		if kind == wild || kind == plainLine && open == bulletLine {
			w.texts = nil
			return false
		}
		if kind != plainLine {
			closeBlock()
		}
		switch s := gtext.NewSegment(off+start, end); kind {
		case headLine:
			w.add([]gtext.Segment{s.TrimRightSpace(w.body)}, heading)
		case plainLine, bulletLine:
			segs = append(segs, s)
		}
		off, open = end, kind
	}
	closeBlock()
	return true
}
