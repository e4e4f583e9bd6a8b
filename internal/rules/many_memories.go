package rules

import (
	"fmt"
	"path"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

var manyMemories = &Rule{
	ID:    "many-memories",
	Title: "more memories or folders than anybody looks through",
	Class: WeakensMemory,
	Doc: `Over 1,000 memories, or below more than 8 levels of folders (limits.memories and
limits.depth of the policy), nobody knows any more what the team knows. Archived memories are not counted.`,
	Check: func(in *Input, report func(Report)) {
		limits := in.Policy.Limits
		if all := in.active(); len(all) > limits.Memories {
			report(Report{
				Path: memory.Dir, Depends: added(in, all),
				Message: fmt.Sprintf("there are %d memories, over %d", len(all), limits.Memories),
				Fix:     "merge what belongs together, and archive what is settled",
			})
		}
		said := map[string]bool{}
		for _, f := range in.Snapshot.Files {
			dir := path.Dir(f.Rel())
			depth := strings.Count(dir, "/") + 1
			if f.Kind == memory.KindMemory && dir != "." && depth > limits.Depth && !said[dir] {
				said[dir] = true
				report(Report{
					File: f, Message: fmt.Sprintf("the memory lies %d folders deep, over %d", depth, limits.Depth),
					Fix: "move it up",
				})
			}
		}
	},
}

// added returns the paths of the memories that the base does not have.
func added(in *Input, all []*memory.File) []string {
	var out []string
	for _, f := range all {
		if in.Base == nil || in.Changed(f.Path) && in.Base.Changed[f.Path].Old.Mode == 0 {
			out = append(out, f.Path)
		}
	}
	return out
}
