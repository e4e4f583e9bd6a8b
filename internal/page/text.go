package page

import (
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// around is how many lines are shown before and after a change, and mostLines how many of a
// memory are shown at all.
const (
	around    = 2
	mostLines = 200
	mostBytes = 16 << 10
)

// linesOf is a text as it may be printed, line by line.
func (m *maker) linesOf(text []byte) []string {
	text = []byte(strings.ReplaceAll(strings.Trim(string(source.Unmarked(text)), "\r\n"), "\r\n", "\n"))
	if len(text) == 0 {
		return nil
	}
	lines := strings.Split(string(text), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(m.Safe(l), " ")
	}
	return lines
}

// compare shows how the lines of old became those of now. In what was replaced, the words
// that differ are marked.
func compare(old, now []string) []Line {
	var out []Line
	var left, new []string
	flush := func() {
		out = append(out, replacedLines(left, new)...)
		left, new = nil, nil
	}
	for _, e := range edits(old, now) {
		switch e.op {
		case kept:
			flush()
			out = append(out, Line{Kind: Same, Parts: []Part{{Text: old[e.i]}}})
		case gone:
			left = append(left, old[e.i])
		case come:
			new = append(new, now[e.i])
		}
	}
	flush()
	return shorten(leaveOut(out))
}

// replacedLines are lines that were taken out and those that came in their place.
func replacedLines(old, now []string) []Line {
	if len(old) == 0 || len(now) == 0 {
		return append(whole(Old, old), whole(Now, now)...)
	}
	a, b := compareWords(strings.Join(old, "\n"), strings.Join(now, "\n"))
	return append(cutLines(Old, a), cutLines(Now, b)...)
}

func whole(kind LineKind, lines []string) []Line {
	var out []Line
	for _, l := range lines {
		out = append(out, Line{Kind: kind, Parts: []Part{{Text: l}}})
	}
	return out
}

// cutLines makes lines of parts that hold line ends.
func cutLines(kind LineKind, parts []Part) []Line {
	out := []Line{{Kind: kind, Parts: []Part{}}}
	for _, p := range parts {
		for i, text := range strings.Split(p.Text, "\n") {
			if i > 0 {
				out = append(out, Line{Kind: kind, Parts: []Part{}})
			}
			if text != "" {
				l := &out[len(out)-1]
				l.Parts = append(l.Parts, Part{text, p.Marked})
			}
		}
	}
	return out
}

// leaveOut takes out the lines that are the same in both and far from any other.
func leaveOut(lines []Line) []Line {
	near := make([]bool, len(lines))
	for i, l := range lines {
		if l.Kind == Same {
			continue
		}
		for k := max(0, i-around); k <= min(len(lines)-1, i+around); k++ {
			near[k] = true
		}
	}
	var out []Line
	for i, l := range lines {
		single := (i == 0 || near[i-1]) && (i == len(lines)-1 || near[i+1]) && len(lines) > 1
		out = appendOrCount(out, l, near[i] || single)
	}
	return out
}

// shorten leaves out what nobody would read here, and counts of it what differs.
func shorten(lines []Line) []Line {
	size := 0
	for i, l := range lines {
		for _, p := range l.Parts {
			size += len(p.Text)
		}
		if i < mostLines && size <= mostBytes {
			continue
		}
		if n := differing(lines[i:]); n > 0 {
			return append(slices.Clip(lines[:i]), Line{Kind: Cut, Parts: []Part{}, Lines: n})
		}
		out := slices.Clip(lines[:i])
		for _, l := range lines[i:] {
			out = appendOrCount(out, l, false)
		}
		return out
	}
	return lines
}

// differing counts the lines that are not in both texts.
func differing(lines []Line) (n int) {
	for _, l := range lines {
		if l.Kind == Old || l.Kind == Now {
			n++
		}
	}
	return n
}

// cut is how many of the lines that differ are not shown.
func cut(lines []Line) int {
	if n := len(lines); n > 0 && lines[n-1].Kind == Cut {
		return lines[n-1].Lines
	}
	return 0
}

func appendOrCount(out []Line, l Line, shown bool) []Line {
	switch n := len(out) - 1; {
	case shown:
		return append(out, l)
	case n >= 0 && out[n].Kind == Left:
		out[n].Lines += max(1, l.Lines)
		return out
	}
	return append(out, Line{Kind: Left, Parts: []Part{}, Lines: max(1, l.Lines)})
}

// text shows the bodies of a pair.
func (m *maker) text(p pair) []Line {
	lines := compare(m.linesOf(body(p.old)), m.linesOf(body(p.now)))
	if lines == nil || !slices.ContainsFunc(lines, func(l Line) bool { return l.Kind != Left }) {
		return []Line{}
	}
	return lines
}

// body is what follows the frontmatter.
func body(f *memory.File) []byte {
	switch {
	case f == nil || f.Text == nil:
		return nil
	case f.Memory == nil:
		return f.Text.Bytes()
	}
	return f.Text.Slice(f.Memory.Body)
}

// fields shows the keys of the frontmatter that differ, in the order of the files.
func (m *maker) fields(p pair) []Field {
	old, now := valuesOf(p.old), valuesOf(p.now)
	var keys []string
	for _, f := range append(now.order, old.order...) {
		if !slices.Contains(keys, f) && old.values[f] != now.values[f] {
			keys = append(keys, f)
		}
	}
	out := []Field{}
	for _, k := range keys {
		a, b := compareWords(m.Safe(old.values[k]), m.Safe(now.values[k]))
		out = append(out, Field{Key: m.Safe(k), Old: nonEmpty(a), New: nonEmpty(b)})
	}
	return out
}

func nonEmpty(parts []Part) []Part {
	return append([]Part{}, slices.DeleteFunc(parts, func(p Part) bool { return p.Text == "" })...)
}

// A frontmatter is the keys with their values as they are written.
type frontmatter struct {
	order  []string
	values map[string]string
}

func valuesOf(f *memory.File) frontmatter {
	out := frontmatter{values: map[string]string{}}
	if f == nil || f.Memory == nil {
		return out
	}
	for _, field := range f.Memory.Fields {
		key := field.Key
		if field.Parent != "" {
			key = field.Parent + "." + key
		}
		value := field.Value
		if !field.Scalar && field.KeySpan != field.ValueSpan {
			value = string(f.Text.Slice(field.ValueSpan))
		}
		if field.Parent == "" && field.Key == "metadata" {
			continue // its keys follow
		}
		if _, twice := out.values[key]; !twice {
			out.order = append(out.order, key)
		}
		out.values[key] = strings.Join(strings.Fields(value), " ")
	}
	return out
}
