package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/gofrs/flock"

	"github.com/teammem/teammem/internal/sync"
)

// A Loose is a folder or a file of the store that is not for its owner alone.
type Loose struct {
	Path   string // below the directory of the store; "." is that directory
	Why    string // in words
	Closed bool   // its owner can't read it
}

// maxAudited is how many files and folders are looked at.
const maxAudited = 20_000

// Audit lists what in the native directory others own, can enter or can read, by path. Where
// permissions mean nothing there is none.
func (v *View) Audit() (out []Loose, err error) {
	d := v.dirs[sync.Native]
	if d == nil || !hasPermissions {
		return nil, nil
	}
	seen := 0
	err = fs.WalkDir(d.root.FS(), ".", func(p string, e fs.DirEntry, err error) error {
		if seen++; seen > maxAudited {
			return fs.SkipAll
		}
		if err != nil {
			out = append(out, Loose{Path: p, Why: cause(err), Closed: true})
			return nil
		}
		info, err := d.root.Lstat(filepath.FromSlash(p))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("look at %q: %w", path.Join(d.root.Name(), p), err)
		}
		if why := loose(info); why != "" {
			out = append(out, Loose{p, why, info.Mode().Perm()&0o400 == 0})
		}
		return nil
	})
	return out, err
}

// loose says how info is open to others; "" when it is not, or is a link.
func loose(info fs.FileInfo) string {
	switch perm := info.Mode().Perm(); {
	case info.Mode()&fs.ModeSymlink != 0:
		return ""
	case foreign(info):
		return "of another user"
	case perm&0o077 != 0 || perm&0o400 == 0:
		return fmt.Sprintf("%04o", perm)
	}
	return ""
}

// Locked reports whether a process holds the lock of the store now.
func (v *View) Locked() (bool, error) {
	if v.own == nil {
		return false, nil
	}
	if info, err := v.own.root.Lstat(lockFile); errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return false, nil
	}
	lock := flock.New(v.ownPath(lockFile), flock.SetFlag(os.O_RDONLY))
	free, err := lock.TryRLock()
	return err == nil && !free, errors.Join(err, lock.Close())
}

// Native reports whether the native directory is there.
func (v *View) Native() bool { return v.dirs[sync.Native] != nil }
