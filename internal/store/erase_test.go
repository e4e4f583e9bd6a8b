package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
