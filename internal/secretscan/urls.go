package secretscan

import (
	"encoding/base64"
	"net/url"
	"strings"

	"github.com/teammem/teammem/internal/source"
)

var (
	connectionString = &kind{rule: "connection-string", title: "connection string with a password", rank: rankConnection}
	urlPassword      = &kind{rule: "url-password", title: "URL with a password", rank: rankConnection}
	signedURL        = &kind{rule: "signed-url", title: "signed URL", rank: rankConnection}
)

// longestURL bounds the work on one URL.
const longestURL = 4096

// urls finds URLs that carry a password or a signature.
func (s *scan) urls() {
	done := 0
	s.each("://", func(at int) {
		if at < done {
			return
		}
		if end := s.proxyLink(at); end > at {
			done = end
			return
		}
		u := s.urlAround(at)
		if u.Start == at || s.tries.tooMany(u.End) {
			return
		}
		if k, password := s.urlSecret(u, at); k != nil {
			s.add(k, u.Start, u.End, password)
			done = u.End
		}
	})
}

// proxyLink adds a link whose "://" is at i and all of which is base64, as apps for proxies hand it
// on: vmess, ssr, and the old form of ss. It returns where the link ends, or i.
func (s *scan) proxyLink(i int) int {
	u := source.Span{Start: i, End: i}
	for _, scheme := range []string{"vmess", "ssr", "ss"} {
		if start := i - len(scheme); start >= 0 && string(s.lower[start:i]) == scheme && s.word(start) {
			u.Start = start
		}
	}
	if u.Start == i {
		return i
	}
	start := i + len("://")
	u.End = s.runs.until(s.text, 'y', start)
	if code := s.text[start:u.End]; len(code) < 20 || u.End < len(s.text) && s.text[u.End] == '@' || !encodesLogin(code) {
		return i
	}
	s.add(connectionString, u.Start, u.End, string(s.text[start:u.End]))
	return u.End
}

// encodesLogin reports whether b is base64 of a JSON object or of fields with colons.
func encodesLogin(b []byte) bool {
	if len(b) > longestURL {
		return false
	}
	code := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(string(b), "="))
	plain, err := base64.RawStdEncoding.DecodeString(code)
	return err == nil && isText(plain) && strings.Contains(string(plain), ":")
}

// urlAround returns the URL whose "://" is at i.
func (s *scan) urlAround(i int) source.Span {
	start := i
	for start > 0 && i-start < 40 && (isAlnum(s.text[start-1]) || strings.IndexByte("+-.", s.text[start-1]) >= 0) {
		start--
	}
	for start < i && !isLetter(s.text[start]) {
		start++
	}
	if n := len("jdbc:"); start >= n && string(s.lower[start-n:start]) == "jdbc:" {
		start -= n
	}
	end := min(s.runs.until(s.text, 'U', i), i+longestURL)
	// A full stop or a bracket at the end belongs to the sentence.
	for end > i && strings.IndexByte(".,;:!?)*_", s.text[end-1]) >= 0 {
		end--
	}
	return source.Span{Start: start, End: end}
}

// urlSecret says what is secret in the URL u with "://" at i: the kind, or nil,
// and the secret part.
func (s *scan) urlSecret(u source.Span, i int) (k *kind, part string) {
	scheme := string(s.lower[u.Start:i])
	rest := string(s.text[i+len("://") : u.End])
	web := scheme == "http" || scheme == "https" || scheme == "ws" || scheme == "wss"
	if user, password, host, ok := userinfo(rest, scheme, web); ok {
		if !urlPasswordCounts(user, password, host) {
			return nil, ""
		}
		if web {
			return urlPassword, password
		}
		return connectionString, password
	}
	_, query, _ := strings.Cut(rest, "?")
	if strings.HasPrefix(scheme, "jdbc:") {
		query = strings.ReplaceAll(rest, ";", "&")
	}
	return querySecret(scheme, query)
}

// userinfo splits "user:password@host". In a database URL the password may
// hold a slash that should have been encoded.
func userinfo(rest, scheme string, web bool) (user, password, host string, ok bool) {
	authority, path, _ := strings.Cut(rest, "/")
	at := strings.LastIndexByte(authority, '@')
	if at < 0 && !web && strings.Contains(authority, ":") && strings.Contains(path, "@") {
		authority = rest
		at = strings.LastIndexByte(authority, '@')
	}
	if at < 0 {
		return "", "", "", false
	}
	user, password, ok = strings.Cut(authority[:at], ":")
	if !ok && strings.HasSuffix(hostName(authority[at+1:]), ".sentry.io") { // public by design
		return "", "", "", false
	}
	if !ok && (web && len(user) >= 20 || !web && proxyScheme(scheme) && len(user) >= 8) { // a token in place of the name
		return "", user, authority[at+1:], true
	}
	return user, password, authority[at+1:], ok && password != ""
}

// proxyScheme reports whether the name in a URL of the scheme is what lets in: a password, a UUID,
// or both parts of a login in base64. https://shadowsocks.org/doc/sip002.html
func proxyScheme(scheme string) bool {
	switch scheme {
	case "ss", "trojan", "vless", "tuic", "hysteria2", "hy2", "anytls":
		return true
	}
	return false
}

func urlPasswordCounts(user, password, host string) bool {
	if p, err := url.PathUnescape(password); err == nil {
		password = p
	}
	if placeholder(password) || namesVariable(password) || strings.EqualFold(user, password) || commonWord(password) {
		return false
	}
	if exampleHost(host) || localHost(host) {
		return strongPassword(password)
	}
	return len(password) >= 4
}

// namesVariable reports whether a program takes v from somewhere else.
func namesVariable(v string) bool {
	return startsWithAny(strings.ToLower(v), []string{"process.env", "os.environ", "os.getenv", "env.", "secrets.", "vars.", "vault:"})
}

// exampleHost reports whether host is one of those that are kept for
// documentation. https://www.rfc-editor.org/rfc/rfc2606
func exampleHost(host string) bool {
	host = strings.ToLower(hostName(host))
	for _, h := range []string{"example.com", "example.org", "example.net", "example", "host", "hostname", "server"} {
		if host == h || strings.HasSuffix(host, "."+h) {
			return true
		}
	}
	return false
}

func localHost(host string) bool {
	h := strings.ToLower(hostName(host))
	return h == "localhost" || h == "127.0.0.1" || h == "0.0.0.0" || h == "[::1]" || !strings.Contains(h, ".")
}

func hostName(host string) string {
	if i := strings.IndexAny(host, ":/?#"); i >= 0 && !strings.HasPrefix(host, "[") {
		host = host[:i]
	}
	return host
}

// querySecret looks for a password or a signature among the parameters.
func querySecret(scheme, query string) (k *kind, part string) {
	for p := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(p, "=")
		switch strings.ToLower(name) {
		case "password", "pwd", "passwd":
			if scheme != "http" && scheme != "https" && !placeholder(value) && !commonWord(value) && len(value) >= 4 {
				return connectionString, value
			}
		case "sig": // https://learn.microsoft.com/en-us/azure/storage/common/storage-sas-overview
			if strings.Contains(query, "sv=") && len(value) >= 40 && !madeUp(value) {
				return signedURL, value
			}
		case "x-amz-signature", "x-goog-signature":
			if len(value) >= 64 && !madeUp(value) {
				return signedURL, value
			}
		}
	}
	return nil, ""
}
