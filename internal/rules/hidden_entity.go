package rules

import (
	"bytes"
	"html"
	"slices"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/invisible"
	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var entity = lazy.Regexp(`&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});`)

// hiddenEntities are the entities outside code that a page shows as a character nobody sees, at most one a
// line. What excuses the character excuses its entity.
func hiddenEntities(f *memory.File) []hit {
	src := f.Text.Bytes()
	if bytes.IndexByte(src, '&') < 0 {
		return nil
	}
	var out []hit
	last := 0
	for _, m := range entity.Get().FindAllIndex(src, -1) {
		r, _ := utf8.DecodeRuneInString(html.UnescapeString(string(src[m[0]:m[1]])))
		n := f.Text.LineAt(m[0])
		if invisible.KindOf(r) == invisible.Seen || n == last || f.Doc.InCode(m[0]) {
			continue
		}
		last = n
		line := html.UnescapeString(string(f.Text.Slice(f.Text.Line(n))))
		if slices.ContainsFunc(invisible.Scan([]byte(line)), func(k invisible.Mark) bool { return k.Rune == r }) {
			out = append(out, hit{source.Span{Start: m[0], End: m[1]}, "the entity of " + invisible.Name(r)})
		}
	}
	return out
}
