package rules

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/attributes"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// maxCostly bounds the patterns that every path is held against, so that a hostile
// file can't make the check slow.
const maxCostly = 200

var reviewEvasion = &Rule{
	ID:    "review-evasion",
	Title: "a change that keeps team memory from being reviewed",
	Class: MustNotPass,
	Doc: `Attributes decide what a review shows. In .gitattributes at the top, in .agent and in
the team directory, no line may give a memory -diff, another diff driver, linguist-generated,
linguist-vendored, linguist-documentation, gitlab-generated, a filter, another working-tree-encoding,
ident, another merge driver, export-ignore, export-subst or -text. They are read as git reads
them: later lines and deeper folders win, macros count, case does not. Patterns are held against the
memories there are and against names that memories usually have. What only takes something away, such as -filter, and
text eol=lf are harmless.

CODEOWNERS decides who must approve. A change may not take the owners of the team directory away,
leave it fewer, or make the file unreadable; with another owner in place of the old one, the owners on the base
have to agree anyway. GitHub reads the first of .github/CODEOWNERS, CODEOWNERS and
docs/CODEOWNERS; where there is none, .gitlab/CODEOWNERS counts, and then .gitea/CODEOWNERS. A move to where
the host of the old file does not look takes them away. Sections are
read as GitLab reads them, and in a file at the top as GitHub does, too.`,
	Check: func(in *Input, report func(Report)) {
		hidingAttributes(in, report)
		lostOwners(in, report)
	},
}

// usualNames are paths that memories have or could have.
func usualNames() []string {
	names := []string{memory.IndexPath}
	for _, dir := range []string{"/", "/sub/", "/archive/"} {
		for _, name := range []string{"zzqx", "feedback_zzqx", "project_zzqx", "reference_zzqx", "feedback-zzqx", "project-zzqx", "reference-zzqx"} {
			names = append(names, memory.Dir+dir+name+".md")
		}
	}
	return names
}

// A hiding line is a line of .gitattributes with what it does to team memory.
type hidingLine struct {
	file    *memory.File
	span    source.Span
	pattern string
	attrs   []string
	changed string // a changed file that it matches
}

func hidingAttributes(in *Input, report func(Report)) {
	texts := map[string]*source.Text{}
	for p, f := range in.Snapshot.Control {
		switch name := path.Base(p); {
		case !memory.IsAttributes(name):
		case name != ".gitattributes":
			report(Report{File: f, Message: "some disks take this name for .gitattributes", Fix: "rename it"})
		case f.Text != nil:
			texts[p] = f.Text
		case f.Target != nil: // a host reads the link as if it were the text
			texts[p] = f.Target
		}
	}
	set := attributes.NewSet(memory.Dir, ".md", texts)
	if n := max(set.Costly(), len(set.Witnesses())); n > maxCostly {
		report(Report{
			Path: ".gitattributes", Message: fmt.Sprintf("%d patterns that could match team memory are too many to judge", n),
			Fix: "begin patterns with the folder that they are for",
		})
		return
	}
	for _, h := range hidingLines(in, set) {
		r := Report{
			File: h.file, Span: h.span,
			Message: fmt.Sprintf("%q gives team memory %s, which hides or changes what a review shows", h.pattern, strings.Join(h.attrs, ", ")),
			Fix:     "take this off" + exemption(h),
		}
		if h.changed != "" {
			r.Depends = []string{h.changed}
		}
		report(r)
	}
}

// hidingLines returns the lines that decide a hiding attribute of some memory.
func hidingLines(in *Input, set *attributes.Set) []*hidingLine {
	type key struct {
		path  string
		start int
	}
	found := map[key]*hidingLine{}
	judge := func(p string, real bool) {
		for _, g := range set.Of(p) {
			if !hides(g.Attr) {
				continue
			}
			k := key{g.Path, g.Line.Span.Start}
			h := found[k]
			if h == nil {
				h = &hidingLine{file: in.Snapshot.Control[g.Path], span: g.Line.Span, pattern: g.Line.Pattern}
				found[k] = h
			}
			if s := g.Attr.String(); !slices.Contains(h.attrs, s) {
				h.attrs = append(h.attrs, s)
			}
			if real && h.changed == "" && in.Changed(p) {
				h.changed = p
			}
		}
	}
	for _, f := range in.Snapshot.Files {
		if f.Kind == memory.KindMemory || f.Kind == memory.KindIndex {
			judge(f.Path, true)
		}
	}
	for _, p := range slices.Concat(usualNames(), set.Witnesses()) {
		judge(p, false)
	}
	keys := slices.SortedFunc(maps.Keys(found), func(a, b key) int {
		if n := strings.Compare(a.path, b.path); n != 0 {
			return n
		}
		return a.start - b.start
	})
	out := make([]*hidingLine, len(keys))
	for i, k := range keys {
		out[i] = found[k]
		slices.Sort(out[i].attrs)
	}
	return out
}

// hides reports whether a hides a file in a review, or shows or stores another text
// than the one in the repository.
func hides(a attributes.Attr) bool {
	on := a.State == attributes.Enabled || a.State == attributes.Valued && a.Value != "false"
	other := func(harmless ...string) bool {
		return a.State == attributes.Valued && !slices.Contains(harmless, strings.ToLower(a.Value))
	}
	switch a.Name {
	case "diff":
		return a.State == attributes.Disabled || other("markdown")
	case "text", "crlf":
		return a.State == attributes.Disabled
	case "merge":
		return a.State == attributes.Disabled || other("text")
	case "working-tree-encoding":
		return other("utf-8", "utf8")
	case "filter":
		return other()
	case "ident", "linguist-generated", "linguist-vendored", "linguist-documentation", "gitlab-generated", "export-ignore", "export-subst":
		return on
	}
	return false
}

// exemption says how to undo what h does, where a line can name the team directory.
func exemption(h *hidingLine) string {
	if h.file.Path != ".gitattributes" {
		return ""
	}
	line := memory.Dir + "/**"
	for _, a := range h.attrs {
		name, _, _ := strings.Cut(strings.TrimPrefix(a, "-"), "=")
		line += " !" + name
	}
	return ", or exempt team memory on a later line: " + line
}
