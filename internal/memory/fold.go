package memory

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// reserved are the keys of the frontmatter that mean something. Any other key is
// somebody's own and is left alone.
var reserved = []string{
	"name", "description", "type", "scope", "metadata",
	"created", "updated", "modified", "expires", "ttl", "invalidated",
	"supersedes", "refs", "referencedFiles", "author",
}

// reservedLike returns the reserved key that key is under another spelling of the
// same letters (case, width, invisible characters, blanks), or "".
func reservedLike(key string) string {
	key = foldWord(key)
	i := slices.IndexFunc(reserved, func(r string) bool { return strings.ToLower(r) == key })
	if i < 0 {
		return ""
	}
	return reserved[i]
}

// foldWord reduces a word to what the most generous reader could take it for.
func foldWord(s string) string {
	return strings.TrimFunc(foldLine(s), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("\"'[]{},;-", r)
	})
}

// foldLine is without characters that show nothing, then NFKC, then full case fold.
func foldLine(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	s = strings.Map(func(r rune) rune {
		if unseen(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return foldCase(norm.NFKC.String(s))
}

// unseen reports whether r shows nothing and takes no room.
func unseen(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' && s[i] != '\t' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}
