package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

const (
	lockFile  = "lock"
	lockRetry = 20 * time.Millisecond
)

// acquire takes the lock of the store. The file stays: to remove it would let two
// processes lock two files of one name.
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
		return fmt.Errorf("%w (%s)", ErrBusy, s.ownPath(lockFile))
	case err != nil:
		return fmt.Errorf("lock %q: %w", s.ownPath(lockFile), err)
	}
	return nil
}
