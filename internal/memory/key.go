package memory

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Key gives the identity of a memory by its name, or by the stem of its file
// when it has none: two memories with the same key are the same memory. It is
// NFC, full case fold, and runs of space, dash and underscore as one; such runs
// at either end do not count.
func Key(name string) string {
	if isPlain(name) {
		return plainKey(name)
	}
	return foldedKey(name)
}

func isPlain(name string) bool {
	for i := range len(name) {
		if name[i] < ' ' || name[i] >= 0x7f {
			return false
		}
	}
	return true
}

// plainKey is Key for printable ASCII.
func plainKey(name string) string {
	var b strings.Builder
	b.Grow(len(name))
	gap := false
	for i := range len(name) {
		c := name[i]
		if c == ' ' || c == '-' || c == '_' {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		b.WriteByte(c)
	}
	return b.String()
}

func foldedKey(name string) string {
	words := strings.FieldsFunc(strings.ToValidUTF8(name, "\uFFFD"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) || r == '_'
	})
	folded := foldCase(norm.NFD.String(strings.Join(words, "-")))
	return composed(strings.ToLower(folded)) // Cherokee folds to capitals
}

// composed is the NFC of s, or its NFD where the library composes another text: of a letter beyond
// the first 65,536 it looks at 16 bits alone (U+10041 with an accent becomes U+00C0).
func composed(s string) string {
	short, long := norm.NFC.String(s), norm.NFD.String(s)
	if norm.NFD.String(short) != long {
		return long
	}
	return short
}
