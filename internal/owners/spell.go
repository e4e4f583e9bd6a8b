package owners

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain are the characters of a pattern that the library reads, beside letters and digits. The at sign is not among
// them, since spell writes with it.
const plain = `*?./_+-\() `

// isOther reports whether the library can't read r in a pattern. GitHub takes any such character for itself.
func isOther(r rune) bool { return r != '@' && !isPlain(r) }

func isPlain(r rune) bool {
	return r < utf8.RuneSelf && (strings.ContainsRune(plain, r) || unicode.IsLetter(r) || unicode.IsDigit(r))
}

// isUnseen reports whether a person would not see r in the file.
func isUnseen(r rune) bool { return !unicode.IsPrint(r) }

// spell writes a pattern or a path with characters that the library reads. No two texts become the same, and no character
// becomes one that ends a name.
func spell(s string) string {
	var b strings.Builder
	for _, r := range s {
		if isPlain(r) {
			b.WriteRune(r)
			continue
		}
		fmt.Fprintf(&b, "@%x@", r)
	}
	return b.String()
}
