package secretscan

import (
	"bytes"
)

var webKey = &kind{rule: "private-key", title: "private part of a JSON web key", rank: rankBlock}

const (
	reachOfKey   = 4096 // how far from its type the members of a key are looked for
	leastPrivate = 20   // characters of the smallest private member
)

// webKeys finds the private members of JSON web keys: d of a key pair, k of a shared key.
// https://www.rfc-editor.org/rfc/rfc7518#section-6
func (s *scan) webKeys() {
	done := 0
	s.each(`"kty"`, func(at int) {
		if at < done {
			return
		}
		start := max(0, at-reachOfKey)
		done = min(len(s.text), at+reachOfKey)
		for _, member := range []string{`"d"`, `"k"`, `"p"`, `"q"`} {
			s.webKey(start, done, member)
		}
	})
}

func (s *scan) webKey(start, end int, member string) {
	for i := start; ; {
		n := bytes.Index(s.text[i:end], []byte(member))
		if n < 0 {
			return
		}
		i += n + len(member)
		i = s.skip(i, end, " \t\r\n:")
		if i >= end || s.text[i] != '"' {
			continue
		}
		stop := s.runs.until(s.text, 'w', i+1)
		if v := string(s.text[i+1 : stop]); len(v) >= leastPrivate && !madeUp(v) && !placeholder(v) {
			s.add(webKey, i+1, stop)
		}
	}
}
