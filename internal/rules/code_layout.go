package rules

import (
	"bytes"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var codeLayout = &Rule{
	ID:    "code-layout",
	Title: "the memory describes where files lie",
	Class: CouldBeStronger,
	Doc: `Where files lie is in the tree, which is always right; a copy of it in a memory is right until the next move. A drawn
directory tree, or a list in which at least six lines run from a path to its description, counts. A tree whose root is
a home directory, a drive or a folder of the system is no copy of the repository.`,
	Check: func(in *Input, report func(Report)) {
		in.reportOnce(report, layout, Report{
			Message: "a description of the file layout",
			Fix:     "leave the layout to the tree, and keep what can't be seen there",
		})
	},
}

const (
	leastBranches = 4 // lines of a drawn tree
	leastPaths    = 6 // lines of a list of paths
)

var (
	// elsewhere is the root of a tree that is not the repository's, elsewhereIn one in a sentence.
	elsewhere   = lazy.Regexp("^\\s*(?:(?:~|\\$\\w+|\\$\\{\\w+\\}|%\\w+%|[A-Za-z]:)[/\\\\]|/(?:bin|data|etc|home|mnt|opt|root|srv|tmp|usr|var|Users|Library|Applications)(?:/|\\s|$))")
	elsewhereIn = lazy.Regexp("(?:^|[\\s`*(\"'])(?:~|\\$HOME|\\$\\{HOME\\}|%\\w+%|[A-Za-z]:)[/\\\\][\\w.]")

	branchForm = lazy.Regexp("^[\\s│|]*(?:[├└]─+\\s*|[|`+]--\\s+)[\\p{L}\\p{N}_.@(\\[{*<]")
	pathForm   = lazy.Regexp("^\\s*(?:[-*+]|\\|)\\s*(?:\\*\\*)?`[\\w.@-]*/[\\w./@-]*`(?:\\*\\*)?\\s*(?:—|–|--?|:|→|\\|)\\s*\\S")
)

// layout gives the first line of a drawn tree, or of a list of paths.
func layout(f *memory.File) (source.Span, bool) {
	var branches, paths []source.Span
	drawn, away := false, false // the line before is part of a drawing; it is one of another place
	for n := f.Text.LineAt(f.Memory.Body.Start); n <= f.Text.Lines(); n++ {
		s := f.Text.Line(n)
		line := f.Text.Slice(s)
		branch := isBranch(line)
		if branch && !drawn {
			away = drawnElsewhere(f, n)
		}
		switch {
		case branch && !away:
			branches = append(branches, s)
		case isPath(line):
			paths = append(paths, s)
		}
		drawn = branch || drawn && isTrunk(line)
	}
	if len(branches) >= leastBranches {
		return branches[0], true
	}
	if len(paths) >= leastPaths {
		return paths[0], true
	}
	return source.Span{}, false
}

func isBranch(line []byte) bool {
	return (bytes.Contains(line, []byte("--")) || bytes.ContainsRune(line, '─')) && branchForm.Get().Match(line)
}

// isTrunk reports whether line runs between two branches.
func isTrunk(line []byte) bool {
	line = bytes.TrimSpace(line)
	return bytes.HasPrefix(line, []byte("│")) || bytes.HasPrefix(line, []byte("|"))
}

func isPath(line []byte) bool {
	return bytes.IndexByte(line, '/') >= 0 && bytes.IndexByte(line, '`') >= 0 && pathForm.Get().Match(line)
}

// drawnElsewhere reports whether the tree whose first branch is line n hangs on a place
// outside the repository: the line above names its root, or the one above its block of code.
func drawnElsewhere(f *memory.File, n int) bool {
	root, n := textAbove(f, n)
	if !bytes.HasPrefix(root, []byte("```")) && !bytes.HasPrefix(root, []byte("~~~")) {
		return elsewhere.Get().Match(root)
	}
	title, _ := textAbove(f, n)
	return elsewhereIn.Get().Match(title)
}

// textAbove gives the nearest line above line n that is not blank, and its number.
func textAbove(f *memory.File, n int) ([]byte, int) {
	for n--; n >= f.Text.LineAt(f.Memory.Body.Start); n-- {
		if line := bytes.TrimSpace(f.Text.Slice(f.Text.Line(n))); len(line) > 0 {
			return line, n
		}
	}
	return nil, n
}
