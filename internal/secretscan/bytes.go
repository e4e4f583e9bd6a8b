package secretscan

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLower(c byte) bool  { return 'a' <= c && c <= 'z' }
func isUpper(c byte) bool  { return 'A' <= c && c <= 'Z' }
func isLetter(c byte) bool { return isLower(c) || isUpper(c) }
func isAlnum(c byte) bool  { return isLetter(c) || isDigit(c) }

// isTokenByte reports whether c can be part of most tokens.
func isTokenByte(c byte) bool { return isAlnum(c) || c == '_' || c == '-' }

// isWordByte reports whether c can be part of any token, key or encoding.
func isWordByte(c byte) bool {
	switch c {
	case '_', '-', '.', '/', '+', '=', ':', '~', '%':
		return true
	}
	return isAlnum(c)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// isHex reports whether b is hex in one case.
func isHex(b []byte) bool {
	lower, upper := false, false
	for _, c := range b {
		switch {
		case isDigit(c):
		case 'a' <= c && c <= 'f':
			lower = true
		case 'A' <= c && c <= 'F':
			upper = true
		default:
			return false
		}
	}
	return len(b) > 0 && !(lower && upper)
}

// cutLastField takes the last word off b, as strings.Fields parts words; it is empty when there is none.
func cutLastField(b []byte) (before, field []byte) {
	b = bytes.TrimRightFunc(b, unicode.IsSpace)
	at := bytes.LastIndexFunc(b, unicode.IsSpace)
	if at < 0 {
		return nil, b
	}
	_, width := utf8.DecodeRune(b[at:])
	return b[:at], b[at+width:]
}

// skip returns where the first byte from i that is not in set stands, or end.
func (s *scan) skip(i, end int, set string) int {
	for i < end && strings.IndexByte(set, s.text[i]) >= 0 {
		i++
	}
	return i
}

// prefixOf returns the length of the first of words that b begins with, or 0.
func prefixOf(b []byte, words []string) int {
	for _, w := range words {
		if bytes.HasPrefix(b, []byte(w)) {
			return len(w)
		}
	}
	return 0
}

// endsWithAny reports whether b ends with one of words.
func endsWithAny(b []byte, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return bytes.HasSuffix(b, []byte(w)) })
}

// startsWithAny reports whether s starts with one of words.
func startsWithAny(s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(s, w) })
}

// hasAny reports whether s holds one of words.
func hasAny(s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}
