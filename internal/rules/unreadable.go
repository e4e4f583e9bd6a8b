package rules

import (
	"maps"
	"slices"

	"github.com/teammem/teammem/internal/memory"
)

var unreadable = &Rule{
	ID:      "unreadable",
	Title:   "a file that can't be read",
	Class:   MustNotPass,
	History: true,
	Doc: `What can't be read can't be judged, so it does not pass: a missing object, a file
without read permission, one that vanished while it was read. It is never left out in silence,
in no commit of a range.
That holds for a policy with a mistake, too: from the next change on, it would end every check.`,
	Check: func(in *Input, report func(Report)) {
		say := func(f *memory.File) {
			if f.Unread != "" {
				report(Report{File: f, Message: whyUnread(f), Fix: "make it readable and run the check again"})
			}
		}
		for _, f := range in.judged() {
			if f.Size <= memory.MaxParsed { // of larger ones the rule size speaks
				say(f)
			}
		}
		for _, f := range in.Snapshot.Elsewhere {
			say(f)
		}
		for _, p := range slices.Sorted(maps.Keys(in.Snapshot.Control)) {
			say(in.Snapshot.Control[p])
		}
		if f := in.Snapshot.Control[memory.PolicyPath]; f != nil && f.Text == nil && f.Unread == "" && in.Changed(f.Path) {
			report(Report{File: f, Message: "the policy is not a regular file, so it can't be read", Fix: "commit the text itself; committed like this, it would end every check"})
		}
		if flaw := in.PolicyFlaw; flaw != nil {
			f := in.Snapshot.Control[memory.PolicyPath]
			r := Report{File: f, Message: "the policy can't be read: " + flaw.Message, Fix: "correct it; committed like this, it would end every check"}
			if flaw.Line > 0 {
				r.Span = f.Text.Line(flaw.Line)
			}
			report(r)
		}
	},
}

func whyUnread(f *memory.File) string {
	if f.Flaw != "" {
		return "it " + f.Flaw
	}
	return "it can't be read: " + f.Unread
}
