package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/source"
)

// A text is the content of one block without the marks of what contains it:
// the bytes of its lines, and where they stand in the source.
type text struct {
	buf  []byte
	segs []segment
	kind textKind
	skip int // bytes of buf that are link definitions
}

type textKind int

const (
	paragraph textKind = iota
	heading            // or a table row: no definitions
	rawHTML            // no Markdown inside
)

// A segment says that the bytes of buf from at on stand at start in the source.
type segment struct{ at, start int }

// goldmark looks at every open container on every line. These are how deep
// quotes and lists may nest, and how many such looks a text may cost.
const (
	maxDepth = 50
	maxLooks = 1 << 20
)

// splitBlocks finds the blocks of src from offset from on, puts code blocks and
// quotes into d and returns the texts of the others in the order of the source.
func splitBlocks(d *Doc, src []byte, from int) []*text {
	body := src[from:]
	if from == 0 {
		from = len(body) - len(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")))
		body = body[from:]
	}
	w := &walker{doc: d, src: src, body: body, from: from}
	if w.splitTame() {
		return w.texts
	}
	if tooDeep(body) {
		return splitParagraphs(src, from)
	}
	w.split()
	return w.texts
}

// split finds the blocks of any text.
func (w *walker) split() {
	root := blocks.Get().Parse(gtext.NewReader(w.body))
	_ = ast.Walk(root, w.visit) // visit gives no error
}

// blocks reads the blocks of a text; what stands in them stays as it is.
var blocks = lazy.Value[parser.Parser]{Make: func() parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
}}

type walker struct {
	doc       *Doc
	src, body []byte
	from      int
	texts     []*text
	quoted    int // how many quotes are open
}

func (w *walker) visit(n ast.Node, entering bool) (ast.WalkStatus, error) {
	if n.Type() == ast.TypeInline {
		return ast.WalkSkipChildren, nil
	}
	switch n := n.(type) {
	case *ast.Blockquote:
		w.quote(n, entering)
		return ast.WalkContinue, nil
	case *ast.Document, *ast.List, *ast.ListItem, *ast.ThematicBreak:
		return ast.WalkContinue, nil
	}
	if !entering {
		return ast.WalkContinue, nil
	}
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		w.code(w.fenced(n))
	case *ast.CodeBlock:
		if w.goesOn(n) {
			w.noteText(segmentsOf(n))
		} else {
			w.code(w.lines(n))
		}
	case *ast.HTMLBlock:
		lines := w.htmlLines(n)
		if len(lines) > 0 {
			w.doc.HTMLBlocks = append(w.doc.HTMLBlocks, source.Span{Start: w.from + lines[0].Start, End: w.from + lines[len(lines)-1].Stop})
		}
		w.add(lines, rawHTML)
	case *ast.Heading:
		w.add(segmentsOf(n), heading)
	default:
		w.paragraph(segmentsOf(n))
	}
	return ast.WalkSkipChildren, nil
}

// quote opens a quote; the blocks inside it say where it ends.
func (w *walker) quote(n *ast.Blockquote, entering bool) {
	if !entering {
		w.quoted--
		return
	}
	if w.quoted++; w.quoted == 1 {
		start := w.from + max(0, n.Pos())
		w.doc.Quotes = append(w.doc.Quotes, source.Span{Start: start, End: start + 1})
	}
}

// reach tells the open quote that a block inside it ends at end.
func (w *walker) reach(end int) {
	if w.quoted > 0 {
		q := &w.doc.Quotes[len(w.doc.Quotes)-1]
		q.End = max(q.End, end)
	}
}

// code adds a block of code. The line that seems to close one in a quote or list may open the next,
// outside of it.
func (w *walker) code(s source.Span) {
	if n := len(w.doc.CodeBlocks); n > 0 {
		s.Start = max(s.Start, w.doc.CodeBlocks[n-1].End)
	}
	if s.Len() > 0 {
		w.doc.Code = append(w.doc.Code, s)
		w.doc.CodeBlocks = append(w.doc.CodeBlocks, s)
		w.reach(s.End)
	}
}

func segmentsOf(n ast.Node) []gtext.Segment {
	lines := n.Lines()
	if lines == nil {
		return nil
	}
	return lines.Sliced(0, lines.Len())
}

func (w *walker) htmlLines(n *ast.HTMLBlock) []gtext.Segment {
	lines := segmentsOf(n)
	if n.HasClosure() {
		lines = append(lines[:len(lines):len(lines)], n.ClosureLine)
	}
	return lines
}

func (w *walker) lines(n ast.Node) source.Span {
	segs := segmentsOf(n)
	if len(segs) == 0 {
		return source.Span{}
	}
	return source.Span{Start: w.from + segs[0].Start, End: w.from + segs[len(segs)-1].Stop}
}

// fenced gives the span of a fenced block with both fences; goldmark keeps
// only the place of the first one.
func (w *walker) fenced(n *ast.FencedCodeBlock) source.Span {
	start := max(0, n.Pos())
	end := lineEnd(w.body, start)
	run := fenceRun(w.body[start:end])
	if segs := segmentsOf(n); len(segs) > 0 {
		end = max(end, segs[len(segs)-1].Stop)
	}
	closing := w.body[end:lineEnd(w.body, end)]
	mark := bytes.TrimLeft(closing, " \t>")
	if k := fenceRun(mark); k >= run && run > 0 && mark[0] == w.body[start] && len(bytes.TrimSpace(mark[k:])) == 0 {
		end += len(closing)
	}
	return source.Span{Start: w.from + start, End: w.from + end}
}

// fenceRun counts the backticks or tildes that line starts with.
func fenceRun(line []byte) int {
	if len(line) == 0 || line[0] != '`' && line[0] != '~' {
		return 0
	}
	return len(line) - len(bytes.TrimLeft(line, string(line[:1])))
}

// lineEnd gives the offset after the line end that follows off.
func lineEnd(b []byte, off int) int {
	if i := bytes.IndexByte(b[off:], '\n'); i >= 0 {
		return off + i + 1
	}
	return len(b)
}

func (w *walker) add(segs []gtext.Segment, kind textKind) {
	t := &text{kind: kind}
	for _, s := range segs {
		t.append(w.body[s.Start:s.Stop], w.from+s.Start)
		w.reach(w.from + s.Stop)
	}
	if len(t.buf) > 0 {
		w.texts = append(w.texts, t)
	}
}

func (t *text) append(line []byte, start int) {
	if n := len(t.segs); n == 0 || t.segs[n-1].start+len(t.buf)-t.segs[n-1].at != start {
		t.segs = append(t.segs, segment{len(t.buf), start})
	}
	t.buf = append(t.buf, line...)
}

// tooDeep reports whether the containers of b would cost too much: some line
// opens more than maxDepth, or is indented so far that it could.
func tooDeep(b []byte) bool {
	depth, lines := 0, 0
	for off := 0; off < len(b); off = lineEnd(b, off) {
		depth = max(depth, depthOf(b[off:lineEnd(b, off)]))
		lines++
	}
	return depth > maxDepth || depth > 1 && depth*lines > maxLooks
}

// depthOf counts the marks of quotes and list items at the start of line; two
// columns of blanks before a mark count as one.
func depthOf(line []byte) int {
	depth, columns := 0, 0
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == ' ':
			columns++
			i++
		case c == '\t':
			columns += 4
			i++
		case c == '>':
			depth++
			i++
		default:
			n := ListMark(line[i:])
			if n == 0 {
				return depth
			}
			depth = max(depth+1, columns/2)
			i += n
		}
	}
	return depth
}

// ListMark is the length of the bullet or number that line starts with; 0 when there is none.
func ListMark(line []byte) int {
	n := 0
	for n < len(line) && n < 9 && '0' <= line[n] && line[n] <= '9' {
		n++
	}
	marks := "-*+"
	if n > 0 {
		marks = ".)"
	}
	if n == len(line) || strings.IndexByte(marks, line[n]) < 0 {
		return 0
	}
	if n++; n < len(line) && line[n] != ' ' && line[n] != '\t' && line[n] != '\n' && line[n] != '\r' {
		return 0
	}
	return n
}

// splitParagraphs takes every run of lines that are not blank as a paragraph.
func splitParagraphs(src []byte, from int) []*text {
	var texts []*text
	t := &text{}
	for off := from; off < len(src); off = lineEnd(src, off) {
		line := src[off:lineEnd(src, off)]
		if len(bytes.TrimSpace(line)) > 0 {
			t.append(line, off)
			continue
		}
		if len(t.buf) > 0 {
			texts, t = append(texts, t), &text{}
		}
	}
	if len(t.buf) > 0 {
		texts = append(texts, t)
	}
	return texts
}
