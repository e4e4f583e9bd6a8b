package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/teammem/teammem/internal/sync"
)

const (
	stateFile = "state.json"
	stateNext = "state.next.json"
)

// A stateRecord is the state of the caller with what shows damage.
type stateRecord struct {
	Version int             `json:"version"`
	Sum     sync.Sum        `json:"sum"`
	State   json.RawMessage `json:"state"`
}

// State gives what the last Apply stored; nil when there is nothing. A damaged state, or
// that of a newer teammem, is a *Refused.
func (v *View) State() ([]byte, error) {
	var r stateRecord
	found, err := v.load(stateFile, &r)
	if err != nil || !found {
		return nil, err
	}
	if sync.SumOf(r.State) != r.Sum {
		return nil, v.damaged(stateFile)
	}
	return r.State, nil
}

// encodeState is nil for an empty state.
func encodeState(next []byte) ([]byte, error) {
	if len(next) == 0 {
		return nil, nil
	}
	inner, err := json.Marshal(json.RawMessage(next))
	if err != nil {
		return nil, fmt.Errorf("the state is not JSON: %w", err)
	}
	return json.Marshal(stateRecord{Version: version, Sum: sync.SumOf(inner), State: inner})
}

// canonical is JSON as it is stored.
func canonical(state []byte) []byte {
	if len(state) == 0 {
		return nil
	}
	inner, err := json.Marshal(json.RawMessage(state))
	if err != nil {
		return state
	}
	return bytes.Clone(inner)
}

// settleState puts the state of a committed transaction in place.
func (s *Store) settleState(forget bool) error {
	if forget {
		return s.own.clear(stateFile)
	}
	return s.own.promote(stateNext, stateFile)
}

// promote renames a file that may have been renamed already.
func (d *directory) promote(from, to string) error {
	if _, err := d.root.Lstat(from); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return d.rename(from, to)
}
