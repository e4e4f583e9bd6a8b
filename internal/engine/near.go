package engine

import (
	"slices"

	"github.com/teammem/teammem/internal/memory"
)

// A check of a range reads every memory, but of the repository around them only the folders that
// concern it: the others are read when a rule first asks for one of their paths. A large repository
// has nearly all of its paths there.

// narrow reports whether the folders that concern the check are enough at first: then there is a
// base, and what is elsewhere counts only where it differs from it.
func (t target) narrow() bool { return t.at.Kind == memory.AtCommit && t.base() != "" }

// nearEntries lists what concerns the check, and makes a Tree that lists all when that is
// asked for. Where the change brings a path that can be read as one of the team directory, all is listed
// at once: such a path may lie anywhere.
func (l *loader) nearEntries() ([]memory.Entry, *memory.Tree, error) {
	changes, err := l.diff(l.target.base())
	if err != nil {
		return nil, nil, err
	}
	enter := memory.MayHold
	if l.near = !slices.ContainsFunc(changes, isAlike); !l.near {
		enter = func(string) bool { return true }
	}
	entries, err := l.repo.Within(l.ctx, l.target.at.Commit, enter)
	entries = onePerPath(entries)
	if !l.near {
		return entries, memory.NewTree(entries), err
	}
	return entries, memory.NewPartTree(entries, l.allEntries), err
}

// allEntries is for a Tree that was made without; its error shows at the end.
func (l *loader) allEntries() []memory.Entry {
	all, err := l.repo.Entries(l.ctx, l.target.at)
	l.treeErr = err
	return onePerPath(all)
}

func isAlike(c memory.Change) bool {
	_, alike := memory.TeamPath(c.Path)
	return alike
}
