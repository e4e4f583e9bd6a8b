package report

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/finding"
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

// Span is a code span of Markdown that shows s as one line, cut where it is long. Nothing in it is
// a mention, a link, a picture or a tag, whoever wrote s.
func Span(s string) string {
	return codeSpan(cut(finding.Visible(s)))
}

// cut is s as one line, and not longer than anybody reads in the middle of a sentence.
func cut(s string) string {
	s = strings.Join(strings.Fields(inert(s)), " ")
	if len(s) > maxCell {
		end := maxCell
		for !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end] + "…"
	}
	if s == "" {
		s = "-"
	}
	return s
}

// codeSpans makes each line of s a code span of Markdown, in which hosts see no
// mention, link, picture or tag: reviewdog puts the message into a comment as it is.
func codeSpans(s string) string {
	var spans []string
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			spans = append(spans, codeSpan(line))
		}
	}
	return strings.Join(spans, "\n\n")
}

// codeSpan is a code span that shows line, which is not empty.
// https://spec.commonmark.org/0.31.2/#code-spans
func codeSpan(line string) string {
	longest := longestRun(line)
	fence := strings.Repeat("`", longest+1)
	if longest > 0 {
		return fence + " " + line + " " + fence
	}
	return fence + line + fence
}

// Fence is a block of code of some lines, safe to print and each without an end. It is
// longer than any run of backticks in them.
func Fence(language string, lines []string) string {
	calm := make([]string, len(lines))
	for i, l := range lines {
		calm[i] = Inert(l)
	}
	text := strings.Join(calm, "\n")
	fence := strings.Repeat("`", max(3, longestRun(text)+1))
	return fence + language + "\n" + text + "\n" + fence + "\n"
}

// Code is s, cut where it is long, as one line of code in HTML, where hosts see no
// mention, link or tag either.
func Code(s string) string {
	return "<code>" + html.EscapeString(cut(s)) + "</code>"
}

// longestRun is the length of the longest run of backticks in s.
func longestRun(s string) int {
	longest, run := 0, 0
	for i := range len(s) {
		run++
		if s[i] != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}
