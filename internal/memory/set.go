package memory

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/source"
)

// Set gives the text of a memory with other values for some keys, which are distinct and
// plain words. A key that is there, at the top level or below metadata, gets the value in
// its place; another one gets a line before the closing fence. A text without frontmatter gets
// some. Every other byte stays, and every other key is read as before. It is an error
// when that can't be, because readers would not agree.
func Set(text *source.Text, pairs []Pair) ([]byte, error) {
	m := Parse(text)
	for _, p := range m.Problems {
		if p.Kind == Unsafe {
			return nil, fmt.Errorf("the frontmatter can't be changed: %s\n%s", p.Message, p.Fix)
		}
	}
	next := apply(text.Bytes(), m.settings(pairs))
	if after := Parse(source.NewText(next)); !after.holdsAll(pairs) || !after.keeps(m, pairs) {
		return nil, errors.New("the frontmatter can't be changed without changing what it says elsewhere\nwrite one key: value a line")
	}
	return next, nil
}

// settings are the edits that Set makes, in order.
func (m *Memory) settings(pairs []Pair) []Edit {
	eol := LineEnd(m.Text)
	var edits []Edit
	var lines strings.Builder
	for _, p := range pairs {
		line := writeLine(p.Key, strings.Join(strings.Fields(p.Value), " "))
		f, found := m.Field(p.Key)
		switch {
		case !found || f.inBrackets():
			lines.WriteString(strings.TrimSuffix(line, "\n") + eol)
		case f.Value != p.Value || !f.Scalar:
			edits = append(edits, Edit{Span: f.ValueSpan, New: m.valueAt(f, strings.TrimSpace(strings.TrimPrefix(line, p.Key+":")))})
		}
	}
	if lines.Len() > 0 {
		edits = append(edits, m.moreLines(lines.String(), eol))
	}
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.Span.Start - b.Span.Start })
	return edits
}

// valueAt is a value as it is written where that of f stands.
func (m *Memory) valueAt(f Field, value string) string {
	if at := f.ValueSpan.Start; at > 0 && m.Text.Bytes()[at-1] == ':' {
		return " " + value
	}
	return value
}

// moreLines puts lines at the end of the frontmatter.
func (m *Memory) moreLines(lines, eol string) Edit {
	if m.Front.Len() == 0 {
		return Edit{New: "---" + eol + lines + "---" + eol + eol}
	}
	at := m.Text.Line(m.Text.LineAt(m.Front.End - 1)).Start
	return Edit{Span: source.Span{Start: at, End: at}, New: lines}
}

// LineEnd is the line end that a text begins with.
func LineEnd(t *source.Text) string {
	if end := t.Line(1).End; end < t.Len() && t.Bytes()[end] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// holdsAll reports whether every one of pairs is read back.
func (m *Memory) holdsAll(pairs []Pair) bool {
	return !slices.ContainsFunc(pairs, func(p Pair) bool {
		return m.Value(p.Key) != strings.Join(strings.Fields(p.Value), " ")
	})
}

// comments counts the lines of the frontmatter that look like a comment.
func (m *Memory) comments() (n int) {
	for line := range bytes.Lines(m.Text.Slice(m.Front)) {
		if bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("#")) {
			n++
		}
	}
	return n
}

// keeps reports whether m has all keys that before had, but for those of pairs, with the same
// values, all comments, no further problem, and the same body.
func (m *Memory) keeps(before *Memory, pairs []Pair) bool {
	other := func(fields []Field) []Pair {
		var out []Pair
		for _, f := range fields {
			if !slices.ContainsFunc(pairs, func(p Pair) bool { return p.Key == f.Key }) && !f.inBrackets() {
				out = append(out, Pair{f.Parent + "." + f.Key, f.Value})
			}
		}
		return out
	}
	return slices.Equal(other(before.Fields), other(m.Fields)) && len(m.Problems) <= len(before.Problems) &&
		m.comments() == before.comments() && bytes.HasSuffix(m.Text.Slice(m.Body), before.Text.Slice(before.Body))
}
