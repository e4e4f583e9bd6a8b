package secretscan

import (
	"bytes"
	"strings"
)

var recoveryCodes = &kind{rule: "recovery-code", title: "recovery code", rank: rankNoun, guessable: true}

// recoveryWords head a list of one-time codes.
var recoveryWords = []string{"recovery code", "backup code", "恢复码", "备用码", "恢复代码", "备份码"}

// mostCodes is how many lines of a list are read.
const mostCodes = 20

// codes finds lists of recovery codes.
func (s *scan) codes() {
	for _, w := range recoveryWords {
		s.each(w, func(at int) { s.codeList(s.line(at).End + 1) })
	}
}

func (s *scan) codeList(at int) {
	for n := 0; n < mostCodes && at < len(s.text); n++ {
		end := s.line(at).End
		start := at
		for start < end && strings.IndexByte(" \t>-*+`0123456789.)", s.text[start]) >= 0 && !isCode(s.text[start:end]) {
			start++
		}
		stop := start
		for stop < end && (isAlnum(s.text[stop]) || s.text[stop] == '-') {
			stop++
		}
		switch {
		case isCode(s.text[start:end]):
			s.add(recoveryCodes, start, stop)
		case start < end:
			return
		}
		at = end + 1
	}
}

// isCode reports whether a line begins with a recovery code: groups of the same
// length with a dash between, a digit among them, and nothing but marks behind.
func isCode(line []byte) bool {
	word, _, _ := bytes.Cut(bytes.TrimRight(line, "`*,. \t\r"), []byte(" "))
	groups := bytes.Split(word, []byte("-"))
	if len(groups) > 1 && len(groups[0]) < 4 || len(groups) == 1 && (len(word) < 8 || len(word) > 16) {
		return false
	}
	for _, g := range groups {
		if len(g) != len(groups[0]) {
			return false
		}
		for _, c := range g {
			if !isAlnum(c) {
				return false
			}
		}
	}
	return withDigit(word) && !isDate(string(word))
}
