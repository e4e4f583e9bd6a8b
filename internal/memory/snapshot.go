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

// Type is the type of a memory in lower case; "" when it has none.
func (f *File) Type() string {
	if f.Memory == nil {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(f.Memory.Value("type")))
}

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
	// Agents are the files at the top from which agents read the index, and those that
	// decide what stands there, by path; nil where none was wanted.
	Agents map[string]*File
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
			if c.Line == 0 {
				continue
			}
			if found, _ := c.Resolve(s.Tree, f.Path); len(found) == 1 {
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
