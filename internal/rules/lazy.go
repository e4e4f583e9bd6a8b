package rules

import (
	"regexp"
	"strings"
	"sync"
)

// What rules look for is made when it is first asked for: every hook pays for what is
// made when the program starts.

// A regexpFunc gives a pattern.
type regexpFunc = func() *regexp.Regexp

func lazy(expr string) regexpFunc {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// wordSet makes a set of the words in list.
func wordSet(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for _, w := range strings.Fields(list) {
			set[w] = true
		}
		return set
	})
}
