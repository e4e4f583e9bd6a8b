package secretscan

import (
	"bytes"
	"strings"

	"github.com/teammem/teammem/internal/wordset"
)

// judge adds the value that belongs to a mention, if there is one.
func (s *scan) judge(m mention) {
	i := s.skipClosers(m.end, m.lineEnd)
	op, at := s.operatorAt(m, i)
	if op == noOperator && m.flag {
		op, at = strong, m.end
	}
	if op == strong && s.blockBegins(at, m.lineEnd) {
		at = m.lineEnd // the text of YAML is on the lines below
	}
	switch n := s.label(m); {
	case op != noOperator && at >= trimEnd(s.text, at, m.lineEnd):
		s.nextLine(m, strong, at)
	case s.title(m):
		s.nextLine(m, noOperator, m.end)
	case s.keyOfList(m):
		s.nextLine(m, strong, m.end)
	case n > 0:
		s.take(m, strong, m.end+n)
	case s.directive(m) && s.take(m, strong, m.end):
	case s.envName(m):
		s.envValue(m)
	case op == noOperator:
		s.judgeUnsigned(m, i)
	case s.withName(m) && s.takeSecond(m, at):
	default:
		if !s.take(m, op, at) && op == strong {
			s.nextCell(m, at)
		}
	}
}

// judgeUnsigned is judge where no sign follows the noun; i is what follows.
func (s *scan) judgeUnsigned(m mention, i int) {
	if s.variableBlock(m, i) || s.take(m, s.besides(m), s.closed(m)) {
		return
	}
	if at := s.skipAdjective(m, i); at > 0 && s.take(m, prose, at) {
		return
	}
	if s.behindGap(m, i) || m.class == keys && s.keyBehind(m, i) || s.inserted(m) {
		return
	}
	if (m.class == passwords || m.class == keys) && (s.setTo(m, i) || s.quotedBehind(m, i)) {
		return
	}
	if at := s.skipWord(m, i); at > 0 && m.class == passwords && !s.holdsAny(s.lower[i:at], otherWords) && s.take(m, noOperator, at) {
		return
	}
	if !m.strict {
		s.reversed(m)
	}
}

// behindGap reads what a remark or the words of whose it is, which begin at i, part from m. It reports
// whether there is nothing more to look for.
func (s *scan) behindGap(m mention, i int) bool {
	gap := s.skipGap(i, m.lineEnd)
	if gap == 0 {
		return false
	}
	op, at := s.operatorAt(m, gap)
	if op == noOperator { // in Chinese and its kin a value may follow a remark in brackets at once
		return s.text[gap-1] != ' ' && m.word[0] >= utf8Start && s.take(m, noOperator, gap)
	}
	if at >= trimEnd(s.text, at, m.lineEnd) && !withDigit(s.text[i:gap]) {
		s.nextLine(m, strong, at)
		return true
	}
	return s.withName(m) && s.takeSecond(m, at) || s.take(m, op, at)
}

// adjectives stand behind a noun of Spanish, French or Portuguese.
var adjectives = []string{"temporal", "temporária", "provisória", "provisoire", "maestra", "mestra", "root", "administrateur", "actual", "atual", "actuel", "inicial", "initial", "wifi", "wi-fi", "nueva", "nova"}

// skipAdjective returns where the value begins behind such a word at i, if somebody uses what m
// names, or 0: "usa la contraseña maestra x".
func (s *scan) skipAdjective(m mention, i int) int {
	if m.class != passwords || !s.handsOver(m) {
		return 0
	}
	for _, w := range adjectives {
		if s.wordAt(w, i, m.lineEnd) {
			return i + len(w)
		}
	}
	return 0
}

// besides says how firmly a value is bound that nothing but a blank parts from its noun:
// more if the two are all there is in the line, as in a .netrc.
func (s *scan) besides(m mention) strength {
	line := s.text[m.end:trimEnd(s.text, m.end, m.lineEnd)]
	before := bytes.TrimLeft(s.lower[s.line(m.start).Start:m.ident], " \t>-*")
	if m.class == passwords && (len(before) == 0 || string(before) == "env ") && len(line) > 1 && line[0] == ' ' && bytes.IndexByte(line[1:], ' ') < 0 {
		return prose
	}
	if m.title == "network key" || m.class == passwords && s.handsOver(m) {
		return prose
	}
	if m.class == pins {
		_, owner := cutLastField(s.leading(m))
		if glued := bytes.TrimRight(s.lower[m.ident:m.start], "-_"); len(glued) > 0 {
			owner = glued
		}
		if pinOwners.Has(string(owner)) {
			return prose
		}
	}
	return noOperator
}

// pinOwners stand before a PIN whose digits follow at once: "SIM PIN 4711".
var pinOwners = wordset.Of("sim card bank door gate alarm phone voicemail debit credit atm safe smartcard admin user handy karten konto code código puk")

// handingWords stand before a noun that its password follows at once: "with password x".
var handingWords = wordset.Of("with using use uses and user username login account root admin ops guest new default temporary temp type enter takes take the my our pass is or / via env define usa utiliza con com nimm mit utilise avec используй с")

// handsOver reports whether such a word, or a name behind one, stands before m.
func (s *scan) handsOver(m mention) bool {
	if m.word == "pass" { // more often a verb
		return false
	}
	before := s.leading(m)
	before = before[bytes.LastIndex(before, []byte(". "))+1:]
	for range 3 {
		var word []byte
		before, word = cutLastField(before)
		if handingWords.Has(string(bytes.Trim(word, "(,;:.`*#"))) {
			return true
		}
	}
	return false
}

// directives set a name to what stands behind it without a sign: #define, ENV.
var directives = wordset.Of("#define env set setx setenv export arg const -e")

// directive reports whether one stands before the name that ends with m.
func (s *scan) directive(m mention) bool {
	if m.end >= m.lineEnd || !isBlank(s.text[m.end]) {
		return false
	}
	_, word := cutLastField(s.leading(m))
	return directives.Has(string(word))
}

// title reports whether m is all there is in its line but for the signs of a title or a list.
func (s *scan) title(m mention) bool {
	line := s.line(m.start)
	if s.text[line.Start] == '#' && (m.class == passwords || m.class == keys) { // which may say whose it is, too
		behind := bytes.TrimLeft(s.text[m.end:m.lineEnd], " ")
		return len(behind) < longestGap && !bytes.ContainsAny(behind, ":=.,;?!`|") && (len(behind) == 0 || behind[0] == '(' || s.saysWhose(m.lineEnd-len(behind), m.lineEnd))
	}
	if m.class != passwords {
		return false
	}
	before := bytes.Trim(untagged(s.text[line.Start:m.ident]), " \t>#*-")
	return len(before) == 0 && len(bytes.Trim(untagged(s.text[m.end:m.lineEnd]), " \t\r#*")) == 0
}

// keyOfList reports whether m ends the line <key>…</key> of a property list of Apple, whose value is
// on the next one.
func (s *scan) keyOfList(m mention) bool {
	return m.ident >= len("<key>") && string(s.lower[m.ident-len("<key>"):m.ident]) == "<key>" && bytes.HasPrefix(s.lower[m.end:m.lineEnd], []byte("</key>"))
}

// untagged takes the tags off the front of b that say nothing about the text.
func untagged(b []byte) []byte {
	for {
		b = bytes.TrimLeft(b, " \t")
		n := htmlTag(b)
		if n == 0 {
			return b
		}
		b = b[n:]
	}
}

// nameWords stand right before a noun where a name and a password follow together.
var nameWords = []string{"账号", "帐号", "账户", "帐户", "帳號", "帳戶", "用户名", "用戶名", "使用者", "ユーザー名", "ユーザー", "id", "user", "username", "login", "usuario", "utilisateur", "identifiant", "benutzer", "benutzername", "usuário", "utente", "아이디", "계정", "логин", "Логин", "имя"}

// withName reports whether a name and a password follow m: "user/password: ops/…".
func (s *scan) withName(m mention) bool {
	before := bytes.TrimRight(s.leading(m), " /&,+")
	for _, w := range []string{"和", "及", "与", "與", "／", "と", "、"} {
		before = bytes.TrimSuffix(before, []byte(w))
	}
	before = bytes.TrimRight(before, " ")
	return m.class == passwords && endsWithAny(before, nameWords)
}

// takeSecond adds the password behind a name and a slash, colon or blank.
func (s *scan) takeSecond(m mention, i int) bool {
	i = s.skip(i, m.lineEnd, " `*\"'")
	start := i
	for i < m.lineEnd && (isTokenByte(s.text[i]) || s.text[i] == '@' || s.text[i] == '.') {
		i++
	}
	name := i
	i = s.skip(i, m.lineEnd, " /:,")
	if name == start || i == name || i-name > 3 {
		return false
	}
	v := s.valueAt(i, m.lineEnd)
	if pairedPassword(v.text) || accountPassword(v.text) {
		s.addValue(m.kind(), v)
	}
	return s.text[name] == '/'
}

// label returns the length of what closes a label that is m alone, or ends with it: 【密码】,
// [密码], 「密码」; or 0.
func (s *scan) label(m mention) int {
	n := prefixOf(s.text[m.end:m.lineEnd], []string{"】", "」", "]"})
	if n == 1 && (m.ident == 0 || s.text[m.ident-1] != '[' || m.end+1 < m.lineEnd && s.text[m.end+1] == '(') {
		return 0
	}
	return n
}

// openQuote returns the quote right before the identifier of m that is still
// open behind the noun, or 0.
func (s *scan) openQuote(m mention) byte {
	if m.ident == 0 || strings.IndexByte("\"'`", s.text[m.ident-1]) < 0 {
		return 0
	}
	if q := s.text[m.ident-1]; m.end >= len(s.text) || s.text[m.end] != q {
		return q
	}
	return 0
}

// closed returns where the noun ends with its own closing quote.
func (s *scan) closed(m mention) int {
	if m.end < m.lineEnd && m.ident > 0 && s.text[m.end] == s.text[m.ident-1] && strings.IndexByte("\"'`", s.text[m.end]) >= 0 {
		return m.end + 1
	}
	return m.end
}
