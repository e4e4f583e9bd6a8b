package rules

import "github.com/teammem/teammem/internal/memory"

var executable = &Rule{
	ID:    "executable",
	Title: "a memory has the executable bit",
	Class: WeakensMemory,
	Doc: `A memory is text to read. The executable bit has no use on it, and a file that
can be run is one that somebody will run.`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.judged() {
			if f.Mode == memory.Executable && f.Kind != memory.KindForeign {
				report(Report{
					File:    f,
					Message: "the file has the executable bit",
					Fix:     "run git update-index --chmod=-x on it, and chmod -x",
				})
			}
		}
	},
}
