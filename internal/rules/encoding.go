package rules

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/source"
)

var encoding = &Rule{
	ID:    "encoding",
	Title: "the text is not UTF-8",
	Class: MustNotPass,
	Doc: `Text that is not UTF-8 is read differently by every tool: scanners skip the file, git
calls it binary and shows no diff, and the agent reads it all the same. A NUL byte alone makes git
treat a file as binary. Surrogates (U+D800 to U+DFFF) have no UTF-8 form and are invalid bytes.
A file that is not Markdown is refused by another rule, whatever its bytes.`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.judged() {
			if f.Text == nil || isBinary(f) {
				continue
			}
			if name := otherEncoding(f.Text); name != "" {
				report(Report{File: f, Message: "the file is " + name + ", not UTF-8", Fix: "save the file as UTF-8"})
				continue
			}
			invalid(f.Text, func(s source.Span, what string) {
				report(Report{File: f, Span: s, Message: what, Fix: "save the file as UTF-8, and write the character again if it is lost"})
			})
		}
	},
}

// invalid reports the first byte of each line that no UTF-8 text has, and what it is.
func invalid(t *source.Text, report func(source.Span, string)) {
	if utf8.Valid(t.Bytes()) && bytes.IndexByte(t.Bytes(), 0) < 0 {
		return
	}
	for n := 1; n <= t.Lines(); n++ {
		line := t.Line(n)
		b := t.Slice(line)
		if i := firstInvalid(b); i >= 0 {
			report(source.Span{Start: line.Start + i, End: line.Start + i + 1}, invalidWord(b[i:]))
		}
	}
}

// firstInvalid returns the offset of the first byte in b that is NUL or not UTF-8, or -1.
func firstInvalid(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == 0 || r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

func invalidWord(b []byte) string {
	switch {
	case b[0] == 0:
		return "a NUL byte, which makes git treat the file as binary"
	case len(b) > 2 && b[0] == 0xED && b[1] >= 0xA0 && b[2]&0xC0 == 0x80:
		return fmt.Sprintf("bytes ed %02x %02x are a surrogate, which no UTF-8 text holds", b[1], b[2])
	}
	return fmt.Sprintf("byte %02x is not UTF-8", b[0])
}
