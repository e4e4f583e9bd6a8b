package attributes

import (
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/source"
)

// A Set is the .gitattributes files on the way to some paths.
type Set struct {
	files  []file // from the top down
	macros map[string][]Attr
}

type file struct {
	path  string
	dir   string // "" at the top, else with a slash at the end
	lines []Line
}

// A Given is an attribute that a path gets, and what gives it.
type Given struct {
	Attr
	Path string // of the file
	Line Line
}

// NewSet makes a Set of files by path. Macros are known from the file at the top
// alone, beside the one that git brings.
func NewSet(texts map[string]*source.Text) *Set {
	s := &Set{macros: map[string][]Attr{"binary": {{"diff", Disabled, ""}, {"merge", Disabled, ""}, {"text", Disabled, ""}}}}
	for p, text := range texts {
		f := file{path: p, dir: strings.TrimPrefix(path.Dir(p)+"/", "./"), lines: Parse(text)}
		s.files = append(s.files, f)
		for _, l := range f.lines {
			if l.Macro && f.dir == "" {
				s.macros[l.Pattern] = l.Attrs
			}
		}
	}
	slices.SortFunc(s.files, func(a, b file) int {
		if n := strings.Count(a.dir, "/") - strings.Count(b.dir, "/"); n != 0 {
			return n
		}
		return strings.Compare(a.dir, b.dir)
	})
	return s
}

// Of returns what the file at p gets: of two lines for one attribute the later one
// counts, and the one in the deeper folder before that.
func (s *Set) Of(p string) []Given {
	var out []Given
	known := map[string]bool{}
	for _, f := range slices.Backward(s.files) {
		rel, ok := strings.CutPrefix(p, f.dir)
		if !ok {
			continue
		}
		for _, l := range slices.Backward(f.lines) {
			if l.match.matches(rel) {
				s.give(&out, known, Given{Path: f.path, Line: l}, l.Attrs)
			}
		}
	}
	return out
}

// give adds those of attrs that are not decided yet, and what they stand for.
func (s *Set) give(out *[]Given, known map[string]bool, by Given, attrs []Attr) {
	for _, a := range slices.Backward(attrs) {
		if known[a.Name] {
			continue
		}
		known[a.Name] = true
		by.Attr = a
		*out = append(*out, by)
		if a.State == Enabled {
			s.give(out, known, by, s.macros[a.Name])
		}
	}
}

// Witnesses returns for each line of a pattern that is not simply a name at any depth
// a path that it matches.
func (s *Set) Witnesses() []string {
	var out []string
	for _, f := range s.files {
		for _, l := range f.lines {
			if l.match.glob != nil && (f.dir != "" || !l.match.nested) {
				out = append(out, f.dir+l.match.glob.witness())
			}
		}
	}
	return out
}

// Costly is the number of patterns that every path has to be held against.
func (s *Set) Costly() int {
	n := 0
	for _, f := range s.files {
		for _, l := range f.lines {
			if g := l.match.glob; len(g) > 0 && !l.match.plain && g[0].kind != literal {
				n++
			}
		}
	}
	return n
}
