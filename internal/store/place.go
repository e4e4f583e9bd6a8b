package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/teammem/teammem/internal/sync"
)

// An elementFunc finds or makes the folder name in d. A nil info means that it is not there.
type elementFunc func(d *directory, name string) (fs.FileInfo, error)

func findElement(d *directory, name string) (fs.FileInfo, error) {
	info, err := d.root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return info, err
}

func makeElement(d *directory, name string) (fs.FileInfo, error) {
	info, err := findElement(d, name)
	if info != nil || err != nil {
		return info, err
	}
	if err := d.mkdir(name); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return d.root.Lstat(name)
}

// openPlace opens a directory element by element. It is nil when one is not there.
func openPlace(p Place, touch func(op, name string) error, element elementFunc) (*directory, error) {
	if !filepath.IsAbs(p.Base) {
		return nil, &Refused{Kind: NoHome, Path: p.Base, Found: "is not an absolute path", Fix: "set " + HomeVariable() + ", or TEAMMEM_HOME, to one"}
	}
	if !fs.ValidPath(p.Dir) {
		return nil, fmt.Errorf("%q is not a path below %q", p.Dir, p.Base)
	}
	root, err := os.OpenRoot(p.Base)
	if err != nil {
		return nil, &Refused{Kind: NoHome, Path: p.Base, Found: fmt.Sprintf("can't be opened as a directory (%v)", err), Fix: "set " + HomeVariable() + ", or TEAMMEM_HOME, to a directory of your own"}
	}
	d := &directory{root: root, touch: touch}
	for name := range strings.SplitSeq(p.Dir, "/") {
		next, err := descend(d, name, element)
		err = errors.Join(err, d.root.Close())
		if err != nil || next == nil {
			return nil, err
		}
		d = next
	}
	return d, nil
}

// descend opens the folder name of d once it is known to be a safe one.
func descend(d *directory, name string, element elementFunc) (*directory, error) {
	info, err := element(d, name)
	if err != nil || info == nil {
		return nil, err
	}
	at := filepath.Join(d.root.Name(), name)
	if err := refuseFolder(at, info); err != nil {
		return nil, err
	}
	return d.enter(name, info)
}

func refuseFolder(at string, info fs.FileInfo) error {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return &Refused{Kind: Linked, Path: at, Found: "is a symbolic link", Fix: "put a directory there, or set TEAMMEM_HOME to where it leads"}
	case !isDir(info):
		return &Refused{Kind: NotDirectory, Path: at, Found: "is not a directory", Fix: "move it away"}
	case foreign(info):
		return &Refused{Kind: Foreign, Path: at, Found: "belongs to another user", Fix: "run teammem as its owner, or set TEAMMEM_HOME to a directory of your own"}
	}
	if who := writers(at, info); who != "" {
		return &Refused{Kind: Writable, Path: at, Found: "can be written by " + who, Fix: fmt.Sprintf("run chmod go-w %q", at)}
	}
	return nil
}

// placeOf gives the directory of a layout, or an error when the store has none.
func (v *View) placeOf(l sync.Layout) (*directory, error) {
	if d := v.dirs[l]; d != nil {
		return d, nil
	}
	return nil, fmt.Errorf("the store has no directory %q", l)
}
