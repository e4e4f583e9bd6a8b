package git

import (
	"bytes"
	"io"
	"sort"
)

// A survey is what one scan of an index leaves for those who look into it later.
type survey struct {
	marks   []mark
	entries int64          // where they end
	folders []cachedFolder // of the extension TREE; nil when that can't be used
	// plain says that the paths are sorted, each once: there is no conflict, and every
	// one would be committed.
	plain bool
}

// A mark is a place between two entries.
type mark struct {
	name string // of the entry before; "" at the first one
	at   int64
}

// markEvery is how many entries there are from mark to mark.
const markEvery = 256

// scanIndex reads an index from end to end and shows each entry to visit.
func scanIndex(index io.ReaderAt, size int64, hexLen int, visit func(*indexScan)) (*survey, error) {
	s, count, err := newScan(index, size, hexLen, readAll)
	if err != nil {
		return nil, err
	}
	found := &survey{plain: true}
	for i := range count {
		if i%markEvery == 0 {
			found.marks = append(found.marks, mark{string(s.name), s.at})
		}
		if err := s.next(); err != nil {
			return nil, err
		}
		found.plain = found.plain && s.stage == 0 && !s.announced && bytes.Compare(s.before, s.name) < 0
		visit(s)
	}
	found.entries = s.at
	tree, err := s.extensions()
	if err != nil {
		return nil, err
	}
	found.folders = parseCacheTree(tree, hexLen/2)
	return found, nil
}

// A lister lists folders of an index that was surveyed and found plain.
type lister struct {
	*survey
	scan *indexScan
	done bool // there is no current entry
}

func newLister(index io.ReaderAt, size int64, hexLen int, found *survey) (*lister, error) {
	s, _, err := newScan(index, size, hexLen, readSome)
	return &lister{survey: found, scan: s}, err
}

// children gives what lies directly in a folder; "" is the top. Of the folders there
// only the name and the mode are known.
func (l *lister) children(dir string) (sides, error) {
	prefix := ""
	if dir != "" {
		prefix = dir + "/"
	}
	var s sides
	err := l.seek(prefix)
	for err == nil && !l.done && bytes.HasPrefix(l.scan.name, []byte(prefix)) {
		name := string(l.scan.name[len(prefix):])
		if i := bytes.IndexByte(l.scan.name[len(prefix):], '/'); i >= 0 {
			s.dirs = append(s.dirs, treeItem{name: name[:i], mode: directory})
			err = l.seek(prefix + name[:i] + "0") // what follows on a slash
			continue
		}
		e := l.scan.entry()
		s.files = append(s.files, treeItem{name: name, mode: e.Mode, hash: e.Hash})
		err = l.next()
	}
	return s, err
}

// seek makes the first entry that is not before path the current one.
func (l *lister) seek(path string) error {
	i := max(0, sort.Search(len(l.marks), func(i int) bool { return l.marks[i].name >= path })-1)
	if i == len(l.marks) {
		l.done = true // there are no entries
		return nil
	}
	m := l.marks[i]
	if l.done || m.at > l.scan.at || string(l.scan.name) >= path {
		l.scan.jump(m.at, m.name)
		l.done = false
	}
	for !l.done && (len(l.scan.name) == 0 || string(l.scan.name) < path) {
		if err := l.next(); err != nil {
			return err
		}
	}
	return nil
}

func (l *lister) next() error {
	if l.scan.at >= l.entries {
		l.done = true
		return nil
	}
	return l.scan.next()
}
