package delivery

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/invisible"
)

// maxTicks is how many backticks in a row a line can hold. A longer run gets a blank
// after each so many, so that a fence never has to be long.
const maxTicks = 15

// harmless is s in one line, as it can stand between the fences: it reads as it was
// written, and nothing in it imports a file, opens or closes a tag, a comment or a turn
// of a conversation, steers a terminal or hides. What is harmless stays as it is.
func harmless(s string) string {
	if isHarmless(s) {
		return s
	}
	return escapeAll(s)
}

func escapeAll(s string) string {
	s = strings.Join(strings.Fields(shown(s)), " ")
	if !strings.ContainsAny(s, "<@[`") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	ticks := 0
	for i := range len(s) {
		if s[i] != '`' {
			ticks = 0
		} else if ticks++; ticks > maxTicks {
			b.WriteByte(' ')
			ticks = 1
		}
		b.WriteString(escaped(s, i))
	}
	return b.String()
}

// isHarmless reports whether s holds nothing at which harmless would look twice.
func isHarmless(s string) bool {
	before := ' '
	for i, r := range s {
		switch {
		case r == ' ' && before == ' ', r == '<', r == '@', r == '`', r < ' ', r == 0x7f, r == utf8.RuneError,
			r == '[' && (isTurn(s[i+1:]) || before == '#'),
			r >= utf8.RuneSelf && (unicode.IsSpace(r) || invisible.KindOf(r) != invisible.Seen):
			return false
		}
		before = r
	}
	return s == "" || before != ' '
}

// escaped is the byte of s at i as it can be shown.
func escaped(s string, i int) string {
	before, after := byte(' '), s[i+1:]
	if i > 0 {
		before = s[i-1]
	}
	switch {
	case s[i] == '<' && opensTag(after):
		return "&lt;"
	case s[i] == '@' && startsWord(before) && after != "" && after[0] != ' ':
		return `\@`
	case s[i] == '[' && before != '\\' && isTurn(after):
		return `\[`
	case s[i] == '[' && strings.HasSuffix(s[:i], "##"): // a workflow command, if a build prints it
		return " ["
	}
	return s[i : i+1]
}

// opensTag reports whether what follows "<" makes a tag, a comment or a token of a model
// of it.
func opensTag(after string) bool {
	return after != "" && (isLetter(after[0]) || strings.IndexByte("/!?|<", after[0]) >= 0)
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// startsWord reports whether an @ after before is not inside a word, as in an address, and
// so could import a file.
func startsWord(before byte) bool { return strings.IndexByte(" ([{\"'>|*_", before) >= 0 }

// turns are words in brackets by which models were taught to tell who speaks.
var turns = [...]string{"inst]", "/inst]", "sys]", "/sys]", "system_prompt]", "/system_prompt]", "available_tools]", "/available_tools]", "tool_calls]", "tool_results]", "/tool_results]"}

func isTurn(after string) bool {
	for _, t := range turns {
		if len(after) >= len(t) && strings.EqualFold(after[:len(t)], t) {
			return true
		}
	}
	return false
}

// shown writes what does not show, or is not UTF-8, as an escape.
func shown(s string) string {
	if isASCII(s) {
		return s
	}
	s = strings.TrimLeft(s, "\ufeff") // of two at the start Scan would take the second for the mark of a file
	var b strings.Builder
	from := 0
	for _, m := range invisible.Scan([]byte(s)) {
		b.WriteString(valid(s[from:m.Span.Start]))
		fmt.Fprintf(&b, `\u{%04X}`, m.Rune)
		from = m.Span.End
	}
	b.WriteString(valid(s[from:]))
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02x`, s[0])
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// quoted is s in quotes, cut to at most limit bytes.
func quoted(s string, limit int) string {
	return `"` + clip(strings.ReplaceAll(harmless(s), `"`, "'"), limit) + `"`
}

// clip cuts s to at most limit bytes, at the edge of a character.
func clip(s string, limit int) string {
	const dots = "…"
	if len(s) <= limit {
		return s
	}
	end := limit - len(dots)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + dots
}

// fenceFor is longer than any run of backticks inside it.
func fenceFor(items []item) string {
	longest := 2
	for _, it := range items {
		longest = max(longest, ticksIn(it.text))
	}
	return strings.Repeat("`", longest+1)
}

func ticksIn(s string) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
