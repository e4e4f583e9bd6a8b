package memory

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/source"
)

// LineKind says what one line of the index is.
type LineKind int

// The kinds of line.
const (
	Blank LineKind = iota
	Plain
	Bullet // the first line of one
	Heading
	Quote
	Row      // of a table, below its head
	TableTop // the head of a table and the line of dashes below it
	Ruler
	Code    // of a block of code
	Comment // begins inside an HTML comment
	HTML    // begins inside a block of HTML, where Markdown is text
)

type indexLine struct {
	kind   LineKind
	text   source.Span // from the first visible byte to the last
	indent int         // columns before the text; a tab goes to the next multiple of four
	inner  int         // column of the text after a bullet
}

var (
	rulerForm  = lazy.Regexp(`^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$`)
	dashesForm = lazy.Regexp(`^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$`)
)

func readLines(text *source.Text, doc *markdown.Doc) []indexLine {
	lines := make([]indexLine, text.Lines())
	code, comments, html := walk{spans: sorted(doc.Code)}, walk{spans: sorted(doc.Comments)}, walk{spans: doc.HTMLBlocks}
	for i := range lines {
		l := newLine(text, i+1)
		switch s := code.at(l.text.Start); {
		case l.text.Len() == 0:
		case comments.at(l.text.Start).Len() > 0:
			l.kind = Comment
		case s.Len() > 0 && s.End >= l.text.End:
			l.kind = Code
		case html.at(l.text.Start).Len() > 0:
			l.kind = HTML
		default:
			l.kind = kindOf(text.Slice(l.text))
		}
		if l.kind == Bullet {
			l.inner = l.indent + bulletLen(text.Slice(l.text))
		}
		lines[i] = l
	}
	markHeads(text, lines)
	markTables(text, lines)
	return lines
}

func newLine(text *source.Text, n int) indexLine {
	s := text.Line(n)
	if n == 1 && bytes.HasPrefix(text.Bytes(), bom) {
		s.Start += len(bom)
	}
	l := indexLine{}
	for ; s.Start < s.End; s.Start++ {
		switch c := text.Bytes()[s.Start]; c {
		case ' ':
			l.indent++
			continue
		case '\t':
			l.indent += 4 - l.indent%4
			continue
		}
		break
	}
	s.End = s.Start + len(bytes.TrimRight(text.Slice(s), " \t\r"))
	l.text = s
	return l
}

var bom = []byte("\xef\xbb\xbf")

// kindOf looks at a line by itself. A conflict marker parts what stands around it.
func kindOf(line []byte) LineKind {
	if mark, _ := marker(string(line[:min(len(line), 16)])); mark != 0 {
		return Ruler
	}
	switch c := line[0]; {
	case c == '>':
		return Quote
	case c == '#' && isHead(line):
		return Heading
	case (c == '-' || c == '*' || c == '_') && len(bytes.Trim(line, "-*_ \t")) == 0 && rulerForm.Get().Match(line):
		return Ruler
	case bulletLen(line) > 0:
		return Bullet
	}
	return Plain
}

// isHead reports whether line begins with one to six # and a blank, or ends there.
func isHead(line []byte) bool {
	rest := bytes.TrimLeft(line, "#")
	n := len(line) - len(rest)
	return 1 <= n && n <= 6 && (len(rest) == 0 || isBlank(rest[0]))
}

// bulletLen is the length of the bullet or number that line begins with, and of the
// blanks after it; 0 when there is none.
func bulletLen(line []byte) int {
	n := markdown.ListMark(line)
	if n == 0 {
		return 0
	}
	return len(line) - len(bytes.TrimLeft(line[n:], " \t"))
}

// markHeads finds headings that are underlined. A line below a bullet is none, since
// it goes on with the bullet.
func markHeads(text *source.Text, lines []indexLine) {
	inBullet := false
	for i := 1; i < len(lines); i++ {
		before, l := &lines[i-1], &lines[i]
		inBullet = before.kind == Bullet || inBullet && before.kind == Plain
		under := text.Slice(l.text)
		if before.kind != Plain || inBullet || len(under) == 0 || l.kind != Plain && l.kind != Ruler {
			continue
		}
		if len(bytes.Trim(under, "=")) == 0 || len(bytes.Trim(under, "-")) == 0 {
			before.kind, l.kind = Heading, Heading
		}
	}
}

// markTables finds tables: a line with a bar, one of dashes, and rows to the next
// line without a bar. https://github.github.com/gfm/#tables-extension-
func markTables(text *source.Text, lines []indexLine) {
	in := false
	for i := 1; i < len(lines); i++ {
		l := text.Slice(lines[i].text)
		bar := lines[i].kind == Plain && bytes.IndexByte(l, '|') >= 0
		switch {
		case in && bar:
			lines[i].kind = Row
		case bar && lines[i-1].kind == Plain && bytes.IndexByte(text.Slice(lines[i-1].text), '|') >= 0 && dashesForm.Get().Match(l):
			lines[i-1].kind, lines[i].kind, in = TableTop, TableTop, true
		default:
			in = false
		}
	}
}

// A walk finds the span around offsets that only grow.
type walk struct{ spans []source.Span }

// at returns the span that holds the byte at off, or an empty one.
func (w *walk) at(off int) source.Span {
	for len(w.spans) > 0 && w.spans[0].End <= off {
		w.spans = w.spans[1:]
	}
	if len(w.spans) > 0 && w.spans[0].Contains(off) {
		return w.spans[0]
	}
	return source.Span{}
}

func sorted(spans []source.Span) []source.Span {
	return slices.SortedFunc(slices.Values(spans), bySpan)
}

func bySpan(a, b source.Span) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

var looseForm = lazy.Regexp(`\[([^\[\]\n]+)\]\(([^()<>\n]* [^()<>\n]*\.md)\)`)

// mayBeLoose reports whether src holds what every match of looseForm does.
func mayBeLoose(src []byte) bool {
	for {
		_, rest, ok := bytes.Cut(src, []byte("]("))
		if !ok {
			return false
		}
		dest, _, ok := bytes.Cut(rest, []byte(")"))
		if ok && bytes.IndexByte(dest, ' ') >= 0 && bytes.HasSuffix(dest, []byte(".md")) {
			return true
		}
		src = rest
	}
}

// allLinks returns the links of doc and those that people write with spaces in the
// target. Markdown knows no such link, but whoever reads the index follows it.
func allLinks(text *source.Text, doc *markdown.Doc) []markdown.Link {
	links := slices.Clone(doc.Links)
	if !mayBeLoose(text.Bytes()) {
		return links
	}
	taken := slices.Concat(doc.Code, doc.Comments)
	for _, l := range links {
		taken = append(taken, l.Span)
	}
	w := walk{spans: sorted(taken)}
	for _, m := range looseForm.Get().FindAllSubmatchIndex(text.Bytes(), -1) {
		if w.at(m[0]).Len() > 0 {
			continue
		}
		dest := source.Span{Start: m[4], End: m[5]}
		links = append(links, markdown.Link{
			Kind: markdown.Inline, Span: source.Span{Start: m[0], End: m[1]},
			Text: string(text.Slice(source.Span{Start: m[2], End: m[3]})), Dest: string(text.Slice(dest)), DestSpan: dest,
		})
	}
	slices.SortStableFunc(links, func(a, b markdown.Link) int { return bySpan(a.Span, b.Span) })
	return links
}
