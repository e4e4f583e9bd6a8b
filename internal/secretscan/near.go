package secretscan

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/wordset"
)

// A password can stand some words away from its noun: "the password, as far as I know, is x",
// "密码我记得是 x". The further it is, the more the value itself must say.

// longestNear is how far behind its noun such a value may begin, and mostNear how many words
// are tried.
const longestNear, mostNear = 110, 16

// behind finds a value behind m that no rule of grammar binds to it.
func (s *scan) behind(m mention) {
	end := min(m.lineEnd, m.end+longestNear)
	at := m.end
	for range mostNear {
		for at < end && !s.beginsWord(at) {
			if s.endsSentence(at, end) {
				return
			}
			at++
			for at < end && !utf8.RuneStart(s.text[at]) {
				at++
			}
		}
		if at >= end {
			return
		}
		next := s.wordEnd(at, end)
		if v := s.valueAt(at-1, m.lineEnd); v.quoted && isPhrase(v.text) && s.linked(m.end, at-1) {
			s.addValue(m.kind(), v)
			return
		}
		if withDigit(s.text[at:next]) { // else it is no such value, and most words are none
			v := s.valueAt(at, m.lineEnd)
			if s.isNear(m, v, at) && !s.tries.tooMany(v.end()) {
				s.addValue(m.kind(), v)
				return
			}
		} else if bytes.Contains(s.lower[at:next], []byte("passw")) {
			return // the next noun looks on
		}
		if word := s.text[at:next]; bytes.ContainsAny(word, "{}") || bytes.Contains(word, []byte(`",`)) {
			return // what follows is of another member or string
		}
		at = next
	}
}

// keySigns lead to a key from which some words part its noun: "the HMAC secret of the shop → x".
var keySigns = []string{": ", "：", "→", "->", "=>"}

// idWords say that what follows is another thing about a key or token.
var idWords = []string{" id", "uuid", "sha", "scope", "audience", "issuer", "tenant", "header", "owner", "error", "reason", "example", "format", "regex", "image", " tag", "request", "trace"}

// keyBehind adds the key behind m, some words away and behind a sign; i is where the words begin.
func (s *scan) keyBehind(m mention, i int) bool {
	if n := prefixOf(s.lower[i:m.lineEnd], []string{", value ", ", set to ", "with value ", "set to "}); n > 0 {
		return s.take(m, prose, i+n)
	}
	end := min(m.lineEnd, i+longestGap)
	at, size := -1, 0
	for _, sign := range keySigns {
		if n := bytes.Index(s.text[i:end], []byte(sign)); n > 0 && (at < 0 || n < at) {
			at, size = n, len(sign)
		}
	}
	if at < 0 {
		return s.keyAfterWords(m, i, end)
	}
	gap := s.lower[i : i+at]
	if bytes.ContainsAny(gap, ".;|=\"'`{}[]<>$") || s.holdsAny(gap, hashWords) || s.holdsAny(gap, idWords) {
		return false
	}
	v := s.valueAt(i+at+size, m.lineEnd)
	if s.holdsAny(gap, otherWords) && !m.acceptsBefore(v.text) {
		return false
	}
	if len(v.text) < 20 || isUUID(v.text) || isCommit(v.text) || !m.accepts(v, prose) {
		return false
	}
	s.addValue(m.kind(), v)
	return true
}

// quotedBehind adds the value in quotes that a few words part from m without a sign:
// "contraseña de staging «x»". i is where the words begin.
func (s *scan) quotedBehind(m mention, i int) bool {
	end := min(m.lineEnd, i+longestGap)
	at := i
	for at < end && (s.text[at] == '(' || closerOf(s.text[at:at+runeLength(s.text[at:end])]) == "") {
		if c := s.text[at]; c < utf8.RuneSelf && !isTokenByte(c) && strings.IndexByte(" ()", c) < 0 {
			return false
		}
		at += runeLength(s.text[at:end])
	}
	gap := s.lower[i:at]
	if at >= end || at == i || s.text[at] == '[' || s.text[at] == '*' || s.text[at-1] != ' ' || len(bytes.Fields(gap)) > 4 || s.holdsAny(gap, hashWords) || s.holdsAny(gap, partWords) || s.holdsAny(gap, nounWords) || s.holdsAny(gap, idWords) {
		return false
	}
	v := s.valueAt(at, m.lineEnd)
	return (m.class == passwords && (evident(v.text) || plausible(v.text) && measure(v.text).digit > 1) || m.class == keys && m.acceptsBefore(v.text)) && s.take(m, noOperator, at)
}

// partWords say that what stands in quotes is a part of a form or a program.
var partWords = []string{"length", "policy", "field", "column", "page", "file", "path", "form", "name", "link", "type", "option", "param", "flag", "variable", "called", "button", "label", "feld", "seite", "campo", "champ", "поле"}

// runeLength is how many bytes the first character of b has.
func runeLength(b []byte) int {
	_, n := utf8.DecodeRune(b)
	return n
}

// keyAfterWords adds a key that stands behind m and one or two words in lower case without a sign:
// "token de acceso personal x". Only letters of both cases and digits that jump count.
func (s *scan) keyAfterWords(m mention, i, end int) bool {
	for range 4 {
		word := i
		for i < end && (isLower(s.text[i]) || s.text[i] >= utf8.RuneSelf) {
			i++
		}
		if i == word || i >= end || s.text[i] != ' ' {
			return false
		}
		i++
		if v := s.valueAt(i, m.lineEnd); len(v.text) >= 20 && !s.holdsAny(s.lower[word:i], idWords) && m.acceptsBefore(v.text) {
			s.addValue(m.kind(), v)
			return true
		}
	}
	return false
}

// toWords lead to what something is changed to.
var toWords = []string{" to ", " a ", " para ", " por ", " en ", " auf ", " in ", " на "}

// setTo adds the new password behind m, which somebody sets: "changed the password of root to x".
func (s *scan) setTo(m mention, i int) bool {
	if !s.isSet(m) {
		return false
	}
	from, end := max(m.end, i-1), min(m.lineEnd, i+longestGap)
	for _, to := range toWords {
		n := bytes.Index(s.lower[from:end], []byte(to))
		if n < 0 || bytes.ContainsAny(s.text[i:from+n+1], ".;:=\"'`") && !bytes.Contains(s.text[i:end], []byte("@")) {
			continue
		}
		if s.take(m, prose, from+n+len(to)) {
			return true
		}
	}
	return false
}

// further finds a second password behind the first one of m, which is the hit at n: "the old
// password was x and the new one is y", "密码从 x 改为 y".
func (s *scan) further(m mention, n int) {
	m.end = max(m.end, s.hits[n].end)
	if m.end >= m.lineEnd {
		return
	}
	rest := s.lower[m.end:min(m.lineEnd, m.end+longestNear)]
	if s.holdsAny(rest, nounWords) {
		return
	}
	if at := s.nextInList(m.end, m.lineEnd); at > 0 && s.take(m, strong, at) {
		return
	}
	if s.holdsAny(rest, anotherWords) {
		s.behind(m)
	}
}

// nextInList returns where the next value begins in "x (dev), y (prod)", whose first one ends at
// i, or 0.
func (s *scan) nextInList(i, end int) int {
	rest := s.text[i:min(end, i+longestGap)]
	note := bytes.TrimLeft(rest, " `*\"'")
	for _, b := range brackets {
		if n := bytes.Index(note, []byte(b.closer)); n > 0 && bytes.HasPrefix(note, []byte(b.open)) {
			at := i + len(rest) - len(note) + n + len(b.closer)
			if n := prefixOf(s.text[at:end], []string{", ", "; ", "，", "；", "、", " / "}); n > 0 {
				return at + n
			}
		}
	}
	return 0
}

// anotherWords lead to a second password that has no noun of its own; nounWords are of what has one.
var (
	anotherWords = []string{"new one", "other one", "old one", "latter", "uses", "the one", "改为", "改成", "换成", "的是", "的为", "则是"}
	nounWords    = []string{"passw", "user", "host", "login", "port ", "key", "token", "密码", "密碼", "口令", "账号", "用户名", "端口", "地址"}
)

// otherNouns in a sentence of its own say that it is not of a password.
var otherNouns = []string{"user", "host", "key", "token", "port ", "schlüssel", "clave", "clé", "chave", "ключ", "キー", "키는"}

// beginsWord reports whether a word of ASCII begins at i.
func (s *scan) beginsWord(i int) bool {
	c := s.text[i]
	if c <= ' ' || c >= utf8.RuneSelf || strings.IndexByte("\"'`*()[]{}<>,;:|=.?_-", c) >= 0 {
		return false
	}
	return i == 0 || s.text[i-1] <= ' ' || s.text[i-1] >= utf8.RuneSelf || strings.IndexByte("\"'`*([{<,;:|=_>", s.text[i-1]) >= 0
}

func (s *scan) wordEnd(i, end int) int {
	for i < end && s.text[i] > ' ' && s.text[i] < utf8.RuneSelf {
		i++
	}
	return i
}

func (s *scan) endsSentence(i, end int) bool {
	switch s.text[i] {
	case '.', '!':
		return (i+1 >= end || s.text[i+1] == ' ') && s.text[i-1] != '.'
	case '|', '{', '}', '\\':
		return true
	case "。"[0]:
		return bytes.HasPrefix(s.text[i:end], []byte("。"))
	case "；"[0]:
		return bytes.HasPrefix(s.text[i:end], []byte("；"))
	}
	return false
}

// isNear reports whether v, some words behind m, is its value; i is where the word begins.
func (s *scan) isNear(m mention, v value, i int) bool {
	if len(v.text) < 6 || strings.Contains(v.text, "::") || bytes.HasSuffix(s.text[:i], []byte("::")) || standsIn(v.text) || strings.ContainsAny(v.text, " \t") {
		return false
	}
	if s.isLink(v) || m.strict && m.word != "assword" && m.word != "mdp" && !evident(v.text) {
		return false
	}
	gap := s.lower[m.end:i]
	if n := bytes.LastIndex(gap, []byte(". ")); n >= 0 && s.holdsAny(gap[n:], otherNouns) {
		return false // the sentence is of another thing
	}
	if evident(v.text) {
		return !s.holdsAny(gap, hashWords)
	}
	if onlyDigits(v.text) && (len(gap) > longestGap || s.unitAt(v.end(), m.lineEnd)) {
		return false
	}
	return s.linked(m.end, i) && !s.holdsAny(gap, hashWords) && !s.holdsAny(gap, otherWords) && plausible(v.text)
}

// isLink reports whether v stands in [[…]], which names another memory.
func (s *scan) isLink(v value) bool { return bytes.HasSuffix(s.text[:v.start], []byte("[[")) }

// hashWords say that what follows is no password but made from one.
var hashWords = []string{"hash", "digest", "fingerprint", "checksum", "commit", "salt", "哈希", "摘要", "指纹", "散列"}

// otherWords say that what follows is something else of the password.
var otherWords = []string{"length", "long", "least", "policy", "strength", "history", "column", "field", "form", "page", "screen", "store", "kept", "lives", "vault", "variable", "version", "algorithm",
	"encrypt", "item", "entry", "file", "path", "link", "endpoint", "flow", "rotat", "expire", "expiry", "manager", "service", "check", "test", "class", "function", "method", "issue", "ticket", "level", "branch", "replaced", "valid", "parameter", "option", "config", "name",
	"长度", "算法", "方式", "路径", "字段", "类型", "变量", "条目", "位置", "地址", "接口", "函数", "工具", "版本", "策略", "强度", "规则", "文件", "表", "库里", "服务", "有效", "过期", "周期", "次数", "错误", "提示语", "格式", "要求", "页", "模块", "组件", "管理工", "存", "放在", "加密", "用例", "埋点", "生成器", "课", "功能", "流程", "轮换", "重置流", "校验", "验证", "等级", "级别", "見", "见 ", "方案", "名称", "用户名", "长", "看", "找"}

// linkSigns and linkEnds lead to a value right behind them, linkVerbs as words of their own.
var (
	linkSigns = []string{":", "：", "=", "＝", "→", "➜", "⇒", "➔", "»", "->", "=>", "--", "—", "–", "?", "？"}
	linkEnds  = []string{"是", "为", "為", "成", "用", "填", "输", "入", "叫", "了", "个", "到", "认", "记", "设", "給", "给", "即", "换", "改", "当", "拿", "於", "于", "下", "了，", "的", "还", "给你", "试试", "你，", "，", "、"}
	linkVerbs = wordset.Of("is are was be been being to reads remains stays remain stay equals equal with using use used type enter take takes it's its became becomes as say says said says, chose chosen picked always currently years, password, called mean means today now es est é ist lautet son sind soll bleibt noch heißt jetzt c'est quedó")
)

// linked reports whether a word or sign that leads to a value stands before the word at i, not
// before low.
func (s *scan) linked(low, i int) bool {
	for {
		if i > low && strings.IndexByte(" \t\"'`*([<", s.text[i-1]) >= 0 {
			i--
		} else if i > low+2 && opensWide(s.text[i-3:i]) {
			i -= 3
		} else if i > low+1 && (string(s.text[i-2:i]) == "«" || string(s.text[i-2:i]) == "»") {
			i -= 2
		} else {
			break
		}
	}
	before := s.text[low:i]
	if string(before) == "," || string(before) == ";" {
		return true
	}
	if endsWithAny(before, linkSigns) {
		return true
	}
	if len(before) > 0 && before[len(before)-1] >= utf8.RuneSelf {
		return endsWithAny(before, linkEnds)
	}
	word := before[bytes.LastIndexAny(bytes.TrimSuffix(before, []byte(",")), " \t,")+1:]
	return linkVerbs.Has(strings.ToLower(strings.TrimLeft(string(word), "([")))
}

func opensWide(b []byte) bool {
	switch string(b) {
	case "“", "‘", "「", "『", "《", "（":
		return true
	}
	return false
}

// beforeWords are all that may stand between a value and the noun behind it; Chinese is told by
// what begins there.
var (
	beforeWords = wordset.Of(linking + foreign + ` what we i they you use uses all -- – <- ←
		that this it's its that's should be works work takes take accepts accept when asked prompted prompts asks wants to can used still it if get gets me him us which user ops guest wifi db database login sudo of on in and now set picked chosen`)
	beforeSigns = []string{"是", "就是", "即", "为", "為", "作", "当", "設", "设", "改", "（", "(", "，这是", "，就是", "，是", "这个", "这", "，", "当作", "が", "は", "を", "이 ", "가 ", "은 ", "는 ", "— это", "- это", "это"}
)

// before finds a value in front of m that no rule of grammar binds to it: "x should be the
// password", "x（root 密码）".
func (s *scan) before(m mention) {
	if s.isVariable(m) {
		return
	}
	line := s.line(m.start)
	low := max(line.Start, m.ident-2*longestGap) // a value that ends in the gap may begin before it
	for low < m.ident && !utf8.RuneStart(s.text[low]) {
		low++
	}
	v, end := s.lastWord(low, m.ident)
	if len(v) < 6 || m.ident-end > longestGap || !evident(v) && s.namesNetwork(low, end-len(v)) || standsIn(v) || strings.ContainsAny(v, "{}()[]<>\\") || s.isLink(value{start: end - len(v)}) || s.holdsAny(s.lower[end:m.ident], hashWords) {
		return
	}
	gap := string(s.lower[end:m.ident])
	if strings.Contains(gap, `",`) || strings.Contains(gap, "',") || m.end < m.lineEnd && strings.IndexByte(":=", s.text[m.end]) >= 0 {
		return
	}
	pointed := strings.HasPrefix(strings.TrimLeft(gap, " `*"), "←") && len(bytes.TrimSpace(s.text[m.end:m.lineEnd])) == 0
	bound := pointed || len(m.word) > 0 && m.word[0] >= utf8Start && prefixOf([]byte(strings.TrimLeft(gap, " `*\"'”」』")), beforeSigns) > 0 ||
		onlyWords(gap, beforeWords.Words())
	if !bound || s.holdsAny([]byte(gap), otherWords) || m.strict && !evident(v) {
		return
	}
	if m.class == passwords && (evident(v) || plausible(v)) || m.class == keys && (m.acceptsBefore(v) || s.isHexFirst(m, v, end-len(v))) {
		s.add(m.kind(), end-len(v), end)
	}
}

// isHexFirst reports whether v, at i, is a key in hex with which the line of m begins: behind other words
// such digits are more often of a commit, a trace or an account.
func (s *scan) isHexFirst(m mention, v string, i int) bool {
	if !isHex([]byte(v)) || isCommit(v) || !keyLike(v) {
		return false
	}
	behind := s.lower[m.end:min(m.lineEnd, m.end+longestMark)]
	before := s.text[s.line(i).Start:i]
	return len(bytes.Trim(before, " \t>*-`")) == 0 && !s.holdsAny(behind, hashWords) && !s.holdsAny(behind, idWords)
}

// isCommit reports whether v can be the hash of a commit.
func isCommit(v string) bool { return len(v) == 40 && isHex([]byte(v)) }

// namesNetwork reports whether what begins at i, not before low, is the name of a network: "WiFi: x".
func (s *scan) namesNetwork(low, i int) bool {
	before := bytes.TrimRight(s.lower[low:i], " :=*`\"'“「")
	return endsWithAny(before, []string{"ssid", "wifi", "wi-fi", "wlan", "network", "netz", "réseau", "red", "rede", "сеть"})
}

// lastWord returns the last word of ASCII with a digit between low and high, and where it ends.
func (s *scan) lastWord(low, high int) (string, int) {
	end := high
	for end > low {
		for end > low && (s.text[end-1] >= utf8.RuneSelf || !isAlnum(s.text[end-1]) && strings.IndexByte("!?#$%&*+~", s.text[end-1]) < 0) {
			end--
		}
		start := end
		for start > low && s.text[start-1] > ' ' && s.text[start-1] < utf8.RuneSelf && strings.IndexByte("\"'`(,;/:|", s.text[start-1]) < 0 {
			start--
		}
		if withDigit(s.text[start:end]) {
			return string(s.text[start:end]), end
		}
		end = start
	}
	return "", low
}

// foreign are those of beforeWords in other languages.
const foreign = " ist das die der dein mein unser neue neues es la el esta est le c'est notre é o nossa sua это "

// onlyWords reports whether gap has words, all of them in a set.
func onlyWords(gap string, in map[string]bool) bool {
	n := 0
	for _, w := range strings.Fields(gap) {
		if w = strings.Trim(w, "`*\"'(),.:;[]“”‘’「」"); w == "" {
			continue
		}
		if !in[w] {
			return false
		}
		n++
	}
	return n > 0
}
