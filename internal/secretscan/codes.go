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

var seedPhrase = &kind{rule: "seed-phrase", title: "seed phrase of a wallet", rank: rankNoun}

// seedWords come before the words from which a wallet is made.
var seedWords = []string{"seed phrase", "seed words", "recovery phrase", "mnemonic", "助记词", "seed-phrase"}

// leastSeed and mostSeed are how many words a seed phrase has.
// https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki
const leastSeed, mostSeed = 12, 24

// seed finds the words behind i, on the same line or the next.
func (s *scan) seed(i int) {
	end := s.line(i).End
	if len(bytes.TrimSpace(s.text[i:end])) < leastSeed*3 && end < len(s.text) {
		end = s.line(end + 1).End
	}
	end = min(end, i+512)
	start, count := i, 0
	for at := i; at <= end; at++ {
		if at < end && (isLower(s.text[at]) || s.text[at] == ' ' && at > start && isLower(s.text[at-1])) {
			continue
		}
		phrase := strings.TrimSpace(string(s.text[start:at]))
		for _, lead := range []string{"is ", "are ", "was "} {
			phrase = strings.TrimPrefix(phrase, lead)
		}
		if count = len(strings.Fields(phrase)); count >= leastSeed && count <= mostSeed && isPhrase(phrase) {
			from := start + bytes.Index(s.text[start:at], []byte(phrase))
			s.add(seedPhrase, from, from+len(phrase))
			return
		}
		start = at + 1
	}
}

// codes finds lists of recovery codes, and seed phrases.
func (s *scan) codes() {
	for _, w := range seedWords {
		s.each(w, func(at int) { s.seed(at + len(w)) })
	}
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
