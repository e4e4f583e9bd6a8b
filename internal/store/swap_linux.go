package store

import (
	"errors"
	"path"

	"golang.org/x/sys/unix"
)

// swapNames exchanges two files of one folder in a single step, so that whatever was at b is
// at a afterwards. Not every file system can: then nothing has changed.
func (d *directory) swapNames(a, b string) error {
	folder, err := d.root.Open(path.Dir(a))
	if err != nil {
		return err
	}
	fd := int(folder.Fd())
	err = d.do("swap", b, func() error {
		return unix.Renameat2(fd, path.Base(a), fd, path.Base(b), unix.RENAME_EXCHANGE)
	})
	return errors.Join(err, folder.Close())
}
