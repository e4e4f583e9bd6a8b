package engine

import (
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
)

// A Shelf keeps what was read of the team memory, so that a check of a change and a comparison of its sides
// read and scan each memory once. What it keeps stands for itself: a state of a path has one text always. The zero
// value is empty. It is for one goroutine.
type Shelf struct {
	files map[blob]*memory.File
	in    *rules.Input // of what was judged last, which knows where secrets are; nil for none
}

// onShelf is a file of an entry that was read before.
func (s *Shelf) onShelf(e memory.Entry) (f *memory.File, ok bool) {
	if s == nil || e.Hash == "" || e.Stage != 0 {
		return nil, false
	}
	kept, ok := s.files[blobOf(e)]
	if !ok {
		return nil, false
	}
	copied := *kept
	copied.Entry, copied.Size = e, kept.Size
	return &copied, true
}

// put keeps the files of which all is known.
func (s *Shelf) put(files []*memory.File) {
	if s == nil {
		return
	}
	if s.files == nil {
		s.files = map[blob]*memory.File{}
	}
	for _, f := range files {
		if f.Text != nil && f.Hash != "" {
			s.files[blobOf(f.Entry)] = f
		}
	}
}

// read makes a File of each entry, parsed where it can be. An entry that can't be
// read becomes a File that says why.
func (l *loader) read(at memory.At, entries []memory.Entry) ([]*memory.File, error) {
	files := make([]*memory.File, len(entries))
	var unread []memory.Entry
	for i, e := range entries {
		f, kept := l.shelf.onShelf(e)
		switch files[i] = f; {
		case !kept:
			unread = append(unread, e)
		case f.Doc == nil:
			model(f)
			l.shelf.put(files[i : i+1])
		}
	}
	fresh, err := l.readTexts(at, unread)
	for _, f := range fresh {
		model(f)
	}
	l.shelf.put(fresh)
	for i := range files {
		if files[i] == nil {
			files[i], fresh = fresh[0], fresh[1:]
		}
	}
	return files, err
}
