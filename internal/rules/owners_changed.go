package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

var ownersChanged = &Rule{
	ID:    "owners-changed",
	Title: "a change of who may approve team memory",
	Class: WeakensMemory,
	Doc: `A change of CODEOWNERS that gives team memory other owners, or one owner more, is shown with
the old and the new ones, also when a line goes away and a wider pattern takes its place. Losing owners
without new ones in their place is review-evasion. A first owner weakens nothing.`,
	Check: func(in *Input, report func(Report)) {
		if in.Base == nil || !slices.ContainsFunc(memory.OwnersPaths, in.Changed) {
			return
		}
		before, file := ownersFile(in.Base.Control, memory.OwnersPaths), ownersFile(in.Snapshot.Control, memory.OwnersPaths)
		if file == nil {
			return
		}
		readers := ownersReaders(before, file)
		read := readers[len(readers)-1]
		was, is := readOwners(before, read), readOwners(file, read)
		for _, p := range ownedPaths(in, was, is) {
			before, _ := was.Of(p)
			after, line := is.Of(p)
			if len(before) == 0 || len(after) < len(before) || sameOwners(before, after) {
				continue
			}
			report(Report{
				File: file, Span: file.Text.Line(line), Depends: memory.OwnersPaths,
				Message: fmt.Sprintf("the owners of team memory change from %s to %s", strings.Join(before, ", "), strings.Join(after, ", ")),
				Fix:     "make sure that the owners so far agree",
			})
			return
		}
	},
}

// sameOwners compares two sets; a host does not mind the case of a name.
func sameOwners(a, b []string) bool {
	sorted := func(owners []string) []string {
		out := make([]string, len(owners))
		for i, o := range owners {
			out[i] = strings.ToLower(o)
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	return slices.Equal(sorted(a), sorted(b))
}
