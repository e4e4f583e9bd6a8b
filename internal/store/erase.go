package store

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/teammem/teammem/internal/sync"
)

// Erase takes away every folder of mirror that is empty, what is teammem's own (state,
// undo, lock), and the places themselves when nothing is left in them. It can't be undone,
// and the store can only be closed afterwards.
//
// The lock goes last: from then on another process can be at work in a store that it made
// anew, and all that is still removed is folders in which nothing is.
func (s *Store) Erase(o Options, mirror string) error {
	for layout, d := range s.dirs {
		d.removeEmptyTree(mirror)
		if layout != sync.Native { // of another tool: no more than the folder itself
			top := o.Places[layout]
			pruneUp(Place{Base: filepath.Join(top.Base, filepath.FromSlash(path.Dir(top.Dir))), Dir: path.Base(top.Dir)})
		}
	}
	if err := s.eraseOwn(); err != nil {
		return err
	}
	s.dirs[sync.Native].removeEmpty(stateDir)
	pruneUp(o.Places[sync.Native])
	return nil
}

func (s *Store) eraseOwn() error {
	names, err := fs.ReadDir(s.own.root.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range names {
		if e.Name() == lockFile {
			continue
		}
		if err := s.own.clear(e.Name()); err != nil {
			return err
		}
	}
	return errors.Join(s.eraseLock(), s.own.root.Close())
}

// openElsewhere reports whether Windows keeps a file from being opened or removed because somebody else has it open.
func openElsewhere(err error) bool {
	const sharingViolation = syscall.Errno(32)
	return runtime.GOOS == "windows" && errors.Is(err, sharingViolation)
}

// eraseLock removes the file of the lock, which Windows does not while it is held: there it is
// given up first, and is left to whoever came in between.
func (s *Store) eraseLock() error {
	if runtime.GOOS != "windows" {
		return s.own.clear(lockFile)
	}
	err := s.lock.Close()
	if err == nil {
		err = s.own.clear(lockFile)
	}
	if openElsewhere(err) {
		return nil
	}
	return err
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
