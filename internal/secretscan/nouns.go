package secretscan

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/wordset"
)

// A class says what a noun asks of its value.
type class int

const (
	passwords class = iota + 1 // people choose them: short ones count
	pins                       // a few digits
	keys                       // machines make them: only random ones count
	weakKeys                   // "key" alone names much else
)

// A noun names a secret.
type noun struct {
	word   string
	class  class
	title  string
	strict bool // must be a word of its own, not the end of a longer one
}

// heads are the nouns, each spelling in lower case. "api key", "access_key"
// and "privateKey" all end with key; see qualified.
var heads = []noun{
	{"password", passwords, "password", false},
	{"passwort", passwords, "password", false},
	{"passphrase", passwords, "passphrase", false},
	{"passcode", passwords, "passcode", false},
	{"passwd", passwords, "password", false},
	{"pswd", passwords, "password", false},
	{"pwd", passwords, "password", false},
	{"pass", passwords, "password", true},
	{"pw", passwords, "password", true},
	{"pin", pins, "PIN", true},
	{"puk", pins, "PUK", true},
	{"contraseña", passwords, "password", false},
	{"senha", passwords, "password", false},
	{"mot de passe", passwords, "password", false},
	{"пароль", passwords, "password", false},
	{"パスワード", passwords, "password", false},
	{"비밀번호", passwords, "password", false},
	{"暗証番号", pins, "PIN", false},
	{"通行碼", passwords, "password", false},
	{"通行码", passwords, "password", false},
	{"requirepass", passwords, "password", false},
	{"masterauth", passwords, "password", false},
	{"密码", passwords, "password", false},
	{"密碼", passwords, "password", false},
	{"口令", passwords, "password", false},
	{"secret", keys, "secret", false},
	{"token", keys, "token", false},
	{"credential", keys, "credential", false},
	{"creds", keys, "credential", true},
	{"key", weakKeys, "key", false},
	{"令牌", keys, "token", false},
	{"权杖", keys, "token", false},
	{"密钥", keys, "key", false},
	{"密鑰", keys, "key", false},
	{"密匙", keys, "key", false},
	{"私钥", keys, "key", false},
	{"金鑰", keys, "key", false},
	{"凭证", keys, "credential", false},
	{"凭据", keys, "credential", false},
	{"憑證", keys, "credential", false},
	{"accesskey", keys, "key", false},
	{"secretid", keys, "key", false},
	{"secretkey", keys, "key", false},
	{"access_id", keys, "access id", false},
	{"accessid", keys, "access id", false},
	{"auth", weakKeys, "login", true},
	{"sonar_login", keys, "token", false},
	{"sonar.login", keys, "token", false},
	{"contribsys__com", keys, "credential", false},
}

// headsByByte are the nouns by their first byte, longer ones first.
var headsByByte = sync.OnceValue(func() *[256][]noun {
	var by [256][]noun
	for _, h := range slices.Concat(heads, otherHeads) {
		c := h.word[0]
		at := 0
		for at < len(by[c]) && len(by[c][at].word) >= len(h.word) {
			at++
		}
		by[c] = append(by[c][:at:at], append([]noun{h}, by[c][at:]...)...)
	}
	return &by
})

// keyQualifiers make "key" the name of a secret.
var keyQualifiers = []string{
	"api", "access", "secret", "private", "signing", "signature", "encryption", "auth", "license", "account", "shared", "master",
	"service", "deploy", "app", "application", "subscription", "admin", "storage", "webhook", "hmac", "jwt", "consumer", "client",
	"integration", "project", "upload", "user", "preshared", "pre-shared", "psk", "ssh", "cipher", "crypto", "session", "root", "host",
}

// publicWords before a noun name what may be known.
var publicWords = []string{"public", "publishable", "pub", "primary", "foreign", "cache", "partition", "sort", "公钥", "公开"}

// passingWords before "token" name what leads through pages and retries.
var passingWords = []string{"next", "page", "paging", "pagination", "continuation", "client", "request", "change", "sequence", "starting", "action", "sync",
	"purchase", "cursor", "idempotency", "import", "export", "work-unit", "cancellation", "task", "product", "lock", "design", "special", "csrf", "xsrf"}

// mention is one place of a noun.
type mention struct {
	noun
	start, end int // the noun
	ident      int // where the identifier that ends with it begins
	flag       bool
	lineEnd    int
}

// nouns finds secrets that are named in words: noun, operator, value.
func (s *scan) nouns() {
	by := headsByByte()
	for i := 0; i < len(s.lower); i++ {
		if by[s.lower[i]] == nil {
			continue
		}
		m, ok := s.mentionAt(i)
		if !ok {
			continue
		}
		m.lineEnd = s.line(i).End
		s.judge(m)
		i = m.end - 1
	}
}

func (s *scan) mentionAt(i int) (mention, bool) {
	for _, n := range headsByByte()[s.lower[i]] {
		if !begins(s.lower[i:], n.word) {
			continue
		}
		m := mention{noun: n, start: i, end: s.nounEnd(i + len(n.word)), ident: s.identStart(i)}
		if m.end < 0 || n.strict && !s.ownWord(i) || s.inPath(m.ident) || s.inEncoding(i) || s.isResult(m) {
			continue
		}
		m.flag = s.text[m.ident] == '-' && s.text[i-1] == '-' && (m.ident == 0 || !isAlnum(s.text[m.ident-1]))
		return s.qualified(m)
	}
	return mention{}, false
}

// suffixes may follow a noun within an identifier.
var suffixes = []string{"s", "base", "value", "plain", "plaintext", "text", "string", "base64", "b64", "prod", "production", "staging", "stage", "dev", "test", "live", "old", "new", "default"}

// nounEnd returns where the identifier ends whose noun ends at i, or -1 when
// what follows makes it another word: "passwordless", "token_count".
func (s *scan) nounEnd(i int) int {
	if s.endsIdent(i) || s.text[i-1] >= utf8Start {
		return i
	}
	rest := i
	if c := s.text[rest]; c == '_' || c == '-' {
		rest++
	}
	for _, suffix := range suffixes {
		if bytes.HasPrefix(s.lower[rest:], []byte(suffix)) && s.endsIdent(rest+len(suffix)) {
			return rest + len(suffix)
		}
	}
	for rest < len(s.text) && isDigit(s.text[rest]) && rest-i < 5 {
		rest++
	}
	if rest > i && s.endsIdent(rest) {
		return rest
	}
	return -1
}

// longestIdent is the length from which on letters of both cases and digits without a
// break are no name but a line of base64, in which a noun stands by chance.
const longestIdent = 56

// inEncoding reports whether the noun at i stands in a run of base64.
func (s *scan) inEncoding(i int) bool {
	isCode := func(c byte) bool { return isAlnum(c) || c == '+' || c == '/' }
	start, end := i, i
	for start > 0 && i-start <= longestIdent && isCode(s.text[start-1]) {
		start--
	}
	for end < len(s.text) && end-i <= longestIdent && isCode(s.text[end]) {
		end++
	}
	run := s.text[start:end]
	return len(run) >= longestIdent && withDigit(run) && bytes.ContainsFunc(run, unicode.IsUpper) && bytes.ContainsFunc(run, unicode.IsLower)
}

// isResult reports whether a noun says how a test ended: "--- PASS: TestLogin".
func (s *scan) isResult(m mention) bool {
	if string(s.text[m.start:m.end]) != "PASS" {
		return false
	}
	if bytes.HasSuffix(s.text[:m.ident], []byte("--- ")) {
		return true
	}
	name := bytes.TrimLeft(s.text[m.end:min(len(s.text), m.end+16)], ": \t")
	return bytes.HasPrefix(name, []byte("Test")) || bytes.HasPrefix(name, []byte("test"))
}

// inPath reports whether the identifier at i is a step of a longer name, as in
// arn:aws:…:secret:name.
func (s *scan) inPath(i int) bool {
	if i > 4 && string(s.text[i-5:i]) == ".svg?" { // the badge of a build
		return true
	}
	return i > 1 && (s.text[i-1] == ':' || s.text[i-1] == '/') && isTokenByte(s.text[i-2]) && !s.behindName(i-1)
}

// behindName reports whether the slash at i parts a word for a name, which is no step of
// a path, from what follows.
func (s *scan) behindName(i int) bool {
	start := s.identStart(i)
	return s.text[i] == '/' && slices.Contains(nameWords, string(s.lower[start:i])) && (start == 0 || strings.IndexByte(" \n*-(", s.text[start-1]) >= 0)
}

func (s *scan) endsIdent(i int) bool {
	if i >= len(s.text) {
		return true
	}
	switch c := s.text[i]; {
	case isAlnum(c) || c == '_':
		return false
	case c == '-' || c == '.' || c == '/':
		return i+1 >= len(s.text) || !isAlnum(s.text[i+1])
	}
	return true
}

// identStart returns where the identifier with a noun at i begins.
func (s *scan) identStart(i int) int {
	low := max(0, i-64)
	for i > low && (isTokenByte(s.text[i-1])) {
		i--
	}
	return i
}

// ownWord reports whether the word at i is no end of a longer one: "pass" in
// db_pass or dbPass, not in "bypass".
func (s *scan) ownWord(i int) bool {
	return i == 0 || !isAlnum(s.text[i-1]) || isLower(s.text[i-1]) && isUpper(s.text[i])
}

// qualified looks at the words before a noun.
func (s *scan) qualified(m mention) (mention, bool) {
	before := s.lower[max(0, m.start-24):m.start]
	if i := bytes.LastIndexAny(before, "\n.;:,|"); i >= 0 {
		before = before[i+1:]
	}
	for _, w := range publicWords {
		if n := bytes.LastIndex(before, []byte(w)); n >= 0 && wholeWord(before, n, n+len(w)) {
			return m, false
		}
	}
	word := bytes.TrimRight(before, " _-")
	if m.word == "token" && (m.ident < m.start || !bytes.HasSuffix(word, []byte("export"))) && slices.ContainsFunc(passingWords, func(w string) bool { return bytes.HasSuffix(word, []byte(w)) }) {
		return m, false
	}
	if m.class != weakKeys {
		return m, true
	}
	for _, q := range keyQualifiers {
		if rest, ok := bytes.CutSuffix(word, []byte(q)); ok && (len(rest) == 0 || !isLower(rest[len(rest)-1]) || len(q) > 4) {
			m.class = keys
			return m, true
		}
	}
	return m, s.ownWord(m.start)
}

// kinds by the word and the place.
func (m mention) kind() *kind {
	switch {
	case m.class == passwords && m.flag:
		return commandPassword
	case m.class == passwords || m.class == pins:
		return &kind{rule: "password", title: m.title + " in plain text", rank: rankNoun, guessable: true}
	case m.flag:
		return &kind{rule: "command-secret", title: m.title + " on a command line", rank: rankCommand}
	}
	return &kind{rule: "named-secret", title: m.title + " in plain text", rank: rankNoun}
}

// judge adds the value that belongs to a mention, if there is one.
func (s *scan) judge(m mention) {
	i := s.skipClosers(m.end, m.lineEnd)
	op, at := s.operatorAt(m, i)
	if op == noOperator && m.flag {
		op, at = strong, m.end
	}
	if op != noOperator && at >= trimEnd(s.text, at, m.lineEnd) {
		s.nextLine(m, strong, at)
		return
	}
	if s.title(m) {
		s.nextLine(m, noOperator, m.end)
		return
	}
	if s.label(m) {
		s.take(m, strong, m.end+len("】"))
		return
	}
	if s.envName(m) {
		s.envValue(m)
		return
	}
	if op != noOperator {
		if !s.take(m, op, at) && op == strong && s.withName(m) {
			s.takeSecond(m, at)
		}
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
	if at := s.skipWord(m, i); at > 0 && m.class == passwords && s.take(m, noOperator, at) {
		return
	}
	if !m.strict {
		s.reversed(m)
	}
}

// besides says how firmly a value is bound that nothing but a blank parts from its noun:
// more if the two are all there is in the line, as in a .netrc.
func (s *scan) besides(m mention) strength {
	line := s.text[m.end:trimEnd(s.text, m.end, m.lineEnd)]
	before := bytes.TrimLeft(s.lower[s.line(m.start).Start:m.ident], " \t>-*")
	if m.class == passwords && (len(before) == 0 || string(before) == "env ") && len(line) > 1 && line[0] == ' ' && bytes.IndexByte(line[1:], ' ') < 0 {
		return prose
	}
	return noOperator
}

// title reports whether m is all there is in its line but for the signs of a title or a list.
func (s *scan) title(m mention) bool {
	before := bytes.Trim(s.text[s.line(m.start).Start:m.ident], " \t>#*-")
	return m.class == passwords && len(before) == 0 && len(bytes.Trim(s.text[m.end:m.lineEnd], " \t\r#*")) == 0
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
func (s *scan) takeSecond(m mention, i int) {
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
		return
	}
	if v := s.valueAt(i, m.lineEnd); pairedPassword(v.text) {
		s.add(m.kind(), v.start, v.start+len(v.text))
	}
}

// label reports whether m stands alone in 【】, which is a label of what follows.
func (s *scan) label(m mention) bool {
	return bytes.HasPrefix(s.text[m.end:m.lineEnd], []byte("】"))
}

// envName reports whether m ends the line "- name: DB_PASSWORD" of a list of variables.
func (s *scan) envName(m mention) bool {
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
	v := s.valueAt(i, m.lineEnd)
	if m.class != passwords {
		v.text = strings.TrimRight(v.text, "!?")
	}
	if s.tries.tooMany(v.start+len(v.text)) || onlyDigits(v.text) && s.unitAt(v.start+len(v.text), m.lineEnd) || !m.accepts(v, op) {
		return false
	}
	s.add(m.kind(), v.start, v.start+len(v.text))
	return true
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
	rest := bytes.Trim(s.text[min(end, v.start+len(v.text)):end], "`*\"' \t")
	if len(rest) == 0 && m.accepts(v, op) {
		s.add(m.kind(), v.start, v.start+len(v.text))
	}
}

// reversed reads a value that stands before its noun: "`x` is the password",
// "admin / x (default password)".
func (s *scan) reversed(m mention) {
	line := s.line(m.start)
	low := max(line.Start, m.ident-longestBefore)
	for !utf8.RuneStart(s.text[low]) {
		low++
	}
	before := s.text[low:m.ident]
	if !withDigit(before) && !bytes.Contains(before, []byte(" / ")) {
		return
	}
	words := strings.Fields(string(before))
	for n := 0; n < 5 && len(words) > 0; n++ {
		last := words[len(words)-1]
		words = words[:len(words)-1]
		v := strings.Trim(last, "`*\"'(),.:;[]“”‘’「」")
		if linkWords()[strings.ToLower(v)] || v == "" {
			continue
		}
		if v[0] == '-' { // a flag
			return
		}
		paired := len(words) > 0 && words[len(words)-1] == "/"
		if len(v) >= 8 && (m.acceptsBefore(v) || paired && m.class == passwords && (withDigit([]byte(v)) || hasSymbol(v)) && m.accepts(value{text: v}, strong)) {
			at := low + bytes.LastIndex(before, []byte(v))
			s.add(m.kind(), at, at+len(v))
		}
		if n > 0 {
			return
		}
	}
}

// longestBefore is how far before its noun a value may begin.
const longestBefore = 160

// linkWords may stand between a value and the noun behind it.
var linkWords = wordset.Of("is as the a an our their your my for default current new old admin root staging production prod test demo 的 是 就是 为 為 = - — / api access internal service shared initial temporary one-time was were")
