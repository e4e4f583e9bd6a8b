// Package wiring decides what stands in the files by which agents get the team's index
// from a clone alone, and how teammem's part of them is put in, kept current and taken
// out again. Every byte outside that part stays. It works on values: what lies in a
// repository is read by others, and so is what it plans written.
package wiring

import "github.com/teammem/teammem/internal/delivery"

// A State is how teammem's part of one file stands.
type State string

// The states.
const (
	Absent  State = "absent"  // there is no part of ours, or no file
	Current State = "current" // it is what teammem would write now
	Stale   State = "stale"   // teammem wrote it, and would write something else now
	Edited  State = "edited"  // somebody wrote into it; it stays as it is unless that is asked for
	Broken  State = "broken"  // nothing can be written: a mark is missing, the file can't be read, …
)

// A File is one file of a repository as it was found.
type File struct {
	Data []byte // nil when it is not there, or can't be read
	Real string // the path of the file that a symbolic link leads to; "" when it is no link
	Flaw string // in words, why it can neither be read nor written; mostly ""
}

// Files are the files of a repository that agents read, by path from its top. What is not
// there is absent.
type Files map[string]File

// A Part is what teammem has, or would have, in one file.
type Part struct {
	Path   string        // of the file that is written: where a link leads
	Kind   delivery.Kind // what is put into it
	Agents []string      // by name: who is served through it; sorted
	State  State
	Line   int      // 1-based, of the part or of what is wrong; 0 for the file as a whole
	Why    string   // in words, for Stale, Edited and Broken: what is wrong and what to do
	Left   []string // in words: what finds no room, or reaches an agent in another way than the index
	Prev   []byte   // what the file holds; nil when it is not there
	Next   []byte   // what it shall hold; nil when it shall not be there
}
