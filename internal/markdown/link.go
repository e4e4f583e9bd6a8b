package markdown

import (
	"github.com/yuin/goldmark/util"

	"github.com/teammem/teammem/internal/source"
)

// maxLabel is the length of a link label that CommonMark allows, in characters;
// bytes are counted here, which is stricter and bounds the work.
const maxLabel = 999

// maxParens is how deep parentheses may nest in a destination, as in cmark.
const maxParens = 32

// A part is a range of a text's bytes.
type part struct{ start, end int }

// readDefinitions takes the link definitions off the start of a paragraph.
// Of two with the same label the first counts.
func (t *text) readDefinitions(d *Doc, defs map[string]int) {
	for t.kind == paragraph {
		def, next, ok := t.definition(t.skip)
		if !ok {
			return
		}
		t.skip = next
		d.Definitions = append(d.Definitions, def)
		key := labelKey([]byte(def.Label))
		if _, taken := defs[key]; !taken {
			defs[key] = len(d.Definitions) - 1
		}
	}
}

func labelKey(label []byte) string { return util.ToLinkReference(label) }

// definition reads one definition at i and gives the start of the next line. That of a footnote
// is text: CommonMark takes it for a link when it is one word, and hosts do not.
// https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#footnotes
func (t *text) definition(i int) (def Definition, next int, ok bool) {
	b := t.buf
	start := skipSpaces(b, i)
	label, i, ok := readLabel(b, start)
	if !ok || i >= len(b) || b[i] != ':' || b[label.start] == '^' {
		return def, 0, false
	}
	dest, i, ok := readDest(b, skipBlanks(b, i+1))
	if !ok || dest.start == i {
		return def, 0, false
	}
	end, ok := restBlank(b, i)
	title, j, titled := readTitle(b, skipBlanks(b, i))
	if titled && j > i && isBlank(b[i]) {
		if e, clear := restBlank(b, j); clear {
			end, i, ok = e, j, true
		} else {
			title = part{}
		}
	} else {
		title = part{}
	}
	return Definition{
		Span:     t.span(start, i),
		Label:    string(b[label.start:label.end]),
		Dest:     unescape(b[dest.start:dest.end]),
		DestSpan: t.span(dest.start, dest.end),
		Title:    unescape(b[title.start:title.end]),
	}, end, ok
}

// restBlank gives the start of the next line when nothing but blanks is left
// of the line at i.
func restBlank(b []byte, i int) (next int, ok bool) {
	for ; i < len(b) && b[i] != '\n'; i++ {
		if !isBlank(b[i]) {
			return 0, false
		}
	}
	return min(i+1, len(b)), true
}

// readLabel reads "[label]" at i; the label is not blank.
func readLabel(b []byte, i int) (label part, next int, ok bool) {
	if i >= len(b) || b[i] != '[' {
		return part{}, i, false
	}
	seen := false
	for j := i + 1; j < len(b) && j-i <= maxLabel; j++ {
		switch c := b[j]; {
		case c == '\\' && j+1 < len(b) && isPunct(b[j+1]):
			seen = true
			j++
		case c == '[':
			return part{}, i, false
		case c == ']':
			return part{i + 1, j}, j + 1, seen
		default:
			seen = seen || !isBlank(c)
		}
	}
	return part{}, i, false
}

// readDest reads a link destination at i, in angle brackets or bare; a bare
// one may be empty.
func readDest(b []byte, i int) (dest part, next int, ok bool) {
	if i < len(b) && b[i] == '<' {
		return readAngled(b, i)
	}
	depth, j := 0, i
	for ; j < len(b); j++ {
		c := b[j]
		switch {
		case c == '\\' && j+1 < len(b) && isPunct(b[j+1]):
			j++
			continue
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		if c <= ' ' || c == 0x7f || depth < 0 {
			break
		}
		if depth > maxParens {
			return part{}, i, false
		}
	}
	return part{i, j}, j, depth <= 0
}

func readAngled(b []byte, i int) (dest part, next int, ok bool) {
	for j := i + 1; j < len(b); j++ {
		switch b[j] {
		case '\\':
			if j+1 < len(b) && isPunct(b[j+1]) {
				j++
			}
		case '>':
			return part{i + 1, j}, j + 1, true
		case '<', '\n':
			return part{}, i, false
		}
	}
	return part{}, i, false
}

// readTitle reads a title in quotes or parentheses at i.
func readTitle(b []byte, i int) (title part, next int, ok bool) {
	if i >= len(b) {
		return part{}, i, false
	}
	end := b[i]
	switch end {
	case '"', '\'':
	case '(':
		end = ')'
	default:
		return part{}, i, false
	}
	for j := i + 1; j < len(b); j++ {
		switch c := b[j]; {
		case c == '\\' && j+1 < len(b) && isPunct(b[j+1]):
			j++
		case c == end:
			return part{i + 1, j}, j + 1, true
		case c == '(' && end == ')':
			return part{}, i, false
		}
	}
	return part{}, i, false
}

// A target is where a link leads.
type target struct {
	dest  string
	at    source.Span
	title part
	end   int // of the whole link in the text
	def   int // index of its definition, or -1
}

// inlineTarget reads "(dest "title")" at i.
func (t *text) inlineTarget(i int) (target, bool) {
	b := t.buf
	if i >= len(b) || b[i] != '(' {
		return target{}, false
	}
	dest, j, ok := readDest(b, skipBlanks(b, i+1))
	if !ok {
		return target{}, false
	}
	var title part
	if k := skipBlanks(b, j); k > j {
		t, after, titled := readTitle(b, k)
		if titled {
			title, k = t, skipBlanks(b, after)
		}
		j = k
	}
	if j >= len(b) || b[j] != ')' {
		return target{}, false
	}
	return target{unescape(b[dest.start:dest.end]), t.span(dest.start, dest.end), title, j + 1, -1}, true
}

// labelTarget finds the definition for the link whose text, from start to end,
// is closed by the bracket at end: "[text][label]", "[label][]" or "[label]".
// whole says that the text holds no bracket and so can be a label itself.
func (t *text) labelTarget(d *Doc, defs map[string]int, own part, whole bracketKind) (target, bool) {
	label, next, ok := readLabel(t.buf, own.end+1)
	if !ok {
		next = own.end + 1
		if next+1 < len(t.buf) && t.buf[next] == '[' && t.buf[next+1] == ']' {
			next += 2
		}
		if whole == hasInner || own.end-own.start > maxLabel {
			return target{}, false
		}
		label = own
	}
	i, ok := defs[labelKey(t.buf[label.start:label.end])]
	if !ok {
		return target{}, false
	}
	return target{d.Definitions[i].Dest, d.Definitions[i].DestSpan, part{}, next, i}, true
}
