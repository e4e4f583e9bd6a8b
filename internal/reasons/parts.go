package reasons

import (
	"bytes"
	"strings"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/source"
)

// A Kind says what a part of a memory tells.
type Kind int

// The kinds of parts.
const (
	Said    Kind = iota // what the memory is about
	Because             // why it holds
	Applied             // how to apply it
)

// A Part is a stretch of whole lines.
type Part struct {
	Kind Kind
	Span source.Span
}

// Parts cuts the body of a text, which begins at from, at the lines that begin with a
// mark. A part goes on to the next mark or heading; under a heading, to the next one that
// is not below it. Without gap or overlap the parts are the body; there are none when it is empty.
// Lines in blocks of code begin nothing.
func Parts(text *source.Text, from int) []Part {
	var parts []Part
	doc := markdown.Parse(text.Bytes(), from)
	level := 0 // of the heading that the last part began with; 0 for none
	for at := from; at < text.Len(); {
		n := text.LineAt(at)
		line := text.Slice(source.Span{Start: at, End: max(at, text.Line(n).End)})
		kind, begins := Said, len(parts) == 0
		deep := heading(line)
		switch {
		case doc.InCodeBlock(at):
		case Why.begins(line):
			kind, begins = Because, true
		case How.begins(line):
			kind, begins = Applied, true
		case deep > 0 && !begins && parts[len(parts)-1].Kind != Said:
			begins = level == 0 || deep <= level
		}
		end := text.Len()
		if n < text.Lines() {
			end = text.Line(n + 1).Start
		}
		if begins {
			parts = append(parts, Part{kind, source.Span{Start: at, End: end}})
			level = deep
		}
		parts[len(parts)-1].Span.End = end
		at = end
	}
	return parts
}

// heading is the level of the heading that line is; 0 when it is none.
func heading(line []byte) int {
	rest := bytes.TrimLeft(line, " ")
	words := bytes.TrimLeft(rest, "#")
	n := len(rest) - len(words)
	if n > 6 || len(line)-len(rest) > 3 || len(words) > 0 && words[0] != ' ' && words[0] != '\t' {
		return 0
	}
	return n
}

// Plain is what a part says without its mark and markup, in one line. It tells whether
// two parts say the same.
func Plain(part []byte) string {
	line, rest, _ := strings.Cut(string(part), "\n")
	if i := strings.IndexAny(line, ":："); i >= 0 && (Why.begins([]byte(line)) || How.begins([]byte(line))) {
		line = strings.TrimPrefix(strings.TrimPrefix(line[i:], ":"), "：")
	} else if heading([]byte(line)) > 0 {
		line = ""
	}
	return strings.Join(strings.Fields(strings.Trim(line, "*_ \t\r")+" "+rest), " ")
}
