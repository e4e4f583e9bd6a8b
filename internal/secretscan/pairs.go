package secretscan

import (
	"bytes"
	"strings"

	"github.com/teammem/teammem/internal/wordset"
)

// loginWords come before a name and a password that stand side by side.
var loginWords = []string{"login", "auth:", "u/p", "un/pw", "log in", "logs in", "sign in", "signs in", "credential", "creds", "test account", "demo account", "basic auth", "basic-auth", "zugangsdaten", "credenciales", "credenciais", "credenziali", "identifiants", "アカウント", "認証情報", "用户名", "帳號", "zugang:", "계정", "доступ", "账号", "帐号", "登录", "登陆", "账密", "帳密", "ログイン", "로그인", "логин", "Логин", "учётка", "Учётка", "учетка", "учётные данные", "Учётные данные", "접속 정보", "로그인 정보", "接続情報", "anmeldedaten", "logindaten", "아이디/비번", "acceso", "accès", "acesso", "zugang", "connexion", "вход", "Вход", "account: ", "konto: ", "cuenta: ", "compte : ", "conta: "}

const (
	longestPair   = 120 // how far behind such a word a pair is looked for
	longestPaired = 64  // how long its password may be
)

// pairs finds "login: admin / password" and "credentials: admin:password".
func (s *scan) pairs() {
	for _, w := range loginWords {
		done := 0
		s.each(w, func(i int) {
			if strings.Contains(w, "/") && !(s.word(i) && s.endsIdent(i+len(w))) {
				return
			}
			if i >= done {
				s.pairAfter(w, i+len(w))
				done = min(i+longestPair/2, s.line(i).End)
			}
		})
	}
}

func (s *scan) pairAfter(word string, i int) {
	tight := s.text[i-1] >= utf8Start // no blanks are needed around the slash
	end := min(s.line(i).End, i+longestPair)
	for at := i; at < end; at++ {
		sign := s.pairSign(at, end)
		if sign == 0 || !s.name(i, at) {
			continue
		}
		v := s.valueAt(at+sign, min(end, at+longestPaired))
		only := s.onlyName(i, at)
		account := s.afterAccount(i, at) || only && (s.holdsAny([]byte(word), credentialWords) || s.text[at] == '/' && s.text[at-1] == ' ')
		bound := v.start == at+sign
		switch {
		case sign > 1 || s.text[at] == ':' && s.text[at-1] == ' ':
			bound = only || s.afterAccount(i, at)
		case s.text[at] == '/':
			bound = s.text[at-1] == ' ' && !bound || tight || account || s.opensPair(i, at)
		}
		if bound && (pairedPassword(v.text) || account && accountPassword(v.text)) {
			s.addValue(passwordInCode, v)
			return
		}
	}
}

// opensPair reports whether a bracket opens right before the name that ends at i, not before low.
func (s *scan) opensPair(low, i int) bool {
	for i > low && isTokenByte(s.text[i-1]) {
		i--
	}
	return i > low && s.text[i-1] == '('
}

// credentialWords are those of loginWords that say that a password follows.
var credentialWords = []string{"cred", "u/p", "un/pw", "zugangsdaten", "identifiants", "账密", "帳密", "認証情報", "учёт", "Учёт", "учет", "정보", "接続情報", "daten", "비번"}

// onlyName reports whether a name and nothing else but signs stands from i to end.
func (s *scan) onlyName(i, end int) bool {
	words := 0
	for _, w := range strings.Fields(string(s.lower[i:end])) {
		switch strings.Trim(w, ":=→->`*，：是") {
		case "", "s", "are", "is", "with", "as":
		default:
			words++
		}
	}
	return words == 1
}

// pairSign returns the length of what parts a name from its password at i, or 0.
func (s *scan) pairSign(i, end int) int {
	if n := prefixOf(s.text[i:end], []string{"// ", "→", "->", "| "}); n > 0 {
		if i == 0 || s.text[i-1] != ' ' {
			return 0
		}
		return n
	}
	if s.text[i] == '/' || s.text[i] == ':' {
		return 1
	}
	return 0
}

// name reports whether a user name, and no more of a path or URL, ends at i.
func (s *scan) name(low, i int) bool {
	for i > low && (s.text[i-1] == ' ' || s.text[i-1] == '`') {
		i--
	}
	start := i
	for start > low && (isTokenByte(s.text[start-1]) || strings.IndexByte(".@", s.text[start-1]) >= 0) {
		start--
	}
	return i-start > 1 && isLetter(s.text[start]) && (start == 0 || s.text[start-1] != '/' && s.text[start-1] != '$')
}

// pairedPassword is strict: a name and a path can stand side by side, too.
func pairedPassword(v string) bool {
	s := measure(v)
	return strongPassword(v) && s.joined == 0 && !strings.ContainsAny(v, " ()") && (s.symbol > 0 || s.upper > 0 && s.digit > 1) &&
		!standsIn(v)
}

// accountNames are of accounts that have a password, and hardly anything else stands behind
// them and a sign.
var accountNames = wordset.Of("admin administrator root ops sysadmin deploy guest test test01 demo sa postgres oracle ubuntu ec2-user pi jenkins grafana scott system sys user devops dba backup monitor readonly")

// afterAccount reports whether the name that ends at i, not before low, is such an account.
func (s *scan) afterAccount(low, i int) bool {
	for i > low && (s.text[i-1] == ' ' || s.text[i-1] == '`') {
		i--
	}
	start := i
	for start > low && isTokenByte(s.text[start-1]) {
		start--
	}
	return accountNames.Has(string(s.lower[start:i])) || start > low && s.text[start-1] == '.' && bytes.IndexByte(s.text[max(low, start-longestGap):start], '@') >= 0 || start > low && s.text[start-1] == '@'
}

// accountPassword reports whether v is one if an account stands before it.
func accountPassword(v string) bool {
	return (evident(v) || plausible(v) && (!onlyDigits(v) || len(v) > 5)) && !strings.ContainsAny(v, " ()/") && !standsIn(v)
}

// withLinks lead from an account to its password without a noun: "sign in as ops with x".
var withLinks = []string{"with ", "using ", "and ", "和 ", "和", "，对应 ", "，密码 ", "，用 ", "，", ", ", "用 ", "用", "对应 ", "密码 "}

// accounts finds "admin:x" and "ops with x", where nothing says login.
func (s *scan) accounts() {
	for _, w := range []string{"admin", "root", "ops", "administrator", "deploy", "guest", "postgres"} {
		s.each(w, func(at int) {
			if !s.word(at) {
				return
			}
			end := min(s.line(at).End, at+len(w)+longestPaired)
			i := at + len(w)
			i = s.skip(i, end, " `*")
			if i >= end {
				return
			}
			n := prefixOf(s.lower[i:end], withLinks)
			if c := s.text[i]; (c == ':' || c == '/') && (i == at+len(w) || s.text[i-1] == ' ') {
				n = 1
			}
			if n == 0 {
				if v := s.valueAt(i, end); i > at+len(w) && hasSymbol(v.text) && v.end() >= trimEnd(s.text, i, s.line(at).End) {
					s.ifEvident(i, end)
				}
				return
			}
			v := s.valueAt(i+n, end)
			likely := evident(v.text) || s.text[i] == ':' && i == at+len(w) && strings.Contains("admin root administrator", w) && spelled(v.text) && len(v.text) > 9 || s.entered(at) && accountPassword(v.text) || s.text[i-1] == ' ' && s.text[i] == '/' && len(v.text) > 7 && v.end() >= trimEnd(s.text, v.start, end) && accountPassword(v.text)
			if likely && !placeholder(v.text) && !isReference(v.text) {
				s.addValue(passwordInCode, v)
			}
		})
	}
}

// inBrackets finds "（ops/x）" and "：ops / x" behind the name of a system, as Chinese notes have it.
func (s *scan) inBrackets() {
	for _, sign := range []string{"（", "：", "(", ": ", "→ "} {
		s.each(sign, func(at int) {
			i := at + len(sign)
			end := min(s.line(i).End, i+longestPaired)
			name := i
			for name < end && (isLetter(s.text[name]) || s.text[name] == '_') {
				name++
			}
			if len(sign) > 1 && sign[len(sign)-1] == ' ' { // a list of ways has blanks around the slash, too
				if n := prefixOf(s.text[name:end], []string{" / "}); name-i > 1 && n > 0 && hasSymbol(s.valueAt(name+n, end).text) {
					s.ifEvident(name+n, end)
				}
				return
			}
			if n := prefixOf(s.text[name:end], []string{" / ", "/", ":"}); name-i > 1 && n > 0 && (n > 1 || sign == "（" || sign == "(" && s.text[name] == ':') {
				s.ifEvident(name+n, end)
			}
		})
	}
}

// enteringWords stand before an account with which somebody gets in.
var enteringWords = []string{"log in", "sign in", "log on", "sign on", "login", "logs in", "signs in", "ssh", "get in", "gets in", "connect", "account", "登录", "登陆", "登入", "账号", "账户", "帐号", "帳號", "用户", "管理员", "后台", "数据库"}

// entered reports whether such a word stands shortly before i.
func (s *scan) entered(i int) bool {
	return s.holdsAny(s.lower[max(s.line(i).Start, i-longestGap/2):i], enteringWords)
}

// openings are done with a password in Chinese, which "用" or its kin leads to.
var openings = []string{"登录", "登陆", "登入", "登进", "解压", "解锁", "解密", "加密", "进后台", "就能进", "即可进", "连上", "開啟", "ログイン", "gets you in", "lets you in", "to log in", "to sign in", "to unlock", "to get in"}

// opens finds "用 x 登录".
func (s *scan) opens() {
	for _, w := range openings {
		s.each(w, func(at int) {
			line := s.line(at)
			end := at
			for end > line.Start && strings.IndexByte(" `\"'", s.text[end-1]) >= 0 {
				end--
			}
			for _, q := range []string{"”", "」", "』", "来", "去", "可以", "才能", "就能"} {
				end -= len(s.text[line.Start:end]) - len(bytes.TrimSuffix(s.text[line.Start:end], []byte(q)))
			}
			end = line.Start + len(bytes.TrimRight(s.text[line.Start:end], " `\"'"))
			start := end
			for start > line.Start && end-start < longestPaired && s.text[start-1] > ' ' && s.text[start-1] < utf8Start && strings.IndexByte("`\"'", s.text[start-1]) < 0 {
				start--
			}
			if n := bytes.IndexByte(s.text[start:end], '/'); n > 0 && accountNames.Has(string(s.lower[start:start+n])) && accountPassword(string(s.text[start+n+1:end])) {
				s.add(passwordInCode, start+n+1, end)
				return
			}
			v := string(s.text[start:end])
			before := bytes.TrimRight(s.text[line.Start:start], " `\"'")
			as := bytes.HasPrefix(s.lower[min(line.End, at+len(w)):line.End], []byte(" as "))
			if !opensWith(v) && !((as || w == "解锁" || w == "解压") && plausible(v) && measure(v).digit > 2 && len(v) > 9) || !endsWithAny(before, []string{"用", "以", "拿", "输入", "输", "填", "“", "「", "使", "use", "with", "type", "enter", "and", "和", "Use", "Type", "Enter"}) {
				return
			}
			s.add(passwordInCode, start, end)
		})
	}
}

// unlocks finds "unlock the door with x" and "输 x".
func (s *scan) unlocks() {
	for _, w := range []string{"sudo", "when asked", "when prompted", "unlock ", "decrypt ", "protected", "encrypted", "log in with ", "sign in with ", "get in with "} {
		s.each(w, func(at int) {
			end := min(s.line(at).End, at+longestPaired)
			for _, with := range []string{"with ", "using ", "by ", "enter ", "type ", "needs ", "wants "} {
				n := bytes.Index(s.lower[at:end], []byte(with))
				if n < 0 {
					continue
				}
				if v := s.valueAt(at+n+len(with), end); w == "unlock " && (spelled(v.text) || v.quoted && isPhrase(v.text)) && !placeholder(v.text) {
					s.addValue(passwordInCode, v)
					continue
				}
				s.ifEvident(at+n+len(with), end)
			}
		})
	}
	for _, w := range []string{"log in as ", "login as ", "sign in as ", "logs in as ", "ssh as ", "connect as ", "login ist ", "login is "} {
		s.each(w, func(at int) { s.entryAs(at+len(w), min(s.line(at).End, at+longestPair)) })
	}
	for _, w := range []string{"log into ", "log in to ", "logs into ", "logs in to ", "sign into ", "connect to ", "ssh to ", "ssh into "} {
		s.each(w, func(at int) { s.entry(at+len(w), min(s.line(at).End, at+longestPair)) })
	}
	for _, w := range []string{"输", "输入", "填"} {
		s.each(w, func(at int) {
			end := min(s.line(at).End, at+longestPaired)
			if v := s.valueAt(at+len(w), end); accountPassword(v.text) && s.holdsAny(s.lower[max(s.line(at).Start, at-longestGap/2):at], networkWords) {
				s.addValue(passwordInCode, v)
				return
			}
			s.ifEvident(at+len(w), end)
		})
	}
	s.each(" p: ", func(at int) { s.behindUser(at) })
}

// behindUser adds the password of "u: ops p: x", where " p: " is at i.
func (s *scan) behindUser(i int) {
	line := s.line(i)
	words := strings.Fields(string(s.lower[max(line.Start, i-longestGap/2):i]))
	if len(words) < 2 || words[len(words)-2] != "u:" {
		return
	}
	if v := s.valueAt(i+len(" p: "), line.End); accountPassword(v.text) {
		s.addValue(passwordInCode, v)
	}
}

// entryAs adds the password behind the name at i: "ops with x", "ops / x".
func (s *scan) entryAs(i, end int) {
	i = s.skip(i, end, "`*\"'")
	after := i
	for after < end && (isTokenByte(s.text[after]) || s.text[after] == '.' || s.text[after] == '@') {
		after++
	}
	sign := after + max(0, prefixOf(s.text[after:end], []string{"`", "**", "\"", "'"}))
	n := prefixOf(s.lower[sign:end], []string{" with ", " using ", " mit ", " and ", " / ", "/", ", ", ":"})
	if after == i || n == 0 {
		return
	}
	if v := s.valueAt(sign+n, end); accountPassword(v.text) && !onlyDigits(v.text) && !s.isLink(v) {
		s.addValue(passwordInCode, v)
	}
}

// entry adds the password behind the name of a host at i: "(ops, x)", "with ops and x".
func (s *scan) entry(i, end int) {
	host := i + max(0, bytes.IndexByte(s.text[i:end], ' '))
	n := prefixOf(s.lower[host:end], []string{" (", " with ", " using ", " as "})
	if n == 0 {
		return
	}
	name := host + n
	after := name
	for after < end && isTokenByte(s.text[after]) {
		after++
	}
	if sign := prefixOf(s.lower[after:end], []string{", ", " and ", " / ", "/", ":", " with "}); after > name && sign > 0 {
		s.ifEvident(after+sign, end)
	}
}

// ifEvident adds the value at i if it is one without a noun.
func (s *scan) ifEvident(i, end int) {
	if v := s.valueAt(i, end); evident(v.text) && !placeholder(v.text) && !isReference(v.text) && !s.isLink(v) {
		s.addValue(passwordInCode, v)
	}
}

// opensWith is stricter than plausible, since people log in with their names as well.
func opensWith(v string) bool {
	s := measure(v)
	inner := s.digit > 1 && !isDigit(v[len(v)-1]) && passwordLike(v) && !technical(v)
	long := s.joined > 1 && spelled(v)
	return len(v) >= 6 && (evident(v) || inner || long || s.digit > 0 && s.symbol == 0 && len(v) > 9 && unspoken(v) || onlyDigits(v) && passwordLike(v)) && !placeholder(v) && !isReference(v)
}
