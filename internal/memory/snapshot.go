package memory

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/source"
)

// Kind says what a file of the team directory is for.
type Kind int

// The kinds of file. Foreign files do not belong in the team directory.
const (
	KindForeign Kind = iota
	KindMemory
	KindIndex
	KindPlain // README.md and .gitkeep: neither memory nor orphan
)

// A File is one path of a snapshot with what is known of its contents.
type File struct {
	Entry
	Kind     Kind
	Archived bool // lies below archive/: not indexed, not delivered
	// Text is the contents. It is nil when there are none to read (a link, a
	// deleted file), when they were not needed, or when Unread says why not.
	Text *source.Text
	// Target is what a symbolic link leads to; nil for everything else.
	Target *source.Text
	// Unread says in words why Text is nil although it was wanted.
	Unread string
	// Memory is set for memories and Doc for all Markdown, when Text is valid
	// UTF-8 of at most MaxParsed bytes.
	Memory *Memory
	Doc    *markdown.Doc
}

// Name is the last element of the path.
func (f *File) Name() string { return path.Base(f.Path) }

// Rel is the path below the team directory.
func (f *File) Rel() string { return strings.TrimPrefix(f.Path, Dir+"/") }

// A Snapshot is a set of files at one moment.
type Snapshot struct {
	// Files lie in the team directory, or in what a case-insensitive or
	// normalising disk would make of it; sorted by path.
	Files []*File
	// Elsewhere are files outside the team directory that a rule looks at:
	// Markdown and private-looking paths that the change touches.
	Elsewhere []*File
	// Control are the files that steer the review or the check, by path:
	// policy, CODEOWNERS and .gitattributes; a missing one is absent.
	Control map[string]*File
	// Tree has every path of the repository, for citations and links.
	Tree *Tree
	// Cited is the number of lines of each file that a citation with a line
	// leads to, by path. What could not be read as text is absent.
	Cited map[string]int
}

// Index returns MEMORY.md, or nil when there is none that could be read.
func (s *Snapshot) Index() *File {
	for _, f := range s.Files {
		if f.Kind == KindIndex && f.Text != nil {
			return f
		}
	}
	return nil
}

// CitedPaths gives the files whose lines are cited by an active memory or the
// index, sorted: those that Cited is made of.
func (s *Snapshot) CitedPaths() []string {
	var paths []string
	for _, f := range s.Files {
		if f.Doc == nil || f.Archived {
			continue
		}
		for _, c := range Citations(f.Text, f.Doc) {
			if found, _ := c.Resolve(s.Tree, f.Path); c.Line > 0 && len(found) == 1 {
				paths = append(paths, found[0])
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// Memories returns the memories that are active: not archived.
func (s *Snapshot) Memories() []*File {
	var out []*File
	for _, f := range s.Files {
		if f.Kind == KindMemory && !f.Archived {
			out = append(out, f)
		}
	}
	return out
}

// File returns the file of the team directory at p, or nil.
func (s *Snapshot) File(p string) *File {
	i, ok := slices.BinarySearchFunc(s.Files, p, func(f *File, p string) int { return cmp.Compare(f.Path, p) })
	if !ok {
		return nil
	}
	return s.Files[i]
}

// A Tree answers which paths one state of a repository holds.
type Tree struct {
	entries map[string]Entry
	dirs    map[string]bool
	byBase  map[string][]string
}

// NewTree makes a Tree of entries.
func NewTree(entries []Entry) *Tree {
	t := &Tree{make(map[string]Entry, len(entries)), map[string]bool{}, nil}
	for _, e := range entries {
		t.entries[e.Path] = e
		for d := path.Dir(e.Path); d != "." && d != "/" && !t.dirs[d]; d = path.Dir(d) {
			t.dirs[d] = true
		}
	}
	return t
}

// Entry returns the entry at p; ok is false when there is none.
func (t *Tree) Entry(p string) (e Entry, ok bool) { e, ok = t.entries[p]; return }

// IsDir reports whether p is a directory that holds something.
func (t *Tree) IsDir(p string) bool { return t.dirs[p] }

// Suffixed returns the paths that equal suffix or end in "/" + suffix, sorted.
func (t *Tree) Suffixed(suffix string) []string {
	if t.byBase == nil {
		t.byBase = make(map[string][]string, len(t.entries))
		for p := range t.entries {
			t.byBase[path.Base(p)] = append(t.byBase[path.Base(p)], p)
		}
	}
	var out []string
	for _, p := range t.byBase[path.Base(suffix)] {
		if p == suffix || strings.HasSuffix(p, "/"+suffix) {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}

// Any reports whether ok holds for some path.
func (t *Tree) Any(ok func(path string) bool) bool {
	for p := range t.entries {
		if ok(p) {
			return true
		}
	}
	return false
}
