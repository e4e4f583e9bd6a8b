package rules

import (
	"fmt"
	"strings"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
)

var linkEscape = &Rule{
	ID:    "link-escape",
	Title: "a link leads out of the repository",
	Class: MustNotPass,
	Doc: `Whoever follows the links of a memory must not be led to a file that is not part of the
repository: a key in a home directory, a file of the system. A link is refused when it climbs
out of the repository, is absolute, names a drive, a home directory, a variable or a file:
address, leads into .git, uses backslashes, or hides its folders in percent-encoding or in
characters that normalisation turns into dots and slashes. This holds for the index and for the
text of memories, archived ones included: links of every form, images, and the attributes of HTML that hold an address.

Links to web pages, to anchors and to files of the repository are fine.`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.judged() {
			if f.Doc != nil {
				escapes(in, f, report)
			}
		}
	},
}

func escapes(in *Input, f *memory.File, report func(Report)) {
	for _, l := range linksOf(in, f) {
		if l.Target.Reach == memory.Escapes {
			report(Report{
				File: f, Span: l.Span,
				Message: fmt.Sprintf("the link %s: %q", l.Target.Why, asWritten(f, l.Link)),
				Fix:     "link a file of this repository by its relative path, or say in words where the other file is",
			})
		}
	}
}

// maxDest is how much of a destination is shown, in code points.
const maxDest = 80

// asWritten is the destination of l with its backslashes.
func asWritten(f *memory.File, l markdown.Link) string {
	dest := l.Dest
	if l.DestSpan.Len() > 0 {
		dest = string(f.Text.Slice(l.DestSpan))
	}
	if r := []rune(dest); len(r) > maxDest {
		return string(r[:maxDest]) + "…"
	}
	return dest
}

// linksOf lists the links of f, and those in its HTML. A wiki link is a name, no path, and
// what begins with // and is loaded from another host is a matter of remote-content.
func linksOf(in *Input, f *memory.File) []memory.IndexLink {
	var links []memory.IndexLink
	add := func(l markdown.Link) {
		if l.Kind != markdown.Wiki && !(l.Kind == markdown.Image && schemeOf(l.Dest) == "//") {
			links = append(links, memory.IndexLink{Link: l, Target: memory.TargetOf(f.Text, f.Path, l)})
		}
	}
	all := f.Doc.Links
	if _, x := in.Index(); f.Kind == memory.KindIndex && x != nil {
		all = nil
		for _, l := range x.Links {
			add(l.Link)
		}
	}
	for _, l := range all {
		add(l)
	}
	for _, e := range f.Doc.HTML {
		for key, dest := range e.Attrs {
			switch key {
			case "href", "xlink:href", "cite", "action", "formaction":
				add(markdown.Link{Kind: markdown.Inline, Span: e.Span, Dest: dest})
			case "src", "poster", "background", "data", "longdesc":
				add(markdown.Link{Kind: markdown.Image, Span: e.Span, Dest: dest})
			case "srcset", "imagesrcset":
				for candidate := range strings.SplitSeq(dest, ",") {
					dest, _, _ := strings.Cut(strings.TrimSpace(candidate), " ")
					add(markdown.Link{Kind: markdown.Image, Span: e.Span, Dest: dest})
				}
			}
		}
	}
	return links
}
