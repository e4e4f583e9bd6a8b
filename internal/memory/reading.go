package memory

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/source"
)

// A Reading is a scope or a type that some plausible reader sees in the text:
// one that takes the keys as YAML does, goes line by line, ignores case, or is not
// stopped by a fence that stops the next one.
type Reading struct {
	Key   string // "scope" or "type"
	Value string // as written, quotes undone where they could be
	Span  source.Span
}

// Private reports whether the reading makes the memory private: type user, or a
// scope that is not team.
func (r Reading) Private() bool {
	return isPrivateWord(r.Value) || r.Key == "scope" && foldWord(r.Value) != "team"
}

const privateValue = `["'\s]*[:=]\s*(?:[!&][^\s]*\s+)*[\[{"'\s]*(private|user)\s*["']?\s*(?:$|[,;}\]#])`

var (
	// lineReading finds what a reader that goes line by line takes for private.
	lineReading = lazy.Regexp(`^[\s\-{\[,?"']*(scope|type)` + privateValue)
	// looseReading finds it anywhere in a line of JSON or TOML.
	looseReading = lazy.Regexp(`(?:^|[^\pL\pN_-])(scope|type)` + privateValue)
)

// addReadings collects what readers can see in the fields and in region.
func (m *Memory) addReadings(region source.Span, find *lazy.Pattern) {
	for _, f := range m.Fields {
		key := decisiveKey(f)
		if key == "" {
			continue
		}
		r := Reading{Key: key, Value: f.Value, Span: source.Span{Start: f.KeySpan.Start, End: max(f.KeySpan.End, f.ValueSpan.End)}}
		if !f.Scalar {
			r.Value = string(m.Text.Slice(f.ValueSpan))
		}
		if r.Value != "" {
			m.Readings = append(m.Readings, r)
		}
	}
	known := len(m.Readings)
	eachLine(m.Text.Bytes(), region, func(line source.Span) {
		text := foldLine(string(m.Text.Slice(line)))
		if !mayBePrivate(text) {
			return
		}
		look := find
		if text[0] == '{' {
			look = looseReading
		}
		match := look.Get().FindStringSubmatch(text)
		if match == nil || slices.ContainsFunc(m.Readings[:known], func(r Reading) bool { return r.Span.Overlaps(line) && r.Private() }) {
			return
		}
		m.Readings = append(m.Readings, Reading{Key: match[1], Value: match[2], Span: line})
	})
	slices.SortStableFunc(m.Readings, func(a, b Reading) int { return a.Span.Start - b.Span.Start })
}

// decisiveKey says whether a field is, or was meant to be, the scope or the type. A
// slip of the pen counts when the value is private.
func decisiveKey(f Field) string {
	key := squash(f.Key)
	for _, want := range []string{"scope", "type"} {
		if reservedLike(f.Key) == want || len(key) < 16 && isPrivateWord(f.Value) && distance([]rune(key), []rune(want)) <= 1 {
			return want
		}
	}
	return ""
}

func isPrivateWord(value string) bool {
	v := foldWord(value)
	return v == "private" || v == "user"
}

// mayBePrivate spares most lines, which are folded, the regular expression: it asks for
// what every match has.
func mayBePrivate(line string) bool {
	return strings.ContainsAny(line, ":=") && (strings.Contains(line, "scope") || strings.Contains(line, "type")) &&
		(strings.Contains(line, "private") || strings.Contains(line, "user"))
}

// eachLine calls f with the lines of region, without blanks around them, as the
// reader with the most line ends takes them: CR, LF, VT, FF, FS to RS, NEL, and the
// line and paragraph separators.
func eachLine(src []byte, region source.Span, f func(source.Span)) {
	start := region.Start
	for start < region.End {
		rest := src[start:region.End]
		n, width := len(rest), 0
		if i := bytes.IndexAny(rest, "\r\n\v\f\x1c\x1d\x1e\u0085\u2028\u2029"); i >= 0 {
			_, width = utf8.DecodeRune(rest[i:])
			n = i
		}
		s := source.Span{Start: start, End: start + n}
		for s.End > s.Start && isBlank(src[s.End-1]) {
			s.End--
		}
		for s.Start < s.End && isBlank(src[s.Start]) {
			s.Start++
		}
		if s.Len() > 0 {
			f(s)
		}
		start += n + width
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
