package wiring

import (
	"bytes"
	"slices"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
)

// A part is what a line belongs to.
type part int

const (
	foreign part = iota
	inner        // between the marks
	begin
	end
	marker // of a conflict
)

// A markedLine is a line of a file that may hold a block.
type markedLine struct {
	from, to int
	part     part
	hunk     int // which conflict it belongs to, its markers included, from 1; 0 for none
}

// A reader tells the lines of a file apart. Each side of a conflict goes on from where the
// conflict began: both can hold the block, or one end of it.
type reader struct {
	code   markdown.Fence
	inside bool
	hunks  int
	open   bool   // a conflict
	at     bool   // inside, where it began
	sides  []bool // inside, where its sides so far ended
	torn   bool   // a mark is missing or out of place
	marks  int
}

// readMarks tells the lines of file apart, from below its frontmatter on.
func readMarks(file []byte) (lines []markedLine, torn bool) {
	var r reader
	pos := markdown.Top(file)
	for line := range bytes.Lines(file[pos:]) {
		l := markedLine{from: pos, to: pos + len(line)}
		pos = l.to
		l.part, l.hunk = r.next(line)
		lines = append(lines, l)
	}
	return lines, r.marks > 0 && (r.torn || r.inside)
}

func (r *reader) next(line []byte) (p part, hunk int) {
	if r.code.Length > 0 {
		r.code = r.code.After(line)
		return foreign, r.current()
	}
	if was := r.current(); r.conflict(line) {
		return marker, max(was, r.current())
	}
	switch {
	case bytes.HasPrefix(line, []byte(beginMark)):
		r.mark(begin)
		return begin, r.current()
	case bytes.HasPrefix(line, []byte(endMark)):
		r.mark(end)
		return end, r.current()
	case r.inside:
		return inner, r.current()
	}
	r.code = r.code.After(line)
	return foreign, r.current()
}

// mark notes one of the two marks.
func (r *reader) mark(p part) {
	r.marks++
	r.torn = r.torn || r.inside == (p == begin)
	r.inside = p == begin
}

func (r *reader) current() int {
	if r.open {
		return r.hunks
	}
	return 0
}

// conflict notes a line that begins, parts or ends a conflict.
func (r *reader) conflict(line []byte) bool {
	c := byte(0)
	if memory.ConflictMarker(bytes.TrimRight(line, "\r\n")) {
		c = line[0]
	} else if string(bytes.TrimRight(line, "\r\n")) == "=======" {
		c = '='
	}
	switch {
	case c == '<' && !r.open:
		r.open, r.at, r.sides = true, r.inside, nil
		r.hunks++
	case (c == '|' || c == '=') && r.open:
		if c == '=' || len(r.sides) == 0 {
			r.sides = append(r.sides, r.inside)
		}
		r.inside = r.at
	case c == '>' && r.open:
		r.open = false
		r.torn = r.torn || len(r.sides) == 0 || r.sides[0] != r.inside
	default:
		return false
	}
	return true
}

// findMarks gives the place of the block with its marks, and with the markers of the
// conflicts that it lies in; to is 0 when there is none.
func findMarks(file []byte) (from, to int, conflicted bool, err error) {
	lines, torn := readMarks(file)
	ours := func(l markedLine) bool { return l.part == begin || l.part == end || l.part == inner }
	first := slices.IndexFunc(lines, ours)
	if torn {
		return 0, 0, false, errDamaged
	}
	if first < 0 {
		return 0, 0, false, nil
	}
	last := len(lines) - 1
	for !ours(lines[last]) {
		last--
	}
	for first > 0 && lines[first].hunk > 0 && lines[first-1].hunk == lines[first].hunk {
		first--
	}
	for last+1 < len(lines) && lines[last].hunk > 0 && lines[last+1].hunk == lines[last].hunk {
		last++
	}
	begins, other := 0, false
	for _, l := range lines[first : last+1] {
		conflicted = conflicted || l.hunk > 0
		other = other || l.part == foreign
		if l.part == begin {
			begins++
		}
	}
	switch {
	case other && conflicted:
		return 0, 0, false, errConflict
	case begins > 1 && !conflicted:
		return 0, 0, false, errTwo
	}
	return lines[first].from, lines[last].to, conflicted, nil
}
