package git

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"syscall"
)

// A disk reads files below one directory and never through a symbolic link.
type disk struct{ root *os.Root }

func openDisk(top string) (*disk, error) {
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil, fmt.Errorf("open the work tree: %w", err)
	}
	return &disk{root}, nil
}

func (d *disk) close() { _ = d.root.Close() }

// errMoved means that a path is not now what it was a moment ago.
var errMoved = errors.New("changed while it was read")

// read returns at most limit bytes of a file and its full size, or the target of
// a symbolic link.
func (d *disk) read(name string, limit int64) (data []byte, size int64, err error) {
	data, size, err = d.look(name, limit)
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = failed.Err // who reads it knows the path; the system call says nothing to them
	}
	return data, size, err
}

func (d *disk) look(name string, limit int64) (data []byte, size int64, err error) {
	if err := d.directories(path.Dir(name)); err != nil {
		return nil, -1, err
	}
	info, err := d.root.Lstat(name)
	if err != nil {
		return nil, -1, err
	}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := d.root.Readlink(name)
		size := int64(len(target))
		return []byte(target)[:min(size, limit)], size, err
	case !info.Mode().IsRegular():
		return nil, -1, fmt.Errorf("%q is neither a file nor a link", name)
	}
	return d.readFile(name, info, limit)
}

// directories refuses a symbolic link on the way: os.Root follows those that
// stay inside, and git does not.
func (d *disk) directories(dir string) error {
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		info, err := d.root.Lstat(dir)
		if err != nil {
			return err
		}
		if !info.IsDir() {
			return fmt.Errorf("%q is not a directory", dir)
		}
	}
	return nil
}

func (d *disk) readFile(name string, expected fs.FileInfo, limit int64) (data []byte, size int64, err error) {
	// O_NONBLOCK: a pipe put there meanwhile must not make us wait for ever.
	f, err := d.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, -1, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, -1, err
	}
	if !os.SameFile(info, expected) {
		return nil, -1, fmt.Errorf("%q: %w", name, errMoved)
	}
	data, err = io.ReadAll(io.LimitReader(f, limit))
	return data, max(info.Size(), int64(len(data))), err
}
