package secretscan

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// mention is one place of a noun.
type mention struct {
	noun
	start, end int // the noun
	ident      int // where the identifier that ends with it begins
	flag       bool
	lineEnd    int
}

// nouns finds secrets that are named in words: noun, operator, value. A noun between two others that it touches names nothing
// that they don't: only the first and the last of such a row are judged.
func (s *scan) nouns() {
	touched := false
	for m, ok := s.nextMention(0); ok; {
		next, more := s.nextMention(m.end)
		gap := next.ident - m.end
		touches := more && (gap == 0 || gap == 1 && s.text[m.end] == ' ')
		if !touched || !touches {
			s.valued(m)
		}
		m, ok, touched = next, more, touches
	}
}

// nextMention is the first noun at i or behind it.
func (s *scan) nextMention(i int) (m mention, ok bool) {
	list := s.nounList()
	for ; i < len(s.lower) && len(list.nouns) > 0; i++ {
		if len(list.of(s.lower[i])) == 0 {
			continue
		}
		if m, ok = s.mentionAt(i); ok {
			m.lineEnd = s.line(i).End
			return m, true
		}
	}
	return m, false
}

// valued finds the values of a noun.
func (s *scan) valued(m mention) {
	n := len(s.hits)
	s.judge(m)
	if len(s.hits) == n && m.class == passwords && !m.flag {
		s.behind(m)
		s.rowsOfCSV(m)
		if len(s.hits) == n {
			s.listed(m)
		}
		if len(s.hits) == n {
			s.wrapped(m)
		}
		if len(s.hits) == n {
			s.before(m)
		}
	}
	if len(s.hits) == n && m.class == keys && !m.flag {
		if s.asks(m) {
			s.answered(m)
		}
		if len(s.hits) == n {
			s.before(m)
		}
	}
	if m.class == passwords && len(s.hits) > n && !m.flag {
		s.further(m, n)
	}
}

// leading returns what stands shortly before the identifier of m on its line, in lower case.
func (s *scan) leading(m mention) []byte {
	return s.lower[max(s.line(m.start).Start, m.ident-longestGap/2):m.ident]
}

// nounList lists the nouns that can stand in the view.
func (s *scan) nounList() *nounList {
	if s.named == nil {
		s.named = nounsByByte.Get().in(&s.grams)
	}
	return s.named
}

func (s *scan) mentionAt(i int) (mention, bool) {
	for _, n := range s.nounList().of(s.lower[i]) {
		if !begins(s.lower[i:], n.word) {
			continue
		}
		m := mention{noun: *n, start: i, end: s.nounEnd(i + len(n.word)), ident: s.identStart(i)}
		if m.end < 0 && !n.strict {
			m.end = s.longNameEnd(i + len(n.word))
		}
		if m.end < 0 || n.strict && !s.ownWord(i) || s.inPath(m.ident) || s.inKey(m) || s.inEncoding(i) || s.isResult(m) {
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
	if begins(s.lower[i:], "/pin") && s.endsIdent(i+len("/pin")) {
		return i + len("/pin")
	}
	if s.text[i] == '_' { // of emphasis
		end := i + runLength(s.text[i:min(len(s.text), i+3)], '_')
		if s.endsIdent(end) {
			return end
		}
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

// longNameEnd returns where an identifier ends that goes on behind its noun with words that
// say whose it is or for what: SECRET_OF_CI, token_for_the_demo; or -1.
func (s *scan) longNameEnd(i int) int {
	if s.text[i] != '_' {
		return -1
	}
	end := i
	for end < len(s.text) && end-i < longestGap/2 && (isAlnum(s.text[end]) || s.text[end] == '_') {
		end++
	}
	word, _, _ := strings.Cut(string(s.lower[i+1:end]), "_")
	if !s.endsIdent(end) || !slices.Contains(ownerWords, word) {
		return -1
	}
	return end
}

// ownerWords begin what stands behind a noun in such an identifier.
var ownerWords = []string{"for", "of", "in", "on", "from", "do", "dont", "not", "to", "never", "please", "keep", "no", "prod", "production", "staging", "dev", "test", "ci", "qa", "uat", "master", "main", "backup", "root", "admin", "db", "old", "new", "primary", "secondary"}

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
	if i > 4 && string(s.lower[i-5:i]) == "$env:" {
		return false
	}
	if i > 2 && s.text[i-1] == ':' && isLetter(s.text[i-2]) && s.text[i-3] == ' ' { // the scope of a variable: let g:password
		return false
	}
	return i > 1 && (s.text[i-1] == ':' || s.text[i-1] == '/') && isTokenByte(s.text[i-2]) && !s.behindName(i-1)
}

// inKey reports whether m ends a step of the key of a cache: store_password:19:v2.
func (s *scan) inKey(m mention) bool {
	if m.ident == m.start || m.end >= len(s.text) || s.text[m.end] != ':' {
		return false
	}
	i := m.end + 1
	for i < len(s.text) && isDigit(s.text[i]) {
		i++
	}
	return i > m.end+1 && i+1 < len(s.text) && s.text[i] == ':' && isAlnum(s.text[i+1])
}

// behindName reports whether the slash at i parts a word for a name, which is no step of
// a path, from what follows.
func (s *scan) behindName(i int) bool {
	start := s.identStart(i)
	word := string(s.lower[start:i])
	return s.text[i] == '/' && (slices.Contains(nameWords, word) || word == "pin" || word == "password" || word == "passcode" || word == "passwd") && (start == 0 || strings.IndexByte(" \n*-(", s.text[start-1]) >= 0)
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
		if bytes.IndexByte(before, w[0]) < 0 {
			continue // which is seen sooner
		}
		if n := bytes.LastIndex(before, []byte(w)); n >= 0 && wholeWord(before, n, n+len(w)) {
			return m, false
		}
	}
	word := bytes.TrimRight(before, " _-")
	if m.word == "sk" && (bytes.HasSuffix(before, []byte("&")) || bytes.HasSuffix(before, []byte("?"))) {
		return m, false // in links to articles
	}
	if m.word == "token" && (m.ident < m.start || !bytes.HasSuffix(word, []byte("export"))) && endsWithAny(word, passingWords) {
		return m, false
	}
	if m.class != weakKeys {
		return m, true
	}
	if title := s.typedKey(m); title != "" {
		m.class, m.title = passwords, title
		return m, true
	}
	for _, q := range keyQualifiers {
		if rest, ok := bytes.CutSuffix(word, []byte(q)); ok && (len(rest) == 0 || !isLower(rest[len(rest)-1]) || len(q) > 4) {
			m.class = keys
			return m, true
		}
	}
	if m.word == "key" && s.holdsAny(before, usingWords) {
		m.class = keys
	}
	return m, s.ownWord(m.start)
}

// usingWords before "key" say that somebody gets in with it.
var usingWords = []string{"authenticate with", "authenticate using", "authorize with", "calls it with", "call it with", "sign with", "signed with"}

// networkWords before a key say that it is the password of a network.
var networkWords = []string{"wifi", "wi-fi", "wpa", "wlan", "wireless", "ssid", "无线", "無線"}

// typedKey returns what m is called if it is a key that people choose and type, or "": of a
// network, or of an account in languages that call a password a key.
func (s *scan) typedKey(m mention) string {
	before := s.lower[max(s.line(m.start).Start, m.start-longestGap):m.start]
	switch m.word {
	case "clave":
		if behind := s.lower[m.end:min(len(s.lower), m.end+longestMark)]; s.holdsAny(behind, networkWords) {
			return "network key"
		}
		if s.holdsAny(before, []string{"usuario", "entra ", "accede", "conect", "inicia"}) {
			return "password"
		}
	case "key", "schlüssel", "clé":
	default:
		return ""
	}
	line := s.line(m.start)
	if s.holdsAny(before, networkWords) || line.Start > 1 && m.start-line.Start < longestMark && s.holdsAny(s.lower[max(0, line.Start-longestGap):line.Start], []string{"ssid"}) {
		return "network key"
	}
	return ""
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
