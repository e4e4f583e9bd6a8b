// Package attributes reads .gitattributes: what git and code hosts do with a path
// before they show it. It decides which attributes a path gets, and nothing else.
// https://git-scm.com/docs/gitattributes
package attributes

import (
	"strings"

	"github.com/teammem/teammem/internal/source"
)

// maxLine is the length from which on git passes over a line (attr.h).
const maxLine = 2048

// State is what a line does to an attribute.
type State int

// The states. A Valued attribute has a value.
const (
	Unspecified State = iota
	Enabled
	Disabled
	Valued
)

// An Attr is one attribute as a line gives it.
type Attr struct {
	Name  string
	State State
	Value string
}

// String writes the attribute as it stands in a file.
func (a Attr) String() string {
	switch a.State {
	case Disabled:
		return "-" + a.Name
	case Unspecified:
		return "!" + a.Name
	case Valued:
		return a.Name + "=" + a.Value
	}
	return a.Name
}

// A Line gives attributes to the paths that its pattern matches, or defines a macro.
type Line struct {
	Span    source.Span
	Pattern string // as written, quotes undone; of a macro its name
	Macro   bool
	Attrs   []Attr

	glob glob
}

// Parse reads the lines that git takes. It is total: lines that git passes over
// (comments, negative patterns, bad names, very long ones) are left out.
func Parse(text *source.Text) []Line {
	var out []Line
	for n := 1; n <= text.Lines(); n++ {
		span := text.Line(n)
		line := string(text.Slice(span))
		if n == 1 {
			line = strings.TrimPrefix(line, "\uFEFF")
		}
		if l, ok := parse(line); ok {
			l.Span = span
			out = append(out, l)
		}
	}
	return out
}

const blanks = " \t\r"

func parse(line string) (Line, bool) {
	line = strings.TrimLeft(line, blanks)
	if line == "" || line[0] == '#' || len(line) >= maxLine {
		return Line{}, false
	}
	l := Line{}
	rest := ""
	if name, ok := strings.CutPrefix(line, "[attr]"); ok {
		l.Macro = true
		l.Pattern, rest = cutBlank(strings.TrimLeft(name, blanks))
		if !validName(l.Pattern) {
			return Line{}, false
		}
	} else if l.Pattern, rest, ok = cutPattern(line); !ok || strings.HasPrefix(l.Pattern, "!") {
		return Line{}, false
	}
	for _, word := range strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(blanks, r) }) {
		a := attr(word)
		if !validName(a.Name) {
			return Line{}, false
		}
		l.Attrs = append(l.Attrs, a)
	}
	if !l.Macro {
		l.glob = compile(l.Pattern)
	}
	return l, true
}

func attr(word string) Attr {
	switch {
	case strings.HasPrefix(word, "-"):
		return Attr{Name: word[1:], State: Disabled}
	case strings.HasPrefix(word, "!"):
		return Attr{Name: word[1:], State: Unspecified}
	}
	if name, value, ok := strings.Cut(word, "="); ok {
		return Attr{Name: name, State: Valued, Value: value}
	}
	return Attr{Name: word, State: Enabled}
}

func validName(name string) bool {
	return name != "" && name[0] != '-' && !strings.HasPrefix(name, "builtin_") &&
		strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == ""
}

func cutBlank(s string) (word, rest string) {
	if i := strings.IndexAny(s, blanks); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// cutPattern splits off the pattern, which may stand in quotes as in C.
func cutPattern(line string) (pattern, rest string, ok bool) {
	if line[0] != '"' {
		pattern, rest = cutBlank(line)
		return pattern, rest, true
	}
	var b strings.Builder
	for i := 1; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"':
			return b.String(), line[i+1:], true
		case c == '\\' && i+1 < len(line):
			n := unquote(&b, line[i+1:])
			if n == 0 {
				return "", "", false
			}
			i += n
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}

// unquote writes what the escape at the start of s, without its backslash, stands
// for, and returns its length; 0 when it is none.
func unquote(b *strings.Builder, s string) int {
	if i := strings.IndexByte(`abfnrtv\"`, s[0]); i >= 0 {
		b.WriteByte("\a\b\f\n\r\t\v\\\""[i])
		return 1
	}
	if len(s) < 3 || s[0] > '3' || strings.Trim(s[:3], "01234567") != "" {
		return 0
	}
	b.WriteByte((s[0]-'0')<<6 | (s[1]-'0')<<3 | (s[2] - '0'))
	return 3
}
