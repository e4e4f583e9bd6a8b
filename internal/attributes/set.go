package attributes

import (
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/source"
)

// A Set is the .gitattributes files that concern some paths: those below one folder
// that end in one way.
type Set struct {
	root   string // with a slash at the end
	ending string
	files  []file // from the top down
	macros map[string][]Attr
}

type file struct {
	path string
	dir  string // "" at the top, else with a slash at the end

	lines []Line
	// The lines by how they match: one path, one name at any depth, or a glob.
	paths map[string][]int
	names map[string][]int
	globs []int
}

// A Given is an attribute that a path gets, and what gives it.
type Given struct {
	Attr
	Path string // of the file
	Line Line
}

// NewSet makes a Set of files by path, for the paths below root that end in ending,
// which are both in lower case. Macros are known from the file at the top alone,
// beside the one that git brings.
func NewSet(root, ending string, texts map[string]*source.Text) *Set {
	s := &Set{root: root + "/", ending: ending, macros: map[string][]Attr{"binary": {{"diff", Disabled, ""}, {"merge", Disabled, ""}, {"text", Disabled, ""}}}}
	for p, text := range texts {
		dir := strings.TrimPrefix(path.Dir(p)+"/", "./")
		f := file{path: p, dir: dir, lines: Parse(text), paths: map[string][]int{}, names: map[string][]int{}}
		f.index(strings.TrimPrefix(s.root, dir), ending)
		s.files = append(s.files, f)
		for _, l := range f.lines {
			if l.Macro && dir == "" {
				s.macros[l.Pattern] = l.Attrs
			}
		}
	}
	slices.SortFunc(s.files, func(a, b file) int { return strings.Compare(a.dir, b.dir) }) // parents come first
	return s
}

// index sorts the lines by how they match, and leaves out globs that match nothing
// below root that ends in ending.
func (f *file) index(root, ending string) {
	for i, l := range f.lines {
		g := l.glob
		if g.nested() {
			if name, all := g[1:].prefix(); all && !strings.Contains(name, "/") {
				f.names[name] = append(f.names[name], i)
				continue
			}
		}
		switch text, all := g.prefix(); {
		case len(g) == 0:
		case all:
			f.paths[text] = append(f.paths[text], i)
		case (strings.HasPrefix(text, root) || strings.HasPrefix(root, text)) && g.mayEnd(ending):
			f.globs = append(f.globs, i)
		}
	}
}

// matching returns the lines that match rel, the last one first.
func (f *file) matching(rel string) []int {
	low := strings.ToLower(rel)
	hits := slices.Concat(f.paths[low], f.names[path.Base(low)])
	for _, i := range f.globs {
		if f.lines[i].glob.matches(rel) {
			hits = append(hits, i)
		}
	}
	slices.SortFunc(hits, func(a, b int) int { return b - a })
	return hits
}

// Of returns what the file at p gets: of two lines for one attribute the later one
// counts, and the one in the deeper folder before that.
func (s *Set) Of(p string) []Given {
	var out []Given
	known := map[string]bool{}
	for i := range s.files {
		f := &s.files[len(s.files)-1-i]
		if rel, ok := strings.CutPrefix(p, f.dir); ok {
			for _, n := range f.matching(rel) {
				s.give(&out, known, Given{Path: f.path, Line: f.lines[n]}, f.lines[n].Attrs)
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

// Witnesses returns, for the patterns that name more than a file at any depth, paths
// of the set that they match.
func (s *Set) Witnesses() []string {
	var out []string
	for _, f := range s.files {
		for _, l := range f.lines {
			if len(l.glob) == 0 || f.dir == "" && l.glob.nested() {
				continue
			}
			p := f.dir + l.glob.witness()
			if !strings.HasPrefix(p, s.root) && l.glob.nested() {
				p = s.root + l.glob.witness()
			}
			if strings.HasPrefix(p, s.root) && strings.HasSuffix(p, s.ending) {
				out = append(out, p)
			}
		}
	}
	return out
}

// Costly is the number of patterns that every path of the set has to be held against.
func (s *Set) Costly() int {
	n := 0
	for _, f := range s.files {
		n += len(f.globs)
	}
	return n
}
