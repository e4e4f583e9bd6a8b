package rules

import (
	"fmt"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

var linkOutside = &Rule{
	ID:    "link-outside",
	Title: "an entry of the index leads out of the team directory",
	Class: WeakensMemory,
	Doc: `The index lists memories. A link to another file of the repository works on GitHub, but that
file is not reviewed as memory, and it is not delivered with it. Links in the text of a
memory may lead anywhere in the repository. A link that leads out of the repository is
the matter of link-escape, one to a missing file of dead-link.`,
	Check: func(in *Input, report func(Report)) {
		f, x := in.Index()
		if x == nil {
			return
		}
		for _, l := range x.Links {
			t := l.Target
			if t.Reach != memory.Within || !isLink(l.Link) || !in.exists(t.Path) ||
				t.Path == memory.Dir || strings.HasPrefix(t.Path, memory.Dir+"/") {
				continue
			}
			report(Report{
				File: f, Span: l.Span, Depends: []string{t.Path},
				Message: fmt.Sprintf("the link leads out of the team directory, to %s", t.Path),
				Fix:     "link it from a memory that says what it is good for",
			})
		}
	},
}
