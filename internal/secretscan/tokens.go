package secretscan

import (
	"bytes"
	"strings"
	"sync/atomic"

	"github.com/teammem/teammem/internal/lazy"
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

// A candidate is one pattern of a format. It is made when a text first holds how it begins:
// few texts hold more than a handful, and a hook pays for each.
type candidate struct {
	*format
	pattern
	loose bool // so little tells a token that it comes up by chance in megabytes of an encoding
}

func newCandidate(f *format, spec string) *candidate {
	return &candidate{f, parsePattern(spec), len(headOf(spec)) <= longestLoose && f.proof == nil}
}

// headOf is the literal that a pattern begins with; "" when it begins with a run.
func headOf(spec string) string {
	head, _, _ := strings.Cut(spec, "{")
	return head
}

// A place is where a pattern stands in formats. All are listed before the first text is
// scanned, so it is small.
type place struct {
	head               string // headOf the pattern; it is compared at each word of a text
	format, start, end uint16 // spec is formats[format].patterns[start:end]
	next               int16  // the next one with the same first byte, or -1
}

func (p *place) spec() string { return formats[p.format].patterns[p.start:p.end] }

// candidates are all patterns: by first is where the list of those begins that start with
// a byte, or -1; open are those that begin with a run.
type candidates struct {
	all  []place
	made []atomic.Pointer[candidate]
	by   [256]int16
	open []int
	mark []string // of each that is open: the longest literal in it
	// shortest is the length of the shortest match of those that are open.
	shortest int
}

// shapes are the candidates of all formats.
var shapes = lazy.Value[*candidates]{Make: func() *candidates {
	n := 0
	for i := range formats {
		n += 1 + strings.Count(formats[i].patterns, " ")
	}
	k := &candidates{all: make([]place, 0, n), made: make([]atomic.Pointer[candidate], n), shortest: unlimited}
	for i := range k.by {
		k.by[i] = -1
	}
	for i := range formats {
		at := 0
		for spec := range strings.SplitSeq(formats[i].patterns, " ") {
			k.all = append(k.all, place{headOf(spec), uint16(i), uint16(at), uint16(at + len(spec)), -1})
			at += len(spec) + 1
		}
	}
	for n--; n >= 0; n-- { // so that each list has the order of the table
		k.list(n)
	}
	return k
}}

func (k *candidates) list(n int) {
	p := &k.all[n]
	if p.head == "" {
		k.open, k.mark = append(k.open, n), append(k.mark, longestLiteral(p.spec()))
		k.shortest = min(k.shortest, k.at(n).least())
		return
	}
	first := &k.by[p.head[0]]
	p.next, *first = *first, int16(n)
}

// at gives candidate n, and makes it before if nobody has asked yet.
func (k *candidates) at(n int) *candidate {
	if c := k.made[n].Load(); c != nil {
		return c
	}
	p := &k.all[n]
	c := newCandidate(&formats[p.format], p.spec())
	k.made[n].Store(c)
	return c
}

func longestLiteral(spec string) string {
	longest := ""
	for part := range strings.SplitSeq(spec, "}") {
		if literal, _, _ := strings.Cut(part, "{"); len(literal) > len(longest) {
			longest = literal
		}
	}
	return longest
}

// openIn lists those that begin with a run and can be in the view of s: it holds their mark, and a stretch without
// blanks that is long enough for them.
func (k *candidates) openIn(s *scan) []int {
	var open []int
	longest := -1
	for i, n := range k.open {
		if !s.grams.mayHold(k.mark[i]) || !bytes.Contains(s.text, []byte(k.mark[i])) {
			continue
		}
		if longest < 0 {
			longest = longestStretch(s.text)
		}
		if k.at(n).least() <= longest {
			open = append(open, n)
		}
	}
	return open
}

// longestStretch is the length of the longest stretch of characters that can be seen.
func longestStretch(text []byte) (longest int) {
	start := 0
	for i, c := range text {
		if c <= ' ' || c > '~' {
			start = i + 1
		}
		longest = max(longest, i+1-start)
	}
	return longest
}

// beginIn tells with which bytes those begin that can be in a text, of those that begin with a literal.
func (k *candidates) beginIn(text *gramSet) (first [256]bool) {
	for i := range k.all {
		if head := k.all[i].head; head != "" && !first[head[0]] && text.mayHold(head) {
			first[head[0]] = true
		}
	}
	return first
}

// tokens finds what has the format of a provider's token.
func (s *scan) tokens() {
	k := shapes.Get()
	open, first := k.openIn(s), k.beginIn(&s.grams)
	for i := 0; i < len(s.text); i++ {
		if c := s.text[i]; !first[c] && (len(open) == 0 || k.by[c] < 0 && !isWordByte(c)) || !s.starts(i) {
			continue
		}
		if f, end := s.longest(k, open, i); f != nil {
			s.add(&kind{rule: f.rule, title: f.title, rank: f.rank}, i, end)
			i = end - 1
		}
	}
}

// longest returns the format and the end of the longest token that begins at i; nil when
// none does. Of those that begin with a run the open ones are tried.
func (s *scan) longest(k *candidates, open []int, i int) (f *format, end int) {
	try := func(c *candidate) {
		if e := s.match(c.pattern, i); e > end && c.accepts(s.text[i:e]) && !(c.loose && s.amidCode(i, e)) {
			f, end = c.format, e
		}
	}
	for n := k.by[s.text[i]]; n >= 0; n = k.all[n].next {
		if begins(s.text[i:], k.all[n].head) {
			try(k.at(int(n)))
		}
	}
	if c := s.text[i]; len(open) == 0 || c == ':' || c == '%' || c == '=' || s.runs.until(s.text, 'g', i)-i < k.shortest {
		return f, end // none begins like this, and most words are too short
	}
	for _, n := range open {
		try(k.at(n))
	}
	return f, end
}

// begins reports whether text, whose first byte is that of word, begins with word. The second
// byte is looked at first, since it tells most words from all that they stand beside in a table.
func begins(text []byte, word string) bool {
	return len(text) >= len(word) && (len(word) == 1 || text[1] == word[1]) && string(text[:len(word)]) == word
}

// starts reports whether a token can begin at i: no letter or digit stands
// before it, save one that belongs to an escape such as \n.
func (s *scan) starts(i int) bool {
	if i == 0 || !isAlnum(s.text[i-1]) {
		return true
	}
	return i > 1 && s.text[i-2] == '\\' && strings.IndexByte("nrt", s.text[i-1]) >= 0
}

// longestLoose is the length of a head that comes up by chance; a code of amid bytes beside
// a token shows that it is a piece of something longer.
const longestLoose, amid = 4, 24

// amidCode reports whether what stands from start to end is a piece of a longer run of base64
// or base64url.
func (s *scan) amidCode(start, end int) bool {
	low, high := start, end
	for low > 0 && start-low < amid && isRunByte(s.text[low-1]) {
		low--
	}
	for high < len(s.text) && high-end < amid && isRunByte(s.text[high]) {
		high++
	}
	return isCode64(s.text[low:start]) || isCode64(s.text[end:high])
}

func isRunByte(c byte) bool { return isTokenByte(c) || c == '+' || c == '/' }

func isCode64(b []byte) bool {
	s := measure(string(b))
	return len(b) == amid && s.upper > 1 && s.lower > 1 && s.changes*4 >= s.alnum()
}

func (c *candidate) accepts(token []byte) bool {
	if c.check != nil && !c.check(token) {
		return false
	}
	if c.proof != nil && c.proof(token) {
		return true
	}
	body := string(token)
	for _, p := range c.parts {
		if p.literal != "" {
			body = strings.Replace(body, p.literal, "", 1)
		}
	}
	return !madeUp(body)
}
