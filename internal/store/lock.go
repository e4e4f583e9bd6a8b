package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

const (
	lockFile  = "lock"
	lockRetry = 20 * time.Millisecond
)

// acquire takes the lock of the store. Nothing but Erase removes its file, which lets two
// processes lock two files of one name: errErased is for the one whose file has no name any more.
func (s *Store) acquire(o Options) error {
	info, err := s.own.root.Lstat(lockFile)
	if err == nil && !info.Mode().IsRegular() {
		return &Refused{Kind: Damaged, Path: s.ownPath(lockFile), Found: "is not a regular file", Fix: "move it away"}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	s.lock = flock.New(filepath.Join(s.own.root.Name(), lockFile), flock.SetPermissions(0o600))
	got, err := s.lock.TryLock()
	if err == nil && !got {
		ctx, cancel := context.WithTimeout(context.Background(), o.Wait)
		defer cancel()
		_, err = s.lock.TryLockContext(ctx, lockRetry)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w (%s)", errBusy, s.ownPath(lockFile))
	case errors.Is(err, fs.ErrNotExist) || openElsewhere(err):
		return errErased
	case err != nil:
		return fmt.Errorf("lock %q: %w", s.ownPath(lockFile), err)
	}
	return s.stillThere()
}

// errErased means that another process took the store away while this one opened it. It
// can be opened once more.
var errErased = errors.New("another teammem took this store away at the same moment; run it again")

// stillThere looks whether what was opened and locked is what has its name: an uninstall
// can have been at work in between, and whoever came after it holds another lock.
func (s *Store) stillThere() error {
	held, err := s.lock.Stat()
	if err != nil {
		return fmt.Errorf("lock %q: %w", s.ownPath(lockFile), err)
	}
	if now, err := s.own.root.Lstat(lockFile); err != nil || !os.SameFile(held, now) {
		return errErased
	}
	for _, d := range s.dirs {
		opened, err := d.root.Stat(".")
		if err != nil {
			return err
		}
		if now, err := os.Stat(d.root.Name()); err != nil || !os.SameFile(opened, now) {
			return errErased
		}
	}
	return nil
}
