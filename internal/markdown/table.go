package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	gtext "github.com/yuin/goldmark/text"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/source"
)

// Tables and footnotes are no part of CommonMark, and goldmark's own are not used: its tables
// drop the cells that have no heading. Hosts read them as https://github.github.com/gfm/ says.

var delimiterRow = lazy.Regexp(`^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r\n]*$`)

// paragraph adds a paragraph, and of a table each cell for itself: nothing inside a cell reaches
// over its end, not even code.
func (w *walker) paragraph(segs []gtext.Segment) {
	head := w.heading(segs)
	if head < 0 {
		w.add(segs, paragraph)
		return
	}
	w.add(segs[:head], paragraph)
	columns := len(w.cells(segs[head]))
	for n, row := range segs[head:] {
		if n == 1 { // the row of dashes
			continue
		}
		for i, cell := range w.cells(row) {
			w.add([]gtext.Segment{cell}, heading)
			if i >= columns && len(bytes.TrimSpace(cell.Value(w.body))) > 0 {
				w.doc.Dropped = append(w.doc.Dropped, source.Span{Start: w.from + cell.Start, End: w.from + cell.Stop})
			}
		}
	}
}

// heading gives the line of a paragraph that is the heading of a table; -1 when there is none.
func (w *walker) heading(segs []gtext.Segment) int {
	for i := 1; i < len(segs); i++ {
		row := segs[i].Value(w.body)
		if bytes.IndexByte(row, '|') >= 0 && delimiterRow.Get().Match(row) && len(w.cells(segs[i-1])) == len(w.cells(segs[i])) {
			return i - 1
		}
	}
	return -1
}

// cells parts a row at its bars. One behind a backslash parts nothing, and one in code does.
func (w *walker) cells(row gtext.Segment) []gtext.Segment {
	line := row.Value(w.body)
	start, end := len(line)-len(bytes.TrimLeft(line, " \t")), len(bytes.TrimRight(line, " \t\r\n"))
	if start < end && line[start] == '|' {
		start++
	}
	var cells []gtext.Segment
	for i := start; i < end; i++ {
		switch {
		case line[i] == '\\' && i+1 < end && isPunct(line[i+1]):
			i++
		case line[i] == '|':
			cells = append(cells, gtext.NewSegment(row.Start+start, row.Start+i))
			start = i + 1
		}
	}
	if start < end {
		cells = append(cells, gtext.NewSegment(row.Start+start, row.Start+end))
	}
	return cells
}

// goesOn reports whether what stands indented at n is more of the footnote before it.
func (w *walker) goesOn(n *ast.CodeBlock) bool {
	before, ok := n.PreviousSibling().(*ast.Paragraph)
	if !ok {
		return false
	}
	for _, line := range segmentsOf(before) {
		if text := line.Value(w.body); bytes.HasPrefix(text, []byte("[^")) && bytes.Contains(text, []byte("]:")) {
			return true
		}
	}
	return false
}

// noteText adds the paragraphs of a footnote behind its first.
func (w *walker) noteText(segs []gtext.Segment) {
	start := 0
	for i, s := range segs {
		if len(bytes.TrimSpace(s.Value(w.body))) == 0 {
			w.paragraph(segs[start:i])
			start = i + 1
		}
	}
	w.paragraph(segs[start:])
}
