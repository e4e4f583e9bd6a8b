package attributes

import "strings"

// A glob is a compiled pattern: one token after the other. It matches in time
// proportional to pattern times path, whatever they hold, and ignores case, as git
// does on many disks.
type glob []token

// A matcher matches by its glob, or faster by the text that is all of it.
type matcher struct {
	glob   glob
	text   string // what is matched, when plain
	plain  bool   // no wildcard but **/ at the start
	nested bool   // begins with **/: matches at any depth
}

func newMatcher(pattern string) matcher {
	m := matcher{glob: compile(pattern)}
	m.nested = len(m.glob) > 0 && m.glob[0].kind == dirs
	m.text, m.plain = m.glob.literal()
	return m
}

// matches reports whether m matches p, relative to the folder of its file.
func (m matcher) matches(p string) bool {
	if !m.plain {
		return m.glob.matches(p)
	}
	if n := len(p) - len(m.text); m.nested && n > 0 && p[n-1] == '/' {
		p = p[n:]
	}
	return len(p) == len(m.text) && strings.EqualFold(p, m.text)
}

type token struct {
	kind kind
	c    byte    // of a literal, in lower case
	set  byteSet // of a class
}

type kind int

const (
	literal kind = iota
	anyByte      // any but a slash
	class
	star // any run without a slash
	dirs // any number of folders with their slashes: **/
	rest // one byte or more: a final /** has its slash before it
)

// compile reads a pattern of a line. One without a slash matches names at any depth;
// one that ends in a slash matches folders alone, so no file: it compiles to nil.
func compile(pattern string) glob {
	if pattern == "" || strings.HasSuffix(pattern, "/") {
		return nil
	}
	var g glob
	if !strings.Contains(pattern, "/") {
		g = append(g, token{kind: dirs})
	}
	p := strings.TrimPrefix(pattern, "/")
	for i := 0; i < len(p); {
		atStart := i == 0 || p[i-1] == '/'
		switch {
		case atStart && strings.HasPrefix(p[i:], "**/"):
			g = append(g, token{kind: dirs})
			i += 3
		case atStart && p[i:] == "**":
			g = append(g, token{kind: rest})
			i += 2
		case p[i] == '*':
			g = append(g, token{kind: star})
			i++
		case p[i] == '?':
			g = append(g, token{kind: anyByte})
			i++
		case p[i] == '[':
			set, n := readClass(p[i:])
			if n == 0 {
				return nil // git matches nothing either
			}
			g = append(g, token{kind: class, set: set})
			i += n
		default:
			if p[i] == '\\' {
				if i++; i == len(p) {
					return nil
				}
			}
			g = append(g, token{kind: literal, c: lower(p[i])})
			i++
		}
	}
	return g
}

func (g glob) matches(p string) bool {
	if g == nil {
		return false
	}
	now, next := newStates(g), newStates(g)
	now.enter(0)
	for i := 0; i < len(p) && len(now.list) > 0; i++ {
		next.clear()
		for _, s := range now.list {
			if s < len(g) {
				next.step(s, lower(p[i]))
			}
		}
		now, next = next, now
	}
	return now.in[len(g)]
}

// states is a set of tokens that the rest of the path may begin with.
type states struct {
	g    glob
	in   []bool
	list []int
}

func newStates(g glob) *states { return &states{g: g, in: make([]bool, len(g)+1)} }

func (s *states) clear() {
	for _, i := range s.list {
		s.in[i] = false
	}
	s.list = s.list[:0]
}

func (s *states) add(i int) {
	if !s.in[i] {
		s.in[i] = true
		s.list = append(s.list, i)
	}
}

// enter adds i, and what follows it where i may stand for nothing.
func (s *states) enter(i int) {
	for ; ; i++ {
		s.add(i)
		if i == len(s.g) || s.g[i].kind != star && s.g[i].kind != dirs {
			return
		}
	}
}

// step adds what may follow when the token at i has taken c.
func (s *states) step(i int, c byte) {
	switch t := s.g[i]; t.kind {
	case literal:
		if c == t.c {
			s.enter(i + 1)
		}
	case anyByte:
		if c != '/' {
			s.enter(i + 1)
		}
	case class:
		if c != '/' && t.set.has(c) {
			s.enter(i + 1)
		}
	case star:
		if c != '/' {
			s.enter(i)
		}
	case dirs:
		s.add(i)
		if c == '/' {
			s.enter(i + 1)
		}
	case rest:
		s.add(i)
		s.enter(i + 1)
	}
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// literal returns the name or path that g matches alone, when it has no wildcard.
func (g glob) literal() (text string, ok bool) {
	if len(g) > 0 && g[0].kind == dirs {
		g = g[1:]
	}
	var b strings.Builder
	for _, t := range g {
		if t.kind != literal {
			return "", false
		}
		b.WriteByte(t.c)
	}
	return b.String(), len(g) > 0
}

// witness returns a path that g matches.
func (g glob) witness() string {
	var b strings.Builder
	for _, t := range g {
		switch t.kind {
		case literal:
			b.WriteByte(t.c)
		case class:
			b.WriteByte(t.set.first())
		case anyByte, star, rest:
			b.WriteByte('x')
		}
	}
	return b.String()
}
