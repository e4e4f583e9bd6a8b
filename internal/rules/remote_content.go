package rules

import (
	"strings"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/wordset"
)

var remoteContent = &Rule{
	ID:    "remote-content",
	Title: "the text loads or runs something when it is shown",
	Class: BreaksMemory,
	Doc: `An image from another host is fetched whenever the page is shown: it tells its owner who reads the memory, and an agent that
is made to write such an address leaks what it puts into it. Badges are remote images, too. Frames, embedded objects, forms, URLs in style,
event handlers and addresses with javascript: or data: belong to the same kind. Plain links to pages are fine, and so are images of
the repository.`,
	Check: func(in *Input, report func(Report)) {
		reportLines(in.judged(), report, remote, Report{Fix: "write a plain link or describe what is seen; put an example in backticks"})
	},
}

func remote(f *memory.File) []hit {
	var out []hit
	add := func(s source.Span, what string) {
		if what != "" {
			out = append(out, hit{s, what})
		}
	}
	for _, l := range f.Doc.Links {
		switch s := schemeOf(l.Dest); {
		case l.Kind == markdown.Wiki:
		case isScript(s):
			add(l.Span, "address with "+s+":")
		case l.Kind == markdown.Image && s != "":
			add(l.Span, "remote image")
		}
	}
	for _, e := range f.Doc.HTML {
		if !e.Close && !unseenElements.Has(e.Name) {
			add(e.Span, loads(e))
		}
	}
	return out
}

func isScript(scheme string) bool {
	return scheme == "javascript" || scheme == "data" || scheme == "vbscript" || scheme == "blob"
}

// schemeOf gives the scheme of an address in lower case, "//" for one that takes
// the scheme of the page, and "" for a path. Blanks and control characters
// count for nothing, as in a browser.
func schemeOf(dest string) string {
	dest = strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f {
			return -1
		}
		return r
	}, dest[:min(len(dest), 100)])
	if strings.HasPrefix(strings.ReplaceAll(dest, `\`, "/"), "//") {
		return "//"
	}
	scheme, _, ok := strings.Cut(dest, ":")
	if !ok || !schemeForm.Get().MatchString(scheme) || len(scheme) == 1 {
		return ""
	}
	return strings.ToLower(scheme)
}

var schemeForm = lazy.Regexp(`^[A-Za-z][A-Za-z0-9+.-]*$`)

var loaders = wordset.Of(`iframe frame frameset embed object applet base form link meta portal fencedframe`)

// loads says in words what e loads or runs; "" when it is nothing.
func loads(e markdown.Element) string {
	tag := "<" + e.Name + ">"
	if loaders.Has(e.Name) && (e.Name == "iframe" || hasValue(e.Attrs)) {
		return tag + " loads or sends something"
	}
	what := ""
	for name, value := range e.Attrs {
		now := ""
		switch {
		case len(name) > 3 && strings.HasPrefix(name, "on") && value != "":
			now = "event handler in " + tag
		case name == "href" || name == "xlink:href" || name == "action" || name == "formaction":
			if s := schemeOf(value); isScript(s) {
				now = "address with " + s + ": in " + tag
			} else if s != "" && e.Name != "a" && e.Name != "area" {
				now = "remote " + tag
			}
		case name == "src" || name == "poster" || name == "background" || name == "data" || name == "lowsrc" || name == "ping":
			if schemeOf(value) != "" {
				now = "remote " + tag
			}
		case name == "srcset" || name == "imagesrcset":
			if strings.Contains(value, "//") || strings.Contains(value, "data:") {
				now = "remote " + tag
			}
		case name == "style":
			if cssURL.Get().MatchString(value) {
				now = "URL in the style of " + tag
			}
		}
		if now != "" && (what == "" || now < what) { // the map has no order
			what = now
		}
	}
	return what
}

// hasValue reports whether some attribute has a value. None has one in what only
// looks like a tag: <link to the page>.
func hasValue(attrs map[string]string) bool {
	for _, v := range attrs {
		if v != "" {
			return true
		}
	}
	return false
}

var cssURL = lazy.Regexp(`(?i)(?:url|image|image-set)\s*\(|@import|expression\s*\(`)
