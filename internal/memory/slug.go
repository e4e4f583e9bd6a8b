package memory

import (
	"strings"
	"unicode"
)

// longestSlug is how many bytes of a name go into the name of a file: some disks hold 255,
// and a type, a number and an ending come with it.
const longestSlug = 80

// Slug makes a part of a file name of a name: letters and digits in lower case, anything
// else a dash. It is empty when the name has neither.
func Slug(name string) string {
	parts := strings.FieldsFunc(strings.ToLower(strings.ToValidUTF8(name, " ")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	s := strings.Join(parts, "-")
	if len(s) > longestSlug {
		s = strings.TrimRight(strings.ToValidUTF8(s[:longestSlug], ""), "-")
	}
	return s
}
