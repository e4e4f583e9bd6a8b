package memory

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/source"
)

// maxFront is the size in bytes up to which frontmatter is read.
const maxFront = 16 << 10

// Fences are where the frontmatter of a text lies, as every reader sees it.
type fences struct {
	front, block source.Span // with and without the fences; zero when there are none
	problems     []Problem
	// region is where some reader could look for keys, and find is how.
	region source.Span
	find   *lazy.Pattern
}

// findFences looks for the frontmatter. The one shape that every reader takes alike
// is a first line of three dashes, and the next line that begins with three dashes
// having nothing else but blanks; no reader is surprised by what lies between.
func findFences(t *source.Text) fences {
	first := t.Line(1)
	if opening := bytes.TrimRight(t.Slice(first), " \t"); string(opening) != "---" {
		return oddOpening(t)
	}
	f := fences{find: lineReading}
	if first.Len() > 3 {
		f.unsafe(source.Span{Start: 3, End: first.End}, "blanks follow the opening ---", "remove the blanks, or run teammem fmt")
	}
	f.close(t)
	if f.block.Len() > maxFront {
		f.unsafe(first, fmt.Sprintf("the frontmatter is over %d bytes", maxFront), "move what is long into the text below it")
	}
	if f.front.End > 0 {
		f.secondBlock(t)
	}
	return f
}

func (f *fences) unsafe(span source.Span, message, fix string) {
	f.problems = addUnsafe(f.problems, span, message, fix)
}

// close looks for the closing fence.
func (f *fences) close(t *source.Text) {
	start := lineEnd(t, 1)
	f.region = source.Span{Start: start, End: t.Len()}
	for n := 2; n <= t.Lines(); n++ {
		span := t.Line(n)
		line := t.Slice(span)
		switch i := bytes.Index(line, []byte("---")); {
		case i == 0 && len(bytes.TrimRight(line, " \t")) == 3:
			f.front, f.block = source.Span{Start: 0, End: lineEnd(t, n)}, source.Span{Start: start, End: span.Start}
			f.region = f.block
			if span.Len() > 3 {
				f.lateClose(t, n)
			}
			if n == 2 {
				f.unsafe(span, "the frontmatter is empty, so that some readers go on to the next ---", "write name, description and type between the two --- lines")
			}
			return
		case i >= 0:
			f.unsafe(source.Span{Start: span.Start + i, End: span.Start + i + 3},
				"three dashes inside the frontmatter end it for some readers", "write another dash there; only the closing line may hold ---")
		case strings.TrimRight(string(line), " \t") == "...":
			f.unsafe(span, "a line of three dots ends the frontmatter for some readers", "remove the line; the frontmatter ends with ---")
		}
	}
	f.problems = f.problems[:0] // what looked odd was perhaps text
	f.unsafe(t.Line(1), "the frontmatter has no closing ---", "add a line of --- after the last key")
}

// lateClose refuses a fence with blanks behind it, at line n, where keys and a fence without blanks
// follow: the reader that wants exactly three dashes ends there.
func (f *fences) lateClose(t *source.Text, n int) {
	for late := n + 1; late <= t.Lines(); late++ {
		if string(t.Slice(t.Line(late))) != "---" {
			continue
		}
		if inner := (source.Span{Start: lineEnd(t, n), End: t.Line(late).Start}); looksKeyed(t, inner) {
			f.unsafe(t.Line(n), "blanks follow the closing ---, so that some readers go on to the next ---", "remove the blanks, and put a rule below the frontmatter as ***")
			f.region.End = inner.End
		}
		return
	}
}

// lineEnd is the offset just after line n and its line end.
func lineEnd(t *source.Text, n int) int {
	if n >= t.Lines() {
		return t.Len()
	}
	return t.Line(n + 1).Start
}

// secondBlock refuses a body that begins with frontmatter of its own: a reader that
// reads twice would take that one.
func (f *fences) secondBlock(t *source.Text) {
	body := source.Span{Start: f.front.End, End: t.Len()}
	at, line := firstInk(t.Slice(body))
	if !opens(line) {
		return
	}
	open := source.Span{Start: body.Start + at, End: body.Start + at + len(line)}
	inner := blockAfter(t, open.End)
	if looksKeyed(t, source.Span{Start: open.Start, End: inner.End}) {
		f.unsafe(open, "a second block of keys follows the frontmatter", "keep one block; put an example into a code fence")
		f.region.End = inner.End
	}
}

// firstInk finds the first line of b that shows anything, without what comes before
// its first visible character.
func firstInk(b []byte) (at int, line []byte) {
	rest := bytes.TrimLeftFunc(b, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || unseen(r) })
	line, _, _ = bytes.Cut(rest, []byte("\n"))
	line, _, _ = bytes.Cut(line, []byte("\r"))
	return len(b) - len(rest), line
}

// opens reports whether some reader takes line for the start of frontmatter.
func opens(line []byte) bool {
	for _, fence := range []string{"---", "+++", ";;;", "{", "= yaml ="} {
		if bytes.HasPrefix(line, []byte(fence)) {
			return true
		}
	}
	return false
}

// blockAfter is what lies between an opening fence that ends at start and the next
// line that could close it, or the end of the text.
func blockAfter(t *source.Text, start int) source.Span {
	end := t.Len()
	for n := t.LineAt(start) + 1; n <= t.Lines(); n++ {
		if line := bytes.TrimSpace(t.Slice(t.Line(n))); len(line) > 0 && (opens(line) && line[0] != '{' || line[0] == '}') {
			end = t.Line(n).Start
			break
		}
	}
	return source.Span{Start: start, End: max(start, end)}
}

// looksKeyed reports whether a line of s begins with a reserved key.
func looksKeyed(t *source.Text, s source.Span) bool {
	found := false
	eachLine(t.Bytes(), s, func(line source.Span) {
		key, _, ok := bytes.Cut(t.Slice(line), []byte(":"))
		if !ok {
			key, _, ok = bytes.Cut(t.Slice(line), []byte("="))
		}
		found = found || ok && reservedLike(string(key)) != ""
	})
	return found
}

// oddOpening is for a text whose first line is not the opening fence.
func oddOpening(t *source.Text) fences {
	src := t.Bytes()
	at, line := firstInk(src)
	ink := source.Span{Start: at, End: at + len(line)}
	f := fences{find: lineReading}
	switch {
	case bytes.HasPrefix(line, []byte("---")):
		f.region = blockAfter(t, ink.End)
		message, fix := dashTrick(src[:at], line, src[ink.End:])
		f.unsafe(ink, message, fix)
	case opens(line):
		f.find = looseReading
		f.region = source.Span{Start: at, End: blockAfter(t, ink.End).End}
		f.unsafe(ink, fmt.Sprintf("%q opens frontmatter that is not YAML for some readers", opener(line)), "write the keys as YAML between two lines of ---")
	case f.ruledLater(t, line, ink):
	default:
		f.region = firstParagraph(t, at)
		f.problems = append(f.problems, Problem{NoFront, source.Span{}, "the file has no frontmatter",
			"begin it with ---, then name, description and type, a line each, then ---"})
	}
	return f
}

func opener(line []byte) string {
	if len(line) > 0 && line[0] == '{' {
		return "{"
	}
	return string(line[:min(3, len(line))])
}

// dashTrick says in words why a line that begins with three dashes does not open
// the frontmatter for every reader, and what to do.
func dashTrick(before, line, after []byte) (message, fix string) {
	rest := bytes.Trim(line[3:], " \t")
	fix = "begin the file with a line of exactly ---"
	switch {
	case bytes.HasPrefix(before, bom):
		return "a byte order mark stands before the opening ---", "save the file without a byte order mark, or run teammem fmt"
	case bytes.ContainsAny(before, "\n\r"):
		return "blank lines stand before the opening ---", fix
	case len(bytes.Trim(before, " \t")) > 0:
		return "something invisible stands before the opening ---", fix
	case len(before) > 0:
		return "the opening --- is indented", fix
	case bytes.HasPrefix(after, []byte("\r")) && !bytes.HasPrefix(after, []byte("\r\n")):
		return "the lines end with CR alone", "save the file with the line ends of Unix or Windows"
	case bytes.HasPrefix(rest, []byte("-")):
		return "the opening line has more than three dashes", fix
	case len(bytes.TrimFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || unseen(r) })) == 0:
		r, _ := utf8.DecodeRune(rest)
		return fmt.Sprintf("U+%04X follows the opening ---", r), fix
	}
	return fmt.Sprintf("%.30q follows the opening ---", rest), fix
}

// ruledLater is for the reader that looks for --- anywhere in the first line, and
// then takes the first block between two ruled lines, wherever it stands.
// https://github.com/jxson/front-matter
func (f *fences) ruledLater(t *source.Text, line []byte, ink source.Span) bool {
	if !bytes.Contains(line, []byte("---")) && !bytes.Contains(line, []byte("= yaml =")) {
		return false
	}
	for n := 2; n <= t.Lines(); n++ {
		if rule := string(t.Slice(t.Line(n))); rule == "---" || rule == "= yaml =" {
			f.region = blockAfter(t, t.Line(n).End)
			if !looksKeyed(t, f.region) {
				return false
			}
			f.unsafe(ink, "the first line holds ---, so that a reader can take a later block for the frontmatter", "begin the file with a line of exactly ---")
			return true
		}
	}
	return false
}

// firstParagraph reaches from the byte at start to the next blank line.
func firstParagraph(t *source.Text, start int) source.Span {
	for n := t.LineAt(start) + 1; n <= t.Lines(); n++ {
		if s := t.Line(n); len(bytes.TrimSpace(t.Slice(s))) == 0 {
			return source.Span{Start: start, End: s.Start}
		}
	}
	return source.Span{Start: start, End: t.Len()}
}
