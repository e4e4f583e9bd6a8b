package memory

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Key gives the identity of a memory by its name, or by the stem of its file
// when it has none: two memories with the same key are the same memory. It is
// NFC, full case fold, and runs of space, dash and underscore as one; such runs
// at either end do not count.
func Key(name string) string {
	words := strings.FieldsFunc(strings.ToValidUTF8(name, "\uFFFD"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) || r == '_'
	})
	name = strings.Join(words, "-")
	if isASCII(name) {
		return strings.ToLower(name)
	}
	folded := cases.Fold().String(norm.NFD.String(name))
	return norm.NFC.String(strings.ToLower(folded)) // Fold alone swaps the two cases of Cherokee
}
