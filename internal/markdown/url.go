package markdown

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// autolink reads "<scheme:…>" or "<name@host>" at i.
func (s *scanner) autolink(i int) (end int, ok bool) {
	b := s.buf
	j := i + 1
	for j < len(b) && b[j] > ' ' && b[j] != '<' && b[j] != '>' {
		j++
	}
	if j >= len(b) || b[j] != '>' {
		return 0, false
	}
	dest := string(b[i+1 : j])
	switch {
	case hasScheme(dest):
	case isAddress(dest):
		dest = "mailto:" + dest
	default:
		return 0, false
	}
	s.flush(i, j+1)
	s.doc.Links = append(s.doc.Links, Link{
		Kind: Auto, Span: s.span(i, j+1), Text: visible(b[i+1 : j]), Dest: dest, DestSpan: s.span(i+1, j),
	})
	return j + 1, true
}

// hasScheme reports whether s starts with a scheme of 2 to 32 characters.
func hasScheme(s string) bool {
	n := strings.IndexByte(s, ':')
	if n < 2 || n > 32 || !isLetter(s[0]) {
		return false
	}
	for i := range n {
		if c := s[i]; !isLetter(c) && !isDigit(c) && c != '+' && c != '.' && c != '-' {
			return false
		}
	}
	return true
}

func isAddress(s string) bool {
	name, host, ok := strings.Cut(s, "@")
	return ok && name != "" && host != "" && !strings.ContainsAny(s, "/:\\") && !strings.Contains(host, "@") && isLetter(host[len(host)-1])
}

// bareURL reads a URL in running text at i, or skips the letter.
func (s *scanner) bareURL(i int) int {
	b := s.buf
	if i > s.skip && (isLetter(b[i-1]) || isDigit(b[i-1])) || !startsURL(b[i:]) {
		return i + 1
	}
	end := trimURL(b, i, urlEnd(b, i))
	dest := string(b[i:end])
	if isLetter(b[i]) && b[i]|0x20 == 'w' {
		dest = "http://" + dest
	}
	s.flush(i, end)
	s.doc.Links = append(s.doc.Links, Link{
		Kind: Bare, Span: s.span(i, end), Text: visible(b[i:end]), Dest: dest, DestSpan: s.span(i, end),
	})
	return end
}

func startsURL(b []byte) bool {
	if len(b) < 2 || b[1]|0x20 != 't' && b[1]|0x20 != 'w' {
		return false // most words
	}
	head := bytes.ToLower(b[:min(len(b), len("https://")+1)])
	for _, p := range []string{"http://", "https://", "ftp://", "www."} {
		if len(head) > len(p) && string(head[:len(p)]) == p && !isBlank(head[len(p)]) {
			return true
		}
	}
	return false
}

// urlEnd gives the end of the characters that a URL in running text can hold.
// Brackets, quotes and the punctuation of other scripts end it.
func urlEnd(b []byte, i int) int {
	for i < len(b) {
		r, n := utf8.DecodeRune(b[i:])
		if r <= ' ' || strings.ContainsRune("<>[]`\"|\\", r) || r > unicode.MaxASCII && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return i
		}
		i += n
	}
	return i
}

// trimURL drops the punctuation at the end that belongs to the sentence, and a
// closing parenthesis without its opening one.
func trimURL(b []byte, start, end int) int {
	depth := bytes.Count(b[start:end], []byte("(")) - bytes.Count(b[start:end], []byte(")"))
	for end > start+1 {
		switch c := b[end-1]; {
		case strings.ContainsRune("?!.,:;*_~'", rune(c)):
		case c == ')' && depth < 0:
			depth++
		default:
			return end
		}
		end--
	}
	return end
}
