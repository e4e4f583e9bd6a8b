package rules

import "github.com/teammem/teammem/internal/invisible"

var bidi = &Rule{
	ID:    "bidi",
	Title: "a character that changes the order of the text",
	Class: MustNotPass,
	Doc: `Text that is drawn in another order than it is stored shows a reviewer something
else than the agent reads (Trojan Source, CVE-2021-42574). Overrides and embeddings are never
needed. Marks and isolates are allowed on a line with letters that are written from right to left;
an isolate must be closed on its line.`,
	Check: func(in *Input, report func(Report)) {
		marks(in, report, invisible.Bidi, "changes the order in which the line is drawn", "remove it; text that is written from right to left needs none in most places")
	},
}
