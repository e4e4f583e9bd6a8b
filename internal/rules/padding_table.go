package rules

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/source"
)

// A paddedTable knows how much text the widest cell of each column of a table holds.
type paddedTable struct {
	last   int // its last line
	widest []int
}

// tableAround reads the table that line n of t is a row of.
func tableAround(t *source.Text, n int) paddedTable {
	first, last := n, n
	for first > 1 && isRow(t.Slice(t.Line(first-1))) {
		first--
	}
	for last < t.Lines() && isRow(t.Slice(t.Line(last+1))) {
		last++
	}
	table := paddedTable{last: last}
	for ; first <= last; first++ {
		table.add(t.Slice(t.Line(first)))
	}
	return table
}

func isRow(line []byte) bool { return bytes.IndexByte(line, '|') >= 0 }

func (p *paddedTable) add(row []byte) {
	for i, cell := range bytes.Split(row, []byte("|")) {
		if i == len(p.widest) {
			p.widest = append(p.widest, 0)
		}
		cell = bytes.TrimFunc(cell, unicode.IsSpace)
		if bytes.ContainsFunc(cell, unicode.IsLetter) {
			p.widest[i] = max(p.widest[i], utf8.RuneCount(cell))
		}
	}
}

// excuses reports whether blank space before the next bar pads the cell after the
// last bar of before: some cell of the column holds as much text, of which
// each letter may take two columns.
func (p *paddedTable) excuses(before []byte, columns int) bool {
	i := bytes.Count(before, []byte("|"))
	cell := bytes.TrimFunc(before[bytes.LastIndexByte(before, '|')+1:], unicode.IsSpace)
	return i < len(p.widest) && utf8.RuneCount(cell)+columns <= 2*p.widest[i]
}
