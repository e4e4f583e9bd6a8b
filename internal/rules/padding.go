package rules

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// Padding is as much blank space as moves text out of a window.
const (
	paddingColumns = 200
	paddingLines   = 20
)

var padding = &Rule{
	ID:    "padding",
	Title: "blank space pushes text out of view",
	Class: MustNotPass,
	Doc: `Blank space moves text out of the window in which it is reviewed. 200 columns of any
kind of space inside a line count, a tab as eight and an ideographic space as two, if text
follows; so do 20 blank lines before text. Spaces that are written as entities of HTML count like any other, <br> like the end of a line, and so do lines
that hold nothing but the mark of a quote or empty elements. Blank space at the end of a line or of the file hides nothing.
A cell of a table may be padded to the width of another cell in its column that holds that much text.`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.texts() {
			blankLines(f, func(line source.Span, n int) {
				report(Report{
					File: f, Span: line, Message: fmt.Sprintf("text after %d blank lines", n),
					Fix: "remove the blank lines before it",
				})
			})
			lineBreaks(f, func(run source.Span, n int) {
				report(Report{
					File: f, Span: run, Message: fmt.Sprintf("text after %d line breaks", n),
					Fix: "remove the line breaks before it",
				})
			})
			blankRuns(f.Text, func(run source.Span, columns int) {
				report(Report{
					File: f, Span: run, Message: fmt.Sprintf("%d columns of blank space before more text", columns),
					Fix: "remove the blank space",
				})
			})
		}
	},
}

// blankLines reports each line of text that follows too many blank ones.
func blankLines(f *memory.File, report func(line source.Span, blank int)) {
	blank, t := 0, f.Text
	for n := 1; n <= t.Lines(); n++ {
		line := t.Line(n)
		if showsNothing(t.Slice(line)) || isEmptyMarkup(f, line) {
			blank++
			continue
		}
		if blank >= paddingLines {
			report(line, blank)
		}
		blank = 0
	}
}

// blankRuns reports the first run of too much blank space in each line, unless it
// pads a table.
func blankRuns(t *source.Text, report func(run source.Span, columns int)) {
	var table paddedTable
	for n := 1; n <= t.Lines(); n++ {
		line := t.Line(n)
		if line.Len() <= paddingColumns/8 {
			continue
		}
		longRuns(t.Slice(line), func(start, end, columns int) bool {
			if end < line.Len() && t.Slice(line)[end] == '|' {
				if n > table.last {
					table = tableAround(t, n)
				}
				if table.excuses(t.Slice(line)[:end], columns) {
					return true
				}
			}
			report(source.Span{Start: line.Start + start, End: line.Start + end}, columns)
			return false
		})
	}
}

// lineBreaks reports each run of too many <br> before text, outside code.
func lineBreaks(f *memory.File, report func(run source.Span, n int)) {
	src := f.Text.Bytes()
	if f.Doc == nil || bytes.Count(src, []byte("<")) < paddingLines {
		return
	}
	for _, m := range breaks.Get().FindAllIndex(src, -1) {
		if n := bytes.Count(src[m[0]:m[1]], []byte("<")); !f.Doc.InCode(m[0]) {
			report(source.Span{Start: m[0], End: m[1] - 1}, n)
		}
	}
}

var (
	emptyTag    = lazy.Regexp(`(?i)</?(?:p|div|span|center)(?:[\s/][^<>]*)?>`)
	breaks      = lazy.Regexp(`(?i)(?:<br\s*/?>[\s\\>]*){20,}[^\s<]`)
	spaceEntity = lazy.Regexp(`^&(?:nbsp|ensp|emsp|emsp13|emsp14|thinsp|hairsp|numsp|puncsp|#32|#160|#0*819[2-9]|#0*820[0-2]|#8239|#12288|#[xX]0*(?:20|[aA]0|200[0-9aA]|202[fF]|3000));`)
)

// longRuns yields the long runs of blank space in line that text follows, until
// yield returns false.
func longRuns(line []byte, yield func(start, end, columns int) bool) {
	start, columns := 0, 0
	for i := 0; i < len(line); {
		w, n := blankAt(line[i:])
		if w > 0 {
			columns += w
			i += n
			continue
		}
		if columns >= paddingColumns && !yield(start, i, columns) {
			return
		}
		i += n
		start, columns = i, 0
	}
}

// longestEntity is the length of the longest of spaceEntity, zeros before a number aside.
const longestEntity = 16

// blankAt says how many columns what b begins with leaves blank, and how many bytes it has.
func blankAt(b []byte) (columns, size int) {
	r, n := utf8.DecodeRune(b)
	if r == '&' {
		if e := spaceEntity.Get().Find(b[:min(len(b), longestEntity)]); e != nil {
			return 1, len(e)
		}
	}
	return blankWidth(r), n
}

// blankWidth is how many columns r leaves blank; 0 for what is not a space.
func blankWidth(r rune) int {
	switch {
	case r == ' ':
		return 1
	case r == '\t':
		return 8
	case r == 0x3000:
		return 2
	case r >= 0x80 && unicode.Is(unicode.Zs, r):
		return 1
	}
	return 0
}

// isEmptyMarkup reports whether a line outside code holds only tags of elements that show nothing when
// they are empty.
func isEmptyMarkup(f *memory.File, line source.Span) bool {
	rest := bytes.TrimSpace(f.Text.Slice(line))
	if len(rest) == 0 || rest[0] != '<' && rest[0] != '#' || f.Doc == nil || f.Doc.InCode(line.End-1) {
		return false
	}
	rest = bytes.TrimLeft(rest, "#") // a heading without words
	return showsNothing(emptyTag.Get().ReplaceAll(rest, nil))
}

// showsNothing reports whether a line holds only blanks, in a quote or not.
func showsNothing(line []byte) bool {
	for len(line) > 0 {
		w, n := blankAt(line)
		if w == 0 && line[0] != '>' && line[0] != '\\' {
			return false
		}
		line = line[n:]
	}
	return true
}
