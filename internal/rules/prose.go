package rules

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// A prose is the running text of a file: what its body says to a reader, and the
// values of its frontmatter.
type prose struct {
	file *memory.File
	// text is as long as the file. What is not prose is blank; line ends stay, and every kind of space is
	// an ordinary one, or as many as it has bytes.
	text []byte
	// lower is text in lower case, byte for byte in the same places.
	lower  []byte
	quoted []source.Span // words in quotation marks, sorted
}

// prose gives the prose of f, which was parsed; it is made once.
func (in *Input) prose(f *memory.File) *prose {
	p, ok := in.proses[f]
	if !ok {
		p = proseOf(f)
		if in.proses == nil {
			in.proses = map[*memory.File]*prose{}
		}
		in.proses[f] = p
	}
	return p
}

func proseOf(f *memory.File) *prose {
	src := f.Text.Bytes()
	p := &prose{file: f, text: bytes.Repeat([]byte{' '}, len(src))}
	for n := 1; n <= f.Text.Lines(); n++ {
		if end := f.Text.Line(n).End; end < len(src) {
			p.text[end] = '\n'
		}
	}
	for _, s := range f.Doc.Prose {
		copy(p.text[s.Start:s.End], src[s.Start:])
	}
	body := 0
	if f.Memory != nil {
		body = f.Memory.Body.Start
		for _, field := range f.Memory.Fields {
			s := unquoted(f.Text, field.ValueSpan)
			copy(p.text[s.Start:s.End], src[s.Start:])
			blankTicked(p.text[s.Start:s.End])
		}
	}
	narrow(p.text)
	p.lower = lowered(p.text)
	p.quoted = quotations(p.text, body)
	return p
}

// narrow writes ordinary spaces in place of all others: a no-break space parts two words, too.
func narrow(text []byte) {
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		if unicode.Is(unicode.Zs, r) {
			copy(text[i:i+n], "   ")
		}
		i += n
	}
}

// lowered gives text in lower case. A letter whose lower case takes another
// number of bytes stays, so that places are the same.
func lowered(text []byte) []byte {
	out := bytes.Clone(text)
	for i := 0; i < len(out); {
		if c := out[i]; c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				out[i] = c + 'a' - 'A'
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(out[i:])
		if l := unicode.ToLower(r); l != r && utf8.RuneLen(l) == n {
			utf8.EncodeRune(out[i:], l)
		}
		i += n
	}
	return out
}

func holdsAny(text []byte, cues []string) bool {
	for _, c := range cues {
		if bytes.Contains(text, []byte(c)) {
			return true
		}
	}
	return false
}

// blankTicked blanks what stands between two backticks of a value.
func blankTicked(value []byte) {
	for i := 0; i < len(value); i++ {
		if value[i] != '`' {
			continue
		}
		n := bytes.IndexByte(value[i+1:], '`')
		if n < 0 {
			return
		}
		copy(value[i:i+n+2], bytes.Repeat([]byte{' '}, n+2))
		i += n + 1
	}
}

// unquoted leaves out the quotes around a YAML value.
func unquoted(t *source.Text, s source.Span) source.Span {
	b := t.Slice(s)
	if len(b) >= 2 && (b[0] == '"' || b[0] == '\'') && b[len(b)-1] == b[0] {
		return source.Span{Start: s.Start + 1, End: s.End - 1}
	}
	return s
}

// isQuoted reports whether s lies in quotation marks or in a block quote.
func (p *prose) isQuoted(s source.Span) bool {
	if p.file.Doc.InQuote(s.Start) {
		return true
	}
	i, _ := slices.BinarySearchFunc(p.quoted, s.Start, func(q source.Span, off int) int { return cmp.Compare(q.End, off+1) })
	return i < len(p.quoted) && p.quoted[i].Start <= s.Start && s.End <= p.quoted[i].End
}

// maxQuotation is how long words in quotation marks may be, in bytes. A longer
// one is a mark that was never closed.
const maxQuotation = 300

// closingQuote is the marks that close what open opens; "" when it is no such mark.
func closingQuote(open rune) string {
	switch open {
	case '"', '\'':
		return string(open)
	case '“':
		return "”"
	case '„':
		return "“”"
	case '«':
		return "»"
	case '»':
		return "«"
	case '‹':
		return "›"
	case '「':
		return "」"
	case '『':
		return "』"
	case '‘':
		return "’"
	}
	return ""
}

// quotations finds the words in quotation marks. A mark holds to the end of its
// paragraph at most, and in the frontmatter, before body, of its line.
func quotations(text []byte, body int) []source.Span {
	var out []source.Span
	open, start, prev := rune(0), 0, ' '
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf && c != '\n' && c != '"' && c != '\'' {
			prev = rune(c)
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		next, _ := utf8.DecodeRune(text[i+n:])
		switch {
		case r == '\n' && (i < body || blockStarts(text[i+1:])):
			open = 0
		case open != 0 && strings.ContainsRune(closingQuote(open), r) && (r != '\'' && r != '’' || !isWord(next)):
			if i-start <= maxQuotation {
				out = append(out, source.Span{Start: start, End: i + n})
			}
			open = 0
		case open == 0 && closingQuote(r) != "" && (r != '\'' || !isWord(prev) && !unicode.IsSpace(next)):
			open, start = r, i
		}
		prev = r
		i += n
	}
	return out
}

// blockStarts reports whether the line at the start of text is blank or opens a
// block, so that the paragraph before it is over.
func blockStarts(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte{'\n'})
	line = bytes.TrimSpace(line)
	return len(line) == 0 || bytes.IndexByte([]byte("-*+#|>"), line[0]) >= 0
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// isWhole reports whether s stands in text as words of their own and not as a part
// of a longer word, a compound or a file name.
func isWhole(text []byte, s source.Span) bool {
	before, n := utf8.DecodeLastRune(text[:s.Start])
	farther, _ := utf8.DecodeLastRune(text[:s.Start-n])
	after, n := utf8.DecodeRune(text[s.End:])
	beyond, _ := utf8.DecodeRune(text[min(len(text), s.End+n):])
	const joints = "-./@#"
	return !isWord(before) && !isWord(after) &&
		!(strings.ContainsRune(joints, before) && isWord(farther)) && !(strings.ContainsRune(joints, after) && isWord(beyond)) &&
		before != '/' && before != '@'
}

// A hit is a place in a file with the words that a message names it by.
type hit struct {
	span source.Span
	what string
}

// hitLines sorts hits and puts those of one line together.
func hitLines(t *source.Text, hits []hit) [][]hit {
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(a.span.Start, b.span.Start) })
	var out [][]hit
	line := 0
	for _, h := range hits {
		if n := t.LineAt(h.span.Start); n != line || len(out) == 0 {
			line, out = n, append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], h)
	}
	return out
}

// reportLines reports what find gives of each of files that was parsed, once a line: as r, with what
// the hits are called behind its message.
func reportLines(files []*memory.File, report func(Report), find func(*memory.File) []hit, r Report) {
	for _, f := range files {
		if !isParsed(f) {
			continue
		}
		for _, line := range hitLines(f.Text, find(f)) {
			found := r
			found.File, found.Span = f, line[0].span
			found.Message += named(line)
			report(found)
		}
	}
}

func isParsed(f *memory.File) bool { return f.Text != nil && f.Doc != nil }

// reportOnce reports r of each active memory, at the place that find gives.
func (in *Input) reportOnce(report func(Report), find func(*memory.File) (source.Span, bool), r Report) {
	for _, f := range in.active() {
		if f.Memory == nil || !isParsed(f) {
			continue
		}
		if s, ok := find(f); ok {
			r.File, r.Span = f, s
			report(r)
		}
	}
}

// named lists what the hits of one line are called, each once and at most three.
func named(hits []hit) string {
	var names []string
	for _, h := range hits {
		if !slices.Contains(names, h.what) {
			names = append(names, h.what)
		}
	}
	if more := len(names) - 3; more > 0 {
		names = append(names[:3:3], "and "+strconv.Itoa(more)+" more")
	}
	return strings.Join(names, ", ")
}

// living gives the files that are read as team memory: active memories and the index.
func living(s *memory.Snapshot) []*memory.File {
	var out []*memory.File
	for _, f := range s.Files {
		if f.Doc != nil && f.Text != nil && !f.Archived && f.Kind != memory.KindPlain {
			out = append(out, f)
		}
	}
	return out
}
