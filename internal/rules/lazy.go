package rules

import (
	"regexp"
	"sync"
)

// What rules look for is made when it is first asked for: every hook pays for what is
// made when the program starts.

// A regexpFunc gives a pattern.
type regexpFunc = func() *regexp.Regexp

func lazy(expr string) regexpFunc {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
