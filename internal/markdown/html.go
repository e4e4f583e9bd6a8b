package markdown

import (
	"bytes"
	"html"
	"strings"
)

// angle reads what "<" at i opens: an autolink, a comment or a tag.
func (s *scanner) angle(i int) int {
	b := s.buf
	if s.kind != rawHTML {
		if end, ok := s.autolink(i); ok {
			return end
		}
	}
	switch rest := b[i:]; {
	case bytes.HasPrefix(rest, []byte("<!--")):
		return s.comment(i)
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return s.upTo(i, "]]>")
	case bytes.HasPrefix(rest, []byte("<?")):
		return s.upTo(i, "?>")
	case len(rest) > 2 && rest[1] == '!' && isLetter(rest[2]):
		return s.upTo(i, ">")
	}
	e, end, ok := readTag(b, i)
	if !ok {
		return i + 1
	}
	s.flush(i, end)
	e.Span = s.span(i, end)
	s.doc.HTML = append(s.doc.HTML, e)
	return end
}

// comment reads a comment at i. One that nothing closes reaches to the end of
// an HTML block, as in a browser; in a paragraph it is text.
func (s *scanner) comment(i int) int {
	end := i + len("<!-->")
	switch rest := s.buf[i:]; {
	case bytes.HasPrefix(rest, []byte("<!-->")):
	case bytes.HasPrefix(rest, []byte("<!--->")):
		end++
	default:
		if end = s.find("-->", i+len("<!--")); end < 0 && s.kind != rawHTML {
			return i + 1
		} else if end < 0 {
			end = len(s.buf)
		}
	}
	s.flush(i, end)
	s.doc.Comments = append(s.doc.Comments, s.span(i, end))
	return end
}

// upTo skips markup that mark closes; a reader sees nothing of it.
func (s *scanner) upTo(i int, mark string) int {
	end := s.find(mark, i+2)
	if end < 0 {
		return i + 1
	}
	s.flush(i, end)
	s.doc.Comments = append(s.doc.Comments, s.span(i, end))
	return end
}

// find gives the place after the next mark at or after i, or -1. It remembers
// what it found, so that asking again and again costs no more than the text.
func (s *scanner) find(mark string, i int) int {
	if at, ok := s.ends[mark]; ok && (at < 0 || at-len(mark) >= i) {
		return at
	}
	at := bytes.Index(s.buf[min(i, len(s.buf)):], []byte(mark))
	if at >= 0 {
		at += i + len(mark)
	}
	s.ends[mark] = at
	return at
}

// readTag reads a start or end tag at i. It takes what a browser would take,
// which is more than CommonMark allows.
func readTag(b []byte, i int) (e Element, end int, ok bool) {
	j := i + 1
	if j < len(b) && b[j] == '/' {
		e.Close = true
		j++
	}
	start := j
	for j < len(b) && (isLetter(b[j]) || j > start && (isDigit(b[j]) || b[j] == '-' || b[j] == ':' || b[j] == '_')) {
		j++
	}
	if j == start {
		return e, i, false
	}
	e.Name = strings.ToLower(string(b[start:j]))
	for {
		k := skipBlanks(b, j)
		switch {
		case k >= len(b):
			return e, i, false
		case b[k] == '>':
			return e, k + 1, true
		case b[k] == '/':
			j = k + 1
			continue
		case k == j && !isBlank(b[k]) && b[k-1] != '/' && e.Attrs == nil:
			return e, i, false
		}
		if j, ok = e.readAttr(b, k); !ok {
			return e, i, false
		}
	}
}

// readAttr reads one attribute at i. Of two with the same name the first counts.
func (e *Element) readAttr(b []byte, i int) (next int, ok bool) {
	j := i
	for j < len(b) && !isBlank(b[j]) && !strings.ContainsRune("\"'<>/=", rune(b[j])) {
		j++
	}
	if j == i {
		return i, false
	}
	name, value := strings.ToLower(string(b[i:j])), ""
	if k := skipBlanks(b, j); k < len(b) && b[k] == '=' {
		v, after, ok := readValue(b, skipBlanks(b, k+1))
		if !ok {
			return i, false
		}
		value, j = html.UnescapeString(string(b[v.start:v.end])), after
	}
	if e.Attrs == nil {
		e.Attrs = map[string]string{}
	}
	if _, taken := e.Attrs[name]; !taken {
		e.Attrs[name] = value
	}
	return j, true
}

// readValue reads the value of an attribute at i, in quotes or bare.
func readValue(b []byte, i int) (value part, next int, ok bool) {
	if i >= len(b) {
		return part{}, i, false
	}
	if q := b[i]; q == '"' || q == '\'' {
		n := bytes.IndexByte(b[i+1:], q)
		if n < 0 {
			return part{}, i, false
		}
		return part{i + 1, i + 1 + n}, i + n + 2, true
	}
	j := i
	for j < len(b) && !isBlank(b[j]) && !strings.ContainsRune("\"'<>=`", rune(b[j])) {
		j++
	}
	return part{i, j}, j, j > i
}
