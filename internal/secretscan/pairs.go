package secretscan

import "strings"

// loginWords come before a name and a password that stand side by side.
var loginWords = []string{"login", "log in", "logs in", "sign in", "signs in", "credential", "creds", "test account", "demo account", "basic auth", "basic-auth", "zugangsdaten", "credenciales", "credenciais", "credenziali", "identifiants", "アカウント", "認証情報", "用户名", "帳號", "zugang:", "계정", "доступ", "账号", "帐号", "登录", "登陆", "账密", "帳密", "ログイン", "로그인", "логин", "Логин"}

const (
	longestPair   = 120 // how far behind such a word a pair is looked for
	longestPaired = 64  // how long its password may be
)

// pairs finds "login: admin / password" and "credentials: admin:password".
func (s *scan) pairs() {
	for _, w := range loginWords {
		done := 0
		s.each(w, func(i int) {
			if i >= done {
				s.pairAfter(i + len(w))
				done = i + longestPair/2
			}
		})
	}
}

func (s *scan) pairAfter(i int) {
	tight := s.text[i-1] >= utf8Start // no blanks are needed around the slash
	end := min(s.line(i).End, i+longestPair)
	for at := i; at < end; at++ {
		if s.text[at] != '/' && s.text[at] != ':' || !s.name(i, at) {
			continue
		}
		v := s.valueAt(at+1, min(end, at+longestPaired))
		bound := v.start == at+1
		if s.text[at] == '/' {
			bound = s.text[at-1] == ' ' && !bound || tight
		}
		if bound && pairedPassword(v.text) {
			k := mention{noun: noun{class: passwords, title: "password"}}.kind()
			s.add(k, v.start, v.start+len(v.text))
			return
		}
	}
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
	return i-start > 1 && isLetter(s.text[start]) && (start == 0 || s.text[start-1] != '/')
}

// pairedPassword is strict: a name and a path can stand side by side, too.
func pairedPassword(v string) bool {
	s := measure(v)
	return strongPassword(v) && s.joined == 0 && !strings.ContainsAny(v, " ()") && (s.symbol > 0 || s.upper > 0 && s.digit > 1) &&
		!placeholder(v) && !isReference(v) && !commonWord(v)
}
