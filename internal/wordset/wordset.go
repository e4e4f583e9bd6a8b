// Package wordset makes sets of words when they are first asked for: every hook pays for
// what is made when the program starts.
package wordset

import (
	"strings"
	"sync"
)

// A Set is a set of words.
type Set struct {
	list  string
	once  sync.Once
	words map[string]bool
}

// Of gives the set of the words in list, which blanks and line ends part. It is as small as
// it is for the compiler, so that a variable set by it is data.
func Of(list string) *Set { return &Set{list: list} }

// Has reports whether the word is in the set.
func (s *Set) Has(word string) bool { return s.Words()[word] }

// Words gives all words; who asks must not change them.
func (s *Set) Words() map[string]bool {
	s.once.Do(s.make)
	return s.words
}

func (s *Set) make() {
	s.words = map[string]bool{}
	for _, w := range strings.Fields(s.list) {
		s.words[w] = true
	}
}
