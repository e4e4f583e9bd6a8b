package rules

import (
	"path"
	"slices"

	"github.com/teammem/teammem/internal/memory"
)

var frontmatterValue = &Rule{
	ID:    "frontmatter-value",
	Title: "a value of the frontmatter needs quotes",
	Class: BreaksMemory,
	Doc: `YAML gives some signs a meaning: ` + "`: `" + ` inside a value, a quote that closes before the
value ends, a backtick, ` + "`@`" + ` or ` + "`%`" + ` at its start. Then no YAML parser reads the file, and
most tools skip the memory in silence. In quotes the value is what it looks like.

One finding a value, at the first sign that breaks it. ` + "`teammem fmt`" + ` puts the quotes; it
changes nothing else.`,
	Check: func(in *Input, report func(Report)) {
		in.reportProblems(memory.NeedsQuotes, in.active(), report)
	},
}

var noFrontmatter = &Rule{
	ID:    "no-frontmatter",
	Title: "a memory has no frontmatter",
	Class: BreaksMemory,
	Doc: `Without frontmatter nobody knows whom the memory is for, and an agent can't tell from the
outside whether to read it. README.md needs none; archived memories are not asked for it.`,
	Check: func(in *Input, report func(Report)) {
		in.reportProblems(memory.NoFront, slices.DeleteFunc(slices.Clone(in.active()), func(f *memory.File) bool {
			return f.Text != nil && isPointer(f.Text) // which a rule of its own says
		}), func(r Report) {
			if r.File.Name() == path.Base(memory.IndexPath) {
				r.Fix = "only " + memory.IndexPath + " is an index: put these entries there and remove this file, or " + r.Fix
			}
			report(r)
		})
	},
}
