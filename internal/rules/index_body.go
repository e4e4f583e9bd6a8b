package rules

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// maxBody is how many code points of text that links nothing may stand together in
// the index: an introduction, a few notes.
const maxBody = 300

var indexBody = &Rule{
	ID:    "index-body",
	Title: "the index holds memory content or a table",
	Class: WeakensMemory,
	Doc: `The index is loaded in every session, a memory only when it is needed. So the index holds one
line a memory, and what there is to know stands in the memories.

Reported are bullets that link nothing and run over several lines or are longer than an entry
may be; bullets, text or code that link nothing and have more than 300 code points between two
headings or entries; and tables, since entries are read as ` + "`- [Title](file.md) — description`" + `. A
bullet of one line that begins or ends with the path of a file is a pointer and fine, and so are
headings and comments. An index that links nothing at all gets this one finding, at its top.`,
	Check: func(in *Input, report func(Report)) {
		f, x := in.Index()
		switch {
		case x == nil:
		case linksNothing(x):
			if message, fix := in.unlinked(x); message != "" {
				report(Report{File: f, Message: message, Fix: fix})
			}
		default:
			reportBodies(f, x, in.Policy.Limits.EntryChars, report)
		}
	},
}

// linksNothing reports whether the index has no link that could lead to a file.
func linksNothing(x *memory.Index) bool {
	for _, l := range x.Links {
		if r := l.Target.Reach; isLink(l.Link) && (r == memory.Within || r == memory.Escapes) {
			return false
		}
	}
	return true
}

// unlinked says what an index without links holds instead, "" when it holds nothing, and what to do.
func (in *Input) unlinked(x *memory.Index) (message, fix string) {
	for _, r := range runs(x) {
		if r.kind == memory.Bullet || r.chars > maxBody && r.kind == memory.Plain {
			return "the index holds the memories themselves and links none", "give each topic a memory of its own and link it"
		}
	}
	if n := len(in.Mentions()); n > 0 {
		if len(x.Doc.HTMLBlocks) > len(x.Doc.Comments) {
			return fmt.Sprintf("the index names memories and links none: %d", n), noLinkInHTML
		}
		return fmt.Sprintf("the index names memories and links none: %d", n), "write each as [title](file.md), or run teammem index, which adds links below"
	}
	for n := range x.Text.Lines() {
		if x.Kind(n+1) == memory.TableTop {
			return "the index is a table and links no memory", "write one bullet for each row, with a link"
		}
	}
	return "", ""
}

func reportBodies(f *memory.File, x *memory.Index, entryChars int, report func(Report)) {
	for _, r := range runs(x) {
		rep := Report{File: f, Span: r.items[0], Also: r.items[1:]}
		switch long := r.long(x, entryChars); {
		case r.kind == memory.TableTop:
			rep.Message = "the index is a table; entries are expected as - [Title](file.md) — description"
			rep.Fix = "write one bullet for each row"
		case !long.IsZero():
			rep.Span, rep.Also = long, nil
			rep.Message = fmt.Sprintf("memory content in the index: a bullet of %d lines that links no memory", x.LinesOf(long))
		case r.chars > maxBody:
			rep.Message = fmt.Sprintf("memory content in the index: %d characters that link no memory", r.chars)
		default:
			continue
		}
		if rep.Fix == "" {
			rep.Fix = "move it to a memory and link that"
		}
		report(rep)
	}
}

// A run is text of one kind that links nothing, between headings and entries.
type run struct {
	kind  memory.LineKind // Plain for text and code, Bullet, or TableTop
	items []source.Span   // bullets with what belongs to them, else lines
	chars int             // code points
}

// long returns the first bullet that is too long for the index; zero when none is.
func (r run) long(x *memory.Index, entryChars int) source.Span {
	for _, s := range r.items {
		if r.kind == memory.Bullet && (x.LinesOf(s) > 1 || utf8.RuneCount(x.Text.Slice(s)) > entryChars) {
			return s
		}
	}
	return source.Span{}
}

// runs lists what links nothing in the index.
func runs(x *memory.Index) []run {
	var out []run
	open := false
	for n := 1; n <= x.Text.Lines(); n++ {
		kind, s := bodyAt(x, n)
		switch {
		case kind == memory.Blank:
			continue
		case kind == memory.Heading:
			open = false
			continue
		case !open || out[len(out)-1].kind != kind:
			out, open = append(out, run{kind: kind}), true
		}
		r := &out[len(out)-1]
		r.items = append(r.items, s)
		r.chars += utf8.RuneCount(x.Text.Slice(s))
		n = x.Text.LineAt(s.Start) + x.LinesOf(s) - 1
	}
	return out
}

// bodyAt says what stands in line n: Plain, Bullet or TableTop with its place, Blank
// for what does not matter, and Heading for what ends a run.
func bodyAt(x *memory.Index, n int) (memory.LineKind, source.Span) {
	switch e, kind := x.EntryAt(n), x.Kind(n); {
	case kind == memory.TableTop || kind == memory.Row:
		return memory.TableTop, x.Text.Line(n)
	case e != nil && (e.Main != nil || points(x, e)):
		return memory.Heading, source.Span{}
	case e != nil:
		return memory.Bullet, e.Span
	case kind == memory.Plain || kind == memory.Quote || kind == memory.Code || kind == memory.HTML:
		return memory.Plain, x.Text.Line(n)
	case kind == memory.Blank || kind == memory.Comment:
		return memory.Blank, source.Span{}
	}
	return memory.Heading, source.Span{}
}

// points reports whether e, of one line, begins or ends with the name of a file, or
// holds that of a Markdown file.
func points(x *memory.Index, e *memory.IndexEntry) bool {
	if e.Last > e.First {
		return false
	}
	for _, l := range e.Links {
		if l.Kind == markdown.Wiki {
			return true
		}
	}
	line := bytes.Trim(x.Text.Slice(e.Span), "-*+_ \t.")
	before, closed := bytes.CutSuffix(line, []byte("`"))
	for i, name := range bytes.Split(line, []byte("`")) {
		edge := i == 1 && bytes.HasPrefix(line, []byte("`")) || closed && bytes.HasSuffix(before, name)
		if i%2 == 1 && (bytes.HasSuffix(name, []byte(".md")) || edge && bytes.IndexByte(name, '/') >= 0) {
			return true
		}
	}
	return false
}
