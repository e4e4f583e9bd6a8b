package page

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/likeness"
)

// Hosts don't wrap the lines of a diff: what is wider than a screen is broken at words into
// lines that are easy to read. In columns.
const (
	width  = 80
	screen = 100
)

// diff is the memory as lines of a diff: the frontmatter, then the text.
func (mem *Memory) diff() []string { return diffLines(mem.lines()) }

func diffLines(all []Line) []string {
	var out []string
	for _, l := range all {
		switch l.Kind {
		case Same:
			out = append(out, diffLine(" ", l.Parts)...)
		case Old:
			out = append(out, diffLine("-", l.Parts)...)
		case Now:
			out = append(out, diffLine("+", l.Parts)...)
		case Left:
			out = append(out, "@@ "+number(l.Lines, "line")+" not shown @@")
		case Cut:
			out = append(out, "@@ "+number(l.Lines, "line")+" that differ, not shown: open the file @@")
		}
	}
	return out
}

// diffLine is a line with its sign, broken where it is long, with the brackets of
// git diff --word-diff around marked words. Nothing at all is no line.
func diffLine(sign string, parts []Part) []string {
	if len(parts) == 0 && sign != " " {
		return nil
	}
	var out []string
	for _, l := range wrap(parts, width) {
		out = append(out, strings.TrimRight(sign+" "+bracketed(sign, l), " "))
	}
	return out
}

// bracketed is a line whose marked words stand in brackets.
func bracketed(sign string, parts []Part) string {
	var b strings.Builder
	for _, p := range parts {
		switch {
		case !p.Marked:
			b.WriteString(p.Text)
		case sign == "-":
			b.WriteString("[-" + p.Text + "-]")
		default:
			b.WriteString("{+" + p.Text + "+}")
		}
	}
	return b.String()
}

// wrap breaks a line of text at blanks, and inside a word that is longer than a line.
func wrap(parts []Part, width int) [][]Part {
	if columns(plainText(parts)) <= screen {
		return [][]Part{parts}
	}
	var out [][]Part
	var line []Part
	used := 0
	for _, p := range parts {
		for _, word := range blanksApart(p.Text) {
			for _, piece := range pieces(word, width) {
				n := columns(piece)
				if used > 0 && used+n > width && strings.TrimSpace(piece) != "" {
					out, line, used = append(out, trimmed(line)), nil, 0
				}
				line, used = add(line, piece, p.Marked), used+n
			}
		}
	}
	return append(out, line)
}

// trimmed is line without the blanks at its end.
func trimmed(line []Part) []Part {
	if n := len(line); n > 0 {
		line[n-1].Text = strings.TrimRight(line[n-1].Text, " ")
	}
	return line
}

// blanksApart cuts s into words and the runs of blanks between them.
func blanksApart(s string) []string {
	var out []string
	for s != "" {
		n := strings.IndexByte(s, ' ')
		if n == 0 {
			n = len(s) - len(strings.TrimLeft(s, " "))
		}
		if n < 0 {
			n = len(s)
		}
		out, s = append(out, s[:n]), s[n:]
	}
	return out
}

// pieces cuts a word that is wider than a line.
func pieces(word string, width int) []string {
	if len(word) <= width {
		return []string{word}
	}
	var out []string
	start, used := 0, 0
	for i, r := range word {
		n := columns(string(r))
		if used+n > width {
			out, start, used = append(out, word[start:i]), i, 0
		}
		used += n
	}
	return append(out, word[start:])
}

// columns is how wide s is in a font of fixed width.
func columns(s string) int {
	n := utf8.RuneCountInString(s)
	for _, r := range s {
		if likeness.IsCJK(r) || 0x3000 <= r && r < 0x3040 || 0xff00 <= r && r < 0xff61 {
			n++
		}
	}
	return n
}

// barWidth is how many columns a bar has.
const barWidth = 20

// bar shows how much of a budget was and is used: full blocks for what stays, shaded ones
// for what comes, hollow ones for what goes.
func bar(m Measure) string {
	full := max(m.Limit, m.After, m.Before, 1)
	cells := func(n int) int { return (n*barWidth + full - 1) / full }
	before, after := cells(m.Before), cells(m.After)
	more := max(after-before, 0)
	less := max(before-after, 0)
	if m.After > m.Before && more == 0 && after > 0 { // every growth is to be seen
		more = 1
	}
	kept := max(before, after) - more - less
	return strings.Repeat("█", kept) + strings.Repeat("▓", more) + strings.Repeat("▒", less) + strings.Repeat("░", barWidth-kept-more-less)
}

// costLines are the budget of the index in bars.
func (p *Page) costLines() []string {
	c := p.Cost
	return []string{
		"lines  " + bar(c.Lines) + " " + change(c.Lines),
		"bytes  " + bar(c.Bytes) + " " + change(c.Bytes),
		"tokens, about: " + change(c.Tokens),
		"all memories:  " + change(c.Memories) + ", tokens: " + change(c.All),
	}
}

// costPicture is the same for a page that is read on a phone, too: no line is longer than 42 characters.
func (p *Page) costPicture() []string {
	c := p.Cost
	return []string{
		"lines   " + change(c.Lines),
		"        " + bar(c.Lines),
		"bytes   " + change(c.Bytes),
		"        " + bar(c.Bytes),
		"tokens  about " + change(c.Tokens),
		"",
		"all memories  " + change(c.Memories),
		"their tokens  about " + change(c.All),
	}
}

// change is a measure in words.
func change(m Measure) string {
	s := thousands(m.After)
	if m.Before != m.After {
		s = thousands(m.Before) + " → " + s
	}
	if m.Limit > 0 {
		s += fmt.Sprintf(" of %s (%d %%)", thousands(m.Limit), 100*m.After/m.Limit)
	}
	if m.over() {
		s += " OVER"
	}
	return s
}

// thousands writes a number with commas.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// effect says what the change costs every agent.
func (p *Page) effect() string {
	switch by := p.Cost.Tokens.After - p.Cost.Tokens.Before; {
	case by > 0:
		return fmt.Sprintf("about %s more", number(by, "token"))
	case by < 0:
		return fmt.Sprintf("about %s less", number(-by, "token"))
	case len(p.Index) > 0:
		return "as much as before"
	}
	return "as before"
}
