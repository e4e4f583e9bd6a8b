package secretscan

import (
	"bytes"
	"slices"

	"github.com/teammem/teammem/internal/source"
)

// tables finds secrets in the columns of Markdown tables whose head names
// them.
func (s *scan) tables() {
	var head source.Span
	var columns []column
	inTable := false
	for at := 0; at < len(s.text); {
		end := s.line(at).End
		line := source.Span{Start: at, End: end}
		at = end + 1
		switch {
		case bytes.IndexByte(s.text[line.Start:line.End], '|') < 0:
			columns, inTable = nil, false
		case !inTable && isDelimiterRow(s.text[line.Start:line.End]):
			columns, inTable = s.columns(head), true
		default:
			s.row(columns, line)
		}
		head = line
	}
}

// A column is one whose head names a secret.
type column struct {
	index int
	mention
}

func isDelimiterRow(line []byte) bool {
	return bytes.IndexByte(line, '-') >= 0 && len(bytes.Trim(line, "|:- \t>\r")) == 0
}

// cells gives the cells of a row of a table; the text before the first bar and
// behind the last one only when it is not blank.
func (s *scan) cells(row source.Span) []source.Span {
	var out []source.Span
	start := row.Start
	for i := row.Start; i <= row.End; i++ {
		if i < row.End && (s.text[i] != '|' || i > row.Start && s.text[i-1] == '\\') {
			continue
		}
		blank := len(bytes.Trim(s.text[start:i], " \t\r>")) == 0
		if !blank || start > row.Start && i < row.End {
			out = append(out, source.Span{Start: start, End: i})
		}
		start = i + 1
	}
	return out
}

// columns gives the columns of a head row that name a secret.
func (s *scan) columns(head source.Span) []column {
	var out []column
	for n, cell := range s.cells(head) {
		if m, ok := s.mentionIn(cell); ok {
			out = append(out, column{n, m})
		}
	}
	return out
}

// mentionIn returns the noun with which a cell ends.
func (s *scan) mentionIn(cell source.Span) (mention, bool) {
	for i := cell.Start; i < cell.End; i++ {
		if len(s.nounList().of(s.lower[i])) == 0 {
			continue
		}
		if m, ok := s.mentionAt(i); ok && m.end <= cell.End && len(bytes.Trim(s.text[m.end:cell.End], " \t\r*`_\"")) == 0 {
			return m, true
		}
	}
	return mention{}, false
}

func (s *scan) row(columns []column, line source.Span) {
	if len(columns) == 0 {
		return
	}
	cells := s.cells(line)
	for _, c := range columns {
		if c.index >= len(cells) {
			continue
		}
		if s.withName(c.mention) && s.pairIn(cells[c.index]) {
			continue
		}
		v := s.valueAt(cells[c.index].Start, cells[c.index].End)
		if c.accepts(v, strong) {
			s.addValue(c.kind(), v)
		} else if c.class == passwords || c.title == "credential" {
			s.pairIn(cells[c.index])
		}
	}
}

// pairIn adds the password of "ops / x" in a cell, and reports whether there is one.
func (s *scan) pairIn(cell source.Span) bool {
	n := bytes.IndexAny(s.text[cell.Start:cell.End], "/:")
	if n < 1 {
		return false
	}
	v := s.valueAt(cell.Start+n+1, cell.End)
	if !s.name(cell.Start, cell.Start+n) || !accountPassword(v.text) {
		return false
	}
	s.addValue(passwordInCode, v)
	return true
}

// longestHead is how long the head of such a table is at most.
const longestHead = 256

// rowsOfCSV finds values below a head such as "host,user,password", where m is one of the
// names in it.
func (s *scan) rowsOfCSV(m mention) {
	head := s.line(m.start)
	if head.Len() > longestHead {
		return
	}
	if line := s.text[head.Start:head.End]; bytes.IndexByte(line, '\t') > 0 || bytes.Contains(line, []byte("  ")) {
		s.rowsOfColumns(m, head)
		return
	}
	if bytes.ContainsAny(s.text[head.Start:head.End], " \t|") || bytes.Count(s.text[head.Start:head.End], []byte(",")) == 0 || !s.fieldOfCSV(m, head) {
		return
	}
	fields := bytes.Count(s.text[head.Start:head.End], []byte(","))
	index := bytes.Count(s.text[head.Start:m.start], []byte(","))
	at := head.End + 1
	for range mostCodes {
		if at >= len(s.text) {
			return
		}
		line := s.line(at)
		if bytes.Count(s.text[line.Start:line.End], []byte(",")) != fields {
			return
		}
		i := line.Start
		for range index {
			i += bytes.IndexByte(s.text[i:line.End], ',') + 1
		}
		if v := s.valueAt(i, line.End); m.accepts(v, strong) {
			s.addValue(m.kind(), v)
		}
		at = line.End + 1
	}
}

// besideWords head a column beside one of passwords.
var besideWords = []string{"user", "login", "host", "name", "service", "system", "account", "server", "url", "env", "账号", "帐号", "用户", "系统", "主机", "地址", "环境", "帳號"}

// rowsOfColumns is rowsOfCSV for columns that tabs or two blanks part.
func (s *scan) rowsOfColumns(m mention, head source.Span) {
	names := s.aligned(head)
	index := slices.IndexFunc(names, func(f source.Span) bool { return f.Start <= m.ident && m.end <= f.End })
	if head.Start != s.head && head.Start < s.rowsDone {
		return // it is a row itself
	}
	beside := func(f source.Span) bool { return s.holdsAny(s.lower[f.Start:f.End], besideWords) }
	if len(names) < 2 || index < 0 || names[index].End != m.end || !slices.ContainsFunc(names, beside) {
		return
	}
	at := head.End + 1
	for range mostCodes {
		if at >= len(s.text) {
			return
		}
		line := s.line(at)
		at = line.End + 1
		s.head, s.rowsDone = head.Start, at
		fields := s.aligned(line)
		if len(fields) != len(names) {
			return
		}
		if v := s.valueAt(fields[index].Start, fields[index].End); m.accepts(v, strong) {
			s.addValue(m.kind(), v)
		}
	}
}

// aligned gives the fields of a line that tabs or two blanks part; none of a long one.
func (s *scan) aligned(line source.Span) []source.Span {
	if line.Len() > longestHead || bytes.IndexByte(s.text[line.Start:line.End], '|') >= 0 {
		return nil
	}
	var out []source.Span
	for i := line.Start; i < line.End; {
		i = s.skip(i, line.End, " \t>\r")
		start := i
		for i < line.End && s.text[i] != '\t' && s.text[i] != '\r' && !(s.text[i] == ' ' && (i+1 == line.End || s.text[i+1] == ' ')) {
			i++
		}
		if i > start {
			out = append(out, source.Span{Start: start, End: i})
		}
	}
	return out
}

// tagged finds secrets in the columns of a table of HTML.
func (s *scan) tagged() {
	columns := 0
	s.each("<th", func(at int) {
		if columns*longestHead > at+longestRows { // more than tables have
			return
		}
		line := s.line(at)
		cell := source.Span{Start: at, End: min(line.End, at+longestTag*2)}
		if n := bytes.Index(s.lower[cell.Start:cell.End], []byte("</th>")); n >= 0 {
			cell.End = at + n
		}
		m, ok := s.mentionIn(cell)
		if !ok {
			return
		}
		columns++
		low := max(0, at-longestHead)
		low += bytes.LastIndex(s.lower[low:at], []byte("<tr")) + 1
		index := bytes.Count(s.lower[low:at], []byte("<th"))
		s.taggedRows(m, cell.End, index)
	})
}

// longestRows is how much of such a table is read.
const longestRows = 4 << 10

// taggedRows reads the cells with the index in the rows behind i.
func (s *scan) taggedRows(m mention, i, index int) {
	end := min(len(s.text), i+longestRows)
	if n := bytes.Index(s.lower[i:end], []byte("</table")); n >= 0 {
		end = i + n
	}
	column := -1
	for at := i; at < end; at++ {
		if s.text[at] != '<' {
			continue
		}
		switch {
		case bytes.HasPrefix(s.lower[at:end], []byte("<tr")):
			column = -1
		case bytes.HasPrefix(s.lower[at:end], []byte("<td")):
			column++
			stop := at + 1 + max(0, bytes.IndexByte(s.text[at+1:end], '<'))
			if bytes.HasPrefix(s.lower[stop:end], []byte("<code")) {
				stop = at + max(0, bytes.Index(s.lower[at:end], []byte("</td")))
			}
			if v := s.valueAt(at, stop); column == index && m.accepts(v, strong) {
				s.addValue(m.kind(), v)
			}
		}
	}
}

func (s *scan) fieldOfCSV(m mention, head source.Span) bool {
	before, behind := m.ident == head.Start || s.text[m.ident-1] == ',', m.end == trimEnd(s.text, m.end, head.End) || m.end < head.End && s.text[m.end] == ','
	return (before || m.word[0] >= utf8Start) && behind
}
