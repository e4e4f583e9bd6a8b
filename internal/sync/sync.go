// Package sync decides how the reviewed memory of a team and the private memory of a
// person become one. It works on values alone: what lies where is observed by others,
// and what it plans is written by others.
package sync

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// A Sum is the SHA-256 of the contents of a file. The zero value means that there is no
// file.
type Sum [sha256.Size]byte

// SumOf gives the sum of contents, which may be empty.
func SumOf(data []byte) Sum { return sha256.Sum256(data) }

// IsZero reports whether there is no file.
func (s Sum) IsZero() bool { return s == Sum{} }

// String is the sum in lower case hexadecimal; empty when there is no file.
func (s Sum) String() string {
	if s.IsZero() {
		return ""
	}
	return hex.EncodeToString(s[:])
}

// MarshalText gives what String does.
func (s Sum) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText takes what MarshalText gives; after an error s is zero.
func (s *Sum) UnmarshalText(text []byte) error {
	*s = Sum{}
	if len(text) == 0 {
		return nil
	}
	var read Sum
	if len(text) != hex.EncodedLen(len(read)) {
		return fmt.Errorf("a sum has %d digits, not %d", hex.EncodedLen(len(read)), len(text))
	}
	if _, err := hex.Decode(read[:], text); err != nil {
		return err
	}
	*s = read
	return nil
}

// A Team is the reviewed memory at the trusted ref.
type Team struct {
	Ref     string // as a person names it: "origin/main"
	Commit  string // full id; "" when there is no commit
	Index   []byte // MEMORY.md; nil when there is none or it was refused
	Files   []File // active memories and archived ones, sorted by path
	Refused []Refusal
}

// A File is one memory with what the plan needs to know of it.
type File struct {
	Path        string // below the team or private directory, slash-separated
	Data        []byte
	Sum         Sum
	Name        string // of the frontmatter, else the stem of the file
	Label       string // the name as an index may show it; "" when that is Name
	Type        string // lower case; "" when it has none
	Description string
	Archived    bool      // is not delivered
	Changed     time.Time // last change by frontmatter or commit; zero when unknown
	Until       time.Time // from when it no longer holds, as it says itself; zero when it says nothing
	Notice      string    // what a reader should know: that a value was read leniently; mostly ""
}

// A Refusal is a memory that is not delivered because the gate finds something that must
// never pass, or because it could not be read.
type Refusal struct {
	Path   string // relative to the team directory or to the store, see where it is used
	Rule   string // "" when it could not be read
	Reason string // in words; without secrets
	Layout Layout // of the store that Path is in; "" for a memory of the team
}

// A Layout says how a store lays out what belongs to it.
type Layout string

// The layouts.
const (
	Native Layout = "native" // ~/.agent/memory/<project>
	Claude Layout = "claude" // ~/.claude/projects/<slug>/memory
)

// An Observed is what a store holds at one moment.
type Observed struct {
	Layout  Layout
	Folds   bool            // the disk of the mirror takes names that differ only by case for one
	Mirror  map[string]Sum  // files of the mirror by path below it
	Private []File          // private memories, sorted by path below the store's private directory
	Index   []byte          // MEMORY.md of the store as it is; nil when there is none, empty when it is empty
	Texts   map[Sum][]byte  // contents of the mirror that State.Base does not know; what is missing stays where it is
	Drafts  []string        // file names in drafts/
	Drafted map[Sum]bool    // sums of what lies in drafts/
	Now     time.Time       // names the drafts, in UTC
	Told    map[string]bool // what the agent is told of team memories without this store, as memory.Index.Said has it
	Refused []Refusal       // what could not be taken, by path in the store: links, pipes, conflict markers, ...; it is left alone
}

// A State is what the last sync of one store left behind. The zero value is that of a
// store which was never synced. It goes to JSON and comes back the same, except that what is
// empty may come back nil.
type State struct {
	Base   map[string]Sum    `json:"base,omitempty"`   // what the mirror got last, by path
	Names  map[string]string `json:"names,omitempty"`  // names of the memories of Base, by path
	Buried map[string][]Sum  `json:"buried,omitempty"` // what the team has no longer, by the path it had, the last one last; a few for each
	Index  Sum               `json:"index"`            // the merged index, or our block in it, as it was written last
	Ref    string            `json:"ref,omitempty"`
	Commit string            `json:"commit,omitempty"`
}

// A StepKind says what a step does.
type StepKind string

// The kinds of steps.
const (
	Write  StepKind = "write"
	Remove StepKind = "remove"
)

// A Step is one change of one file of a store. It is done only if the file still holds
// Before; it holds After when it is done.
type Step struct {
	Kind   StepKind
	Layout Layout
	Path   string // relative to the directory of the store, slash-separated
	Before Sum    // zero: there must be no file
	After  Sum    // zero for Remove
	Data   []byte // of After
	Reason string // in words, for a person: "the team changed it"
}

// A Plan is all that one sync of one store does and says.
type Plan struct {
	Steps      []Step
	Next       State
	Overridden []Override
	Refused    []Refusal
	Drafts     []Draft
	Notices    []string
	Moves      []Move
}

// An Override is a private memory that a team memory of the same identity outranks. It
// stays where it is.
type Override struct {
	Private string // path below the private directory
	Team    string // path below the team directory
	Reason  string
}

// A Draft is an edit made in the mirror. It is kept beside the memory that the team has.
type Draft struct {
	File   string // name in drafts/
	Origin string // path below the team directory at which it was made
	Reason string
}

// A Move is a team memory that changed its path.
type Move struct{ From, To string }
