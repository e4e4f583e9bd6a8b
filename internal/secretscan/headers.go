package secretscan

import (
	"bytes"
	"encoding/base64"
	"strings"
)

var (
	bearerToken  = &kind{rule: "bearer-token", title: "bearer token", rank: rankHeader}
	basicAuth    = &kind{rule: "basic-auth", title: "name and password of an Authorization header", rank: rankHeader, guessable: true}
	cookie       = &kind{rule: "session-cookie", title: "session cookie", rank: rankHeader}
	registryAuth = &kind{rule: "registry-auth", title: "login of a registry", rank: rankHeader, guessable: true}
)

// headers finds credentials in HTTP headers and in the files of package
// managers that hold the same.
func (s *scan) headers() {
	s.each("bearer ", func(at int) {
		start, end := s.headerValue(at + len("bearer "))
		if v := string(s.text[start:end]); s.word(at) && len(v) >= 20 && randomWord([]byte(v)) && !placeholder(v) {
			s.add(bearerToken, start, end)
		}
	})
	s.each("basic ", func(at int) {
		start, end := s.headerValue(at + len("basic "))
		behind := bytes.HasSuffix(s.lower[:at], []byte("authorization: "))
		if v := s.text[start:end]; s.word(at) && (isBasic(v) || behind && len(v) >= 32 && randomWord(v) && !placeholder(string(v))) {
			s.add(basicAuth, start, end)
		}
	})
	s.each("auth", func(at int) {
		if start, end := s.authValue(at); isBasic(s.text[start:end]) {
			s.add(registryAuth, start, end)
		}
	})
	s.each("authorization:", func(at int) {
		start, end := s.headerValue(at + len("authorization:"))
		if word := end - start; word > 2 && word < longestMark && end+1 < len(s.text) && s.text[end] == ' ' { // of a scheme of its own: Key x, Api-Token x
			start, end = s.headerValue(end + 1)
		}
		if v := string(s.text[start:end]); len(v) >= 20 && keyLike(strings.TrimPrefix(v, "sha256~")) && !placeholder(v) {
			s.add(bearerToken, start, end)
		}
	})
	for _, name := range []string{"session", "sessid", "sid"} {
		s.each(name, func(at int) { s.sessionCookie(at, len(name)) })
	}
	s.each(`cleartextpassword"`, s.packageSource)
}

// word reports whether a word begins at i.
func (s *scan) word(i int) bool { return i == 0 || !isAlnum(s.text[i-1]) }

// headerValue returns the value of a header that begins at i.
func (s *scan) headerValue(i int) (start, end int) {
	for i < len(s.text) && (s.text[i] == ' ' || s.text[i] == '"' || s.text[i] == '\'' || s.text[i] == '`') {
		i++
	}
	end = s.runs.until(s.text, 'k', i)
	for end > i && s.text[end-1] == '.' {
		end--
	}
	return i, end
}

// isBasic reports whether b is base64 of name:password.
// https://www.rfc-editor.org/rfc/rfc7617#section-2
func isBasic(b []byte) bool {
	if len(b) < 8 || len(b) > 1024 {
		return false
	}
	plain, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(string(b), "="))
	if err != nil || !isText(plain) {
		return false
	}
	name, password, ok := strings.Cut(string(plain), ":")
	return ok && len(password) >= 4 && !placeholder(password) && !commonWord(password) && password != name
}

// authValue returns the value of "auth": "…" in a Docker configuration or of
// _auth=… in an npm one, where the word is at i.
func (s *scan) authValue(i int) (start, end int) {
	j := i + len("auth")
	if !s.word(i) || j >= len(s.text) || strings.IndexByte("\"'= :", s.text[j]) < 0 {
		return 0, 0
	}
	for n := 0; n < 6 && j < len(s.text) && strings.IndexByte("\"'= :", s.text[j]) >= 0; n++ {
		j++
	}
	return j, s.runs.until(s.text, 'b', j)
}

// packageSource finds the password of a package source in a NuGet configuration.
// https://learn.microsoft.com/en-us/nuget/reference/nuget-config-file#packagesourcecredentials
func (s *scan) packageSource(i int) {
	const attribute = `value="`
	line := s.line(i)
	n := bytes.Index(s.lower[i:line.End], []byte(attribute))
	if n < 0 {
		return
	}
	start := i + n + len(attribute)
	end := bytes.IndexByte(s.text[start:line.End], '"')
	if end < 4 || distinct(string(s.text[start:start+end])) < 3 || strings.ContainsAny(string(s.text[start:start+1]), "%<$[{*") {
		return
	}
	s.add(commandPassword, start, start+end)
}

// sessionCookie reads what follows n bytes of a name at i: session=… on a line that speaks of a cookie.
func (s *scan) sessionCookie(i, n int) {
	line := s.line(i)
	before := s.lower[max(line.Start, i-200):i]
	if !bytes.Contains(before, []byte("cookie")) && !bytes.Contains(before, []byte("-b ")) {
		return
	}
	j := i + n
	for j < line.End && j < i+20 && (isTokenByte(s.text[j])) {
		j++
	}
	if j >= line.End || s.text[j] != '=' {
		return
	}
	end := s.runs.until(s.text, 'k', j+1)
	if v := s.text[j+1 : end]; len(v) >= 20 && randomWord(v) && !placeholder(string(v)) {
		s.add(cookie, j+1, end)
	}
}
