package memory

import (
	"path"
	"slices"
	"strings"
)

// Mode is the mode that git stores for a path. Zero means that there is none.
type Mode uint32

// The modes that a git tree can hold.
const (
	Regular    Mode = 0o100644
	Executable Mode = 0o100755
	Symlink    Mode = 0o120000
	Gitlink    Mode = 0o160000
)

// An Entry is one path in one state of a repository.
type Entry struct {
	// Path is relative to the top of the repository and slash-separated. It
	// is what git holds, byte for byte: it may be hostile or not be UTF-8.
	Path string
	Mode Mode
	// Hash is the object id in hex. It is empty for a file of the work tree.
	Hash string
	// Size is in bytes, or -1 when it is not known yet.
	Size int64
	// Stage is 0, or 1 to 3 for a path with an unresolved conflict.
	Stage int
	// Flaw says in words why git and a checkout could disagree about this
	// entry ("listed twice", "name holds a slash"); empty for a sound one.
	Flaw string
}

// IsFile reports whether the entry has contents that can be read.
func (e Entry) IsFile() bool { return e.Mode == Regular || e.Mode == Executable }

// A State is what a path is in one tree: nothing at all when Mode is zero.
type State struct {
	Mode Mode
	Hash string
}

// A Change is one path that differs between two trees.
type Change struct {
	Path     string
	Old, New State
}

// A Commit is one commit of a range with all that it brought.
type Commit struct {
	Hash    string
	Parents []string
	// Message is the raw message: not trimmed, perhaps not UTF-8.
	Message []byte
	// Said is what the headers hold besides ids and signatures: who wrote it and when, and all else.
	Said []byte
	// Changes are the paths in which the commit differs from all its parents,
	// each New state once, deletions left out. A root commit differs from
	// the empty tree.
	Changes []Change
}

// A Tree answers which paths one state of a repository holds.
type Tree struct {
	entries map[string]Entry
	dirs    map[string]bool
	byBase  map[string][]string
	all     func() []Entry // nil when all entries are known
}

// NewTree makes a Tree of entries.
func NewTree(entries []Entry) *Tree {
	t := &Tree{}
	t.fill(entries)
	return t
}

// NewPartTree makes a Tree of which all entries in the team directory are known. All
// that there are are asked for when another is first needed.
func NewPartTree(team []Entry, all func() []Entry) *Tree {
	t := NewTree(team)
	t.all = all
	return t
}

func (t *Tree) fill(entries []Entry) {
	t.entries, t.dirs, t.byBase = make(map[string]Entry, len(entries)), map[string]bool{}, nil
	for _, e := range entries {
		t.entries[e.Path] = e
		for d := path.Dir(e.Path); d != "." && d != "/" && !t.dirs[d]; d = path.Dir(d) {
			t.dirs[d] = true
		}
	}
}

// need sees to it that p is known if it is there; "" stands for every path.
func (t *Tree) need(p string) {
	if t.all != nil && p != Dir && !strings.HasPrefix(p, Dir+"/") {
		all := t.all
		t.all = nil
		t.fill(all())
	}
}

// Entry returns the entry at p; ok is false when there is none.
func (t *Tree) Entry(p string) (e Entry, ok bool) {
	t.need(p)
	e, ok = t.entries[p]
	return e, ok
}

// IsDir reports whether p is a directory that holds something.
func (t *Tree) IsDir(p string) bool {
	t.need(p)
	return t.dirs[p]
}

// Has reports whether a file or directory lies at p.
func (t *Tree) Has(p string) bool {
	t.need(p)
	_, ok := t.entries[p]
	return ok || t.dirs[p]
}

// Suffixed returns the paths that equal suffix or end in "/" + suffix, sorted.
func (t *Tree) Suffixed(suffix string) []string {
	t.need("")
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

// Any reports whether ok holds for some path. Those that are known are asked about first.
func (t *Tree) Any(ok func(path string) bool) bool {
	for p := range t.entries {
		if ok(p) {
			return true
		}
	}
	if t.all == nil {
		return false
	}
	t.need("")
	return t.Any(ok)
}
