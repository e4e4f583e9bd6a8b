package secretscan

import (
	"strings"
	"unicode"
)

// shape counts the characters of a value.
type shape struct {
	runes, upper, lower, digit, wide int
	symbol                           int // all other ASCII
	joined                           int // of these: - _ . /
	base64                           int // of these: + / =
	inner                            int // of these: ! @ # and their kin, before the last character
	changes                          int // neighbours of different kinds among letters and digits
}

func (s shape) letters() int { return s.upper + s.lower }
func (s shape) alnum() int   { return s.upper + s.lower + s.digit }

func measure(v string) shape {
	var s shape
	last := 0
	for i, r := range v {
		s.runes++
		kind := 0
		switch {
		case r >= 0x80:
			s.wide++
		case isUpper(byte(r)):
			s.upper++
			kind = 1
		case isLower(byte(r)):
			s.lower++
			kind = 2
		case isDigit(byte(r)):
			s.digit++
			kind = 3
		default:
			s.count(byte(r), i+1 < len(v))
		}
		if kind != 0 {
			if last != 0 && kind != last {
				s.changes++
			}
			last = kind
		}
	}
	return s
}

func (s *shape) count(c byte, inner bool) {
	s.symbol++
	switch c {
	case '-', '_', '.', '/':
		s.joined++
	case '!', '@', '#', '$', '%', '^', '&', '*', '?', '~', '+':
		if inner {
			s.inner++
		}
	}
	switch c {
	case '+', '/', '=':
		s.base64++
	}
}

// wordy reports whether v is made of words and numbers, as names and
// identifiers are: prod-db-2, passwordV2, retry_count_3. Four words or more
// with a number at the end are a passphrase.
func wordy(v string) bool {
	if nounInside(v) {
		return true
	}
	if unspoken(v) {
		return false
	}
	parts := strings.FieldsFunc(v, func(r rune) bool { return r == '-' || r == '_' || r == '.' || r == '/' })
	words := 0
	for _, p := range parts {
		switch letters := strings.TrimRight(p, "0123456789"); {
		case letters == "":
		case len(parts) > 1 && len(p) < 12 && measure(p).changes > 3:
			return false
		case letters != strings.ToLower(letters) && len(parts) < 2, strings.ContainsFunc(letters, notLetter):
			return false
		case len(letters) < len(p) && len(parts) < 2:
			return false
		case titled(letters) && words == 0 && strings.Trim(v[len(p):], "-_./0123456789") == "":
			return false // one name and a number: Harbour-2019
		default:
			words++
		}
	}
	return words < 4
}

// titled reports whether w is a longer word with a capital.
func titled(w string) bool { return len(w) > 3 && isUpper(w[0]) && w[1:] == strings.ToLower(w[1:]) }

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

func onlyDigits(v string) bool { return v != "" && strings.Trim(v, "0123456789") == "" }

func hasSymbol(v string) bool { s := measure(v); return s.symbol > s.joined }
