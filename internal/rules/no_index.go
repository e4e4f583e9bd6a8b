package rules

import (
	"fmt"

	"github.com/teammem/teammem/internal/memory"
)

var noIndex = &Rule{
	ID:    "no-index",
	Title: "there are memories but no index",
	Class: BreaksMemory,
	Doc: `MEMORY.md is the only file that is always loaded: without it no agent learns that there is
any memory. While it is missing, no memory is called an orphan.`,
	Check: func(in *Input, report func(Report)) {
		memories := in.active()
		if len(memories) == 0 || in.Snapshot.File(memory.IndexPath) != nil {
			return
		}
		r := Report{
			Path:    memory.IndexPath,
			Message: fmt.Sprintf("there is no MEMORY.md; memories that no agent will find: %d", len(memories)),
			Fix:     "run teammem index, which writes one from the descriptions",
		}
		for _, m := range memories {
			r.Depends = append(r.Depends, m.Path)
		}
		report(r)
	},
}
