package store

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/sync"
)

// Erase takes away what is teammem's own (state, undo, lock) and then every folder of
// mirror that is empty, and the places themselves when nothing is left in them. It can't
// be undone, and the store can only be closed afterwards.
func (s *Store) Erase(o Options, mirror string) error {
	names, err := fs.ReadDir(s.own.root.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range names {
		if err := s.own.clear(e.Name()); err != nil {
			return err
		}
	}
	s.dirs[sync.Native].removeEmpty(stateDir)
	for layout, d := range s.dirs {
		d.removeEmptyTree(mirror)
		top := o.Places[layout]
		if layout != sync.Native { // of another tool: no more than the folder itself
			top = Place{Base: filepath.Join(top.Base, filepath.FromSlash(path.Dir(top.Dir))), Dir: path.Base(top.Dir)}
		}
		pruneUp(top)
	}
	return nil
}

// removeEmptyTree removes folder and all folders below it that hold nothing.
func (d *directory) removeEmptyTree(folder string) {
	var found []string
	_ = fs.WalkDir(d.root.FS(), folder, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			found = append(found, name)
		}
		return nil // what can't be looked into is not empty
	})
	slices.Reverse(found)
	for _, name := range found {
		d.removeEmpty(name)
	}
}

// pruneUp removes the folder of a place and those above it, up to its base, as long as
// they are empty.
func pruneUp(p Place) {
	for dir := p.Dir; dir != "." && !strings.HasPrefix(dir, ".."); dir = path.Dir(dir) {
		if err := os.Remove(filepath.Join(p.Base, filepath.FromSlash(dir))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return
		}
	}
}
