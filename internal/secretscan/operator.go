package secretscan

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// strength says how firmly a value is bound to its noun.
type strength int

const (
	noOperator strength = iota // it stands next to it
	prose                      // "is"
	strong                     // "=", ":", a cell of a table
)

var (
	signs = []string{":=", "=>", "->", "→", "＝", "=", "：", ":", "|", "﹕", "∶"}
	// dashes bind as loosely as a verb.
	dashes = []string{"— ", "– ", "- ", "—", "–"}
	verbs  = []string{"is", "è", "are", "was", "equals", "be", "ist", "lautet", "es", "est", "é", "היא", "הוא", "هي", "هو",
		"became", "becomes", "ist nun auf", "wurde auf", "wird auf", "ahora es", "ahora está", "a été changé pour", "a été changé en", "a été remplacé par", "est passé à", "isn't", "wasn't", "изменён на", "изменен на", "теперь", "agora é", "est maintenant", "сменили на", "поменяли на", "изменили на", "сменён на", "сменен на"}
	// particles are operators of languages without blanks between words, and of
	// Korean; longer ones first.
	particles = []string{"固定为", "固定是", "串为", "串是", "值为", "值是", "设置为", "已更新为", "更新为", "已重置为", "重置为", "变更为", "已换成", "已设为", "现在是", "目前是", "設定為", "修改为", "已改为", "改为了", "改成了", "换成了", "改为", "改成", "换成", "设为", "统一为", "統一為", "等于", "等於", "就是", "都是", "是", "为", "為", "は", "が", "는", "은", "가", "이"}
	// looseParticles bind as loosely as a verb; what they say of a password is often how it is kept.
	looseParticles = []string{"固定写死", "写死成", "写死", "还是", "還是", "仍是", "定为", "定為", "暂时用", "暫時用", "改用", "叫", "配的是", "用的是", "填的是", "暂定为", "暂定", "先用", "填", "用", "传", "を", "를", "을"}
	// changeWords and resultWords are the two halves of what says in Chinese that something
	// has a new value; lightWords may stand before them.
	changeWords = []string{"重新设置", "設定", "设置", "設置", "设定", "重置", "重設", "重设", "更新", "变更", "變更", "修改", "更改", "更換", "更换", "调整", "調整", "设", "設", "改", "换", "換", "配置", "初始化"}
	resultWords = []string{"成了", "成", "为了", "为", "為了", "為", "到了", "到"}
	lightWords  = []string{"已经", "已經", "刚刚", "剛剛", "现已", "現已", "后来", "今天", "昨天", "统一", "統一", "已", "被", "又", "刚", "剛", "都", "会", "將", "将"}
	adverbs     = []string{"now", "still", "currently", "always", "just", "simply", "set to", "changed to", "reset to",
		"jetzt", "nun", "aktuell", "momentan", "ahora", "actualmente", "désormais", "maintenant", "actuellement", "toujours"}
)

// longestGap is how far behind its noun an operator may stand.
const longestGap = 64

// operatorAt returns what binds a value to the noun, if it stands at i, and
// where the value begins.
func (s *scan) operatorAt(m mention, i int) (strength, int) {
	if n := prefixOf(s.text[m.end:m.lineEnd], []string{"'s ", "’s "}); n > 0 {
		return prose, m.end + n
	}
	if i = s.skipType(i, m.lineEnd); i >= m.lineEnd {
		return noOperator, m.end
	}
	if n := assignment(s.text[i:m.lineEnd]); n > 0 {
		return strong, i + n
	}
	if s.argument(m, i) {
		return strong, i + 1
	}
	rest := s.text[i:m.lineEnd]
	if len(rest) > 0 && rest[0] == '|' && s.inTemplate(m) {
		return noOperator, m.end // a filter
	}
	if len(rest) > 1 && rest[1] == '=' && strings.IndexByte("=!<>~", rest[0]) >= 0 || bytes.HasPrefix(rest, []byte("::")) && !bytes.HasPrefix(rest, []byte(":: ")) {
		return noOperator, m.end // a comparison, a path
	}
	if len(rest) > 1 && rest[0] == '?' && rest[1] == ':' {
		i, rest = i+1, rest[1:]
	}
	if n := s.attributes(m, i); n > 0 {
		return strong, n
	}
	if len(rest) > 0 && rest[0] == '>' && m.ident > 0 && (s.text[m.ident-1] == '<' || i > m.end && s.text[m.end] == '"' && s.inTag(m)) {
		return strong, i + 1
	}
	if n := fallback(rest); n > 0 {
		return strong, i + n
	}
	if bytes.HasPrefix(rest, []byte(":: ")) { // a property of a note
		return strong, i + len(":: ")
	}
	if n := prefixOf(rest, signs); n > 0 {
		return strong, i + n
	}
	if m.word[0] >= utf8Start && i == m.end && len(rest) > 1 && rest[0] == '-' && isAlnum(rest[1]) {
		return prose, i + 1
	}
	if n := prefixOf(rest, dashes); n > 0 && i > m.end && s.text[i-1] == ' ' {
		return prose, i + n
	}
	return s.wordOperatorAt(m, i)
}

// fallback returns the length of what leads from a variable to the string that stands in for it, at the
// start of b, or 0: PASSWORD || "x", fetch("PASSWORD") { "x" }.
func fallback(b []byte) int {
	n := prefixOf(b, []string{"|| ", "?? ", ") { ", ") || ", ") ?? ", ") or "})
	if n == 0 || n >= len(b) || strings.IndexByte("\"'`", b[n]) < 0 {
		return 0
	}
	return n
}

// wordOperatorAt is operatorAt for words: particles, verbs, "to" behind what is set.
func (s *scan) wordOperatorAt(m mention, i int) (strength, int) {
	rest := s.text[i:m.lineEnd]
	n := prefixOf(rest, particles)
	if n == 0 {
		n = changed(rest)
	}
	if n > 0 {
		return strong, i + n + prefixOf(rest[n:], []string{":", "：", "、"})
	}
	if n := prefixOf(rest, looseParticles); n > 0 {
		return prose, i + n
	}
	for _, word := range []string{"to", "from", "auf", "a", "por", "en", "à", "pour"} {
		if s.wordAt(word, i, m.lineEnd) && s.isSet(m) {
			return prose, i + len(word)
		}
	}
	const attribute = "value=" // as in <property name="password" value="…"/>
	if bytes.HasPrefix(s.lower[i:m.lineEnd], []byte(attribute)) && m.ident > 0 && m.end < len(s.text) && s.text[m.end] == s.text[m.ident-1] {
		return strong, i + len(attribute)
	}
	for _, verb := range verbs {
		if s.wordAt(verb, i, m.lineEnd) {
			at := s.skipAdverbs(i+len(verb), m.lineEnd)
			if at < m.lineEnd && s.text[at] == ':' {
				return strong, at + 1
			}
			return prose, at
		}
	}
	return noOperator, m.end
}

// inTag reports whether m is the value of an attribute: <setting name="password">.
func (s *scan) inTag(m mention) bool {
	before := s.text[max(s.line(m.start).Start, m.ident-longestGap):m.ident]
	dotted := bytes.TrimRightFunc(before, func(r rune) bool { return r == '.' || r < utf8.RuneSelf && isTokenByte(byte(r)) })
	return bytes.LastIndexByte(before, '<') > bytes.LastIndexByte(before, '>') && bytes.HasSuffix(dotted, []byte(`="`))
}

// attributes returns where a tag ends that has m for its name and attributes behind it, as in
// <Pass encoding="base64">…, or 0; i is where they begin.
func (s *scan) attributes(m mention, i int) int {
	if m.ident == 0 || s.text[m.ident-1] != '<' || i == m.end {
		return 0
	}
	rest := s.text[i:min(m.lineEnd, i+longestTag)]
	n := bytes.IndexByte(rest, '>')
	if n < 1 || rest[n-1] == '/' || bytes.IndexByte(rest[:n], '=') < 0 {
		return 0
	}
	return i + n + 1
}

// inTemplate reports whether m stands in {{ }}, where "|" leads to a filter.
func (s *scan) inTemplate(m mention) bool {
	before := s.text[max(s.line(m.start).Start, m.ident-longestGap):m.ident]
	return bytes.LastIndex(before, []byte("{{")) > bytes.LastIndex(before, []byte("}}"))
}

// changed returns the length of "已经重置成" and its kin at the start of b, or 0.
func changed(b []byte) int {
	if len(b) == 0 || b[0] < utf8.RuneSelf {
		return 0
	}
	n := 0
	for range 2 {
		n += prefixOf(b[n:], lightWords)
	}
	change := prefixOf(b[n:], changeWords)
	result := prefixOf(b[n+change:], resultWords)
	if change == 0 || result == 0 {
		return 0
	}
	return n + change + result
}

// assignments are signs with "=" that bind as it does, in Make, PHP and the like.
var assignments = []string{":::=", "::=", "?=", ".=", "+=", "||=", "??="}

// assignment returns the length of such a sign at the start of b, or 0.
func assignment(b []byte) int {
	for _, sign := range assignments {
		if bytes.HasPrefix(b, []byte(sign)) && !bytes.HasPrefix(b[len(sign):], []byte("=")) {
			return len(sign)
		}
	}
	return 0
}

// types are what may stand between the name of a variable and its value.
var types = []string{"string", "str", "&str", "text", "varchar", "final string", "optional[str]"}

// skipType skips ": string" in front of "=".
func (s *scan) skipType(i, end int) int {
	at := i
	if at < end && s.text[at] == ':' {
		at++
	}
	at = s.skip(at, end, " ")
	for _, t := range types {
		if !bytes.HasPrefix(s.lower[at:end], []byte(t)) {
			continue
		}
		at += len(t)
		at = s.skip(at, end, " ")
		if at+1 < end && s.text[at] == '=' && s.text[at+1] != '=' {
			return at
		}
		return i
	}
	return i
}

// argument reports whether a comma at i parts the noun, in quotes, from a string behind
// it, as in set("API_KEY", "…").
func (s *scan) argument(m mention, i int) bool {
	if s.text[i] != ',' || m.end >= i {
		return false
	}
	quote := m.ident - 1
	for quote > 0 && m.ident-quote < longestGap && (isTokenByte(s.text[quote]) || s.text[quote] == '.') {
		quote--
	}
	if q := s.text[m.end]; q != '"' && q != '\'' || quote < 1 || s.text[quote] != q || s.text[quote-1] != '(' {
		return false
	}
	for i++; i < m.lineEnd && s.text[i] == ' '; i++ {
	}
	return i < m.lineEnd && s.text[i] == s.text[m.end]
}

// settingWords stand before a noun that gets a new value: "change the password to".
var settingWords = []string{"set ", "reset", "change", "update", "cambi", "changé", "modifi", "actualic", "habe ", "haben ", "hat ", "mude", "alter", "troqu", "изменил", "сменил", "поменял", "geändert"}

func (s *scan) isSet(m mention) bool { return s.holdsAny(s.leading(m), settingWords) }

func (s *scan) wordAt(word string, i, end int) bool {
	return bytes.HasPrefix(s.lower[i:end], []byte(word)) && (i+len(word) >= end || !isTokenByte(s.text[i+len(word)]))
}

func (s *scan) skipAdverbs(i, end int) int {
	for {
		j := i
		for j < end && isBlank(s.text[j]) {
			j++
		}
		n := 0
		for _, a := range adverbs {
			if s.wordAt(a, j, end) {
				n = len(a)
			}
		}
		if n == 0 {
			return i
		}
		i = j + n
	}
}
