package rules

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/teammem/teammem/internal/memory"
)

var staleCitation = &Rule{
	ID:    "stale-citation",
	Title: "a citation leads to no such place",
	Class: WeakensMemory,
	Doc: `A citation makes a stale claim more convincing. The repository is at hand, so path:line, path#L12 and links to files are checked
against the state that is judged: the file has to exist, there has to be only one that the path can mean, and it has to have that many lines. A path is
looked for from the top of the repository, from the memory's own directory, and as the end of a longer path.

Paths without a line are left to the review page, blocks of code and archived memories are not looked at, and a repository
that holds no code beside its memory can't be checked against. Links of MEMORY.md belong to the index rules.`,
	Check: func(in *Input, report func(Report)) {
		checkable := sync.OnceValue(func() bool { return holdsCode(in.Snapshot.Tree) })
		for _, f := range living(in.Snapshot) {
			line := 0
			for _, c := range memory.Citations(f.Text, f.Doc) {
				if c.Link && f.Kind == memory.KindIndex || f.Text.LineAt(c.Span.Start) == line || !checkable() {
					continue
				}
				if r, stale := judgeCitation(in.Snapshot, f, c); stale {
					line = f.Text.LineAt(c.Span.Start)
					report(r)
				}
			}
		}
	},
}

// holdsCode reports whether the repository has more than memory and papers.
func holdsCode(t *memory.Tree) bool {
	return t.Any(func(p string) bool {
		name := path.Base(p)
		paper := strings.HasSuffix(name, ".md") || strings.HasPrefix(name, "LICENSE") || strings.HasPrefix(name, ".git") || name == "CODEOWNERS"
		return !paper && !strings.HasPrefix(p, ".agent/") && !strings.HasPrefix(p, ".github/")
	})
}

func judgeCitation(s *memory.Snapshot, f *memory.File, c memory.Citation) (r Report, stale bool) {
	found, inside := c.Resolve(s.Tree, f.Path)
	r = Report{File: f, Span: c.Span, Fix: "correct the citation, or remove it with what it proves"}
	switch {
	case !inside:
		return r, false
	case len(found) == 0:
		r.Message = fmt.Sprintf("%q does not exist", c.Path)
		r.Depends = []string{path.Clean(c.Path), path.Join(path.Dir(f.Path), c.Path)}
		r.Fix = "correct the citation, link the web address if the file is another repository's, or remove it with what it proves"
		if same := s.Tree.Suffixed(path.Base(c.Path)); len(same) == 1 {
			r.Fix = fmt.Sprintf("correct the citation: the only file of that name is %q", same[0])
		}
		return r, true
	case len(found) > 1:
		r.Message = fmt.Sprintf("%q is ambiguous: %d files end in it, such as %q and %q", c.Path, len(found), found[0], found[1])
		r.Fix = "write the path from the top of the repository"
		r.Depends = found
		return r, true
	}
	lines, known := s.Cited[found[0]]
	if !known || c.Line <= lines {
		return r, false
	}
	r.Message = "line " + strconv.Itoa(c.Line) + " is past the end of " + strconv.Quote(found[0]) + ", which has " + strconv.Itoa(lines) + " lines"
	if lines == 1 {
		r.Message = strings.TrimSuffix(r.Message, "s")
	}
	r.Depends = found
	return r, true
}
