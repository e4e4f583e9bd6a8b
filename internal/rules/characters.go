package rules

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/teammem/teammem/internal/invisible"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// marks checks every text for characters of one kind: one finding a line.
func marks(kind invisible.Kind, does, fix string) func(*Input, func(Report)) {
	return func(in *Input, report func(Report)) {
		for _, f := range in.texts() {
			ms := slices.DeleteFunc(invisible.Scan(f.Text.Bytes()), func(m invisible.Mark) bool {
				return m.Kind != kind || m.Rune == 0 // a NUL is a matter of encoding
			})
			for len(ms) > 0 {
				n := 1
				for line := f.Text.LineAt(ms[0].Span.Start); n < len(ms) && f.Text.LineAt(ms[n].Span.Start) == line; {
					n++
				}
				message := invisible.Name(ms[0].Rune) + " " + does
				if n > 1 {
					message += fmt.Sprintf("; the line has %d such characters", n)
				}
				report(Report{File: f, Span: ms[0].Span, Message: message, Fix: fix})
				ms = ms[n:]
			}
		}
	}
}

// texts returns the files that are text to judge: not those in another encoding, of
// which the rule encoding speaks, nor those too large to be parsed.
func (in *Input) texts() []*memory.File {
	var out []*memory.File
	for _, f := range in.Snapshot.Files {
		if f.Text != nil && f.Text.Len() <= memory.MaxParsed && otherEncoding(f.Text) == "" {
			out = append(out, f)
		}
	}
	return out
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
