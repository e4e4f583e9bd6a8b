package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/memory"
)

var longEntry = &Rule{
	ID:    "long-entry",
	Title: "an entry of the index is too long",
	Class: WeakensMemory,
	Doc: `Every entry is loaded in every session, so it should say in one line what the memory is
about; the detail belongs in the memory. The length counts code points of the entry as it
is written, from the bullet on, so that Chinese is not punished for its bytes. A bullet
that links nothing and a row of a table are the matter of index-body.`,
	Check: func(in *Input, report func(Report)) {
		f, x := in.Index()
		if x == nil {
			return
		}
		entries := in.loaded(x)
		for i := range entries {
			e := &entries[i]
			if e.Main == nil || e.Table {
				continue
			}
			if found := tooLong(x, e, in.Policy.Limits.EntryChars); found != "" {
				report(Report{
					File: f, Span: e.Span, Message: found,
					Fix: "keep one short line and move the detail to the memory it links",
				})
			}
		}
	},
}

// tooLong says by how much e is too long; "" when it is not.
func tooLong(x *memory.Index, e *memory.IndexEntry, limit int) string {
	var found []string
	if lines := e.Last - e.First + 1; lines > 1 {
		found = append(found, fmt.Sprintf("runs over %d lines", lines))
	}
	if n := utf8.RuneCount(x.Text.Slice(e.Span)); limit > 0 && n > limit {
		found = append(found, fmt.Sprintf("has %d characters (limit %d)", n, limit))
	}
	if found == nil {
		return ""
	}
	return "the entry " + strings.Join(found, " and ")
}
