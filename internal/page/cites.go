package page

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// A Citation is a place in the repository that a memory names and that needs a look.
type Citation struct {
	In    string        `json:"in"` // the memory, below the team directory
	Place string        `json:"place"`
	State CitationState `json:"state"`
	// Moved is the line at which the cited line stands now; 0 when it is not known.
	Moved int `json:"moved"`
	// ByChange says that it is this change that made it so.
	ByChange bool `json:"byChange"`
}

// A CitationState says what is wrong with a citation at the head.
type CitationState string

// The states.
const (
	FileGone     CitationState = "gone"      // there is no such file
	Ambiguous    CitationState = "ambiguous" // several files end in that path
	PastEnd      CitationState = "past end"  // the file has fewer lines
	LinesMoved   CitationState = "moved"     // the cited line stands elsewhere now
	LinesChanged CitationState = "changed"   // the cited line says something else now
)

// citations are those of one memory that need a look.
func (m *maker) citations(f *memory.File) []Citation {
	out := []Citation{}
	if f.Doc == nil || f.Text == nil {
		return out
	}
	all := append(memory.Citations(f.Text, f.Doc), memory.BarePaths(f.Text, f.Doc)...)
	if len(all) == 0 || !m.checkable() {
		return out
	}
	slices.SortStableFunc(all, func(a, b memory.Citation) int { return a.Span.Start - b.Span.Start })
	for _, c := range all {
		one := m.citation(f, c)
		if one.State != "" && !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}

// checkable reports whether the repository holds more than memory, or nothing could be
// said of what it does not hold.
func (m *maker) checkable() bool {
	if m.hasCode == nil {
		code := m.After.Tree.Any(func(p string) bool {
			return !strings.HasPrefix(p, ".agent/") && !strings.HasPrefix(p, ".git") && path.Ext(p) != ".md"
		})
		m.hasCode = &code
	}
	return *m.hasCode
}

func (m *maker) citation(f *memory.File, c memory.Citation) Citation {
	place := c.Path
	if c.Line > 0 {
		place = fmt.Sprintf("%s:%d", c.Path, c.Line)
	}
	out := Citation{In: m.Safe(f.Rel()), Place: m.Safe(place)}
	found, inside := c.Resolve(m.After.Tree, f.Path)
	switch {
	case !inside:
	case len(found) == 0:
		out.State, out.ByChange = FileGone, m.removed(f, c)
	case len(found) > 1 && c.Line > 0:
		out.State = Ambiguous
	case len(found) == 1 && c.Line > 0:
		m.cited(&out, found[0], c.Line)
	}
	return out
}

// removed reports whether the change took away the file that c names.
func (m *maker) removed(f *memory.File, c memory.Citation) bool {
	near, p := path.Join(path.Dir(f.Path), c.Path), path.Clean(c.Path)
	return slices.ContainsFunc(m.Changes, func(d memory.Change) bool {
		return d.New.Mode == 0 && (d.Path == near || !c.Link && (d.Path == p || strings.HasSuffix(d.Path, "/"+p)))
	})
}

// cited looks at the line of a file that the change changed.
func (m *maker) cited(out *Citation, p string, line int) {
	v := m.Cited[p]
	if v.After == nil {
		return
	}
	out.ByChange = true
	switch {
	case v.Before == nil || line > v.Before.Lines():
		out.ByChange = false
		if line > v.After.Lines() {
			out.State = PastEnd
		}
	case textOf(v.Before, line) == textOf(v.After, line):
	default:
		out.State = LinesChanged
		if line > v.After.Lines() {
			out.State = PastEnd
		}
		if at := onlyAt(v.After, textOf(v.Before, line)); at > 0 {
			out.State, out.Moved = LinesMoved, at
		}
	}
}

func textOf(t *source.Text, line int) string {
	if line > t.Lines() {
		return ""
	}
	return strings.TrimSpace(string(t.Slice(t.Line(line))))
}

// shortestLine is how many characters a line needs to be known again.
const shortestLine = 8

// onlyAt is the line of t that says the same, 0 when none or several do.
func onlyAt(t *source.Text, line string) int {
	at := 0
	for n := 1; n <= t.Lines() && len(line) >= shortestLine; n++ {
		if textOf(t, n) != line {
			continue
		}
		if at > 0 {
			return 0
		}
		at = n
	}
	return at
}

// broken looks at the citations of the memories that the change leaves alone, and tells
// those that it broke.
func (m *maker) broken() {
	touched := map[string]bool{}
	for _, p := range m.pairs {
		touched[p.file().Path] = true
	}
	for _, f := range m.After.Memories() {
		if touched[f.Path] {
			continue
		}
		for _, c := range m.citations(f) {
			if c.ByChange {
				m.page.Broken = append(m.page.Broken, c)
			}
		}
	}
}

// words says what is wrong with a citation.
func (c Citation) words() string {
	switch c.State {
	case FileGone:
		if c.ByChange {
			return "this change removes it"
		}
		return "no such file"
	case Ambiguous:
		return "several files end in that path"
	case PastEnd:
		return "the file has no such line"
	case LinesMoved:
		return fmt.Sprintf("that line is line %d now", c.Moved)
	}
	return "this change changes that line"
}
