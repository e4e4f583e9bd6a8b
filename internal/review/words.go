package review

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDescription is how many characters the description of a commit status may have.
// https://docs.github.com/en/rest/commits/statuses
const maxDescription = 140

// say is a sentence for people. Names come from a host, so they are made harmless for
// one line of a terminal.
func say(format string, args ...any) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return utf8.RuneError
		}
		return r
	}, fmt.Sprintf(format, args...))
}

// clip cuts a description to what a host takes.
func clip(s string) string {
	if utf8.RuneCountInString(s) <= maxDescription {
		return s
	}
	return string([]rune(s)[:maxDescription-1]) + "…"
}

func approvals(n int) string {
	if n == 1 {
		return "an approval"
	}
	return say("%d approvals", n)
}

func and(words []string) string { return list(words, "and") }

func or(words []string) string { return list(words, "or") }

// list joins words as in a sentence: "a, b and c".
func list(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}
