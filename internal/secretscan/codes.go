package secretscan

import (
	"bytes"
	"strings"

	"github.com/teammem/teammem/internal/wordset"
)

var recoveryCodes = &kind{rule: "recovery-code", title: "recovery code", rank: rankNoun, guessable: true}

// recoveryWords head a list of one-time codes.
var recoveryWords = []string{"recovery code", "backup code", "backup-code", "recovery key", "rescue code", "scratch code", "emergency code", "codes de secours", "code de secours", "de récupération", "de recuperación", "de recuperação", "de respaldo", "códigos de backup", "códigos de segurança", "códigos de seguridad",
	"wiederherstellungscode", "wiederherstellungsschlüssel", "notfallcode", "коды", "Коды", "код восстановления", "Код восстановления", "恢复码", "备用码", "恢复代码", "备份码", "备用验证码", "恢复密钥", "应急码", "救援碼", "備用碼", "復原碼", "恢復碼", "備份碼",
	"リカバリーコード", "リカバリコード", "バックアップコード", "復旧コード", "回復コード", "복구 코드", "복구코드", "백업 코드", "백업코드"}

// mostCodes is how many lines of a list are read.
const mostCodes = 20

var seedPhrase = &kind{rule: "seed-phrase", title: "seed phrase of a wallet", rank: rankNoun}

// seedWords come before the words from which a wallet is made.
var seedWords = []string{"seed phrase", "seed words", "recovery phrase", "mnemonic", "seed-phrase", "seed: ", "metamask", "种子词", "frase semilla", "frase semente", "frase de recuper", "phrase de récup", "wiederherstellungsphrase", "сид-фраза", "Сид-фраза", "сид фраза", "Сид фраза", "мнемоник", "助记词", "助記詞", "シードフレーズ", "ニーモニック", "시드 구문", "니모닉"}

// leastSeed and mostSeed are how many words a seed phrase has.
// https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki
const leastSeed, mostSeed = 12, 24

// leastSeedWord is how many letters each of them has at least.
const leastSeedWord = 3

// seed finds the words behind i, on the same line or the next.
func (s *scan) seed(i int) {
	end := s.line(i).End
	if len(bytes.TrimSpace(s.text[i:end])) < leastSeed*leastSeedWord && end < len(s.text) {
		end = s.line(end + 1).End
	}
	end = min(end, i+512)
	start := i
	for at := i; at <= end; at++ {
		if at < end && (isLower(s.text[at]) || s.text[at] == ' ' && at > start && isLower(s.text[at-1])) {
			continue
		}
		if at-start >= leastSeed*leastSeedWord {
			phrase := strings.TrimSpace(string(s.text[start:at]))
			for _, lead := range []string{"is ", "are ", "was "} {
				phrase = strings.TrimPrefix(phrase, lead)
			}
			if count := len(strings.Fields(phrase)); count >= leastSeed && count <= mostSeed && isSeed(phrase) {
				from := start + bytes.Index(s.text[start:at], []byte(phrase))
				s.add(seedPhrase, from, from+len(phrase))
				return
			}
		}
		start = at + 1
	}
}

// unseeded are words of sentences that no list for seed phrases has.
var unseeded = wordset.Of("the a an is are was be of to in on at and or for with should no it your my we if as by from has have they them words word")

// isSeed reports whether v can be a seed phrase: short words in lower case, none twice but one
// or two, and none of a sentence.
func isSeed(v string) bool {
	words := strings.Fields(v)
	seen := map[string]bool{}
	for _, w := range words {
		if len(w) < leastSeedWord || len(w) > 8 || strings.Trim(w, lowerLetters) != "" || unseeded.Has(w) {
			return false
		}
		seen[w] = true
	}
	return len(seen)+2 >= len(words) && len(words)%3 == 0
}

// codes finds recovery codes, the secrets of one-time passwords and seed phrases.
func (s *scan) codes() {
	for _, w := range seedWords {
		s.each(w, func(at int) { s.seed(at + len(w)) })
	}
	for _, w := range recoveryWords {
		done := 0
		s.each(w, func(at int) {
			if !s.codesBehind(at+len(w)) && at >= done {
				done = s.codeList(s.line(at).End + 1)
			}
		})
	}
	for _, w := range otpWords {
		s.each(w, func(at int) { s.otpSeed(at, at+len(w)) })
	}
}

// codesBehind adds the codes that stand on the line of their words, which end at i, and
// reports whether there are any. Without a sign before it a code has groups.
func (s *scan) codesBehind(i int) bool {
	end := s.line(i).End
	if i < end && s.lower[i] == 's' {
		i++
	}
	i = s.skipClosers(i, end)
	sign := prefixOf(s.lower[i:end], []string{":", "：", "=", "is ", "are ", "是", "为", "は", "は、", "→", "->", "— ", "– ", "- "})
	if sign == 0 {
		sign = s.signBehind(i, end)
	}
	i += sign
	found := false
	for range mostCodes {
		i = s.skip(i, end, " ,;/|`*\"'")
		if n := prefixOf(s.text[i:end], []string{"、", "，", "；", "和", "と ", "と", "and ", "und ", "y ", "et ", "e ", "и "}); n > 0 && found {
			i += n
		}
		n := codeAt(s.text[i:end])
		if n == 0 || sign == 0 && bytes.IndexByte(s.text[i:i+n], '-') < 0 {
			break
		}
		s.add(recoveryCodes, i, i+n)
		i, found = i+n, true
	}
	return found
}

// signBehind returns the length of what leads to a colon, and of the colon, if nothing but a few
// words stand from i to it: "for the root account:"; or 0.
func (s *scan) signBehind(i, end int) int {
	rest := s.text[i:min(end, i+longestGap)]
	n := bytes.IndexByte(rest, ':')
	size := 1
	if wide := bytes.Index(rest, []byte("：")); wide >= 0 && (n < 0 || wide < n) {
		n, size = wide, len("：")
	}
	if n < 0 || bytes.ContainsAny(rest[:n], ".,;|=\"`{}[]<>/") {
		return 0
	}
	return n + size
}

// longestMark is how long the mark of an entry in a list is.
const longestMark = 16

// codeList adds the codes of a list whose first line begins at the given place, and returns
// where it stopped reading.
func (s *scan) codeList(at int) int {
	for n := 0; n < mostCodes && at < len(s.text); n++ {
		end := trimEnd(s.text, at, s.line(at).End)
		start, length := at, codeAt(s.text[at:end])
		for start < min(end, at+longestMark) && length == 0 && strings.IndexByte(" \t>-*+`0123456789.)", s.text[start]) >= 0 {
			start++
			length = codeAt(s.text[start:end])
		}
		switch {
		case length > 0:
			s.add(recoveryCodes, start, start+length)
		case start < end:
			return at // the list has ended
		}
		at = s.line(at).End + 1
	}
	return at
}

// codeAt returns the length of the recovery code that b begins with, or 0: groups of the same
// length with a dash between, or with a blank between groups of digits; a digit among them.
func codeAt(b []byte) int {
	b = b[:min(len(b), longestGap)]
	if n := groupsOfBase32(b); n > 0 {
		return n
	}
	end := 0
	for end < len(b) && (isAlnum(b[end]) || b[end] == '-' || b[end] == ' ' && groupsOfDigits(b, end)) {
		end++
	}
	if end < len(b) && (b[end] == '_' || b[end] >= utf8Start && b[end] != "、"[0] && b[end] != "，"[0]) {
		return 0
	}
	code := string(b[:end])
	groups := strings.FieldsFunc(code, func(r rune) bool { return r == '-' || r == ' ' })
	if len(groups) == 0 || len(groups) > 1 && len(groups[0]) < 4 || len(groups) == 1 && (end < 8 || end > 16 && !isHex(b[:end])) {
		return 0
	}
	for _, g := range groups {
		if len(g) != len(groups[0]) {
			return 0
		}
	}
	if !withDigit(b[:end]) || isDate(code) || longestRepeat(code) > 5 {
		return 0
	}
	return end
}

// groupsOfBase32 returns the length of four groups or more of four letters and digits, with blanks
// between them, at the start of b, or 0.
func groupsOfBase32(b []byte) int {
	n := 0
	for n < len(b) && isBase32Group(b[n:]) {
		n += len("abcd ")
	}
	n = min(n, len(b)+1) - 1
	if n < len("abcd efgh ijkl mnop") || !withDigit(b[:n]) || onlyDigits(strings.ReplaceAll(string(b[:n]), " ", "")) {
		return 0
	}
	return n
}

// groupsOfDigits reports whether the blank at i parts two groups of four to six digits.
func groupsOfDigits(b []byte, i int) bool {
	before, behind := 0, 0
	for before < i && isDigit(b[i-before-1]) {
		before++
	}
	for i+behind+1 < len(b) && isDigit(b[i+behind+1]) {
		behind++
	}
	return before == behind && 4 <= before && before <= 6
}

var otpSecretNamed = &kind{rule: "otp-secret", title: "secret of one-time passwords", rank: rankNoun}

// otpWords begin the name of a secret from which one-time passwords are made, and otpNouns end it.
var (
	otpWords = []string{"totp", "hotp", "2fa", "mfa", "otp ", "authenticator", "two-factor", "两步验证", "二次验证", "双因素", "动态口令", "谷歌验证器"}
	otpNouns = []string{"secret", "seed", "key", "密钥", "秘钥", "种子"}
)

// otpSeed adds the base32 behind such a word, which stands from start to i, and a noun.
// https://github.com/google/google-authenticator/wiki/Key-Uri-Format#secret
func (s *scan) otpSeed(start, i int) {
	if !s.word(start) && s.text[start] < utf8Start {
		return
	}
	end := s.line(i).End
	window := s.lower[i:min(end, i+longestGap/2)]
	n, at := "", -1
	for _, noun := range otpNouns {
		if k := bytes.Index(window, []byte(noun)); k >= 0 && (at < 0 || k < at) {
			n, at = noun, k
		}
	}
	if at < 0 {
		return
	}
	i = s.skipClosers(i+at+len(n), end)
	sign := prefixOf(s.lower[i:end], []string{":", "：", "=", "is ", "→", "->", "是", "为", "は"})
	if sign == 0 {
		sign = s.signBehind(i, end)
	}
	i += sign
	v := s.valueAt(i, end)
	stop, end := v.start, min(end, v.start+longestPair)
	for stop < end && (isBase32(s.text[stop]) || s.text[stop] == ' ' && stop >= v.start+4 && s.text[stop-1] != ' ' && isBase32Group(s.text[stop+1:end])) {
		stop++
	}
	seed := strings.ReplaceAll(string(s.text[v.start:stop]), " ", "")
	if stop < end && (isAlnum(s.text[stop]) || s.text[stop] == '_') || len(seed) < 16 || placeholder(seed) {
		return
	}
	if spaced := stop-v.start > len(seed); withDigit([]byte(seed)) || !spaced && seed == strings.ToUpper(seed) && oftenOdd(seed) {
		s.add(otpSecretNamed, v.start, stop)
	}
}

// isBase32 reports whether c is of the alphabet of RFC 4648, in either case.
func isBase32(c byte) bool { return isLetter(c) || '2' <= c && c <= '7' }

// isBase32Group reports whether b begins with four such characters and no more.
func isBase32Group(b []byte) bool {
	n := 0
	for n < len(b) && isBase32(b[n]) {
		n++
	}
	return n == 4 && (n == len(b) || !isAlnum(b[n]))
}
