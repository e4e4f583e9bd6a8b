package policy

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// found says in words what n is.
func found(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case isEmpty(n) || n.Value == "":
		return "empty"
	case n.ShortTag() == "!!str":
		return quote(n.Value)
	}
	return bare(n.Value)
}

// maxQuoted is how much of a value is shown. It is less than any token has.
const maxQuoted = 15

// quote shows a value as it was written, unless it is of a length or shape that a
// secret could have.
func quote(s string) string {
	b := bare(s)
	if b == s {
		return strconv.Quote(s)
	}
	return b
}

// bare is quote without the quotation marks.
func bare(s string) string {
	word := len(s) <= 3*maxQuoted && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-") == ""
	if (word || len(s) <= maxQuoted) && strconv.QuoteToASCII(s) == `"`+s+`"` {
		return s
	}
	return fmt.Sprintf("a text of %d characters", utf8.RuneCountInString(s))
}

// unknown is the error for a key that is not one of words.
func unknown(key *yaml.Node, what string, words []string) error {
	return at(key, "unknown %s %s%s", what, quote(key.Value), meant(key.Value, words))
}

// meant ends a message about a word that is not one of words: with the near one,
// or with all.
func meant(word string, words []string) string {
	if n := Near(word, words); n != "" {
		return fmt.Sprintf("; did you mean %q?", n)
	}
	return "; want one of " + strings.Join(words, ", ")
}
