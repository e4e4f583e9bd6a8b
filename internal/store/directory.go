package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/teammem/teammem/internal/sync"
)

// errInTheWay means that something else is where a regular file should be.
var errInTheWay = errors.New("it is not a regular file in plain folders")

// A directory makes every change of the store, one system call each, and reads what is
// there without following links or waiting for pipes.
type directory struct {
	root  *os.Root
	touch func(op, name string) error
}

func (d *directory) do(op, name string, change func() error) error {
	if d.touch != nil {
		if err := d.touch(op, name); err != nil {
			return fmt.Errorf("%s %q: %w", op, name, err)
		}
	}
	err := change()
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return &Refused{Kind: Locked, Path: filepath.Join(d.root.Name(), filepath.Dir(name)), Found: "can't be written", Fix: "let it be written, or set TEAMMEM_HOME to a directory of your own"}
	}
	return err
}

func (d *directory) mkdir(name string) error {
	return d.do("mkdir", name, func() error { return d.root.Mkdir(name, 0o700) })
}

func (d *directory) link(old, name string) error {
	return d.do("link", name, func() error { return d.root.Link(old, name) })
}

func (d *directory) rename(old, name string) error {
	return d.do("rename", name, func() error { return d.root.Rename(old, name) })
}

func (d *directory) remove(name string) error {
	return d.do("remove", name, func() error { return d.root.Remove(name) })
}

// clear removes a file that may be gone already.
func (d *directory) clear(name string) error {
	if _, err := d.root.Lstat(name); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return d.remove(name)
}

// create writes a new file to the disk. After an error a part of it may be there.
func (d *directory) create(name string, data []byte, perm fs.FileMode) error {
	var f *os.File
	err := d.do("create", name, func() (err error) {
		f, err = d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		return err
	})
	if err != nil {
		return err
	}
	err = d.do("write", name, func() error { _, err := f.Write(data); return err })
	if err == nil && perm != 0o600 {
		err = f.Chmod(perm)
	}
	if err == nil {
		err = d.do("fsync", name, f.Sync)
	}
	return errors.Join(err, f.Close())
}

// replace gives a file of teammem's own other contents, whole or not at all.
func (d *directory) replace(name string, data []byte) error {
	temp := name + ".tmp"
	if err := d.clear(temp); err != nil {
		return err
	}
	if err := d.create(temp, data, 0o600); err != nil {
		return err
	}
	if err := d.rename(temp, name); err != nil {
		return err
	}
	return d.sync(".")
}

// sync makes what was renamed in a folder last. Windows has no such call and needs none.
func (d *directory) sync(folder string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := d.root.Open(folder)
	if errors.Is(err, fs.ErrNotExist) { // it was empty and is gone
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(d.do("fsync", folder, f.Sync), f.Close())
}

// missing lists the folders that name needs and that are not there, the outermost first.
func (d *directory) missing(name string) ([]string, error) {
	var all []string
	parts := strings.Split(path.Dir(name), "/")
	for i := range parts {
		folder := path.Join(parts[:i+1]...)
		info, err := d.root.Lstat(folder)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			all = append(all, folder)
		case err != nil:
			return nil, err
		case !isDir(info):
			return nil, errInTheWay
		}
	}
	return all, nil
}

// read gives a regular file; fs.ErrNotExist when there is nothing, errInTheWay when there
// is something else or a folder on the way is a link.
func (d *directory) read(name string) ([]byte, fs.FileInfo, error) {
	absent, err := d.missing(name)
	if err != nil {
		return nil, nil, err
	}
	if len(absent) > 0 {
		return nil, nil, fs.ErrNotExist
	}
	info, err := d.root.Lstat(name)
	if err != nil {
		return nil, nil, err
	}
	data, err := d.readKnown(name, info, info.Size())
	return data, info, err
}

// readKnown reads at most limit bytes of the regular file that info is of.
func (d *directory) readKnown(name string, info fs.FileInfo, limit int64) ([]byte, error) {
	if !info.Mode().IsRegular() {
		return nil, errInTheWay
	}
	f, err := d.root.OpenFile(name, os.O_RDONLY|unblocked, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	opened, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !os.SameFile(info, opened) {
		return nil, errInTheWay
	}
	if opened.Size() > limit {
		return nil, errors.New("it grew while it was read")
	}
	data := make([]byte, opened.Size())
	n, err := io.ReadFull(f, data)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) { // it shrank
		err = nil
	}
	return data[:n], err
}

// errExchanged means that a folder is another one than a moment ago.
var errExchanged = errors.New("it was exchanged while it was opened")

// enter opens the folder that info is of.
func (d *directory) enter(name string, info fs.FileInfo) (*directory, error) {
	root, err := d.root.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	opened, err := root.Stat(".")
	if err == nil && !os.SameFile(info, opened) {
		err = fmt.Errorf("%q: %w", root.Name(), errExchanged)
	}
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return &directory{root: root, touch: d.touch}, nil
}

// sum is that of a file; zero when there is none.
func (d *directory) sum(name string) (sync.Sum, error) {
	data, _, err := d.read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return sync.Sum{}, nil
	}
	if err != nil {
		return sync.Sum{}, err
	}
	return sync.SumOf(data), nil
}

// prune removes the folders of a removed file as far as they are empty.
func (d *directory) prune(name string) {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if info, err := d.root.Lstat(dir); err != nil || !isDir(info) || d.remove(dir) != nil {
			return
		}
	}
}
