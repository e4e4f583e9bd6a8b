package report

import (
	"strings"
	"unicode"
)

// Inert is line as it may stand in the log of a build: nothing in it is a workflow
// command, which the runner takes from every line that a step prints, whatever the
// format. Line is one line, without its end.
// https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
func Inert(line string) string {
	line = inert(line)
	text := strings.TrimLeftFunc(line, unicode.IsSpace)
	if rest, ok := strings.CutPrefix(text, "::"); ok {
		return line[:len(line)-len(text)] + ": :" + rest
	}
	return line
}

// inert takes the older form of a command out of s: the runner finds it anywhere in
// a line.
func inert(s string) string { return strings.ReplaceAll(s, "##[", "## [") }
