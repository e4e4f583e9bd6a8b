package invisible

import (
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/source"
)

// maxChain is how many joiners may follow each other with one character between
// each two. The longest emoji and the densest real words stay far below.
const maxChain = 8

// A line is what excuses are looked for in.
type line struct {
	runes  []rune
	starts []int // offset of each rune in the whole text, and of the end
	chains []int // of each joiner, its number in its chain

	rtl      triState
	isolates []bool // whether the isolate control at i is paired; nil until asked for
}

type triState int

const (
	unknown triState = iota
	no
	yes
)

// read makes b, which begins at offset at of the whole text, the line.
func (l *line) read(b []byte, at int) {
	l.runes, l.starts, l.chains = l.runes[:0], l.starts[:0], l.chains[:0]
	l.rtl, l.isolates = unknown, nil
	chain, between := 0, 0
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		l.runes, l.starts = append(l.runes, r), append(l.starts, at+i)
		switch {
		case joiner(r):
			if between > 1 {
				chain = 0
			}
			chain++
			between = 0
		case !unicode.Is(unicode.M, r) && !skinTone(r):
			between++
		}
		l.chains = append(l.chains, chain)
		i += n
	}
	l.starts = append(l.starts, at+len(b))
}

func (l *line) appendMarks(marks []Mark) []Mark {
	for i, r := range l.runes {
		if k := KindOf(r); k != Seen && !l.excused(i) {
			marks = append(marks, Mark{source.Span{Start: l.starts[i], End: l.starts[i+1]}, r, k})
		}
	}
	return marks
}

// at returns the rune at i, or zero outside the line.
func (l *line) at(i int) rune {
	if i < 0 || i >= len(l.runes) {
		return 0
	}
	return l.runes[i]
}

// before returns the rune that the combining marks before i sit on.
func (l *line) before(i int) rune {
	i--
	for i > 0 && unicode.Is(unicode.Mn, l.runes[i]) && KindOf(l.runes[i]) == Seen {
		i--
	}
	return l.at(i)
}

// rightToLeft reports whether the line has a letter that is written from right to left.
func (l *line) rightToLeft() bool {
	if l.rtl == unknown {
		l.rtl = no
		for _, r := range l.runes {
			if rightToLeft(r) {
				l.rtl = yes
				break
			}
		}
	}
	return l.rtl == yes
}

// paired reports whether the isolate control at i has its counterpart on the line.
func (l *line) paired(i int) bool {
	if l.isolates == nil {
		l.isolates = make([]bool, len(l.runes))
		var open []int
		for j, r := range l.runes {
			switch {
			case isolate(r):
				open = append(open, j)
			case r == popIsolate && len(open) > 0:
				l.isolates[open[len(open)-1]], l.isolates[j] = true, true
				open = open[:len(open)-1]
			}
		}
	}
	return l.isolates[i]
}
