package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	gosync "sync"
	"testing"

	"github.com/teammem/teammem/internal/sync"
)

// Whoever waits for a store that is taken away meanwhile gets one that is there, and is the
// only one who holds it.
func TestErasedWhileOthersWait(t *testing.T) {
	for range 5 {
		o := optionsIn(t.TempDir())
		var wait gosync.WaitGroup
		for i := range 8 {
			wait.Go(func() {
				if err := takeTurn(o, i); err != nil {
					t.Errorf("%d: %v", i, err)
				}
			})
		}
		wait.Wait()
		for i := 1; i < 8; i += 2 {
			if _, err := os.Stat(filepath.Join(o.Places[sync.Native].Base, o.Places[sync.Native].Dir, "private", fmt.Sprint(i, ".md"))); err != nil {
				t.Error(err)
			}
		}
	}
}

// takeTurn erases the store if i is even, and else writes to it.
func takeTurn(o Options, i int) error {
	s, err := Open(o)
	if err != nil {
		return err
	}
	if i%2 == 0 {
		err = s.Erase(o, "team")
	} else {
		_, err = s.Apply([]sync.Step{write(sync.Native, fmt.Sprint("private/", i, ".md"), "", "text")}, nil)
	}
	return errors.Join(err, s.Close())
}

// From the moment that the lock is gone another process may be at work, so nothing that it
// could have made may be removed after it.
func TestTheLockGoesLast(t *testing.T) {
	o := optionsIn(t.TempDir())
	var files []string
	o.touch = func(op, name string) error {
		if op == "remove" && !strings.Contains(name, "/") {
			files = append(files, name)
		}
		return nil
	}
	for i := range 2 {
		if err := takeTurn(o, 1-i); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{undoFile, lockFile, stateDir}
	if at := slices.Index(files, lockFile); at < 1 || !slices.Equal(files[at-1:], want) {
		t.Errorf("removed %q, wanted %q at the end", files, want)
	}
}

// A folder that is another one when it is opened was taken away by others and made anew:
// the store is opened once more. One that never keeps still is an error.
func TestExchangedWhileItIsOpened(t *testing.T) {
	o := optionsIn(t.TempDir())
	for _, of := range []struct{ exchanges, wantCalls int }{{0, 1}, {2, 3}, {erasedTries, erasedTries}} {
		calls := 0
		err := whileErased(func() error {
			calls++
			v := &View{dirs: map[sync.Layout]*directory{}}
			defer v.Close()
			return v.open(o, func(d *directory, name string) (fs.FileInfo, error) {
				info, err := makeElement(d, name)
				if err == nil && name == ".agent" && calls <= of.exchanges {
					err = errors.Join(d.root.Rename(name, "old"), d.root.Mkdir(name, 0o700), d.root.RemoveAll("old"))
				}
				return info, err
			})
		})
		if (err != nil) != (of.exchanges == erasedTries) || calls != of.wantCalls {
			t.Errorf("%d exchanges: %d calls, %v", of.exchanges, calls, err)
		}
	}
}
