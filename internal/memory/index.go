package memory

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/source"
)

// An Index is MEMORY.md, read without changing it.
type Index struct {
	Text *source.Text
	// Doc is the Markdown of the text. Its links hold no link to a target with
	// spaces that is not in <>: those are in Links alone.
	Doc *markdown.Doc
	// Links are all links outside code and comments, in the order of the text.
	Links   []IndexLink
	Entries []IndexEntry
	lines   []indexLine
}

// An IndexLink is a link with the place where it leads.
type IndexLink struct {
	markdown.Link
	Target Target
}

// An IndexEntry is a bullet of the index, whether it links anything or not, or a row
// of a table that links a file.
type IndexEntry struct {
	// Span reaches from the bullet to the end of the entry's last line: lines that
	// continue it belong to it, and so do bullets below it that link nothing. A
	// bullet below it that links a file is an entry of its own.
	Span        source.Span
	First, Last int // lines, counted from 1
	// Links are those that begin in the entry, in the order of the text.
	Links []IndexLink
	// Main is the link that says what the entry is about: the first that leads to a
	// file, else the first that leads elsewhere. It is nil for an entry without links.
	Main   *IndexLink
	Table  bool // a row of a table
	Nested bool // a bullet below another bullet

	indent, inner int // column of the bullet, and of the text after it
}

// ParseIndex reads an index in every shape seen in the wild. It is total.
func ParseIndex(text *source.Text) *Index {
	return newIndex(text, markdown.Parse(text.Bytes(), 0), IndexPath)
}

// NewIndex is ParseIndex for a text whose Markdown has been read before.
func NewIndex(text *source.Text, doc *markdown.Doc) *Index { return newIndex(text, doc, IndexPath) }

// newIndex reads the file at from as an index.
func newIndex(text *source.Text, doc *markdown.Doc, from string) *Index {
	x := &Index{Text: text, Doc: doc}
	links := allLinks(text, doc)
	x.Links = make([]IndexLink, 0, len(links))
	for _, l := range links {
		x.Links = append(x.Links, IndexLink{l, TargetOf(text, from, l)})
	}
	x.lines = readLines(text, x.Doc)
	x.Entries = x.entries()
	return x
}

// Kind says what line n is, counted from 1.
func (x *Index) Kind(n int) LineKind {
	if n < 1 || n > len(x.lines) {
		return Blank
	}
	return x.lines[n-1].kind
}

// underlined reports whether line n is a heading with its underline in the next line.
func (x *Index) underlined(n int) bool {
	return x.Kind(n) == Heading && x.Kind(n+1) == Heading && len(bytes.Trim(x.Text.Slice(x.lines[n].text), "=-")) == 0
}

// Unit returns the part of the index that stands or falls together around the
// byte at off: a whole entry, else the line without its line end.
func (x *Index) Unit(off int) source.Span {
	n := x.Text.LineAt(off)
	if e := x.EntryAt(n); e != nil {
		return e.Span
	}
	return x.Text.Line(n)
}

// EntryAt returns the entry that line n belongs to, or nil.
func (x *Index) EntryAt(n int) *IndexEntry {
	i := sort.Search(len(x.Entries), func(i int) bool { return x.Entries[i].Last >= n })
	if i == len(x.Entries) || x.Entries[i].First > n {
		return nil
	}
	return &x.Entries[i]
}

// mainOf returns the link that says what an entry is about.
func mainOf(links []IndexLink) *IndexLink {
	var main *IndexLink
	for i := range links {
		l := &links[i]
		switch {
		case l.Kind != markdown.Inline && l.Kind != markdown.Reference:
		case l.Target.Reach != Away:
			return l
		case main == nil:
			main = l
		}
	}
	return main
}

// maxTitle is how much of a title is shown, in code points.
const maxTitle = 60

// Title is what a person would call the entry: the text of its main link, else the
// beginning of its first line.
func (e *IndexEntry) Title(text *source.Text) string {
	title := ""
	if l := e.Main; l != nil {
		title = strings.Join(strings.Fields(l.Text), " ")
	}
	if title == "" {
		line, _, _ := bytes.Cut(text.Slice(e.Span), []byte("\n"))
		title = string(bytes.Trim(line, "-*+| \t\r"))
	}
	if r := []rune(title); len(r) > maxTitle {
		title = strings.TrimSpace(string(r[:maxTitle])) + "…"
	}
	return title
}

// entries makes entries of the lines: a bullet takes the lines that continue it, and
// the bullets below it that link nothing.
func (x *Index) entries() []IndexEntry {
	var out []IndexEntry
	open := false // the last entry can go on
	top := 0      // the last entry that is not nested
	for n := 1; n <= len(x.lines); n++ {
		l := x.lines[n-1]
		switch {
		case l.kind == Bullet:
			e := IndexEntry{First: n, Last: n, Span: l.text, indent: l.indent, inner: l.inner}
			e.Nested = open && l.indent >= 2 && l.indent >= out[top].inner
			if !e.Nested {
				top = len(out)
			}
			out, open = append(out, e), true
		case l.kind == Row:
			out, open = append(out, IndexEntry{First: n, Last: n, Span: l.text, Table: true}), false
		case open && x.continues(out[len(out)-1], n):
			e := &out[len(out)-1]
			e.Last, e.Span.End = n, l.text.End
		case l.kind != Blank:
			open = false
		}
	}
	x.share(out)
	return fold(out)
}

// continues reports whether line n belongs to e, the entry before it.
func (x *Index) continues(e IndexEntry, n int) bool {
	l := x.lines[n-1]
	switch {
	case l.kind == Blank:
		return false
	case l.indent >= e.inner:
		return true
	}
	return l.kind == Plain && x.lines[n-2].kind != Blank
}

// share gives each entry the links that begin in it.
func (x *Index) share(entries []IndexEntry) {
	from := 0
	for i := range entries {
		e := &entries[i]
		for from < len(x.Links) && x.Links[from].Span.Start < e.Span.Start {
			from++
		}
		to := from
		for to < len(x.Links) && x.Links[to].Span.Start < e.Span.End {
			to++
		}
		e.Links, from = x.Links[from:to:to], to
		e.Main = mainOf(e.Links)
	}
}

// fold joins a bullet that links nothing to the entry it hangs below, and leaves out
// rows that link nothing.
func fold(entries []IndexEntry) []IndexEntry {
	out := entries[:0]
	for _, e := range entries {
		if e.Table && e.Main == nil {
			continue
		}
		if last := len(out) - 1; last >= 0 && e.Nested && len(e.Links) == 0 &&
			e.indent >= out[last].inner && !out[last].Table {
			out[last].Last, out[last].Span.End = e.Last, e.Span.End
			continue
		}
		out = append(out, e)
	}
	return slices.Clip(out)
}

// Target is the path that the entry is about, relative to the top of the
// repository; "" when its main link leads elsewhere, or it has none.
func (e *IndexEntry) Target() string {
	if e.Main == nil {
		return ""
	}
	return e.Main.Target.Path
}

// Described reports whether the entry has words beside its links.
func (x *Index) Described(e *IndexEntry) bool {
	at := e.Span.Start
	for _, l := range e.Links {
		if hasWords(x.Text.Slice(source.Span{Start: at, End: max(at, l.Span.Start)})) {
			return true
		}
		at = max(at, l.Span.End)
	}
	return hasWords(x.Text.Slice(source.Span{Start: min(at, e.Span.End), End: e.Span.End}))
}

// hasWords reports whether text holds more than an ordered bullet's number.
func hasWords(text []byte) bool {
	text = bytes.TrimSpace(text)
	text = text[bulletLen(text):]
	return bytes.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.So, r) })
}

// LinesOf is the number of lines that s touches.
func (x *Index) LinesOf(s source.Span) int {
	return x.Text.LineAt(max(s.Start, s.End-1)) - x.Text.LineAt(s.Start) + 1
}

// blockEnd is the last line of e with the entries that hang below it.
func (x *Index) blockEnd(e *IndexEntry) int {
	last := e.Last
	if e.Nested || e.Table {
		return last
	}
	for i := sort.Search(len(x.Entries), func(i int) bool { return x.Entries[i].First > last }); i < len(x.Entries) && x.Entries[i].Nested; i++ {
		last = x.Entries[i].Last
	}
	return last
}
