package policy

import "strings"

// maxTyped is the size in bytes up to which a word can be meant for another.
const maxTyped = 64

// Near gives the word that somebody most likely meant by typed: the one that takes
// the fewest edits, at most two and less than half its length; "" when there is
// none. Case, dashes and underscores make no difference.
func Near(typed string, words []string) string {
	if len(typed) > maxTyped {
		return ""
	}
	t := fold(typed)
	best, least := "", 3
	for _, w := range words {
		c := fold(w)
		d := distance(t, c)
		if len(c) >= 4 && strings.HasPrefix(t, c) { // "warning" for "warn"
			d = min(d, 1)
		}
		if len(t) >= 4 && strings.HasPrefix(c, t) { // "claude" for "claude-code"
			d = min(d, 2)
		}
		if d < least && 2*d < len(c) {
			best, least = w, d
		}
	}
	return best
}

// fold takes away how a word is written.
func fold(s string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s))
}

// distance counts the letters to insert, remove, replace or swap with their
// neighbour to make b of a.
func distance(a, b string) int {
	var before []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next := make([]int, len(b)+1)
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := row[j-1]
			if a[i-1] != b[j-1] {
				cost++
			}
			next[j] = min(cost, row[j]+1, next[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
