package rules

import (
	"fmt"

	"github.com/teammem/teammem/internal/memory"
)

var ignoredHere = &Rule{
	ID:    "ignored-here",
	Title: "git ignores the team directory on this machine",
	Class: WeakensMemory,
	Doc: `A personal ignore file (.git/info/exclude or core.excludesFile) hides the team
directory, so that new memories are not added on this machine. Others are not concerned.`,
	Check: func(in *Input, report func(Report)) {
		if i := in.Ignored; i != nil && !i.Committed {
			report(Report{
				Path: memory.Dir, Message: fmt.Sprintf("%q on line %d of %s hides it on this machine", i.Pattern, i.Line, i.Source),
				Fix: "remove the pattern, or add the files with git add -f",
			})
		}
	},
}
