package rules

import "github.com/teammem/teammem/internal/invisible"

var controlChar = &Rule{
	ID:    "control-char",
	Title: "a control character",
	Class: MustNotPass,
	Doc: `A terminal obeys control characters: they hide text, move the cursor, set titles or
make links, so that cat and git log show something else than the agent reads. Tab, line feed and
the carriage return before a line feed are fine. The line and paragraph separators U+2028 and
U+2029 count too: some readers end a line there and others do not.`,
	Check: func(in *Input, report func(Report)) {
		marks(in, report, invisible.Control, "is a control character", "remove it, or show it in words such as ESC or \\x1b")
	},
}
