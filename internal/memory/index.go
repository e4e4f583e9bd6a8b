package memory

import "github.com/teammem/teammem/internal/source"

// An Index is MEMORY.md, read without changing it.
type Index struct {
	Text    *source.Text
	Entries []IndexEntry
}

// An IndexEntry is one bullet or table row of the index that links a file, or
// a bullet that links none (Target is empty then).
type IndexEntry struct {
	// Span reaches from the bullet to the end of the entry's last line: lines
	// that continue it and bullets nested below it belong to it.
	Span source.Span
	// Title, Target and Description as they stand in the text; zero spans
	// when absent. Target has no angle brackets and no title.
	Title, Target, Description source.Span
	Separator                  string // the bytes between link and description
	Table                      bool   // a row of a table
	Nested                     bool   // a bullet below another bullet
}

// ParseIndex reads an index in every shape seen in the wild. It is total.
func ParseIndex(text *source.Text) *Index { return &Index{Text: text} }

// Unit returns the part of the index that stands or falls together around the
// byte at off: a whole entry, else the line.
func (x *Index) Unit(off int) source.Span {
	for _, e := range x.Entries {
		if e.Span.Contains(off) {
			return e.Span
		}
	}
	return x.Text.Line(x.Text.LineAt(off))
}
