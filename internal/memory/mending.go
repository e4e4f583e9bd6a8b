package memory

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/source"
)

// An Edit is one change of a text.
type Edit struct {
	Span    source.Span // what is replaced; empty where something is put in
	New     string      // what stands there afterwards
	Message string      // what was done to a memory: "put the description in quotes"
}

// A Mending is what Mend did and what it left.
type Mending struct {
	Text []byte // the mended text; the very bytes of the old one when Done is empty
	Done []Edit // in the order of the old text
	// Left is what is still wrong, with places in the mended text. Its
	// Kind is Unclear for what no reader stumbles on.
	Left []Problem
}

// Mend repairs what has exactly one meaning: it puts a value in quotes that only
// needs quotes, or that was cut at " #" within a phrase, writes keys, types and
// scopes in their own case, and takes away a byte order mark or blanks on the
// opening fence. Every other byte stays as it is, line ends included. What is
// private before is private after; mending twice changes nothing more.
func Mend(text *source.Text) Mending {
	m := Parse(text)
	if m.Body.Len() == text.Len() {
		return mendOpening(m)
	}
	edits := m.edits()
	if len(edits) == 0 {
		return unmended(m)
	}
	mended := apply(text.Bytes(), edits)
	after := Parse(source.NewText(mended))
	if !agrees(m, after) {
		return unmended(m)
	}
	return Mending{Text: mended, Done: edits, Left: after.left()}
}

func unmended(m *Memory) Mending { return Mending{Text: m.Text.Bytes(), Left: m.left()} }

// mendOpening takes away what stands before the opening fence and shows nothing to
// a person: a byte order mark. The rest is mended as if it had never been there.
func mendOpening(m *Memory) Mending {
	rest, ok := bytes.CutPrefix(m.Text.Bytes(), bom)
	if !ok || !bytes.HasPrefix(rest, []byte("---")) {
		return unmended(m)
	}
	below := Mend(source.NewText(rest))
	if Parse(source.NewText(below.Text)).Front.Len() == 0 {
		return unmended(m)
	}
	for i := range below.Done {
		below.Done[i].Span.Start += len(bom)
		below.Done[i].Span.End += len(bom)
	}
	below.Done = append([]Edit{{source.Span{Start: 0, End: len(bom)}, "", "took away the byte order mark"}}, below.Done...)
	return below
}

// edits lists what can be done to m, in order.
func (m *Memory) edits() []Edit {
	var out []Edit
	if fence := m.Text.Line(1); fence.Len() > 3 {
		out = append(out, Edit{source.Span{Start: 3, End: fence.End}, "", "took away the blanks after the opening ---"})
	}
	for _, q := range m.quotes {
		out = append(out, Edit{q, string(inQuotes(m.Text.Slice(q))), "put " + m.valueName(q) + " in quotes"})
	}
	for _, f := range m.Fields {
		out = append(out, m.fieldEdits(f)...)
	}
	slices.SortStableFunc(out, func(a, b Edit) int { return a.Span.Start - b.Span.Start })
	end := 0
	return slices.DeleteFunc(out, func(e Edit) bool {
		overlaps := e.Span.Start < end
		end = max(end, e.Span.End)
		return overlaps
	})
}

// valueName names the value at q in a message.
func (m *Memory) valueName(q source.Span) string {
	for _, f := range m.Fields {
		if f.ValueSpan == q {
			return "the " + f.Key
		}
	}
	return "the value"
}

// fieldEdits lists what can be done to one field.
func (m *Memory) fieldEdits(f Field) []Edit {
	if f.inBrackets() {
		return nil
	}
	var out []Edit
	key := f.Key
	if r := reservedLike(key); r != "" && r != key && strings.EqualFold(r, key) && bare(m.Text.Slice(f.KeySpan)) == key && !m.holds(r) {
		out = append(out, Edit{f.KeySpan, r, fmt.Sprintf("write the key %s in its own case", r)})
		key = r
	}
	if m.phrase(f) {
		all := source.Span{Start: f.ValueSpan.Start, End: f.Cut.End}
		out = append(out, Edit{all, string(inQuotes(m.Text.Slice(all))), "put the " + key + " in quotes, so that # cuts nothing"})
	}
	if word := ownCase(key, f.Value); word != f.Value && string(m.Text.Slice(f.ValueSpan)) == f.Value {
		out = append(out, Edit{f.ValueSpan, word, fmt.Sprintf("write the %s in lower case", key)})
	}
	return out
}

// holds reports whether a key is there at either level.
func (m *Memory) holds(key string) bool {
	_, ok := m.Field(key)
	return ok
}

// phrase reports whether what was cut from a plain name or description belongs to
// it: the # is part of a word, as in "PR #212". A blank after it may mean a comment.
func (m *Memory) phrase(f Field) bool {
	if f.Cut.IsZero() || f.Key != "name" && f.Key != "description" {
		return false
	}
	cut, value := m.Text.Slice(f.Cut), m.Text.Slice(f.ValueSpan)
	return len(cut) > 1 && !isBlank(cut[1]) && cut[1] != '#' && string(value) == f.Value && f.Cut.Start > f.ValueSpan.End-1
}

// ownCase returns the known word for a type or scope in another case. What is
// private stays as it is: it is to be moved, not mended.
func ownCase(key, value string) string {
	words := map[string][]string{"type": TeamTypes, "scope": {"team"}}
	for _, w := range words[key] {
		if strings.EqualFold(w, value) && strings.ToLower(value) == w {
			return w
		}
	}
	return value
}

// agrees reports whether a mending kept what readers saw: what was private still is,
// and a second mending finds nothing to do.
func agrees(before, after *Memory) bool {
	return before.privates() == after.privates() && len(after.edits()) == 0
}

// privates counts what makes m private.
func (m *Memory) privates() (n int) {
	for _, r := range m.Readings {
		if r.Private() {
			n++
		}
	}
	return n
}

// left lists what is wrong with m, and the cuts that nobody can judge.
func (m *Memory) left() []Problem {
	out := slices.Clone(m.Problems)
	for _, f := range m.Fields {
		if (f.Key == "name" || f.Key == "description") && !f.Cut.IsZero() {
			out = append(out, Problem{Unclear, f.Cut, fmt.Sprintf("the %s is cut at ` #`, and it may be a comment", f.Key),
				"put the value in quotes, or the comment on a line of its own"})
		}
	}
	slices.SortStableFunc(out, func(a, b Problem) int { return a.Span.Start - b.Span.Start })
	return out
}
