package store

import (
	"errors"
	"fmt"
	"slices"

	"github.com/teammem/teammem/internal/sync"
)

const (
	undoFile = "undo.json"
	undoNext = "undo.next.json"
)

// The errors of Undo.
var (
	ErrNothingToUndo = errors.New("there is nothing to undo here")
	ErrChanged       = errors.New("changed since; nothing was undone")
)

// An undoRecord holds what a transaction replaced.
type undoRecord struct {
	Version int      `json:"version"`
	State   []byte   `json:"state,omitempty"`
	Files   []undone `json:"files"`
}

type undone struct {
	Layout sync.Layout `json:"layout"`
	Path   string      `json:"path"`
	Held   *[]byte     `json:"held"` // nil: there was no file
	After  sync.Sum    `json:"after"`
}

func undoOf(todo []target, state []byte) undoRecord {
	r := undoRecord{Version: version, State: state}
	for _, t := range todo {
		f := undone{Layout: t.Layout, Path: t.Path, After: t.After}
		if t.held != nil {
			f.Held = &t.held
		}
		r.Files = append(r.Files, f)
	}
	return r
}

func (f undone) step() sync.Step {
	s := sync.Step{Kind: sync.Remove, Layout: f.Layout, Path: f.Path, Before: f.After, Reason: "undone"}
	if f.Held != nil {
		s.Kind, s.Data, s.After = sync.Write, *f.Held, sync.SumOf(*f.Held)
	}
	return s
}

// settleUndo puts the record of a committed transaction in place, without the steps that
// were overtaken: these replaced nothing.
func (s *Store) settleUndo(overtaken []Overtaken) error {
	if len(overtaken) == 0 {
		return s.own.promote(undoNext, undoFile)
	}
	var r undoRecord
	found, err := s.load(undoNext, &r)
	if err != nil || !found {
		return err
	}
	left := map[folder]bool{}
	for _, o := range overtaken {
		left[folder{o.Step.Layout, o.Step.Path}] = true
	}
	r.Files = slices.DeleteFunc(r.Files, func(f undone) bool { return left[folder{f.Layout, f.Path}] })
	if err := s.save(undoFile, r); err != nil {
		return err
	}
	return s.own.clear(undoNext)
}

// Undo puts back what the last transaction replaced, as a transaction of its own: to undo
// again does it again. It is ErrChanged, with the names, when a file changed since.
func (s *Store) Undo() (Outcome, error) {
	var r undoRecord
	found, err := s.load(undoFile, &r)
	if err != nil {
		return Outcome{}, err
	}
	if !found || len(r.Files) == 0 {
		return Outcome{}, ErrNothingToUndo
	}
	var steps []sync.Step
	var other []string
	for _, f := range r.Files {
		d, err := s.placeOf(f.Layout)
		if err != nil {
			return Outcome{}, err
		}
		if now, err := d.sum(f.Path); err != nil || now != f.After {
			other = append(other, f.Path)
		}
		steps = append(steps, f.step())
	}
	if len(other) > 0 {
		return Outcome{}, fmt.Errorf("%q %w", other, ErrChanged)
	}
	return s.Apply(steps, r.State)
}
