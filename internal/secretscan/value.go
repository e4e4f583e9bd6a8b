package secretscan

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// A value is what stands behind a noun and an operator.
type value struct {
	text   string
	start  int
	quoted bool // in quotes, backticks, brackets or emphasis
}

func (v value) end() int { return v.start + len(v.text) }

func (s *scan) addValue(k *kind, v value) { s.add(k, v.start, v.end()) }

// closerOf is what closes what an opener opens; "" for what is none. Emphasis and backticks can be
// of any length.
func closerOf(opener []byte) string {
	switch o := string(opener); o {
	case `"`, `'`, "`", "*", "＂":
		return o
	case "(":
		return ")"
	case "[":
		return "]"
	case "“":
		return "”"
	case "‘":
		return "’"
	case "„":
		return "“"
	case "«":
		return "»"
	case "»":
		return "«"
	case "「":
		return "」"
	case "『":
		return "』"
	case "《":
		return "》"
	case "〔":
		return "〕"
	case "【":
		return "】"
	case "（":
		return "）"
	case "［":
		return "］"
	}
	return ""
}

// hardBlanks stand inside the quotes of French.
var hardBlanks = []string{"\u00a0", "\u202f", "\u3000"}

// longestValue is how long a value may be. A secret is shorter, or has a
// structure of its own.
const longestValue = 512

// valueAt reads the value at or behind i, before end.
func (s *scan) valueAt(i, end int) value {
	cut := i+longestValue < end
	end = min(end, i+longestValue)
	closer := ""
	quoted := false
	for i < end {
		if n := htmlTag(s.lower[i:end]); n > 0 {
			i += n
			continue
		}
		if n := prefixOf(s.text[i:end], hardBlanks); n > 0 {
			i += n
			continue
		}
		if isBlank(s.text[i]) || s.text[i] == '\\' && i+1 < end && (s.text[i+1] == '"' || s.text[i+1] == '\'') {
			i++
			continue
		}
		if !quoted && hides(s.text[i:end]) {
			i += len("||")
			continue
		}
		_, size := utf8.DecodeRune(s.text[i:end])
		c := closerOf(s.text[i:min(end, i+size)])
		if c == "" || c == "*" && (closer == "'" || closer == `"`) {
			break
		}
		closer, quoted = c, true
		i += size
	}
	stop := end
	if quoted {
		if n := bytes.Index(s.text[i:end], []byte(closer)); n >= 0 {
			stop = i + n
		}
	}
	v := unmarked(s.bare(i, stop, quoted))
	if cut && v.end() >= end-1 {
		return value{start: i} // too long to be one
	}
	return v
}

// hides reports whether b begins with ||text||, which a chat shows when it is clicked on.
func hides(b []byte) bool {
	rest, ok := bytes.CutPrefix(b, []byte("||"))
	return ok && len(rest) > 0 && rest[0] > ' ' && bytes.Index(rest, []byte("||")) > 0
}

// unmarked is v without the emphasis around it.
func unmarked(v value) value {
	for _, mark := range []string{"__", "_", "~~", "||"} {
		if n := len(mark); len(v.text) > 2*n+3 && strings.HasPrefix(v.text, mark) && strings.HasSuffix(v.text, mark) {
			return value{text: v.text[n : len(v.text)-n], start: v.start + n, quoted: v.quoted}
		}
	}
	return v
}

// bare ends a value where a word ends: at a blank, at Chinese text, at
// punctuation that closes a sentence.
func (s *scan) bare(i, end int, quoted bool) value {
	stop := i
	for stop < end && !s.endsValue(i, stop, end) {
		stop++
	}
	t := s.text[i:stop]
	if quoted && stop < end {
		// Words in quotes are a text, not a word.
		t = bytes.TrimRight(s.text[i:end], " \t\u00a0\u202f")
	}
	if stop < end && s.text[stop] >= utf8.RuneSelf {
		t = bytes.TrimRight(t, "([") // of a remark in the other script
	}
	v := string(t)
	if !strings.HasSuffix(v, "..") { // an ellipsis says that something is missing
		v = strings.TrimRight(v, ".,;:\\")
	}
	return value{text: v, start: i, quoted: quoted}
}

func (s *scan) endsValue(start, i, end int) bool {
	c := s.text[i]
	next := byte(' ')
	if i+1 < end {
		next = s.text[i+1]
	}
	switch c {
	case ' ', '\t', '\r', '"', '`', '|', '<', '>':
		return c != '<' || i > start
	case ';', ',':
		return true
	case '\'':
		return i+1 >= end || !isAlnum(next)
	case ')', ']', '}':
		return bytes.IndexByte(s.text[start:i], map[byte]byte{')': '(', ']': '[', '}': '{'}[c]) < 0
	case '*':
		return next == '*' || !isAlnum(next) && i+1 >= end
	case '\\':
		return next == 'n' || next == 'r' || next == 't' || next == '"'
	case '&':
		return start > 0 && s.text[start-1] == '=' && isParameter(s.text[i+1:end])
	}
	return c >= utf8.RuneSelf && cjk(s.text[i:])
}

// isParameter reports whether b begins with name=, as after & in a query.
func isParameter(b []byte) bool {
	n := 0
	for n < len(b) && n < 32 && isTokenByte(b[n]) {
		n++
	}
	return n > 0 && n < len(b) && b[n] == '='
}

// cjk reports whether b begins with a character of Chinese, Japanese or
// Korean text, with typographic punctuation, or with a byte that is no character.
func cjk(b []byte) bool {
	r, size := utf8.DecodeRune(b)
	return r >= 0x2010 && (r != utf8.RuneError || size == 1)
}

// htmlTags are those that say nothing about the text in them.
var htmlTags = []string{"b", "i", "u", "em", "strong", "code", "td", "th", "tr", "p", "span", "kbd", "tt", "mark", "li", "br", "pre", "samp", "dt", "dd", "dl", "details", "summary", "string", "key", "value"}

// htmlTag returns the length of such a tag at the start of b, or 0.
func htmlTag(b []byte) int {
	if len(b) < 3 || b[0] != '<' {
		return 0
	}
	end := bytes.IndexByte(b[:min(len(b), longestTag)], '>')
	if end < 0 {
		return 0
	}
	name, _, _ := strings.Cut(strings.Trim(string(b[1:end]), "/"), " ")
	for _, t := range htmlTags {
		if name == t {
			return end + 1
		}
	}
	return 0
}
