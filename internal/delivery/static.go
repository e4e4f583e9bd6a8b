package delivery

import "slices"

// SharedFile is the file that most agents read, and so the one that holds the index.
const SharedFile = "AGENTS.md"

// codexDocBytes is what Codex takes of all AGENTS.md on the way together, by its
// project_doc_max_bytes; the rest is cut off.
const codexDocBytes = 32 << 10

// A Kind is what teammem puts into a file of an agent.
type Kind string

// The kinds. An index and an import bring the team's index; a pointer only says where it is.
const (
	Index   Kind = "index"   // a marked block with the lines of the index, written by teammem deliver
	Import  Kind = "import"  // a marked block with a line that loads another file
	Pointer Kind = "pointer" // a marked block with a sentence that names the index
	Setting Kind = "setting" // an entry of a settings file that makes the agent load another file
)

// A Route is the way by which the files of a clone alone bring the team's index to an agent.
type Route struct {
	// Own is the file that teammem writes for this agent besides the shared one; "" for none.
	Own string
	// Kind is what goes into Own; "" for none.
	Kind Kind
	// Shared says that the agent gets the index from the shared file.
	Shared bool
	// Signs are files and folders of the repository by which teammem init sees that the
	// team uses the agent.
	Signs []string
	// Hiders are files that, when they are there, the agent reads in place of the shared one.
	Hiders []string
	// Limit is what the agent takes of the file that brings the index, all of it together.
	Limit Budget
	// Source is the document that says what the agent reads.
	Source string
	// Traps are what to know of it, a sentence each.
	Traps []string
}

// Reaches reports whether what is put in brings the index itself.
func (k Kind) Reaches() bool { return k == Index || k == Import || k == Setting }

// Sharing lists the agents that read the shared file, by name.
func Sharing() []string {
	var names []string
	for _, a := range Agents {
		if a.Static.Shared {
			names = append(names, a.Name)
		}
	}
	return names
}

// RoomFor is what the agents of these names take of the shared file, all of it together:
// the least of each. Names that are not known count for nothing.
func RoomFor(names []string) Budget {
	var least Budget
	for _, a := range Agents {
		if slices.Contains(names, a.Name) {
			least = least.or(a.Static.Limit)
		}
	}
	return least
}

// or is the smaller of two budgets.
func (b Budget) or(c Budget) Budget {
	return Budget{smaller(b.Lines, c.Lines), smaller(b.Bytes, c.Bytes), smaller(b.Units, c.Units)}
}

// smaller is the smaller of two limits, of which zero is none.
func smaller(a, b int) int {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}
