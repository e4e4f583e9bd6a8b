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
	if n := near(word, words); n != "" {
		return fmt.Sprintf("; did you mean %q?", n)
	}
	return "; want one of " + strings.Join(words, ", ")
}

// near returns the one of words that word was probably meant to be, or "".
func near(word string, words []string) string {
	if len(word) > 3*maxQuoted {
		return ""
	}
	w := fold(word)
	best, distance := "", len(w)/3+1
	for _, candidate := range words {
		c := fold(candidate)
		d := edits(w, c)
		if len(c) >= 4 && strings.HasPrefix(w, c) { // "warning" for "warn"
			d = 1
		}
		if d < distance {
			best, distance = candidate, d
		}
	}
	return best
}

// fold takes away how a word is written: case, dashes and underscores.
func fold(s string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s))
}

// edits counts the letters to insert, remove, replace or swap with their
// neighbour to make b of a.
func edits(a, b string) int {
	var before []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next := make([]int, len(b)+1)
		next[0] = i
		for j := 1; j <= len(b); j++ {
			same := 1
			if a[i-1] == b[j-1] {
				same = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+same)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
