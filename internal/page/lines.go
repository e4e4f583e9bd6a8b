package page

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/likeness"
)

// width is how many columns a line of a diff takes; longer ones are broken at a word, since
// hosts don't wrap them.
const width = 76

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
		}
	}
	return out
}

// diffLine is a line with its sign, broken where it is long, with the brackets of
// git diff --word-diff around marked words. Nothing at all is no line.
func diffLine(sign string, parts []Part) []string {
	text := bracketed(sign, parts)
	switch {
	case text == "" && len(parts) == 0 && sign != " ":
		return nil
	case text == "":
		return []string{sign}
	}
	var out []string
	for _, l := range wrap(text, width) {
		out = append(out, sign+" "+l)
	}
	return out
}

// bracketed is a line whose marked words stand in brackets. One that is wholly marked needs
// none.
func bracketed(sign string, parts []Part) string {
	var b strings.Builder
	some := slices.ContainsFunc(parts, func(p Part) bool { return !p.Marked && strings.TrimSpace(p.Text) != "" })
	for _, p := range parts {
		switch {
		case !p.Marked || !some:
			b.WriteString(p.Text)
		case sign == "-":
			b.WriteString("[-" + p.Text + "-]")
		default:
			b.WriteString("{+" + p.Text + "+}")
		}
	}
	return b.String()
}

// wrap breaks a line at blanks, and inside a word that is longer than a line.
func wrap(s string, width int) []string {
	if len(s) <= width {
		return []string{s}
	}
	indent := s[:len(s)-len(strings.TrimLeft(s, " "))]
	indent = indent[:min(len(indent), width/2)]
	var out []string
	line, used := indent, len(indent)
	for _, word := range strings.Fields(s) {
		for _, piece := range pieces(word, width-len(indent)) {
			n := columns(piece)
			if used > len(indent) && used+1+n > width {
				out, line, used = append(out, line), indent, len(indent)
			}
			if used > len(indent) {
				line, used = line+" ", used+1
			}
			line, used = line+piece, used+n
		}
	}
	return append(out, line)
}

// pieces cuts a word that is wider than a line.
func pieces(word string, width int) []string {
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
	line := func(name string, m Measure, unit func(int) string) string {
		s := fmt.Sprintf("%-6s %s %s", name, bar(m), unit(m.After))
		if m.Before != m.After {
			s = fmt.Sprintf("%-6s %s %s → %s", name, bar(m), unit(m.Before), unit(m.After))
		}
		s += " of " + unit(m.Limit)
		if m.Over() {
			s += "  OVER"
		}
		return s
	}
	return []string{
		line("lines", c.Lines, thousands),
		line("bytes", c.Bytes, thousands),
		fmt.Sprintf("tokens about %s → %s; all memories: %s → %s", thousands(c.Tokens.Before), thousands(c.Tokens.After), thousands(c.All.Before), thousands(c.All.After)),
	}
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
