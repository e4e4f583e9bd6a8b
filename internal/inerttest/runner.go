// Package inerttest reads what teammem writes as those do who would obey it: the runner of
// GitHub Actions its log and its files, and GitHub its Markdown. It is for tests alone.
package inerttest

import (
	"slices"
	"strings"
	"unicode"
)

// A Command is what the runner makes of a line of a log.
type Command struct {
	Name  string
	Props map[string]string
	Data  string
}

// live are the commands that the runner obeys, or has obeyed.
var live = []string{"add-mask", "add-matcher", "add-path", "debug", "echo", "endgroup", "error", "group", "internal-set-repo-path", "notice",
	"remove-matcher", "save-state", "set-env", "set-output", "stop-commands", "warning"}

// Commands reads a log, line by line, as the runner does. A line ends where .NET ends one.
// The runner compares "::" and "##[" by the language of the machine, which passes over
// characters without a shape; it takes the name from a fixed offset, so that no such line is one more command.
// https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
func Commands(log string) []Command {
	var found []Command
	names := slices.Clone(live)
	for _, line := range strings.FieldsFunc(log, func(r rune) bool { return r == '\n' || r == '\r' }) {
		c, ok := colons(line, names)
		if !ok {
			c, ok = brackets(line, names)
		}
		if !ok {
			continue
		}
		if strings.EqualFold(c.Name, "stop-commands") {
			names = append(names, c.Data) // the word that lets the runner go on
		}
		found = append(found, c)
	}
	return found
}

// colons reads the form "::name key=value,key=value::data", after blanks of any kind.
func colons(line string, names []string) (Command, bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::")
	if !ok {
		return Command{}, false
	}
	info, data, ok := strings.Cut(rest, "::")
	name, props, _ := strings.Cut(info, " ")
	if !ok || !isLive(name, names) {
		return Command{}, false
	}
	return Command{name, properties(strings.TrimSpace(props), ",", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%"),
		replaced(data, "%0D", "\r", "%0A", "\n", "%25", "%")}, true
}

// brackets reads the older form "##[name key=value;key=value]data", anywhere in a line.
func brackets(line string, names []string) (Command, bool) {
	_, rest, ok := strings.Cut(line, "##[")
	if !ok {
		return Command{}, false
	}
	info, data, ok := strings.Cut(rest, "]")
	name, props, _ := strings.Cut(info, " ")
	if !ok || !isLive(name, names) {
		return Command{}, false
	}
	escapes := []string{"%3B", ";", "%0D", "\r", "%0A", "\n", "%5D", "]", "%25", "%"}
	return Command{name, properties(props, ";", escapes...), replaced(data, escapes...)}, true
}

func isLive(name string, names []string) bool {
	return slices.ContainsFunc(names, func(l string) bool { return strings.EqualFold(l, name) })
}

// properties reads what stands between the name and the data; an empty name or value is none.
func properties(s, between string, escapes ...string) map[string]string {
	props := map[string]string{}
	for p := range strings.SplitSeq(s, between) {
		if key, value, ok := strings.Cut(p, "="); ok && key != "" && value != "" {
			props[key] = replaced(value, escapes...)
		}
	}
	return props
}

// replaced replaces one pair after the other, as the runner does.
func replaced(s string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		s = strings.ReplaceAll(s, pairs[i], pairs[i+1])
	}
	return s
}
