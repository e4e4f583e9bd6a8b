package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"github.com/teammem/teammem/internal/sync"
)

// cacheFile holds what can be made of the state again, only slower. Its first line is the
// sum of the state's file, so that it counts only as long as that is the same.
const cacheFile = "cache"

// Cache gives what SaveCache kept since the state last changed; nil when there is nothing
// or it is of another state.
func (v *View) Cache() ([]byte, error) {
	if v.own == nil {
		return nil, nil
	}
	state, err := v.own.sum(stateFile)
	if err != nil || state.IsZero() {
		return nil, err
	}
	data, _, err := v.own.read(cacheFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	rest, found := bytes.CutPrefix(data, []byte(state.String()+"\n"))
	if err != nil || !found {
		return nil, err
	}
	return rest, nil
}

// SaveCache keeps data for as long as the state does not change. Nothing is lost when it
// fails.
func (s *Store) SaveCache(data []byte) error {
	state, err := s.own.sum(stateFile)
	if err != nil || state.IsZero() {
		return err
	}
	next := append([]byte(state.String()+"\n"), data...)
	if held, err := s.own.sum(cacheFile); err == nil && held == sync.SumOf(next) {
		return nil
	}
	if err := s.own.replace(cacheFile, next); err != nil {
		return fmt.Errorf("keep what was read of the memories: %w", err)
	}
	return nil
}
