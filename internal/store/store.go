// Package store is the one door through which anything under the home directory is
// written. What it writes is a transaction: killed at any moment, the next Open completes
// it or takes it back. It decides nothing; internal/sync does.
package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"

	"github.com/teammem/teammem/internal/sync"
)

// stateDir holds what is teammem's own in the native directory: state, journal, undo, lock.
const stateDir = ".teammem"

// HomeVariable is the variable of the environment that names a person's home directory.
func HomeVariable() string {
	if runtime.GOOS == "windows" {
		return "USERPROFILE"
	}
	return "HOME"
}

// A Place is a directory of a store.
type Place struct {
	Base string // absolute; is there already and is trusted: the home directory
	Dir  string // below Base, slash-separated; made when it is missing
}

// Options say where a store lies. The zero value of a field means what it says there.
type Options struct {
	Places map[sync.Layout]Place // sync.Native is needed; the others may lie on other file systems
	Wait   time.Duration         // for another teammem that is at work; zero: not at all

	// Unignored gives the top of the git work tree that dir lies in and is not ignored by;
	// "" when there is none. dir need not exist. Nil: there is no git to ask.
	Unignored func(dir string) (top string, err error)

	touch func(op, name string) error // in tests: fails a change before it is made
}

// A View reads a store. It makes, locks and changes nothing.
type View struct {
	dirs map[sync.Layout]*directory // those that are there
	own  *directory                 // stateDir; nil when it is not there
}

// A Store is locked for this process until Close.
type Store struct {
	View
	lock      *flock.Flock
	recovered Recovery
}

// Look opens a store for reading. What is missing of it reads as empty. It refuses what
// Open refuses.
func Look(o Options) (*View, error) {
	var v *View
	err := whileErased(func() error {
		v = &View{dirs: map[sync.Layout]*directory{}}
		err := v.open(o, findElement)
		if err != nil {
			err = errors.Join(err, v.Close())
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return v, nil
}

// Open makes what is missing of a store, with permissions for its owner alone, waits for
// the lock, and completes or takes back what an earlier run did not finish. Its error is a
// *Refused, that another process is at work, or one of the file system.
func Open(o Options) (s *Store, err error) {
	err = whileErased(func() error {
		s, err = openOnce(o)
		return err
	})
	return s, err
}

// erasedTries is how often a store is opened that others take away meanwhile: for a second.
const erasedTries = 50

// whileErased calls open again as long as others take away what it opens.
func whileErased(open func() error) error {
	for try := 1; ; try++ {
		err := open()
		if !errors.Is(err, errErased) || try == erasedTries {
			return err
		}
		time.Sleep(lockRetry)
	}
}

func openOnce(o Options) (*Store, error) {
	s := &Store{View: View{dirs: map[sync.Layout]*directory{}}}
	err := s.open(o, makeElement)
	if err == nil {
		err = s.acquire(o)
	}
	if err == nil {
		err = s.recover()
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// open opens each place by way of element, which finds or makes one folder. Its error is
// errErased when a folder that was found was gone, or another one, a moment later.
func (v *View) open(o Options, element elementFunc) error {
	if err := refuseUnignored(o); err != nil {
		return err
	}
	for layout, place := range o.Places {
		d, err := openPlace(place, o.touch, element)
		if err != nil {
			return orErased(err)
		}
		if d != nil {
			v.dirs[layout] = d
		}
	}
	native := v.dirs[sync.Native]
	if native == nil {
		return nil
	}
	var err error
	v.own, err = descend(native, stateDir, element)
	return orErased(err)
}

func orErased(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errExchanged) {
		return fmt.Errorf("%w: %w", errErased, err)
	}
	return err
}

// Close gives up the directories of the store.
func (v *View) Close() error {
	var all []error
	for _, d := range v.dirs {
		all = append(all, d.root.Close())
	}
	if v.own != nil {
		all = append(all, v.own.root.Close())
	}
	return errors.Join(all...)
}

// Close gives up the store and its lock.
func (s *Store) Close() error {
	err := s.View.Close()
	if s.lock != nil {
		err = errors.Join(err, s.lock.Close())
	}
	return err
}

// Recovered tells what Open did about a run that was not finished.
func (s *Store) Recovered() Recovery { return s.recovered }

// refuseUnignored looks at where the native directory will lie, before it is made.
func refuseUnignored(o Options) error {
	native, ok := o.Places[sync.Native]
	if !ok || native.Base == "" {
		return &Refused{Kind: NoHome, Found: "there is no home directory", Fix: "set " + HomeVariable() + ", or TEAMMEM_HOME to a directory of your own"}
	}
	if o.Unignored == nil {
		return nil
	}
	dir := filepath.Join(native.Base, filepath.FromSlash(native.Dir))
	top, err := o.Unignored(dir)
	if err != nil {
		return fmt.Errorf("ask git whether it ignores %q: %w", dir, err)
	}
	if top == "" {
		return nil
	}
	return &Refused{Kind: Unignored, Path: dir,
		Found: fmt.Sprintf("lies in the git work tree %q, which does not ignore it", top),
		Fix:   fmt.Sprintf("add the line %s to %q, or set TEAMMEM_HOME to a directory outside", ignoreLine(top, dir), filepath.Join(top, ".git", "info", "exclude"))}
}

// ignoreLine covers the stores of all projects.
func ignoreLine(top, dir string) string {
	if real, err := filepath.EvalSymlinks(top); err == nil {
		top = real
	}
	rel, err := filepath.Rel(top, filepath.Dir(dir))
	if err != nil || !filepath.IsLocal(rel) {
		return "/.agent/memory/"
	}
	return "/" + filepath.ToSlash(rel) + "/"
}

// ownPath is where the state of the store lies, for messages.
func (v *View) ownPath(name string) string { return filepath.Join(v.own.root.Name(), name) }

var _ Writer = (*Store)(nil)

func isDir(info os.FileInfo) bool { return info.Mode().IsDir() }
