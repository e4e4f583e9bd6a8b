package promote

import (
	"bytes"
	"fmt"
)

// Nearest gives the index of the version that text was most likely made from: that with
// which it shares most words. Of several that are as near it is the first. versions has
// at least one.
func Nearest(text []byte, versions [][]byte) int {
	words := map[string]int{}
	for w := range bytes.FieldsSeq(text) {
		words[string(w)]++
	}
	nearest, least := 0, -1
	for i, v := range versions {
		if d := distance(words, v); least < 0 || d < least {
			nearest, least = i, d
		}
	}
	return nearest
}

// distance counts the words that only one of two texts has.
func distance(words map[string]int, text []byte) int {
	left := make(map[string]int, len(words))
	for w, n := range words {
		left[w] = n
	}
	count := 0
	for w := range bytes.FieldsSeq(text) {
		if left[string(w)] == 0 {
			count++
			continue
		}
		left[string(w)]--
	}
	for _, n := range left {
		count += n
	}
	return count
}

// Outdated refuses a draft that would take back what the team changed after it was made.
func (c Change) Outdated() error {
	return &Refused{
		Name: c.Source.Path, Why: fmt.Sprintf("the team changed the same lines of %s after it was made, and it would take that back", c.Path),
		Fix: "bring the team's change into the draft, or put it in place of the team's text as it is with --update",
	}
}

// Old refuses a draft that holds nothing but what the team had once.
func (c Change) Old() error {
	return &Refused{
		Name: c.Source.Path, Why: fmt.Sprintf("it is an older text of %s, which the team changed since", c.Path),
		Fix: "remove the draft, or put it in place of the team's text as it is with --update",
	}
}
