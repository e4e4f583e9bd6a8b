package markdown

import (
	"bytes"
)

// A bracket is an opening "[" or "![" that waits for its end.
type bracket struct {
	start int // of the mark
	text  int // of what follows it
	kind  bracketKind
	image linkMark
}

type bracketKind int

const (
	noInner  bracketKind = iota
	hasInner             // another bracket stands inside
)

type linkMark int

const (
	linkOpen linkMark = iota
	imageOpen
)

// A scanner reads the content of one text from left to right.
type scanner struct {
	*text
	doc   *Doc
	defs  map[string]int
	prose int // start of the text that is not given out yet
	open  []bracket
	dead  int // brackets below this index can open no link: a link holds no link
	ticks map[int][]int
	ends  map[string]int // for each closing mark, where it comes next
}

// readInline puts everything that stands inside the text into d.
func (t *text) readInline(d *Doc, defs map[string]int) {
	s := &scanner{text: t, doc: d, defs: defs, prose: t.skip, ends: map[string]int{}}
	if t.kind != rawHTML {
		s.countTicks()
	}
	for i := t.skip; i < len(t.buf); {
		if !meansSomething[t.buf[i]] {
			i++
			continue
		}
		i = s.step(i)
	}
	s.flush(len(t.buf), len(t.buf))
}

// meansSomething has the bytes at which step looks; it passes by all others.
var meansSomething = [256]bool{
	'<': true, '\\': true, '`': true, '!': true, '[': true, ']': true, 'h': true, 'H': true, 'f': true, 'F': true, 'w': true, 'W': true,
}

// step reads what starts at i and gives the place after it.
func (s *scanner) step(i int) int {
	c := s.buf[i]
	if c == '<' {
		return s.angle(i)
	}
	if s.kind == rawHTML {
		return i + 1
	}
	switch c {
	case '\\':
		if i+1 < len(s.buf) && isPunct(s.buf[i+1]) {
			return i + 2
		}
	case '`':
		return s.codeSpan(i)
	case '!':
		if i+1 < len(s.buf) && s.buf[i+1] == '[' {
			return s.push(i, i+2, imageOpen)
		}
	case '[':
		if end, ok := s.wiki(i); ok {
			return end
		}
		return s.push(i, i+1, linkOpen)
	case ']':
		return s.closeBracket(i)
	case 'h', 'H', 'f', 'F', 'w', 'W':
		return s.bareURL(i)
	}
	return i + 1
}

// flush gives out the prose up to end, a span a line; the next prose starts at next.
func (s *scanner) flush(end, next int) {
	for i := s.prose; i < end; {
		j := end
		if n := bytes.IndexByte(s.buf[i:end], '\n'); n >= 0 {
			j = i + n + 1
		}
		if line := bytes.TrimRight(s.buf[i:j], "\r\n"); len(bytes.TrimSpace(line)) > 0 {
			s.doc.Prose = append(s.doc.Prose, s.span(i, i+len(line)))
		}
		i = j
	}
	s.prose = max(s.prose, next)
}

// countTicks notes where runs of backticks start, by their length.
func (s *scanner) countTicks() {
	s.ticks = map[int][]int{}
	for i := s.skip; i < len(s.buf); i++ {
		if s.buf[i] != '`' {
			continue
		}
		n := tickRun(s.buf, i)
		s.ticks[n] = append(s.ticks[n], i)
		i += n - 1
	}
}

func tickRun(b []byte, i int) int {
	n := 0
	for i+n < len(b) && b[i+n] == '`' {
		n++
	}
	return n
}

// codeSpan reads a code span at i, or skips backticks that nothing closes.
func (s *scanner) codeSpan(i int) int {
	n := tickRun(s.buf, i)
	starts := s.ticks[n]
	for len(starts) > 0 && starts[0] < i+n {
		starts = starts[1:]
	}
	s.ticks[n] = starts
	if len(starts) == 0 {
		return i + n
	}
	end := starts[0] + n
	s.flush(i, end)
	s.doc.Code = append(s.doc.Code, s.span(i, end))
	return end
}

func (s *scanner) push(start, after int, image linkMark) int {
	if n := len(s.open); n > 0 {
		s.open[n-1].kind = hasInner
	}
	s.open = append(s.open, bracket{start, after, noInner, image})
	return after
}

// closeBracket makes a link of the bracket at i and the one that opened it.
func (s *scanner) closeBracket(i int) int {
	n := len(s.open) - 1
	if n < 0 {
		return i + 1
	}
	o := s.open[n]
	s.open = s.open[:n]
	live := n >= s.dead
	s.dead = min(s.dead, n)
	if o.image == linkOpen && !live {
		return i + 1
	}
	kind := Inline
	to, ok := s.inlineTarget(i + 1)
	if !ok {
		kind = Reference
		if to, ok = s.labelTarget(s.doc, s.defs, part{o.text, i}, o.kind); !ok {
			return i + 1
		}
		s.doc.Definitions[to.def].Used = true
	}
	if o.image == imageOpen {
		kind = Image
	} else {
		s.dead = n
	}
	s.flush(i, to.title.start) // without a title the two parts meet: nothing is between them
	s.flush(to.title.end, to.end)
	s.doc.Links = append(s.doc.Links, Link{
		Kind: kind, Span: s.span(o.start, to.end), Text: visible(s.buf[o.text:i]), Dest: to.dest, DestSpan: to.at,
	})
	return to.end
}

// maxWiki is how long a wiki link may be, in bytes.
const maxWiki = 200

// wiki reads "[[name]]" or "[[name|text]]" at i.
func (s *scanner) wiki(i int) (end int, ok bool) {
	b := s.buf[i:min(len(s.buf), i+maxWiki)]
	if !bytes.HasPrefix(b, []byte("[[")) {
		return 0, false
	}
	n := bytes.IndexAny(b[2:], "[]\n")
	if n <= 0 || !bytes.HasPrefix(b[2+n:], []byte("]]")) || bytes.HasPrefix(b[2+n:], []byte("]](")) {
		return 0, false
	}
	name, _, _ := bytes.Cut(b[2:2+n], []byte("|"))
	name = bytes.TrimRight(name, "\\")
	lead := len(name) - len(bytes.TrimLeft(name, " \t"))
	name = bytes.TrimSpace(name)
	end = i + 2 + n + 2
	at := i + 2 + lead
	s.flush(i, end)
	s.doc.Links = append(s.doc.Links, Link{
		Kind: Wiki, Span: s.span(i, end), Text: string(name), Dest: string(name), DestSpan: s.span(at, at+len(name)),
	})
	return end, true
}
