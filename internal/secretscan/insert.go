package secretscan

import (
	"bytes"
	"strings"
)

// inserted reads the password that a statement of SQL puts into a column m:
// INSERT INTO users (name, password) VALUES ('ops', 'x').
func (s *scan) inserted(m mention) bool {
	line := s.line(m.start)
	before := s.lower[max(line.Start, m.ident-longestHead):m.ident]
	open := bytes.LastIndexByte(before, '(')
	if m.class != passwords || open < 0 || !bytes.Contains(before[:open], []byte("insert into ")) {
		return false
	}
	column := bytes.Count(before[open:], []byte(","))
	limit := min(len(s.text), m.end+longestHead)
	n := bytes.Index(s.lower[m.end:limit], []byte("values"))
	if n < 0 {
		return false
	}
	n += m.end
	at := bytes.IndexByte(s.text[n:limit], '(')
	if at < 0 {
		return false
	}
	v := s.argumentAt(n+at+1, limit, column)
	if !v.quoted || isHex([]byte(v.text)) || !m.accepts(v, strong) {
		return false
	}
	s.addValue(m.kind(), v)
	return true
}

// argumentAt gives the argument with the index in the list behind i, if it is in quotes.
func (s *scan) argumentAt(i, end, index int) value {
	for ; i < end; i++ {
		switch c := s.text[i]; c {
		case ',':
			index--
		case ')', ';':
			return value{}
		case '\'', '"':
			n := bytes.IndexByte(s.text[i+1:end], c)
			if n < 0 {
				return value{}
			}
			if index == 0 {
				return value{text: strings.TrimSpace(string(s.text[i+1 : i+1+n])), start: i + 1, quoted: true}
			}
			i += n + 1
		}
	}
	return value{}
}
