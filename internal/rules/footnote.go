package rules

import (
	"bytes"
	"strings"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var (
	footnote     = lazy.Regexp(`(?m)^ {0,3}(\[\^[^\]\s]{1,100}\]):`)
	footnoteMark = lazy.Regexp(`\[\^[^\]\s]{1,100}\]`)
)

// loneFootnotes are the footnotes that nothing refers to: a host leaves them out of the page.
func loneFootnotes(f *memory.File) []hit {
	src := f.Text.Bytes()
	if !bytes.Contains(src, []byte("[^")) {
		return nil
	}
	marks := map[string]int{}
	for _, m := range footnoteMark.Get().FindAll(src, -1) {
		marks[strings.ToLower(string(m))]++
	}
	var out []hit
	for _, m := range footnote.Get().FindAllSubmatchIndex(src, -1) {
		label := string(src[m[2]:m[3]])
		if marks[strings.ToLower(label)] == 1 && !f.Doc.InCode(m[2]) {
			out = append(out, hit{source.Span{Start: m[2], End: m[3]}, "footnote " + label + ", which nothing refers to"})
		}
	}
	return out
}
