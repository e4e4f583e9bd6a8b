package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/teammem/teammem/internal/sync"
)

const (
	version     = 1 // of every file in stateDir
	journalFile = "journal.json"
)

// The phases of a transaction. With the second one on the disk it is bound to happen.
const (
	prepared  = "prepare"
	committed = "commit"
)

// A journal is all that a later run needs to complete a transaction or to take it back.
type journal struct {
	Version int      `json:"version"`
	Phase   string   `json:"phase"`
	Made    []folder `json:"made,omitempty"` // the outermost first
	Entries []entry  `json:"entries"`
	Forget  bool     `json:"forget,omitempty"` // there is no state afterwards
}

type folder struct {
	Layout sync.Layout `json:"layout"`
	Path   string      `json:"path"`
}

// An entry is a step with the names beside its target.
type entry struct {
	Kind   sync.StepKind `json:"kind"`
	Layout sync.Layout   `json:"layout"`
	Path   string        `json:"path"`
	Before sync.Sum      `json:"before"`
	After  sync.Sum      `json:"after"`
	Staged string        `json:"staged"` // the new contents; empty for Remove, to see that the folder can be written
	Aside  string        `json:"aside"`  // what is replaced, for the moment
	Reason string        `json:"reason,omitempty"`
}

func (e entry) step() sync.Step {
	return sync.Step{Kind: e.Kind, Layout: e.Layout, Path: e.Path, Before: e.Before, After: e.After, Reason: e.Reason}
}

func (j *journal) steps() (all []sync.Step) {
	for _, e := range j.Entries {
		all = append(all, e.step())
	}
	return all
}

// A Recovery is what was done about a transaction that an earlier run did not finish.
type Recovery struct {
	Outcome           // of completing it
	RolledBack []Step // steps that were never begun and were taken back
}

// Step is sync.Step; those of a Recovery have no Data.
type Step = sync.Step

// load reads a file of teammem's own. It reports whether there is one.
func (v *View) load(name string, into any) (bool, error) {
	if v.own == nil {
		return false, nil
	}
	data, _, err := v.own.read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read %q: %w", v.ownPath(name), err)
	}
	var head struct{ Version int }
	if err := json.Unmarshal(data, &head); err != nil || head.Version < 1 {
		return false, v.damaged(name)
	}
	if head.Version > version {
		return false, &Refused{Kind: Newer, Path: v.ownPath(name), Found: fmt.Sprintf("has version %d, and this teammem knows %d", head.Version, version), Fix: "install the newer teammem that wrote it"}
	}
	if err := json.Unmarshal(data, into); err != nil {
		return false, v.damaged(name)
	}
	return true, nil
}

func (v *View) damaged(name string) error {
	return &Refused{Kind: Damaged, Path: v.ownPath(name), Found: "is damaged", Fix: "move it away and run teammem sync: memories stay, and an edit made in the mirror is kept as a draft"}
}

func (s *Store) save(name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.own.replace(name, data)
}

// Unfinished reports whether a run was cut off, or is at work: what lies in the store is then
// partly what it was and partly what it will be.
func (v *View) Unfinished() bool {
	if v.own == nil {
		return false
	}
	_, err := v.own.root.Lstat(journalFile)
	return err == nil
}

// recover ends what an earlier run began.
func (s *Store) recover() error {
	var j journal
	found, err := s.load(journalFile, &j)
	if err != nil {
		return err
	}
	if !found {
		return s.sweep()
	}
	if err := s.knows(&j); err != nil {
		return err
	}
	if j.Phase == committed {
		if s.recovered.Outcome, err = s.finish(&j); err != nil {
			return err // what it needs stays for the next run
		}
		return s.sweep()
	}
	s.recovered.RolledBack = j.steps()
	return s.rollBack(&j)
}

// knows checks that each directory of the journal is open: a store opened with fewer places
// must not end a transaction by half.
func (s *Store) knows(j *journal) error {
	for _, e := range j.Entries {
		if sync.Flaw(e.Path) != "" || !fs.ValidPath(e.Aside) || !fs.ValidPath(e.Staged) {
			return s.damaged(journalFile)
		}
		if _, err := s.placeOf(e.Layout); err != nil {
			return fmt.Errorf("an earlier run is not finished: %w; run teammem sync with the same agents", err)
		}
	}
	return nil
}

// rollBack takes back what prepare did. It may be called at any point of it, and again.
func (s *Store) rollBack(j *journal) error {
	var all []error
	for _, e := range j.Entries {
		all = append(all, s.dirs[e.Layout].clear(e.Staged))
	}
	all = append(all, s.sweep())
	for _, f := range slices.Backward(j.Made) {
		if d := s.dirs[f.Layout]; d != nil {
			d.removeEmpty(f.Path)
		}
	}
	if err := errors.Join(all...); err != nil {
		return err // the journal stays, and the next run tries again
	}
	return errors.Join(s.own.clear(journalFile), s.own.sync("."))
}

// sweep removes what no journal speaks of: the beginnings of teammem's own files.
func (s *Store) sweep() error {
	var all []error
	for _, name := range []string{stateNext, undoNext, stateNext + ".tmp", undoNext + ".tmp", journalFile + ".tmp", stateFile + ".tmp", undoFile + ".tmp", cacheFile + ".tmp"} {
		all = append(all, s.own.clear(name))
	}
	return errors.Join(all...)
}

// removeEmpty leaves a folder that somebody has put something into.
func (d *directory) removeEmpty(folder string) {
	if info, err := d.root.Lstat(folder); err == nil && isDir(info) {
		_ = d.remove(folder)
	}
}
