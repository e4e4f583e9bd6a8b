package secretscan

import (
	"strings"
	"sync"
)

// A format is how the tokens of one provider look.
type format struct {
	rule, title string
	patterns    string // separated by blanks; see pattern
	// source says where the shape is published. "seen" stands for tokens in
	// circulation without a page that promises their shape.
	source string
	// check looks at the whole token once its shape is right; nil accepts.
	check func(token []byte) bool
	// rank is rankToken unless it is set.
	rank rank
	// proof tells a token from a made-up one by its check digits, so that it
	// counts even if it reads like a placeholder; nil when there are none.
	proof func(token []byte) bool
}

// A candidate is one pattern of a format, ready to match.
type candidate struct {
	*format
	kind    *kind
	pattern pattern
}

// candidates are the patterns by their first byte.
var candidates = sync.OnceValue(func() *[256][]candidate {
	var out [256][]candidate
	for i := range formats {
		f := &formats[i]
		k := &kind{rule: f.rule, title: f.title, rank: f.rank}
		for _, s := range strings.Fields(f.patterns) {
			c := candidate{f, k, parsePattern(s)}
			for _, first := range c.pattern.firsts() {
				out[first] = append(out[first], c)
			}
		}
	}
	return &out
})

// tokens finds what has the format of a provider's token.
func (s *scan) tokens() {
	byFirst := candidates()
	for i := 0; i < len(s.text); i++ {
		list := byFirst[s.text[i]]
		if len(list) == 0 || !s.starts(i) {
			continue
		}
		if k, end := s.longest(list, i); k != nil {
			s.add(k, i, end)
			i = end - 1
		}
	}
}

// longest returns the kind and the end of the longest token that begins at i;
// nil when none does.
func (s *scan) longest(list []candidate, i int) (k *kind, end int) {
	for _, c := range list {
		if e := s.match(c.pattern, i); e > end && c.accepts(s.text[i:e]) {
			k, end = c.kind, e
		}
	}
	return k, end
}

// starts reports whether a token can begin at i: no letter or digit stands
// before it, save one that belongs to an escape such as \n.
func (s *scan) starts(i int) bool {
	if i == 0 || !isAlnum(s.text[i-1]) {
		return true
	}
	return i > 1 && s.text[i-2] == '\\' && strings.IndexByte("nrt", s.text[i-1]) >= 0
}

func (c candidate) accepts(token []byte) bool {
	if c.check != nil && !c.check(token) {
		return false
	}
	if c.proof != nil && c.proof(token) {
		return true
	}
	body := string(token)
	for _, p := range c.pattern.parts {
		if p.literal != "" {
			body = strings.Replace(body, p.literal, "", 1)
		}
	}
	return !madeUp(body)
}
