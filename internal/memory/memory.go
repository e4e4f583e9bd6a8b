package memory

import (
	"fmt"
	"slices"

	"github.com/teammem/teammem/internal/source"
)

// The types of memories, in the order of the index. All but user are for the team.
var (
	TeamTypes = []string{"feedback", "project", "reference"}
	Types     = []string{"user", "feedback", "project", "reference"}
)

// A Memory is one Markdown file with YAML frontmatter, read without changing it.
type Memory struct {
	Text *source.Text
	// Front covers the frontmatter with both fences and their line ends; it
	// is zero when there is none.
	Front source.Span
	// Body is what follows the frontmatter, or everything.
	Body source.Span
	// Fields are the keys at the top level and one level below "metadata:",
	// in the order of the file.
	Fields []Field
	// Problems are what a reader could stumble on, in the order of the file.
	Problems []Problem
	// Readings are the scopes and types that some reader could see, in the
	// order of the file: those of Fields, and those that are hidden from one
	// reader and not from the next.
	Readings []Reading

	quotes []source.Span // the values that need quotes
}

// A Field is one key of the frontmatter with its value.
type Field struct {
	Parent string // "metadata", or empty at the top level
	Key    string // quotes undone
	// Value is what YAML reads: quotes and escapes undone, comments gone. It
	// is empty for a list, a map or null; Scalar tells them apart. When the
	// block does not parse, it is the rest of the line, read leniently.
	Value  string
	Scalar bool
	// Key and value as they stand in the text, quotes included. A key of a
	// metadata map in brackets has the whole map for both.
	KeySpan, ValueSpan source.Span
	// Cut is the part of the line that YAML drops because of " #"; zero when
	// nothing is dropped.
	Cut source.Span

	null bool
}

// Empty reports whether the field holds nothing: no value, null, or an empty text.
func (f Field) Empty() bool { return f.null || f.Scalar && f.Value == "" }

// inBrackets reports whether the field stands in a metadata map in brackets.
func (f Field) inBrackets() bool { return f.KeySpan == f.ValueSpan }

// ProblemKind says how bad a problem of the frontmatter is.
type ProblemKind int

const (
	// Unsafe means that some plausible reader could see another scope or
	// type than the next one does.
	Unsafe ProblemKind = iota + 1
	// NeedsQuotes means that a plain value only needs quotes to be read.
	NeedsQuotes
	// NoFront means that the file has no frontmatter at all.
	NoFront
	// Unclear means that Mend can't tell what was meant. Parse gives none.
	Unclear
)

// A Problem is something in the frontmatter that a reader could stumble on.
type Problem struct {
	Kind    ProblemKind
	Span    source.Span
	Message string // what was found
	Fix     string // what to do, starting with a verb
}

// addUnsafe adds an Unsafe problem; each thing is said once.
func addUnsafe(problems []Problem, span source.Span, message, fix string) []Problem {
	if slices.ContainsFunc(problems, func(p Problem) bool { return p.Message == message }) {
		return problems
	}
	return append(problems, Problem{Unsafe, span, message, fix})
}

// Parse reads one memory. It is total: what is wrong is in Problems. For every
// text, the text itself is the exact formatting of what Parse gives.
func Parse(text *source.Text) *Memory {
	m := &Memory{Text: text, Body: source.Span{Start: 0, End: text.Len()}}
	if text.Len() > MaxParsed {
		m.Problems = []Problem{{Unsafe, source.Span{}, fmt.Sprintf("the file is over %d bytes and was not read", MaxParsed), "split it"}}
		return m
	}
	f := findFences(text)
	m.Front, m.Problems, m.Body.Start = f.front, f.problems, f.front.End
	if f.block.Len() > 0 && f.block.Len() <= maxFront {
		front := readFront(text, f)
		m.Fields, m.quotes = front.fields, front.quotes
		m.Problems = append(m.Problems, front.problems...)
	}
	slices.SortStableFunc(m.Problems, func(a, b Problem) int { return a.Span.Start - b.Span.Start })
	m.addReadings(f.region, f.find)
	return m
}

// Field returns the value for key at the top level, else below metadata.
func (m *Memory) Field(key string) (Field, bool) {
	for _, parent := range []string{"", "metadata"} {
		for _, f := range m.Fields {
			if f.Parent == parent && f.Key == key {
				return f, true
			}
		}
	}
	return Field{}, false
}

// Value returns the value for key as Field finds it, or "".
func (m *Memory) Value(key string) string {
	f, _ := m.Field(key)
	return f.Value
}

// Has reports whether the memory has a problem of that kind.
func (m *Memory) Has(kind ProblemKind) bool {
	for _, p := range m.Problems {
		if p.Kind == kind {
			return true
		}
	}
	return false
}
