package policy

// Near gives the word that somebody most likely meant by typed: the one that takes
// the fewest single-letter edits, at most two and less than half its length; ""
// when there is none.
func Near(typed string, words []string) string {
	best, least := "", 3
	for _, w := range words {
		if d := distance(typed, w); d < least && 2*d < len(w) {
			best, least = w, d
		}
	}
	return best
}

// distance counts the single-letter insertions, deletions and replacements
// between a and b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
