package rules

import (
	"bytes"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var notLinked = &Rule{
	ID:    "not-linked",
	Title: "the index names a memory but does not link it",
	Class: WeakensMemory,
	Wide:  true,
	OfAll: true,
	Doc: `A link tells an agent which file to open; a name in backticks or in [[brackets]] leaves
it to guess, and tools that follow links miss it. One finding stands at each line that names
memories which are linked nowhere. An index that links nothing at all gets one finding of
index-body instead.`,
	Check: func(in *Input, report func(Report)) {
		f, x := in.Index()
		if x == nil || linksNothing(x) {
			return
		}
		named, lines := in.Mentions(), map[int][]*memory.File{}
		for _, m := range in.active() {
			if v, ok := named[m.Path]; ok && !v.Linked && !inTarget(x, v.Named) {
				n := x.Text.LineAt(v.Named.Start)
				lines[n] = append(lines[n], m)
			}
		}
		for _, files := range lines {
			r := notLinkedAt(f, files, named)
			if at := r.Span.Start; x.Doc.InHTMLBlock(at) && bytes.HasSuffix(x.Text.Bytes()[:at], []byte("](")) {
				r.Fix = noLinkInHTML
			}
			report(r)
		}
	},
}

// noLinkInHTML is the fix for links in a block of HTML.
const noLinkInHTML = "Markdown knows no link directly below a tag: put a blank line between the tag and the list"

func notLinkedAt(f *memory.File, files []*memory.File, named map[string]memory.Mention) Report {
	first := named[files[0].Path]
	r := Report{File: f, Span: first.Named}
	var names []string
	for _, m := range files {
		names = append(names, m.Rel())
		r.Depends = append(r.Depends, m.Path)
	}
	r.Message = list(names) + ": named but not linked"
	if first.Wiki {
		r.Message = list(names) + ": reached only through a wiki link"
	}
	it := "it"
	if len(files) > 1 {
		it = "each"
	}
	r.Fix = "link " + it + " as [title](" + memory.LinkTarget(files[0].Rel()) + ")"
	return r
}

// inTarget reports whether s lies in the target of a link, which dead-link judges.
func inTarget(x *memory.Index, s source.Span) bool {
	for _, l := range x.Links {
		if isLink(l.Link) && l.DestSpan.Overlaps(s) {
			return true
		}
	}
	return false
}
