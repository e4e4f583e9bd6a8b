package secretscan

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

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
	if next := v.end(); m.class == keys && onlyDigits(v.text) && next < m.lineEnd && s.text[next] == '|' {
		v = s.valueAt(next+1, m.lineEnd) // the number of a token of Laravel stands before it
	}
	if m.title == "network key" {
		n := prefixOf([]byte(v.text), []string{"s:"}) // of iwconfig
		v.start, v.text = v.start+n, v.text[n:]
	}
	if m.class != passwords {
		v.text = strings.TrimRight(v.text, "!?")
	}
	if s.tries.tooMany(v.end()) || onlyDigits(v.text) && s.unitAt(v.end(), m.lineEnd) || !m.accepts(v, op) {
		return false
	}
	s.addValue(m.kind(), v)
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
	at = s.skip(at, end, " ")
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
var wrappers = []string{"[]byte(", "byte[](", "SecretStr(", "Field(default=", "new String(", "Buffer.from(", "bytes(", "b\"", "b'", "@\"", "N'", "r\"", "u'", "base64:"}

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
	end = s.skip(end, m.lineEnd, "!#@*~")
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
