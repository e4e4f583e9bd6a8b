package engine

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/source"
)

func TestAround(t *testing.T) {
	for _, word := range []string{"a", "密", "🙂", "\xff", "\x80"} {
		text := source.NewText([]byte(strings.Repeat(word, 3*longestLine)))
		line := text.Line(1)
		for _, i := range []int{0, line.End / 2 / len(word) * len(word), line.End} {
			part := around(text, line, i)
			if part.Start > i || part.End < i || part.Len() > longestLine+2*utf8.UTFMax || part.Len() < longestLine/2 {
				t.Errorf("%q at %d: %v", word, i, part)
			}
			if utf8.ValidString(word) && !utf8.Valid(text.Slice(part)) {
				t.Errorf("%q at %d: cut within a character", word, i)
			}
		}
	}
	short := source.NewText([]byte("a\nshort line\n"))
	if line := short.Line(2); around(short, line, line.Start+3) != line {
		t.Error("a short line is cut")
	}
}
