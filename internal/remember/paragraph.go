package remember

import (
	"strings"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// paragraphs cuts a text at its blank lines, but for those in a block of code.
func paragraphs(s string) []string {
	text := source.NewText([]byte(s))
	doc := markdown.Parse(text.Bytes(), 0)
	var out []string
	start := 0
	end := func(at int) {
		if p := strings.Trim(s[start:at], "\r\n"); strings.TrimSpace(p) != "" {
			out = append(out, p)
		}
	}
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		if strings.TrimSpace(s[line.Start:line.End]) == "" && !doc.InCodeBlock(line.Start) {
			end(line.Start)
			start = line.Start
		}
	}
	end(len(s))
	return out
}

var errOpenCode = &Refused{Found: "a block of code is opened and not closed, so that what follows would be part of it", Hint: "close it with a line of ```"}

// openCode reports whether what is written after s would be code.
func openCode(s string) bool {
	text := s + "\n\n"
	doc := markdown.Parse([]byte(text+"x\n"), memory.Parse(source.NewText([]byte(s))).Front.End)
	return doc.InCodeBlock(len(text))
}
