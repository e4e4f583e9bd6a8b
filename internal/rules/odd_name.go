package rules

import (
	"fmt"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/memory"
)

var oddName = &Rule{
	ID:    "odd-name",
	Title: "the name of a memory would break the index",
	Class: BreaksMemory,
	Doc: "The name of a memory becomes the title of its entry and is shown in tables. A name that holds `](`, " +
		"the beginning of an HTML tag, or `|` would end the link, hide text or split a cell.",
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.judged() {
			if f.Memory == nil || f.Memory.Has(memory.Unsafe) {
				continue
			}
			name, _ := f.Memory.Field("name")
			if m := oddForm.Get().FindString(name.Value); m != "" {
				if m[0] == '<' {
					m = "<"
				}
				report(Report{
					File: f, Span: name.ValueSpan,
					Message: fmt.Sprintf("the name holds %q, which breaks its entry in the index", m),
					Fix:     "choose a name of plain words",
				})
			}
		}
	},
}

var oddForm = lazy.Regexp(`\]\(|<[A-Za-z/!?]|\|`)
