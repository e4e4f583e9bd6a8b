package memory

import (
	"path"
	"strings"
)

// Names finds memories by what people call them.
type Names struct{ byKey map[string]*File }

// NewNames makes Names of files. Where two memories answer to one name, the stem of
// a file goes before a name in the frontmatter, and the earlier file before the later.
func NewNames(files []*File) *Names {
	n := &Names{make(map[string]*File, 2*len(files))}
	for _, f := range files {
		n.add(strings.TrimSuffix(f.Rel(), ".md"), f)
	}
	for _, f := range files {
		n.add(strings.TrimSuffix(f.Name(), ".md"), f)
	}
	for _, f := range files {
		if f.Memory != nil {
			n.add(f.Memory.Value("name"), f)
		}
	}
	return n
}

func (n *Names) add(name string, f *File) {
	if key := Key(name); key != "" && n.byKey[key] == nil {
		n.byKey[key] = f
	}
}

// WikiName is what [[link]] names, without "#section", "^block" and the ".md" at its end.
func WikiName(link string) string {
	if i := strings.IndexAny(link, "#^"); i >= 0 {
		link = link[:i]
	}
	return strings.TrimSuffix(strings.TrimSpace(link), ".md")
}

// Find returns the memory that [[link]] names, or nil. It is called by its path below
// the team directory, the stem of its file, or the name in its frontmatter, compared
// as Key does; where no path fits, the last element counts alone.
func (n *Names) Find(link string) *File {
	name := WikiName(link)
	if f := n.byKey[Key(name)]; f != nil {
		return f
	}
	return n.byKey[Key(path.Base(name))]
}
