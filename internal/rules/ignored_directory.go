package rules

import (
	"fmt"

	"github.com/teammem/teammem/internal/memory"
)

var ignoredDirectory = &Rule{
	ID:    "ignored-directory",
	Title: "the repository ignores the team directory",
	Class: BreaksMemory,
	Doc: `Git does not add new files of a folder that it ignores. With such a rule in the
repository, what anybody writes to team memory stays on their machine, in silence.`,
	Check: func(in *Input, report func(Report)) {
		if i := in.Ignored; i != nil && i.Committed {
			fix := "remove the pattern, or narrow it to what is not for the team"
			if i.Source == ".gitignore" {
				fix += ", with the lines !/.agent/ and !/.agent/** below it"
			}
			report(Report{Path: i.Source, Message: fmt.Sprintf("%q on line %d hides %s", i.Pattern, i.Line, memory.Dir), Fix: fix})
		}
	},
}
