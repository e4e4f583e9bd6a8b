package secretscan

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/wordset"
)

// reversed reads a value that stands before its noun: "`x` is the password",
// "admin / x (default password)".
func (s *scan) reversed(m mention) {
	if s.isVariable(m) {
		return
	}
	line := s.line(m.start)
	low := max(line.Start, m.ident-longestBefore)
	for !utf8.RuneStart(s.text[low]) {
		low++
	}
	before := s.text[low:m.ident]
	if !withDigit(before) && !bytes.Contains(before, []byte(" / ")) {
		return
	}
	rest, last := cutLastField(before)
	for n := 0; n < 5 && len(last) > 0; n++ {
		v := strings.Trim(string(last), "`*\"'(),.:;[]“”‘’「」")
		rest, last = cutLastField(rest)
		if linkWords.Has(strings.ToLower(v)) || v == "" {
			continue
		}
		if v[0] == '-' { // a flag
			return
		}
		paired := string(last) == "/"
		if len(v) >= 8 && (evident(v) || !s.namesNetwork(low, low+bytes.LastIndex(before, []byte(v)))) && (m.acceptsBefore(v) || paired && m.class == passwords && (withDigit([]byte(v)) || hasSymbol(v)) && m.accepts(value{text: v}, strong)) {
			at := low + bytes.LastIndex(before, []byte(v))
			s.add(m.kind(), at, at+len(v))
		}
		if n > 0 {
			return
		}
	}
}

// isVariable reports whether m is $NAME or ${NAME}, which takes its value from elsewhere.
func (s *scan) isVariable(m mention) bool {
	return m.ident > 0 && (s.text[m.ident-1] == '$' || m.ident > 1 && s.text[m.ident-1] == '{' && s.text[m.ident-2] == '$')
}

// longestBefore is how far before its noun a value may begin.
const longestBefore = 160

// linkWords may stand between a value and the noun behind it.
var linkWords = wordset.Of(linking + " 的 是 就是 为 為")

// linking are those of linkWords and of beforeWords.
const linking = "is as the a an our their your my for default current new old admin root staging production prod test demo = - — / api access internal service shared initial temporary one-time was were"
