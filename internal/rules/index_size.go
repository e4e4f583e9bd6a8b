package rules

import (
	"fmt"

	"github.com/teammem/teammem/internal/memory"
)

var indexSize = &Rule{
	ID:    "index-size",
	Title: "the index is longer than what is loaded",
	Class: MustNotPass,
	Doc: `Agents load the first 200 lines of the index and at most 25,000 bytes of it. What
comes after is lost without a word, so the finding names the entries that would be
dropped. Bytes are counted as UTF-8: characters or UTF-16 units would let an index in
Chinese or Korean grow to three times the size. A policy can set lower limits.`,
	Check: func(in *Input, report func(Report)) {
		f := in.Snapshot.File(memory.IndexPath)
		if f == nil || f.Text == nil {
			return
		}
		limits := memory.IndexLimits{Lines: in.Policy.Limits.IndexLines, Bytes: in.Policy.Limits.IndexBytes}
		l := memory.Load(f.Text, limits)
		if l.Excess(limits) == "" {
			return
		}
		report(Report{
			File:    f,
			Message: fmt.Sprintf("the index has %s; not loaded: %s", l.Excess(limits), l.Missing()),
			Fix:     "merge entries that say nearly the same, shorten long ones, or move old memories to archive/ and run teammem index",
		})
	},
}
