package memory

import (
	"strings"
	"unicode"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/source"
)

// ParseIndexAt is ParseIndex for a file at another path, whose links lead from there.
func ParseIndexAt(text *source.Text, from string) *Index {
	return newIndex(text, markdown.Parse(text.Bytes(), 0), from)
}

// Said is which team memory an entry is about and in which words, so that two entries which say
// the same of the same one can be told: of the words only letters and digits count, and of links
// their texts. It is "" for an entry about something else.
func (x *Index) Said(e *IndexEntry) string { return x.SaidBelow(Dir+"/", e) }

// SaidBelow is Said where the team's memories lie below dir, which ends in a slash.
func (x *Index) SaidBelow(dir string, e *IndexEntry) string {
	at, in := strings.CutPrefix(e.Target(), dir)
	if !in {
		return ""
	}
	var b strings.Builder
	b.WriteString(at + "\x00")
	from := e.Span.Start
	words := func(to int) {
		text := strings.ReplaceAll(string(x.Text.Slice(source.Span{Start: from, End: to})), "&lt;", "<") // as a block writes it
		for _, r := range text {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				b.WriteRune(r)
			}
		}
	}
	for _, l := range e.Links {
		if to := l.DestSpan; from <= to.Start && to.End <= e.Span.End {
			words(to.Start)
			from = to.End
		}
	}
	words(e.Span.End)
	return b.String()
}
