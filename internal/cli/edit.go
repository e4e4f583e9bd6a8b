package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/teammem/teammem/internal/atomicfile"
)

// An edit is one file that a command wants to write, planned before anything is
// written.
type edit struct {
	path string // relative to the top of the repository
	prev []byte // what it holds; nil when it is to be made
	next []byte
	done []string // what changes, in words
}

// A tree is the work tree that edits are made in.
type tree struct {
	root *os.Root
}

func openTree(top string) (*tree, error) {
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil, fmt.Errorf("open the work tree: %w", err)
	}
	return &tree{root}, nil
}

func (t *tree) Close() error { return t.root.Close() }

// read gives the contents of a regular file, nil when there is none. A folder on
// the way that is a link or a file is refused.
func (t *tree) read(p string) ([]byte, error) {
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		info, err := t.root.Lstat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("look at %q: %w", dir, err)
		}
		if !info.IsDir() {
			return nil, fmt.Errorf("%q is not a folder but %s\nremove it, so that the folder can be made", dir, kindOf(info))
		}
	}
	info, err := t.root.Lstat(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%q is not a regular file but %s", p, kindOf(info))
	}
	data, err := t.root.ReadFile(p)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", p, err)
	}
	if data == nil {
		data = []byte{}
	}
	return data, nil
}

func kindOf(info fs.FileInfo) string {
	switch mode := info.Mode(); {
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode.IsRegular():
		return "a file"
	case mode.IsDir():
		return "a folder"
	}
	return "a special file"
}

// make plans a file that is written only when there is none.
func (t *tree) make(p, contents, what string) (edit, error) {
	prev, err := t.read(p)
	e := edit{path: p, prev: prev, next: prev}
	if err == nil && prev == nil {
		e.next, e.done = []byte(contents), []string{what}
	}
	return e, err
}

func (e edit) changes() bool { return e.prev == nil || !bytes.Equal(e.prev, e.next) }

// apply writes the edits that change something, in order, and stops at the first
// that fails: each file is as before or as planned.
func (t *tree) apply(edits []edit) error {
	for _, e := range edits {
		if !e.changes() {
			continue
		}
		if err := atomicfile.Replace(t.root, e.path, e.prev, e.next); err != nil {
			return err
		}
	}
	return nil
}
