package secretscan

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// What stands between a noun and its sign.

// skipClosers skips what closes the noun itself: quotes, emphasis, tags.
func (s *scan) skipClosers(i, end int) int {
	for limit := min(end, i+longestGap); i < limit; {
		if n := htmlTag(s.lower[i:end]); n > 0 {
			i += n
			continue
		}
		switch s.text[i] {
		case ' ', '\t', '"', '\'', '`', '*', ']', '\\':
			i++
			continue
		}
		n := prefixOf(s.text[i:end], []string{"”", "’", "」", "』", "》", "】"})
		if n == 0 {
			return i
		}
		i += n
	}
	return i
}

var brackets = []struct{ open, closer string }{{"(", ")"}, {"（", "）"}}

var gapWords = []string{"for", "between", "of", "on", "in", "to", "at", "from", "von", "für", "fürs", "zum", "zur", "vom", "del", "della", "dello", "des", "dem", "der", "den", "de", "do", "da", "du", "van", "di", "от", "для", "к", "на", "api", "padrão"}

// saysWhose reports whether the words at i say whose secret it is: "for the test VM",
// or a word of another script, which is no preposition in "пароль администратора: …".
func (s *scan) saysWhose(i, end int) bool {
	if i < end && s.text[i] >= utf8.RuneSelf && s.text[i-1] == ' ' {
		return true
	}
	own := func(w string) bool { return s.wordAt(w, i, end) }
	return slices.ContainsFunc(gapWords, own) || slices.ContainsFunc(adjectives, own)
}

// longestWord is how long the word between a noun and its sign may be, in bytes.
const longestWord = 16

// skipWord skips one word in front of a sign, as in "contraseña nueva → …", and returns where
// the value behind the sign begins, or 0.
func (s *scan) skipWord(m mention, i int) int {
	at := i
	for at < min(m.lineEnd, i+longestWord) && (isLetter(s.text[at]) || s.text[at] >= utf8.RuneSelf && !bytes.HasPrefix(s.text[at:], []byte("→")) && !bytes.HasPrefix(s.text[at:], []byte("："))) {
		at++
	}
	if at == i || i == 0 || s.text[i-1] != ' ' {
		return 0
	}
	at = s.skip(at, m.lineEnd, " ")
	if n := prefixOf(s.text[at:m.lineEnd], []string{"→", "->", "：", ":", "="}); n > 0 {
		return at + n
	}
	return 0
}

// skipGap skips "(staging)" and "for the test VM" in front of an operator. It
// returns 0 when no operator follows.
func (s *scan) skipGap(i, end int) int {
	end = min(end, i+longestGap)
	rest := s.text[i:end]
	inRow := s.text[s.line(i).Start] == '|'
	for _, b := range brackets {
		if bytes.HasPrefix(rest, []byte(b.open)) {
			if n := bytes.Index(rest, []byte(b.closer)); n > 0 {
				return s.skipClosers(i+n+len(b.closer), end)
			}
			return 0
		}
	}
	if !s.saysWhose(i, end) {
		return 0
	}
	for n, r := range string(rest) {
		switch {
		case r == ':' || r == '=' || r == '：' || r == '→' || r == '|' && inRow:
			return i + n
		case r == ' ' && (prefixOf(s.text[i+n+1:end], dashes) > 0 || slices.ContainsFunc(verbs, func(v string) bool { return s.wordAt(v, i+n+1, end) })):
			return i + n + 1
		case r == '.' && n+1 < len(rest) && isAlnum(rest[n+1]): // of a host
		case r == '(' || r == '（':
			closer := bytes.IndexAny(rest[n:], ")）")
			if closer < 0 {
				return 0
			}
			return s.skipClosers(i+n+closer+runeLength(rest[n+closer:]), end)
		case r == '.' || r == ',' || r == ';' || r == '|' || r == '"' || r == utf8.RuneError:
			return 0
		}
	}
	return 0
}
