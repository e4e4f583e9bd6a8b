package secretscan

import (
	"bytes"
	"strings"
)

// A value can stand in the cell, the line or the block behind that of its noun.

// blockBegins reports whether nothing but a sign such as ">-" stands from i to end.
func (s *scan) blockBegins(i, end int) bool {
	const longest = 6 // with blanks around it
	if i >= end || end-i > longest {
		return false
	}
	rest := bytes.TrimSpace(s.text[i:end])
	return len(rest) > 0 && len(bytes.Trim(rest, "|>-+")) == 0
}

// nextCell reads the cell behind the one at i, which says what m is for: | secret | signs | x |.
func (s *scan) nextCell(m mention, i int) {
	if s.text[i-1] != '|' || s.text[s.line(m.start).Start] != '|' {
		return
	}
	n := bytes.IndexByte(s.text[i:min(m.lineEnd, i+longestHead)], '|')
	if n < 0 {
		return
	}
	if v := s.valueAt(i+n+1, m.lineEnd); m.class != passwords || evident(v.text) {
		s.take(m, strong, i+n+1)
	}
}

// variableBlock reads the line below one that declares a variable of Terraform, whose bracket is at i.
func (s *scan) variableBlock(m mention, i int) bool {
	line := s.line(m.start)
	if i >= m.lineEnd || s.text[i] != '{' || !bytes.HasPrefix(bytes.TrimLeft(s.lower[line.Start:m.ident], " "), []byte("variable ")) {
		return false
	}
	for at := line.End + 1; at < len(s.text) && at < line.End+longestHead; at = s.line(at).End + 1 {
		end := s.line(at).End
		name, _, ok := bytes.Cut(s.text[at:end], []byte("="))
		if ok && string(bytes.TrimSpace(name)) == "default" {
			m.lineEnd = end
			return s.take(m, strong, at+len(name)+1)
		}
		if bytes.IndexByte(s.text[at:end], '}') >= 0 {
			return false
		}
	}
	return false
}

// envName reports whether m ends the line "- name: DB_PASSWORD" of a list of variables.
func (s *scan) envName(m mention) bool {
	if line := s.line(m.start); line.Len() > longestHead {
		return false
	}
	before := strings.Trim(string(s.lower[s.line(m.start).Start:m.ident]), "- \t\"'")
	rest := bytes.Trim(s.text[m.end:m.lineEnd], " \t\r\"'")
	return len(rest) == 0 && (before == "name:" || before == "key:")
}

// envValue reads the line "value: …" below the name.
func (s *scan) envValue(m mention) {
	i := s.line(m.start).End + 1
	if i >= len(s.text) {
		return
	}
	end := s.line(i).End
	i += len(s.text[i:end]) - len(bytes.TrimLeft(s.text[i:end], " \t\"'"))
	if !bytes.HasPrefix(s.text[i:end], []byte("value")) {
		return
	}
	i += len("value")
	if colonAt := bytes.IndexByte(s.text[i:end], ':'); colonAt >= 0 && colonAt < 3 {
		m.lineEnd = end
		s.take(m, strong, i+colonAt+1)
	}
}

// nextLine reads a value that stands alone on the line below "Password:" or below the
// title "Password".
func (s *scan) nextLine(m mention, op strength, i int) {
	for range 3 {
		i = s.line(i).End + 1
		if i >= len(s.text) {
			return
		}
		if trimEnd(s.text, i, s.line(i).End) > i && !bytes.HasPrefix(bytes.TrimLeft(s.text[i:s.line(i).End], " \t>"), []byte("```")) {
			break
		}
	}
	end := trimEnd(s.text, i, s.line(i).End)
	for i < end && strings.IndexByte(" \t>-*+", s.text[i]) >= 0 && (i+1 >= end || s.text[i] != '*' || s.text[i+1] == ' ') {
		i++
	}
	v := s.valueAt(i, end)
	rest := bytes.Trim(untagged(s.text[min(end, v.end()):end]), "`*\"' \t.。")
	if len(rest) == 0 && m.accepts(v, op) {
		s.addValue(m.kind(), v)
	}
}

// listed reads the value on the line below one that says only what is coming: "密码如下：".
func (s *scan) listed(m mention) {
	if m.lineEnd-m.end > 2*longestGap {
		return
	}
	rest := bytes.TrimRight(s.lower[m.end:m.lineEnd], " \t\r*")
	if s.asks(m) {
		s.answered(m)
		return
	}
	if len(rest) > longestGap || !bytes.HasSuffix(rest, []byte(":")) && !bytes.HasSuffix(rest, []byte("：")) || s.holdsAny(rest, hashWords) || s.holdsAny(rest, otherWords) {
		return
	}
	s.nextLine(m, strong, m.end)
}

// wrapped reads the value behind a verb with which the line below the one of m begins: "… the
// password of the NAS" and "is x" on the next.
func (s *scan) wrapped(m mention) {
	at := s.line(m.end).End + 1
	rest := trimEnd(s.text, m.end, m.lineEnd)
	if at >= len(s.text) || rest > m.end && strings.IndexByte(".:;!?|)", s.text[rest-1]) >= 0 {
		return
	}
	end := s.line(at).End
	at = s.skip(at, end, " \t>")
	n := prefixOf(s.lower[at:end], []string{"is now ", "is ", "was ", "= ", ": ", "是", "为", "ist ", "est ", "es "})
	if n == 0 || s.holdsAny(s.lower[m.end:rest], otherWords) {
		return
	}
	if v := s.valueAt(at+n, end); m.accepts(v, prose) {
		s.addValue(m.kind(), v)
	}
}
