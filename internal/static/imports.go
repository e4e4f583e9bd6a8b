package static

import (
	"bytes"
	"strings"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// imports gives the paths after @ in text, outside code and comments.
func imports(text []byte) (paths []string) {
	if bytes.IndexByte(text, '@') < 0 {
		return nil
	}
	doc := markdown.Parse(text, 0)
	for at, c := range text {
		if c != '@' || at > 0 && !isBlank(text[at-1]) || doc.InCode(at) || inside(doc.Comments, at) {
			continue
		}
		word := text[at+1:]
		if end := bytes.IndexFunc(word, func(r rune) bool { return r < 0x80 && isBlank(byte(r)) }); end >= 0 {
			word = word[:end]
		}
		if p := strings.TrimRight(string(word), ".,;:!?)"); p != "" {
			paths = append(paths, p)
		}
	}
	return paths
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func inside(spans []source.Span, at int) bool {
	for _, s := range spans {
		if s.Contains(at) {
			return true
		}
	}
	return false
}

// Told gives what the entries of the parts say of team memories, as memory.Index.Said has it.
func Told(parts []Part) map[string]bool { return ToldBelow(memory.Dir+"/", parts) }

// ToldBelow is Told where the team's memories lie below dir, which ends in a slash.
func ToldBelow(dir string, parts []Part) map[string]bool {
	told := map[string]bool{}
	for _, p := range parts {
		_, body := cutFront(p.Text) // which no agent is shown
		if !bytes.Contains(body, []byte("](")) {
			continue
		}
		x := memory.ParseIndexAt(source.NewText(body), p.Path)
		for i := range x.Entries {
			if said := x.SaidBelow(dir, &x.Entries[i]); said != "" {
				told[said] = true
			}
		}
	}
	return told
}
