// Package atomicfile replaces files whole or not at all. It never follows a link
// out of the root it is given, and refuses to replace what is not a regular file.
package atomicfile

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"strings"
	"time"
)

// ErrChanged means that a file no longer has the contents it was read with.
var ErrChanged = errors.New("the file changed in the meantime")

// Replace gives the file name the contents next, if it still holds prev. The new
// contents are written beside it, synced, and renamed over it: after an error
// or a crash the file is as it was. Its permissions are kept. For a file that is
// new, which is said by a nil prev, missing folders are made, and it gets perm.
func Replace(root *os.Root, name string, prev, next []byte, perm fs.FileMode) error {
	if prev == nil {
		if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
			return fmt.Errorf("make the folder of %q: %w", name, err)
		}
	}
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if prev != nil {
			return fmt.Errorf("write %q: %w", name, ErrChanged)
		}
	case err != nil:
		return fmt.Errorf("write %q: %w", name, err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("write %q: it is not a regular file", name)
	case prev == nil:
		return fmt.Errorf("write %q: %w", name, fs.ErrExist)
	default:
		perm = info.Mode().Perm()
	}
	temp, err := writeBeside(root, name, next, perm)
	if err != nil {
		return fmt.Errorf("write %q: %w", name, err)
	}
	if err := swap(root, temp, name, prev); err != nil {
		return errors.Join(fmt.Errorf("write %q: %w", name, err), root.Remove(temp))
	}
	return syncDir(root, path.Dir(name))
}

// writeBeside writes a file in the folder of name and returns its name. After an
// error nothing is left of it.
func writeBeside(root *os.Root, name string, data []byte, perm fs.FileMode) (temp string, err error) {
	temp = path.Join(path.Dir(name), tempBegin+rand.Text()+tempEnd)
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, root.Remove(temp))
		}
	}()
	sweep(root, temp)
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = root.Chmod(temp, perm)
	}
	return temp, err
}

// What the name of a file that is written beside another one begins and ends with.
const (
	tempBegin = ".teammem-"
	tempEnd   = ".tmp"
	abandoned = 10 * time.Minute // no write takes so long
)

// sweep takes away what writes left in the folder of temp that were killed long before it was
// made. What it can't take away stays.
func sweep(root *os.Root, temp string) {
	made, err := root.Lstat(temp)
	entries, _ := fs.ReadDir(root.FS(), path.Dir(temp)) // as far as it can be read
	if err != nil {
		return
	}
	for _, e := range entries {
		if n := e.Name(); len(n) != len(path.Base(temp)) || !strings.HasPrefix(n, tempBegin) || !strings.HasSuffix(n, tempEnd) {
			continue
		}
		info, err := e.Info()
		if err == nil && info.Mode().IsRegular() && made.ModTime().Sub(info.ModTime()) > abandoned {
			_ = root.Remove(path.Join(path.Dir(temp), e.Name()))
		}
	}
}

// swap puts temp in the place of name, unless somebody was there in between.
func swap(root *os.Root, temp, name string, prev []byte) error {
	if prev == nil { // a link fails where a rename would overwrite
		if err := root.Link(temp, name); err == nil {
			return root.Remove(temp)
		}
		if _, err := root.Lstat(name); err == nil {
			return fs.ErrExist
		}
		return root.Rename(temp, name) // a file system without links
	}
	now, err := root.ReadFile(name)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, prev) {
		return ErrChanged
	}
	return root.Rename(temp, name)
}

// syncDir makes a rename last. Windows has no such call and needs none.
func syncDir(root *os.Root, dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := root.Open(dir)
	if err != nil {
		return fmt.Errorf("sync the folder %q: %w", dir, err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil {
		return fmt.Errorf("sync the folder %q: %w", dir, err)
	}
	return nil
}

// Remove takes the file name away, if it still holds prev, and the folders that it leaves empty.
func Remove(root *os.Root, name string, prev []byte) error {
	info, err := root.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		return fmt.Errorf("remove %q: %w", name, err)
	}
	now, err := root.ReadFile(name)
	if err == nil && !bytes.Equal(now, prev) {
		err = ErrChanged
	}
	if err == nil {
		err = root.Remove(name)
	}
	if err != nil {
		return fmt.Errorf("remove %q: %w", name, err)
	}
	dir := path.Dir(name)
	for dir != "." && root.Remove(dir) == nil { // one that holds something stays
		dir = path.Dir(dir)
	}
	return syncDir(root, dir)
}
