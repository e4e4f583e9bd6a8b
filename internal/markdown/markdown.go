// Package markdown gives the view of a Markdown text that rules need: what is
// code, what is hidden, what is linked, and what is left as prose. Offsets are
// bytes of the whole text. Blocks follow CommonMark as goldmark reads them;
// what stands inside a line is read here, in linear time and with exact places.
package markdown

import (
	"sort"

	"github.com/teammem/teammem/internal/source"
)

// A Doc is the view of one text. Every list is sorted by place.
type Doc struct {
	Code        []source.Span // fenced and indented blocks with their fences, and code spans with their ticks
	CodeBlocks  []source.Span // the blocks among Code
	Comments    []source.Span // HTML comments, delimiters included
	HTML        []Element     // tags outside code
	HTMLBlocks  []source.Span // blocks of HTML, comments among them: Markdown in them is text, up to a blank line or an end tag
	Links       []Link
	Definitions []Definition
	// Prose is the running text that a reader sees: headings, paragraphs and
	// table rows, and the titles of links, without code, comments, tags, URLs and
	// destinations. No span crosses the end of a line.
	Prose   []source.Span
	Quotes  []source.Span // block quotes, without those inside another one
	Dropped []source.Span // cells for which a table has no column, so that nobody sees them
}

// LinkKind says how a link is written.
type LinkKind int

// The kinds of link.
const (
	Inline    LinkKind = iota + 1 // [text](dest)
	Reference                     // [text][label], [label][] or [label]
	Auto                          // <https://…> or <name@example.com>
	Bare                          // https://… in running text
	Image                         // ![alt](dest), inline or by reference
	Wiki                          // [[name]] or [[name|text]]
)

// A Link is one link or image outside code.
type Link struct {
	Kind LinkKind
	Span source.Span // the whole link as written
	// Text is what a reader sees, cut after 1,000 bytes; for Wiki the name.
	Text string
	Dest string // destination as written, without <>; escapes and entities undone
	// DestSpan is where the destination stands; for reference links it lies
	// in the definition.
	DestSpan source.Span
}

// An Element is one HTML start or end tag.
type Element struct {
	Span  source.Span
	Name  string // lower case, without the slash
	Close bool
	Attrs map[string]string // names in lower case; entities undone; nil when none
}

// A Definition is a link reference definition.
type Definition struct {
	Span     source.Span
	Label    string
	Dest     string
	DestSpan source.Span
	Title    string
	Used     bool // some link or image refers to it
}

// Parse reads the Markdown in src from offset from on; what lies before it (the
// frontmatter) is not looked at. It is total. A text whose quotes and lists nest
// absurdly deep is read as plain paragraphs without code blocks, so that nothing
// in it escapes a rule.
func Parse(src []byte, from int) *Doc {
	from = max(0, min(from, len(src)))
	d := &Doc{}
	texts := splitBlocks(d, src, from)
	defs := map[string]int{}
	for _, t := range texts {
		t.readDefinitions(d, defs)
	}
	for _, t := range texts {
		t.readInline(d, defs)
	}
	d.tidy()
	return d
}

// InCode reports whether the byte at off lies in code.
func (d *Doc) InCode(off int) bool { return within(d.Code, off) }

// InCodeBlock reports whether the byte at off lies in a block of code.
func (d *Doc) InCodeBlock(off int) bool { return within(d.CodeBlocks, off) }

// InHTMLBlock reports whether the byte at off lies in a block of HTML.
func (d *Doc) InHTMLBlock(off int) bool { return within(d.HTMLBlocks, off) }

// InQuote reports whether the byte at off lies in a block quote.
func (d *Doc) InQuote(off int) bool { return within(d.Quotes, off) }

// within looks off up in sorted spans that do not overlap.
func within(spans []source.Span, off int) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > off })
	return i < len(spans) && spans[i].Contains(off)
}

// tidy sorts the lists and drops bare URLs that are part of a link's text.
func (d *Doc) tidy() {
	for _, spans := range [][]source.Span{d.Code, d.CodeBlocks, d.Comments, d.HTMLBlocks, d.Prose, d.Quotes} {
		sort.SliceStable(spans, func(i, j int) bool { return spans[i].Start < spans[j].Start })
	}
	sort.SliceStable(d.HTML, func(i, j int) bool { return d.HTML[i].Span.Start < d.HTML[j].Span.Start })
	sort.SliceStable(d.Links, func(i, j int) bool { return d.Links[i].Span.Start < d.Links[j].Span.Start })
	kept, end := d.Links[:0], 0
	for _, l := range d.Links {
		if l.Kind == Bare && l.Span.Start < end {
			continue
		}
		kept, end = append(kept, l), max(end, l.Span.End)
	}
	d.Links = kept
}
