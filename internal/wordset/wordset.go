// Package wordset makes sets of words when they are first asked for: every hook pays for
// what is made when the program starts.
package wordset

import (
	"strings"
	"sync"
)

// Of gives the set of the words in list, which blanks and line ends part.
func Of(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for _, w := range strings.Fields(list) {
			set[w] = true
		}
		return set
	})
}
