package secretscan

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	if op != noOperator && at >= trimEnd(s.text, at, m.lineEnd) {
		s.nextLine(m, strong, at)
		return
	}
	if s.title(m) {
		s.nextLine(m, noOperator, m.end)
		return
	}
	if n := s.label(m); n > 0 {
		s.take(m, strong, m.end+n)
		return
	}
	if s.directive(m) && s.take(m, strong, m.end) {
		return
	}
	if s.envName(m) {
		s.envValue(m)
		return
	}
	if op != noOperator && s.withName(m) && s.takeSecond(m, at) {
		return
	}
	if op != noOperator {
		if !s.take(m, op, at) && op == strong {
			s.nextCell(m, at)
		}
		return
	}
	if s.variableBlock(m, i) {
		return
	}
	if s.take(m, s.besides(m), s.closed(m)) {
		return
	}
	if gap := s.skipGap(i, m.lineEnd); gap > 0 {
		if op, at = s.operatorAt(m, gap); op != noOperator && s.take(m, op, at) {
			return
		}
	}
	if at := s.skipWord(m, i); at > 0 && m.class == passwords && !strays(s.lower[i:at], otherWords) && s.take(m, noOperator, at) {
		return
	}
	if !m.strict {
		s.reversed(m)
	}
}

// blockBegins reports whether nothing but a sign such as ">-" stands from i to end.
func (s *scan) blockBegins(i, end int) bool {
	const longest = 6 // with blanks around it
	if i >= end || end-i > longest {
		return false
	}
	rest := bytes.TrimSpace(s.text[i:end])
	return len(rest) > 0 && len(bytes.Trim(rest, "|>-+")) == 0
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
		if _, owner := cutLastField(s.lower[max(s.line(m.start).Start, m.ident-longestGap/2):m.ident]); pinOwners.Has(string(owner)) {
			return prose
		}
	}
	return noOperator
}

// pinOwners stand before a PIN whose digits follow at once: "SIM PIN 4711".
var pinOwners = wordset.Of("sim card bank door gate alarm phone voicemail debit credit atm safe")

// handingWords stand before a noun that its password follows at once: "with password x".
var handingWords = wordset.Of("with using use uses and user username login account root admin ops guest new default temporary temp type enter takes take the my our pass is or / via env define")

// handsOver reports whether such a word, or a name behind one, stands before m.
func (s *scan) handsOver(m mention) bool {
	if m.word == "pass" { // more often a verb
		return false
	}
	before := s.lower[max(s.line(m.start).Start, m.ident-longestGap/2):m.ident]
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
	_, word := cutLastField(s.lower[max(s.line(m.start).Start, m.ident-longestGap/2):m.ident])
	return directives.Has(string(word))
}

// title reports whether m is all there is in its line but for the signs of a title or a list.
func (s *scan) title(m mention) bool {
	if m.class != passwords {
		return false
	}
	before := bytes.Trim(untagged(s.text[s.line(m.start).Start:m.ident]), " \t>#*-")
	return len(before) == 0 && len(bytes.Trim(untagged(s.text[m.end:m.lineEnd]), " \t\r#*")) == 0
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
var nameWords = []string{"账号", "帐号", "账户", "帐户", "帳號", "帳戶", "用户名", "用戶名", "使用者", "ユーザー名", "ユーザー", "id", "user", "username", "login", "usuario", "utilisateur", "identifiant", "benutzer", "benutzername", "usuário", "utente"}

// withName reports whether a name and a password follow m: "user/password: ops/…".
func (s *scan) withName(m mention) bool {
	before := s.lower[max(s.line(m.start).Start, m.ident-longestGap/2):m.ident]
	before = bytes.TrimRight(before, " /&,+")
	for _, w := range []string{"和", "及", "与", "與", "／", "と", "、"} {
		before = bytes.TrimSuffix(before, []byte(w))
	}
	before = bytes.TrimRight(before, " ")
	return m.class == passwords && slices.ContainsFunc(nameWords, func(w string) bool { return bytes.HasSuffix(before, []byte(w)) })
}

// takeSecond adds the password behind a name and a slash, colon or blank.
func (s *scan) takeSecond(m mention, i int) bool {
	for i < m.lineEnd && strings.IndexByte(" `*\"'", s.text[i]) >= 0 {
		i++
	}
	start := i
	for i < m.lineEnd && (isTokenByte(s.text[i]) || s.text[i] == '@' || s.text[i] == '.') {
		i++
	}
	name := i
	for i < m.lineEnd && strings.IndexByte(" /:,", s.text[i]) >= 0 {
		i++
	}
	if name == start || i == name || i-name > 3 {
		return false
	}
	v := s.valueAt(i, m.lineEnd)
	if pairedPassword(v.text) || accountPassword(v.text) {
		s.add(m.kind(), v.start, v.start+len(v.text))
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

// nextCell reads the cell behind the one at i, which says what m is for: | secret | signs | x |.
func (s *scan) nextCell(m mention, i int) {
	if s.text[i-1] != '|' || s.text[s.line(m.start).Start] != '|' {
		return
	}
	n := bytes.IndexByte(s.text[i:min(m.lineEnd, i+longestHead)], '|')
	if n < 0 {
		return
	}
	if v := s.valueAt(i+n+1, m.lineEnd); m.class != passwords || evident(v.text) {
		s.take(m, strong, i+n+1)
	}
}

// variableBlock reads the line below one that declares a variable of Terraform, whose bracket is at i.
func (s *scan) variableBlock(m mention, i int) bool {
	line := s.line(m.start)
	if i >= m.lineEnd || s.text[i] != '{' || !bytes.HasPrefix(bytes.TrimLeft(s.lower[line.Start:m.ident], " "), []byte("variable ")) {
		return false
	}
	for at := line.End + 1; at < len(s.text) && at < line.End+longestHead; at = s.line(at).End + 1 {
		end := s.line(at).End
		name, _, ok := bytes.Cut(s.text[at:end], []byte("="))
		if ok && string(bytes.TrimSpace(name)) == "default" {
			m.lineEnd = end
			return s.take(m, strong, at+len(name)+1)
		}
		if bytes.IndexByte(s.text[at:end], '}') >= 0 {
			return false
		}
	}
	return false
}

// envName reports whether m ends the line "- name: DB_PASSWORD" of a list of variables.
func (s *scan) envName(m mention) bool {
	if line := s.line(m.start); line.Len() > longestHead {
		return false
	}
	before := strings.Trim(string(s.lower[s.line(m.start).Start:m.ident]), "- \t\"'")
	rest := bytes.Trim(s.text[m.end:m.lineEnd], " \t\r\"'")
	return len(rest) == 0 && (before == "name:" || before == "key:")
}

// envValue reads the line "value: …" below the name.
func (s *scan) envValue(m mention) {
	i := s.line(m.start).End + 1
	if i >= len(s.text) {
		return
	}
	end := s.line(i).End
	i += len(s.text[i:end]) - len(bytes.TrimLeft(s.text[i:end], " \t\"'"))
	if !bytes.HasPrefix(s.text[i:end], []byte("value")) {
		return
	}
	i += len("value")
	if colonAt := bytes.IndexByte(s.text[i:end], ':'); colonAt >= 0 && colonAt < 3 {
		m.lineEnd = end
		s.take(m, strong, i+colonAt+1)
	}
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

// take adds the value at i if it can be the secret that m names.
func (s *scan) take(m mention, op strength, i int) bool {
	if q := s.openQuote(m); q != 0 && i < m.lineEnd && s.text[i] == q {
		return false // the quote was opened before the noun and closes here
	}
	v := s.unwrapped(s.valueAt(s.skipTag(i, m.lineEnd), m.lineEnd), m.lineEnd)
	if m.class == passwords && (op != noOperator && s.takeWords(m, v) || (op != noOperator || v.quoted) && s.takeHan(m, v)) {
		return true
	}
	if s.isLink(v) || isRestOfURL(v.text) || op != strong && strings.HasPrefix(v.text, "-") {
		return false
	}
	if next := v.start + len(v.text); m.class == keys && onlyDigits(v.text) && next < m.lineEnd && s.text[next] == '|' {
		v = s.valueAt(next+1, m.lineEnd) // the number of a token of Laravel stands before it
	}
	if m.title == "network key" {
		n := prefixOf([]byte(v.text), []string{"s:"}) // of iwconfig
		v.start, v.text = v.start+n, v.text[n:]
	}
	if m.class != passwords {
		v.text = strings.TrimRight(v.text, "!?")
	}
	if s.tries.tooMany(v.start+len(v.text)) || onlyDigits(v.text) && s.unitAt(v.start+len(v.text), m.lineEnd) || !m.accepts(v, op) {
		return false
	}
	s.add(m.kind(), v.start, v.start+len(v.text))
	return true
}

// isRestOfURL reports whether v is what stands behind <password> in the pattern of a URL.
func isRestOfURL(v string) bool {
	v = strings.TrimPrefix(v, "%")
	return strings.HasPrefix(v, "@") && (strings.Contains(v, "//") || strings.Contains(v, ".")) && strings.Contains(v, ":")
}

// skipTag skips a tag or an anchor of YAML at i: "!!str", "&pw".
func (s *scan) skipTag(i, end int) int {
	at := i
	for at < end && s.text[at] == ' ' {
		at++
	}
	if at == i || at+1 >= end || s.text[at] != '&' && (s.text[at] != '!' || s.text[at+1] != '!') {
		return i
	}
	n := bytes.IndexByte(s.text[at:end], ' ')
	if n < 2 || strings.Trim(string(s.lower[at:at+n]), lowerLetters+"0123456789_-!&") != "" {
		return i
	}
	return at + n
}

// wrappers stand around a string in a program.
var wrappers = []string{"[]byte(", "byte[](", "SecretStr(", "new String(", "Buffer.from(", "bytes(", "b\"", "b'", "base64:"}

// unwrapped is v without a call that makes bytes of it, or the name of its encoding.
func (s *scan) unwrapped(v value, end int) value {
	start := v.start
	if v.quoted && start > 0 && s.text[start-1] == '[' {
		start--
	}
	n := prefixOf(s.text[start:end], wrappers)
	if n == 0 {
		return v
	}
	start += n
	if c := s.text[start-1]; c == '"' || c == '\'' {
		start--
	}
	return s.valueAt(start, end)
}

// takeWords adds a value that has blanks and no quotes: a passphrase to the end of its line, or
// the four groups of letters that a mail provider makes for one program.
func (s *scan) takeWords(m mention, v value) bool {
	rest := s.text[v.start:max(v.start, trimEnd(s.text, v.start, m.lineEnd))]
	if len(rest) > longestNear {
		rest = rest[:longestNear]
	}
	text := strings.TrimRight(string(rest), ".\"'`* |")
	if n := len("abcd efgh ijkl mnop"); len(text) >= n && isAppPassword(text[:n]) && (len(text) == n || !isAlnum(text[n])) {
		text = text[:n]
	} else if m.title != "passphrase" || !isPhrase(text) || technical(text) {
		return false
	}
	s.add(m.kind(), v.start, v.start+len(text))
	return true
}

// takeHan adds a password of Chinese characters and a number, as people remember them: a dish and a year.
func (s *scan) takeHan(m mention, v value) bool {
	end, runes := v.start, 0
	for end < m.lineEnd && runes <= longestHan {
		r, size := utf8.DecodeRune(s.text[end:m.lineEnd])
		if !unicode.Is(unicode.Han, r) {
			break
		}
		end, runes = end+size, runes+1
	}
	if runes < 3 || runes > longestHan || strings.ContainsAny(string(s.text[v.start:end]), hanOfSentences) {
		return false
	}
	digits := end
	for end < m.lineEnd && isDigit(s.text[end]) {
		end++
	}
	if n := end - digits; n < 3 || n > 8 {
		return false
	}
	for end < m.lineEnd && strings.IndexByte("!#@*~", s.text[end]) >= 0 {
		end++
	}
	if r, _ := utf8.DecodeRune(s.text[end:m.lineEnd]); end < m.lineEnd && r != ' ' && r != '`' && r != '"' && !unicode.Is(unicode.Po, r) && !unicode.Is(unicode.Pe, r) && !unicode.Is(unicode.Pf, r) {
		return false
	}
	s.add(m.kind(), v.start, end)
	return true
}

// longestHan is how many Chinese characters such a password has at most, and hanOfSentences are
// those that tell where a password is, or how long.
const (
	longestHan     = 8
	hanOfSentences = "见看参考工单文档章节页联系电话分机问找版本端口第于过期长度位每年月日号错误码默认为是在的和或不请由从到用后前已改设编序条行次名字数密库表存放登录首"
)

// isAppPassword reports whether v is sixteen letters, in groups of four or not, that are no words.
// https://support.google.com/accounts/answer/185833
func isAppPassword(v string) bool {
	if len(v) < 16 || !isLetter(v[0]) {
		return false
	}
	groups := strings.Fields(v)
	joined := strings.Join(groups, "")
	if len(joined) != 16 || len(groups) != 1 && len(groups) != 4 || strings.Trim(joined, lowerLetters) != "" {
		return false
	}
	odd := 0
	for _, g := range groups {
		if len(groups) == 4 && len(g) != 4 {
			return false
		}
		_, n := letterPairs(g)
		odd += n
	}
	return odd > 2
}

// units behind digits say that they count something.
var units = []string{"秒", "次", "分钟", "分鐘", "小时", "小時", "天", "日", "位", "个", "個", "毫秒", "条", "文字", "字符", "ms", "s", "sec", "second", "seconds", "sekunden", "segundos", "secondes", "secondi",
	"minutes", "minuten", "minutos", "hours", "stunden", "horas", "heures", "days", "tage", "días", "jours", "chars", "characters", "zeichen", "caracteres", "caractères", "digits", "bytes", "bits",
	"iterations", "iterationen", "iteraciones", "itérations", "rounds", "attempts", "times", "users", "entries", "rows", "requests"}

// unitAt reports whether a unit stands at i or behind a blank there.
func (s *scan) unitAt(i, end int) bool {
	if i < end && s.text[i] == ' ' {
		i++
	}
	for _, u := range units {
		if u[0] < utf8Start && s.wordAt(u, i, end) || u[0] >= utf8Start && bytes.HasPrefix(s.text[i:end], []byte(u)) {
			return true
		}
	}
	return false
}

// nextLine reads a value that stands alone on the line below "Password:" or below the
// title "Password".
func (s *scan) nextLine(m mention, op strength, i int) {
	for range 3 {
		i = s.line(i).End + 1
		if i >= len(s.text) {
			return
		}
		if trimEnd(s.text, i, s.line(i).End) > i && !bytes.HasPrefix(bytes.TrimLeft(s.text[i:s.line(i).End], " \t>"), []byte("```")) {
			break
		}
	}
	end := trimEnd(s.text, i, s.line(i).End)
	for i < end && strings.IndexByte(" \t>-*+", s.text[i]) >= 0 && (i+1 >= end || s.text[i] != '*' || s.text[i+1] == ' ') {
		i++
	}
	v := s.valueAt(i, end)
	rest := bytes.Trim(untagged(s.text[min(end, v.start+len(v.text)):end]), "`*\"' \t.。")
	if len(rest) == 0 && m.accepts(v, op) {
		s.add(m.kind(), v.start, v.start+len(v.text))
	}
}
