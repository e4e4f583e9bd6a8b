package rules

import (
	"bytes"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var codeLayout = &Rule{
	ID:    "code-layout",
	Title: "the memory describes where files lie",
	Class: CouldBeStronger,
	Doc: `Where files lie is in the tree, which is always right; a copy of it in a memory is right until the next move. A drawn
directory tree, or a list in which at least six lines run from a path to its description, counts.`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.Snapshot.Memories() {
			if f.Memory == nil || f.Text == nil {
				continue
			}
			if s, ok := layout(f); ok {
				report(Report{
					File: f, Span: s,
					Message: "a description of the file layout",
					Fix:     "leave the layout to the tree, and keep what can't be seen there",
				})
			}
		}
	},
}

const (
	leastBranches = 4 // lines of a drawn tree
	leastPaths    = 6 // lines of a list of paths
)

var (
	branchForm = lazy("^[\\s│|]*(?:[├└]─+\\s*|[|`+]--\\s+)[\\p{L}\\p{N}_.@(\\[{*<]")
	pathForm   = lazy("^\\s*(?:[-*+]|\\|)\\s*(?:\\*\\*)?`[\\w.@-]*/[\\w./@-]*`(?:\\*\\*)?\\s*(?:—|–|--?|:|→|\\|)\\s*\\S")
)

// layout gives the first line of a drawn tree, or of a list of paths.
func layout(f *memory.File) (source.Span, bool) {
	var branches, paths []source.Span
	for n := f.Text.LineAt(f.Memory.Body.Start); n <= f.Text.Lines(); n++ {
		s := f.Text.Line(n)
		line := f.Text.Slice(s)
		switch {
		case bytes.Contains(line, []byte("--")) || bytes.ContainsRune(line, '─'):
			if branchForm().Match(line) {
				branches = append(branches, s)
			}
			fallthrough
		case bytes.IndexByte(line, '/') >= 0 && bytes.IndexByte(line, '`') >= 0:
			if pathForm().Match(line) {
				paths = append(paths, s)
			}
		}
	}
	if len(branches) >= leastBranches {
		return branches[0], true
	}
	if len(paths) >= leastPaths {
		return paths[0], true
	}
	return source.Span{}, false
}
