// Package wiring decides what stands in the files by which agents get the team's index
// from a clone alone, and how teammem's part of them is put in, kept current and taken
// out again. Every byte outside that part stays. It works on values: what lies in a
// repository is read by others, and so is what it plans written.
package wiring

import (
	"cmp"
	"strings"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/scope"
	"github.com/teammem/teammem/internal/sync"
)

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

// A File is one file of a repository as it was found. The zero value is one that is not there.
type File struct {
	Data []byte // nil when it is not there, or can't be read
	Real string // the path of the file that a symbolic link leads to; "" when it is no link
	Flaw string // in words, why it can't be read or written; mostly ""
	// Locked says why it may not be written, as far as the file itself tells; "" when it may. It is read all the same.
	Locked string
	Dark   bool // it is a file that can't be read, so that it may hold a part of ours
}

// Files shows the files of a repository by their paths from its top.
type Files interface {
	At(p string) File
	// Below lists the files at any depth below dir, sorted; nil when there are none.
	Below(dir string) []string
}

// A Part is what teammem has, or would have, in one file.
type Part struct {
	Path   string        // of the file that is written: where a link leads
	Kind   delivery.Kind // what is put into it
	Agents []string      // by name: who is served through it; sorted
	// Strangers are those of Agents that this teammem does not know. Their names stay where they are.
	Strangers []string
	State     State
	Line      int      // 1-based, of the part or of what is wrong; 0 for the file as a whole
	Why       string   // in words: what is wrong and what to do, or why nothing has to be written
	Left      []string // in words: what finds no room, or reaches an agent in another way than the index
	Prev      []byte   // what the file holds; nil when it is not there
	Next      []byte   // what it shall hold; nil when it shall not be there
}

// Changes reports whether the file has to be written.
func (p Part) Changes() bool {
	return (p.Prev == nil) != (p.Next == nil) || string(p.Prev) != string(p.Next)
}

// Kept leaves those of parts as they are whose files may not be written, and says why. A file that needs no
// change needs no right to be changed.
func Kept(files Files, parts []Part) []Part {
	for i := range parts {
		p := &parts[i]
		if why := files.At(p.Path).Locked; why != "" && p.Changes() {
			p.State, p.Why, p.Line, p.Next = Broken, why, 0, p.Prev
		}
	}
	return parts
}

// Planned are files as they are once parts are written, in their order.
type Planned struct {
	Files
	Parts []Part
}

// At gives one of them.
func (p Planned) At(name string) File {
	f := p.Files.At(name)
	at := cmp.Or(f.Real, name)
	for _, part := range p.Parts {
		if part.Path == at && part.Changes() {
			f.Data = part.Next
		}
	}
	return f
}

// IndexOf reads the index of a snapshot for the files of a clone. What is private, or can't
// be read, is not named.
func IndexOf(s *memory.Snapshot) delivery.TeamIndex {
	var files []sync.File
	for _, f := range s.Memories() {
		at, inside := strings.CutPrefix(f.Path, memory.Dir+"/")
		if !inside || f.Memory == nil {
			continue
		}
		if d := scope.InTeamDir(f.Memory); d.Unsure || d.Scope == scope.Private {
			continue
		}
		files = append(files, sync.File{Path: at, Name: strings.TrimSpace(f.Memory.Value("name")), Description: f.Memory.Value("description")})
	}
	var index []byte
	if f := s.Index(); f != nil {
		index = f.Text.Bytes()
	}
	return delivery.NewTeamIndex(index, files)
}
