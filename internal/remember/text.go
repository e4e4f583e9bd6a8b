package remember

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/age"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/reasons"
	"github.com/teammem/teammem/internal/source"
)

func (r Request) day() string { return r.Now.UTC().Format(time.DateOnly) }

// made is the text of a new memory. What a text with frontmatter of its own says stays.
func (r Request) made() ([]byte, error) {
	pairs := []memory.Pair{{Key: "name", Value: r.Name}, {Key: "description", Value: r.Description}, {Key: "type", Value: r.Type}}
	text := source.NewText([]byte(r.Text))
	m := memory.Parse(text)
	if m.Value("created") == "" {
		pairs = append(pairs, memory.Pair{Key: "created", Value: r.day()})
	}
	if r.Expires != "" {
		pairs = append(pairs, memory.Pair{Key: "expires", Value: r.Expires})
	}
	if m.Front.Len() == 0 {
		flags := r.flags()
		body := r.body() + "\n\n" + strings.Join(slices.Concat(flags[:]...), "\n")
		return memory.Write(pairs, body), nil
	}
	set, err := memory.Set(text, pairs)
	if err != nil {
		return nil, err
	}
	b := bodyOf(set)
	b.merge(r.flags())
	return b.bytes(), nil
}

// changed is what becomes of the text of a memory that is there.
func (r Request) changed(old []byte) ([]byte, error) {
	if r.Mode == Invalidate && age.Invalidated(memory.Parse(source.NewText(old)), r.Now) {
		return old, nil // since the day that it says
	}
	if r.Mode == Invalidate {
		return memory.Set(source.NewText(old), []memory.Pair{{Key: "invalidated", Value: r.day()}})
	}
	b := bodyOf(old)
	if openCode(r.body()) || r.Mode != Update && openCode(string(old)) {
		return nil, errOpenCode
	}
	switch r.Mode {
	case Append:
		b.append(r.body())
		b.merge(r.flags())
	case Merge:
		b.merge(r.parts())
	case Update:
		b.replace(r.parts())
	}
	if openCode(string(b.bytes())) {
		return nil, errOpenCode
	}
	text := source.NewText(b.bytes())
	pairs := []memory.Pair{{Key: "updated", Value: r.day()}}
	if r.Description != "" {
		pairs = append(pairs, memory.Pair{Key: "description", Value: r.Description})
	}
	if r.Expires != "" {
		pairs = append(pairs, memory.Pair{Key: "expires", Value: r.Expires})
	}
	if _, found := memory.Parse(text).Field("invalidated"); found && r.Mode == Update {
		pairs = append(pairs, memory.Pair{Key: "invalidated", Value: "false"}) // it holds again
	}
	return memory.Set(text, pairs)
}

// A body is the text of a memory in pieces.
type body struct {
	front  string // with both fences
	pieces []piece
	eol    string
}

// A piece is one part of a body.
type piece struct {
	kind  reasons.Kind
	text  string // with the blank lines around it, unless it is fresh
	fresh bool
}

func bodyOf(data []byte) *body {
	text := source.NewText(data)
	start := memory.Parse(text).Front.End
	b := &body{front: string(data[:start]), eol: memory.LineEnd(text)}
	for _, p := range reasons.Parts(text, start) {
		b.pieces = append(b.pieces, piece{kind: p.Kind, text: string(text.Slice(p.Span))})
	}
	return b
}

// bytes is the text. An old piece is as it was; a fresh one stands apart by blank lines,
// but a single line of why or how right next to another one.
func (b *body) bytes() []byte {
	out := []byte(b.front)
	for i, p := range b.pieces {
		if i > 0 {
			out = b.apart(out, gap(b.pieces[i-1], p))
		} else if p.fresh {
			out = b.apart(out, 2)
		}
		if p.fresh {
			p.text = strings.ReplaceAll(p.text, "\n", b.eol)
		}
		out = append(out, p.text...)
	}
	if n := len(b.pieces); n > 0 && b.pieces[n-1].fresh {
		out = b.apart(out, 1)
	}
	return out
}

// gap is how many line ends stand at least between two pieces.
func gap(p, next piece) int {
	switch {
	case !p.fresh && !next.fresh, p.oneMark() && next.oneMark():
		return 1
	}
	return 2
}

// apart ends out with at least n line ends.
func (b *body) apart(out []byte, n int) []byte {
	if len(out) == 0 {
		return out
	}
	if out[len(out)-1] != '\n' {
		out = append(out, b.eol...)
	}
	for has := lineEnds(out); has < n; has++ {
		out = append(out, b.eol...)
	}
	return out
}

// lineEnds counts the line ends after the last text of s.
func lineEnds(s []byte) int {
	return bytes.Count(s[len(bytes.TrimRight(s, " \t\r\n")):], []byte("\n"))
}

// oneMark reports whether p is a single line of why or how.
func (p piece) oneMark() bool {
	return p.kind != reasons.Said && !strings.Contains(strings.TrimSpace(p.text), "\n")
}

func (b *body) append(text string) {
	if text != "" {
		b.pieces = append(b.pieces, piece{reasons.Said, text, true})
	}
}

// merge adds what the body does not say yet.
func (b *body) merge(more said) {
	known, reason := map[string]bool{}, [3]map[string]bool{reasons.Because: {}, reasons.Applied: {}}
	for _, p := range b.pieces {
		for _, s := range paragraphs(p.text) {
			known[oneLine(s)] = true
		}
		if p.kind != reasons.Said {
			reason[p.kind][plain(p.text)] = true
		}
	}
	var fresh []string
	for _, s := range paragraphs(strings.Join(more[reasons.Said], "\n\n")) {
		if !known[oneLine(s)] {
			known[oneLine(s)] = true
			fresh = append(fresh, s)
		}
	}
	b.insert(reasons.Said, strings.Join(fresh, "\n\n"))
	for _, kind := range []reasons.Kind{reasons.Because, reasons.Applied} {
		b.insert(kind, slices.DeleteFunc(slices.Clone(more[kind]), func(part string) bool { return reason[kind][plain(part)] })...)
	}
}

func plain(part string) string { return reasons.Plain([]byte(strings.Trim(part, "\r\n"))) }

// insert puts texts where they belong: after the last piece of their kind, or else of the
// kinds before it; what is said goes before the first why or how. Empty texts are left out.
func (b *body) insert(kind reasons.Kind, texts ...string) {
	at := slices.IndexFunc(b.pieces, func(q piece) bool { return q.kind != reasons.Said })
	if at < 0 {
		at = len(b.pieces)
	}
	for i, q := range b.pieces {
		if kind != reasons.Said && q.kind != reasons.Said && q.kind <= kind {
			at = i + 1
		}
	}
	var fresh []piece
	for _, text := range texts {
		if text != "" {
			fresh = append(fresh, piece{kind, text, true})
		}
	}
	b.pieces = slices.Insert(b.pieces, at, fresh...)
}

// replace puts what is given in the place of what was told of its kind. What comes after
// the first why or how and is neither stays.
func (b *body) replace(with said) {
	if text := strings.Join(with[reasons.Said], "\n\n"); text != "" {
		b.swap(0, reasons.Said, text)
	}
	for _, kind := range []reasons.Kind{reasons.Because, reasons.Applied} {
		if len(with[kind]) == 0 {
			continue
		}
		first := slices.IndexFunc(b.pieces, func(p piece) bool { return p.kind == kind })
		var left []piece
		for i, p := range b.pieces {
			if p.kind != kind || i == first {
				left = append(left, p)
			}
		}
		b.pieces = left
		b.swap(first, kind, with[kind][0])
		b.insert(kind, with[kind][1:]...)
	}
}

// swap puts a text in the place of that of the piece at i, with the blank lines that it had
// around it. Where no such piece says anything, the text is inserted.
func (b *body) swap(i int, kind reasons.Kind, text string) {
	if i < 0 || i >= len(b.pieces) || b.pieces[i].kind != kind || strings.TrimSpace(b.pieces[i].text) == "" {
		b.insert(kind, text)
		return
	}
	before, after, _ := strings.Cut(b.pieces[i].text, strings.TrimSpace(b.pieces[i].text))
	b.pieces[i].text = before + strings.ReplaceAll(text, "\n", b.eol) + after
}
