package attributes

import (
	"math/bits"
	"strings"
)

// A glob is a compiled pattern: one token after the other. It matches in time
// proportional to pattern times path, whatever they hold, and ignores case, as git
// does on many disks.
type glob []token

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
	var a, b states
	now, next := &a, &b
	now.enter(g, 0)
	words := len(g)/64 + 1
	for i := 0; i < len(p); i++ {
		c, alive := lower(p[i]), false
		for w := range words {
			for set := now[w]; set != 0; set &= set - 1 {
				if at := w*64 + bits.TrailingZeros64(set); at < len(g) {
					alive = next.step(g, at, c) || alive
				}
			}
			now[w] = 0
		}
		if !alive {
			return false
		}
		now, next = next, now
	}
	return now.has(len(g))
}

// states is a set of tokens that the rest of the path may begin with.
type states [maxLine/64 + 1]uint64

func (s *states) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }
func (s *states) add(i int)      { s[i/64] |= 1 << (i % 64) }

// enter adds i, and what follows it where i may stand for nothing.
func (s *states) enter(g glob, i int) {
	for ; ; i++ {
		s.add(i)
		if i == len(g) || g[i].kind != star && g[i].kind != dirs {
			return
		}
	}
}

// step adds what may follow when the token at i takes c, and reports whether it does.
func (s *states) step(g glob, i int, c byte) bool {
	switch t := &g[i]; t.kind {
	case literal:
		if c != t.c {
			return false
		}
		s.enter(g, i+1)
	case anyByte:
		if c == '/' {
			return false
		}
		s.enter(g, i+1)
	case class:
		if c == '/' || !t.set.has(c) {
			return false
		}
		s.enter(g, i+1)
	case star:
		if c == '/' {
			return false
		}
		s.enter(g, i)
	case dirs:
		s.add(i)
		if c == '/' {
			s.enter(g, i+1)
		}
	case rest:
		s.add(i)
		s.enter(g, i+1)
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// nested reports whether g begins with **/ and so matches at any depth.
func (g glob) nested() bool { return len(g) > 0 && g[0].kind == dirs }

// prefix returns the literal bytes that g begins with, in lower case, and whether
// they are all of it.
func (g glob) prefix() (text string, all bool) {
	var b strings.Builder
	for _, t := range g {
		if t.kind != literal {
			return b.String(), false
		}
		b.WriteByte(t.c)
	}
	return b.String(), len(g) > 0
}

// mayEnd reports whether the literal bytes at the end of g agree with ending.
func (g glob) mayEnd(ending string) bool {
	for i := 1; i <= min(len(g), len(ending)); i++ {
		t := g[len(g)-i]
		if t.kind != literal {
			return true
		}
		if t.c != ending[len(ending)-i] {
			return false
		}
	}
	return true
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
