package markdown

import (
	"bytes"
	"html"
	"sort"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/source"
)

// maxText is how much of a link's text is kept, in bytes.
const maxText = 1000

// at gives the place in the source of the byte i of the text.
func (t *text) at(i int) int {
	n := sort.Search(len(t.segs), func(n int) bool { return t.segs[n].at > i }) - 1
	return t.segs[n].start + i - t.segs[n].at
}

// span gives the place in the source of the bytes from i to j.
func (t *text) span(i, j int) source.Span {
	if i >= j {
		return source.Span{Start: t.at(i), End: t.at(i)}
	}
	return source.Span{Start: t.at(i), End: t.at(j-1) + 1}
}

func isPunct(c byte) bool {
	return '!' <= c && c <= '/' || ':' <= c && c <= '@' || '[' <= c && c <= '`' || '{' <= c && c <= '~'
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func skipBlanks(b []byte, i int) int {
	for i < len(b) && isBlank(b[i]) {
		i++
	}
	return i
}

// skipSpaces is skipBlanks within the line.
func skipSpaces(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	return i
}

// unescape undoes backslash escapes and entities.
func unescape(b []byte) string {
	if bytes.IndexByte(b, '\\') < 0 {
		return html.UnescapeString(string(b))
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		if b[i] == '\\' && i+1 < len(b) && isPunct(b[i+1]) {
			i++
		}
		out = append(out, b[i])
	}
	return html.UnescapeString(string(out))
}

var imageForm = lazy.Regexp(`!\[([^\[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)?|\[[^\[\]]*\])?`)

// visible gives what a reader sees of the text of a link; of an image in it, that
// is the alternative text.
func visible(b []byte) string {
	b = b[:min(len(b), maxText)]
	if bytes.Contains(b, []byte("![")) {
		b = imageForm.Get().ReplaceAll(b, []byte("$1"))
	}
	return unescape(bytes.Map(func(r rune) rune {
		if r == '*' || r == '`' {
			return -1
		}
		return r
	}, b))
}
