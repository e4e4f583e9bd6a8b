package memory

import (
	"bytes"
	"fmt"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/source"
)

const quoteFix = "put the value in double quotes, or run teammem fmt"

var (
	// blockHeader begins a value that takes the indented lines below it.
	blockHeader = lazy.Regexp(`^[|>][+-]?(?:[ \t]+#.*)?$`)
	// blockIndent is such a beginning that says how far the lines are indented.
	blockIndent = lazy.Regexp(`^[|>][+-]?[0-9]`)
)

// value reads the value of p, which begins after at, and the lines it takes.
func (s *scanner) value(p *pair, at, end int) {
	at = s.skip(at, end, " ")
	if at < end && s.src[at] == '\t' {
		s.unsafe(source.Span{Start: at, End: at + 1}, "a tab stands before a value", "write a space there, or run teammem fmt")
		at = s.skip(at, end, " \t")
	}
	end = s.trimmed(at, end)
	p.valueSpan = source.Span{Start: at, End: end}
	if at == end {
		return
	}
	if s.src[at] == '#' && isBlank(s.src[at-1]) {
		p.valueSpan.End, p.cut = at, p.valueSpan
		return
	}
	p.shape = plain
	switch c := s.src[at]; c {
	case '"', '\'':
		p.shape = quoted
		s.quotedValue(p)
	case '[', '{':
		p.shape = flow
		s.flowValue(p)
	case '|', '>':
		s.blockValue(p)
	case '&', '!':
		why, fix := s.refused(at, end)
		s.unsafe(source.Span{Start: at, End: at + 1}, why, fix)
	case '*', '%', '@', '`', ',', ']', '}':
		s.broken(p, at, fmt.Sprintf("the %s begins with %s, which opens no plain value", p.what(), charName(c)))
	default:
		s.plainValue(p)
	}
}

// what names the value in a message.
func (p *pair) what() string {
	switch {
	case p.key == "":
		return "item of the list"
	case reservedLike(p.key) != "":
		return p.key
	}
	return fmt.Sprintf("value of %q", p.key)
}

func charName(c byte) string {
	if c == '`' {
		return "a backtick"
	}
	return fmt.Sprintf("%q", string(c))
}

// broken notes that the value of p can only be read in quotes.
func (s *scanner) broken(p *pair, at int, message string) {
	p.shape, p.broken, p.cut = plain, true, source.Span{}
	s.quotes = append(s.quotes, p.valueSpan)
	s.problems = append(s.problems, Problem{NeedsQuotes, source.Span{Start: at, End: p.valueSpan.End}, message, quoteFix})
}

func (s *scanner) plainValue(p *pair) {
	at, end := p.valueSpan.Start, p.valueSpan.End
	if c := s.src[at]; (c == '-' || c == '?' || c == ':') && s.blankAt(at+1, end) {
		s.broken(p, at, fmt.Sprintf("the %s begins with %s and a blank", p.what(), charName(c)))
		return
	}
	comment := s.comment(at, end)
	stop := end
	if comment >= 0 {
		stop = s.trimmed(at, comment)
	}
	for i := at; i < stop; i++ {
		switch {
		case s.src[i] == ':' && s.blankAt(i+1, stop):
			s.broken(p, i, fmt.Sprintf("the %s holds `: ` and must be in quotes", p.what()))
			return
		case s.src[i] == '\t':
			s.broken(p, i, fmt.Sprintf("the %s holds a tab and must be in quotes", p.what()))
			return
		}
	}
	if comment >= 0 {
		p.valueSpan.End, p.cut = stop, source.Span{Start: comment, End: end}
	}
}

func (s *scanner) blockValue(p *pair) {
	at, end := p.valueSpan.Start, p.valueSpan.End
	if blockIndent.Get().Match(s.src[at:end]) {
		s.unsafe(p.valueSpan, "a text block with an indentation of its own", "write the block without the number")
		return
	}
	if !blockHeader.Get().Match(s.src[at:end]) {
		s.broken(p, at, fmt.Sprintf("the %s begins with %s, which opens no plain value", p.what(), charName(s.src[at])))
		return
	}
	p.shape = blockText
	for s.n < len(s.lines) {
		line := s.lines[s.n]
		blank := s.skip(line.Start, line.End, " ") == line.End
		if !blank && s.indentOf(line.Start) <= p.parent {
			return
		}
		if !blank {
			p.valueSpan.End = line.End
		}
		s.n++
	}
}

// quotedValue reads a value that begins with a quote. It may go on below, as long as
// each line is indented, so that no line of it passes for a key.
func (s *scanner) quotedValue(p *pair) {
	at, end := p.valueSpan.Start, p.valueSpan.End
	closing := closeQuote(s.src, at)
	if closing >= 0 && closing < end {
		s.afterClosing(p, closing+1, fmt.Sprintf("text follows the closing quote of the %s", p.what()))
		return
	}
	closed := closing >= 0 && s.endsLine(closing+1)
	switch {
	case closed && s.takeTo(p, closing):
	case closed:
		s.unsafe(p.valueSpan, fmt.Sprintf("the quote that opens the %s closes in another key", p.what()), "close the quote on its line")
		s.n = len(s.lines) // what follows is inside or outside, as the reader likes
	default:
		s.broken(p, at, fmt.Sprintf("the quote that opens the %s is not closed", p.what()))
	}
}

// afterClosing judges what follows a closing quote or bracket on the first line of p.
func (s *scanner) afterClosing(p *pair, after int, message string) {
	end := p.valueSpan.End
	rest := s.skip(after, end, " \t")
	switch {
	case rest == end:
	case s.src[rest] == '#' && rest > after:
		p.valueSpan.End, p.cut = after, source.Span{Start: rest, End: end}
	default:
		s.broken(p, rest, message)
	}
}

// endsLine reports whether only blanks or a comment follow at.
func (s *scanner) endsLine(at int) bool {
	line, _, _ := bytes.Cut(s.src[at:], []byte("\n"))
	rest := bytes.TrimLeft(line, " \t\r")
	return len(rest) == 0 || rest[0] == '#' && len(rest) < len(line)
}

// takeTo takes the lines up to the one that holds the byte at closing as part of p.
// It takes none and returns false if one of them is not indented below p.
func (s *scanner) takeTo(p *pair, closing int) bool {
	n := s.n
	for ; n < len(s.lines) && s.lines[n].Start <= closing; n++ {
		line := s.lines[n]
		if ink := s.skip(line.Start, line.End, " "); ink < line.End && ink-line.Start <= p.parent && ink != closing {
			return false
		}
	}
	s.n = n
	p.valueSpan.End = closing + 1
	return true
}

// flowValue reads a value in brackets.
func (s *scanner) flowValue(p *pair) {
	at, end := p.valueSpan.Start, p.valueSpan.End
	closing := s.closeFlow(at, p.parent)
	switch {
	case closing >= 0 && closing < end:
		s.afterClosing(p, closing+1, fmt.Sprintf("text follows the closing bracket of the %s", p.what()))
	case closing >= 0 && s.endsLine(closing+1) && s.takeTo(p, closing):
	case s.bracket >= end:
		s.unsafe(p.valueSpan, fmt.Sprintf("the bracket that opens the %s closes in another key", p.what()), "close the bracket on its line")
		s.n = len(s.lines)
	default:
		s.broken(p, at, fmt.Sprintf("the bracket that opens the %s is not closed", p.what()))
	}
}

// closeFlow returns the offset of the bracket that closes the one at open, or -1. It
// does not look past a line that is not indented below parent.
func (s *scanner) closeFlow(open, parent int) int {
	depth := 0
	fresh := true // a value can begin here
	for i := open; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == '\n':
			ink := i + 1 + s.indentOf(i+1)
			if ink < len(s.src) && ink-i-1 <= parent && !bytes.ContainsRune([]byte("]}\r\n"), rune(s.src[ink])) {
				return -1
			}
		case isBlank(c) || c == '\r':
		case c == '#' && (isBlank(s.src[i-1]) || s.src[i-1] == '\n'):
			i += max(0, bytes.IndexByte(s.src[i:], '\n')-1)
		case c == '[' || c == '{':
			if depth++; depth > maxDepth {
				s.unsafe(source.Span{Start: i, End: i + 1}, tooDeep, flatten)
				return -1
			}
			fresh = true
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				return i
			}
		case c == ',' || c == ':':
			fresh = true
		case fresh && (c == '"' || c == '\''):
			if i = closeQuote(s.src, i); i < 0 {
				return -1
			}
			fresh = false
		default:
			if fresh {
				s.flowStart(i)
			}
			fresh = false
		}
	}
	return -1
}

// flowStart refuses an anchor, alias, tag or merge in brackets.
func (s *scanner) flowStart(at int) {
	if why, fix := s.refused(at, len(s.src)); why != "" {
		s.unsafe(source.Span{Start: at, End: at + 1}, why, fix)
	}
}
