package rules

import (
	"bytes"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/invisible"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// marks checks every text for characters of one kind: one finding a line.
func marks(in *Input, report func(Report), kind invisible.Kind, does, fix string) {
	for _, f := range in.texts() {
		for ms := unsaid(f, in.marks(f.Text, kind)); len(ms) > 0; {
			n := 1
			for line := f.Text.LineAt(ms[0].Span.Start); n < len(ms) && f.Text.LineAt(ms[n].Span.Start) == line; {
				n++
			}
			message := invisible.Name(ms[0].Rune) + " " + does
			if unicode.Is(unicode.Co, ms[0].Rune) {
				message = invisible.Name(ms[0].Rune) + " looks different on each machine, or like nothing"
			}
			if n > 1 {
				message += fmt.Sprintf("; the line has %d such characters", n)
			}
			report(Report{File: f, Span: ms[0].Span, Message: message, Fix: fix})
			ms = ms[n:]
		}
	}
}

// unsaid leaves out what the rule frontmatter says of the very same character.
func unsaid(f *memory.File, ms []invisible.Mark) []invisible.Mark {
	if len(ms) == 0 || f.Memory == nil || !f.Memory.Has(memory.Unsafe) {
		return ms
	}
	return slices.DeleteFunc(slices.Clone(ms), func(m invisible.Mark) bool {
		return slices.ContainsFunc(f.Memory.Problems, func(p memory.Problem) bool { return p.Kind == memory.Unsafe && p.Span == m.Span })
	})
}

// marks returns the marks of one kind in text, which is scanned once for all kinds.
func (in *Input) marks(text *source.Text, kind invisible.Kind) []invisible.Mark {
	all, ok := in.scanned[text]
	if !ok {
		all = map[invisible.Kind][]invisible.Mark{}
		for _, m := range invisible.Scan(text.Bytes()) {
			if m.Rune != 0 { // a NUL is a matter of encoding
				all[m.Kind] = append(all[m.Kind], m)
			}
		}
		if in.scanned == nil {
			in.scanned = map[*source.Text]map[invisible.Kind][]invisible.Mark{}
		}
		in.scanned[text] = all
	}
	return all[kind]
}

// texts returns the files that are text to judge: not those in another encoding, of
// which the rule encoding speaks, nor those too large to be parsed, nor pictures and
// the like.
func (in *Input) texts() []*memory.File {
	var out []*memory.File
	for _, f := range in.judged() {
		if f.Text != nil && f.Text.Len() <= memory.MaxParsed && otherEncoding(f.Text) == "" && !isBinary(f) {
			out = append(out, f)
		}
	}
	return out
}

// isBinary reports whether f is no text and need not be one: the rule not-markdown
// refuses it as a whole.
func isBinary(f *memory.File) bool {
	b := f.Text.Bytes()
	return f.Kind == memory.KindForeign && (!utf8.Valid(b) || nulls(b) > 0)
}

// otherEncoding names the encoding of a text that is plainly not UTF-8, or is "".
func otherEncoding(t *source.Text) string {
	b := t.Bytes()
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(b, []byte("\x00\x00\xfe\xff")):
		return "UTF-32"
	case bytes.HasPrefix(b, []byte("\xff\xfe")) && nulls(b) > 0, bytes.HasPrefix(b, []byte("\xfe\xff")) && nulls(b) > 0:
		return "UTF-16"
	case len(b) >= 4 && nulls(b) >= len(b)/3:
		return "UTF-16 or UTF-32"
	}
	return ""
}

func nulls(b []byte) int { return bytes.Count(b, []byte{0}) }

// plainText is t for a reader who knows its encoding: UTF-16 as UTF-8, and of any other
// text with zero bytes what is left without them. It is t itself where that changes nothing.
func plainText(t *source.Text) *source.Text {
	b := t.Bytes()
	if text, ok := source.FromUTF16(b); ok {
		return source.NewText(text)
	}
	if nulls(b) == 0 {
		return t
	}
	return source.NewText(bytes.TrimLeft(bytes.ReplaceAll(b, []byte{0}, nil), "\xff\xfe"))
}
