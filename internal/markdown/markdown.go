// Package markdown gives the view of a Markdown text that rules need: what is
// code, what is hidden, what is linked. Offsets are bytes of the whole text.
package markdown

import "github.com/teammem/teammem/internal/source"

// A Doc is the view of one text.
type Doc struct {
	Code        []source.Span // fenced and indented blocks with their fences, and code spans with their ticks
	Comments    []source.Span // HTML comments, delimiters included
	HTML        []Element     // tags outside code
	Links       []Link
	Definitions []Definition
}

// LinkKind says how a link is written.
type LinkKind int

// The kinds of link.
const (
	Inline    LinkKind = iota + 1 // [text](dest)
	Reference                     // [text][label], [label][] or [label]
	Auto                          // <https://…>
	Bare                          // https://… in running text
	Image                         // ![alt](dest), inline or by reference
	Wiki                          // [[name]] or [[name|text]]
)

// A Link is one link or image outside code.
type Link struct {
	Kind LinkKind
	Span source.Span // the whole link as written
	Text string      // what a reader sees; for Wiki the name
	Dest string      // destination as written, without <>; escapes and entities undone
	// DestSpan is where the destination stands; for Reference links it lies
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
	Span  source.Span
	Label string
	Dest  string
	Title string
	Used  bool // some link or image refers to it
}

// Parse reads the Markdown in src from offset from on; what lies before it (the
// frontmatter) is not looked at.
func Parse(src []byte, from int) *Doc { return &Doc{} }

// InCode reports whether the byte at off lies in code.
func (d *Doc) InCode(off int) bool {
	for _, s := range d.Code {
		if s.Contains(off) {
			return true
		}
	}
	return false
}
