package rules

import (
	"fmt"
	"path"
	"strings"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var deadLink = &Rule{
	ID:    "dead-link",
	Title: "a link of the index leads to no file",
	Class: BreaksMemory,
	Doc: `An agent that reads the index looks for what it promises, finds nothing and guesses.
Every link of MEMORY.md that stays in the repository must lead to a file or folder of the
state that is judged: a file that is ignored or not committed does not count.

All dead links are one finding, at the first of them; those that a change brings are told
apart from older ones. Many dead links to user_… mean that the index was copied from a private
folder. Links in the text of memories are not looked at here, nor are [[wiki]] links.`,
	Check: func(in *Input, report func(Report)) {
		f, x := in.Index()
		if x == nil {
			return
		}
		var fresh, old []dead
		total := 0
		for _, l := range x.Links {
			t := l.Target
			nowhere := strings.TrimSpace(l.Dest) == ""
			if t.Reach != memory.Within && !nowhere || !isLink(l.Link) {
				continue
			}
			total++
			switch d := (dead{l.Span, t.Path}); {
			case !nowhere && in.exists(t.Path):
			case in.fresh(x, l.Span, t.Path):
				fresh = append(fresh, d)
			default:
				old = append(old, d)
			}
		}
		for _, group := range [][]dead{fresh, old} {
			if len(group) > 0 {
				report(in.deadLinks(f, group, total))
			}
		}
	},
}

// dead is a link that leads to no file.
type dead struct {
	span source.Span
	path string // "" when the link names none
}

// isLink reports whether l is a link that a person wrote to be followed.
func isLink(l markdown.Link) bool {
	return l.Kind == markdown.Inline || l.Kind == markdown.Reference
}

// exists reports whether the repository has a file or folder at p.
func (in *Input) exists(p string) bool { return in.Snapshot.Tree.Has(p) }

// maxListed is how many of many are named.
const maxListed = 3

func (in *Input) deadLinks(f *memory.File, links []dead, total int) Report {
	r := Report{File: f, Span: links[0].span}
	names, private := make([]string, 0, len(links)), 0
	for i, d := range links {
		if i > 0 {
			r.Also = append(r.Also, d.span)
		}
		if d.path == "" {
			continue
		}
		r.Depends = append(r.Depends, d.path)
		names = append(names, strings.TrimPrefix(d.path, memory.Dir+"/"))
		if strings.HasPrefix(path.Base(d.path), "user_") {
			private++
		}
	}
	if len(names) < len(links) {
		names = append(names, "the target is empty")
	}
	r.Message = fmt.Sprintf("%d of %d links lead to no file: %s", len(links), total, list(names))
	r.Fix = "add the files, or run teammem index, which leads entries to where their files are now and removes those without one"
	switch {
	case len(links) == 1:
		r.Message = fmt.Sprintf("the link leads to no file: %s", names[0])
		r.Fix = in.mendLink(links[0].path)
	case len(r.Depends) == 0:
		r.Fix = in.mendLink("")
	case len(r.Depends) < len(links):
		r.Fix += "; name a file where the target is empty"
	}
	if private*2 > len(links) {
		r.Message += "; this looks like a copy of the index of a private folder"
		r.Fix = "remove the entries: private memories stay private"
	}
	return r
}

// mendLink says what to do about a link to p, which does not exist.
func (in *Input) mendLink(p string) string {
	if p == "" {
		return "name a file as the target, or remove the link"
	}
	var same []string
	for _, f := range in.Snapshot.Files {
		switch {
		case f.Kind != memory.KindMemory || !strings.EqualFold(f.Name(), path.Base(p)) && f.Path != p+".md":
		case f.Archived:
			return "remove the entry, or run teammem index, which does: the memory is archived"
		default:
			same = append(same, f.Rel())
		}
	}
	if len(same) == 1 {
		return fmt.Sprintf("link to %s", same[0])
	}
	return "remove the entry, or add the file; teammem index removes dead entries"
}

// list joins names, the first few of many.
func list(names []string) string {
	if len(names) <= maxListed+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:maxListed], ", "), len(names)-maxListed)
}
