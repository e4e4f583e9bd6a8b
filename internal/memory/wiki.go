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
	n := &Names{map[string]*File{}}
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

// Find returns the memory called name, or nil. It is called by its path below the
// team directory, the stem of its file, or the name in its frontmatter; ".md" at the
// end and "#section" are left aside, and so is the difference of dash and underscore.
func (n *Names) Find(name string) *File {
	name, _, _ = strings.Cut(name, "#")
	name = strings.TrimSuffix(strings.TrimSpace(name), ".md")
	if f := n.byKey[Key(name)]; f != nil {
		return f
	}
	return n.byKey[Key(path.Base(name))]
}
