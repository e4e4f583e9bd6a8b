// Package promote decides what a private memory or a draft becomes in the team directory:
// its text, its place, and the name of the branch that brings it. It works on values
// alone; what it plans is made by others and judged by the rules of the gate.
package promote

import (
	"fmt"
	"path"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/sync"
)

// A Source is a file of a store that can become team memory.
type Source struct {
	Path  string // as a person names it: "private/deploy.md", "drafts/deploy.20260102T030405Z.md"
	At    string // where the file lies on this machine; may be empty
	Data  []byte
	Draft bool // it is an edit of a team memory
}

// file is the name of the file.
func (s Source) file() string { return path.Base(s.Path) }

// stem is the name of the file without its end, and of a draft without the time.
func (s Source) stem() string {
	if s.Draft {
		return sync.DraftStem(s.file())
	}
	return strings.TrimSuffix(s.file(), path.Ext(s.file()))
}

func (s Source) memory() *memory.Memory { return memory.Parse(source.NewText(s.Data)) }

// identity is that of the memory it is.
func (s Source) identity() string { return identity(s.memory(), s.stem()) }

func identity(m *memory.Memory, stem string) string {
	return sync.File{Path: stem, Name: strings.TrimSpace(m.Value("name"))}.Identity()
}

// A Refused says that a memory can't become team memory as it is.
type Refused struct {
	Name string // of the source or of the team memory, as a person writes it
	Why  string
	Fix  string // what to do, starting with a verb
}

func (r *Refused) Error() string {
	return fmt.Sprintf("%q can't be promoted: %s\n%s", r.Name, r.Why, r.Fix)
}

// refuseUser refuses what is about one person.
func refuseUser(s Source) error {
	for _, r := range s.memory().Readings {
		if r.Key == "type" && memory.Key(r.Value) == "user" {
			return &Refused{Name: s.Path, Why: "memories of type user are about one person and stay private", Fix: "write what the team should know as a memory of type feedback, project or reference, and promote that"}
		}
	}
	return nil
}
