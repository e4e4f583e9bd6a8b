package store

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/teammem/teammem/internal/sync"
)

// A Writer does what a plan says, or says what would come of it. next is the state that
// goes with the plan, as JSON; empty means that there is none afterwards.
type Writer interface {
	Apply(steps []sync.Step, next []byte) (Outcome, error)
}

// An Outcome says what became of each step.
type Outcome struct {
	Done      []sync.Step // the file holds After
	Overtaken []Overtaken // somebody else was faster: the file was left as it is
}

// An Overtaken is a step that was not done, and why not.
type Overtaken struct {
	Step   sync.Step
	Reason string
}

func (o *Outcome) add(s sync.Step, overtaken string) {
	if overtaken == "" {
		o.Done = append(o.Done, s)
		return
	}
	o.Overtaken = append(o.Overtaken, Overtaken{s, overtaken})
}

// Changed is the reason of a step whose file somebody else was faster to write.
const Changed = "the file changed in the meantime"

// A target is a step with what its file holds now.
type target struct {
	sync.Step
	held []byte // nil when there is no file
	perm fs.FileMode
}

// Apply does all steps and stores next, or nothing. After an error that came later than
// the point of no return, the next Open completes it.
func (s *Store) Apply(steps []sync.Step, next []byte) (Outcome, error) {
	state, err := encodeState(next)
	if err != nil {
		return Outcome{}, err
	}
	last, err := s.State()
	if err != nil {
		return Outcome{}, err
	}
	todo, out, err := s.sort(steps)
	if err != nil {
		return Outcome{}, err
	}
	if len(todo) == 0 {
		return out, s.saveState(last, next, state)
	}
	j, err := s.plan(todo)
	if err != nil {
		return Outcome{}, err
	}
	j.Forget = state == nil
	if err := s.prepare(j, todo, undoOf(todo, last), state); err != nil {
		return Outcome{}, s.abort(j, err)
	}
	finished, err := s.finish(j)
	out.Done = append(out.Done, finished.Done...)
	out.Overtaken = append(out.Overtaken, finished.Overtaken...)
	return out, err
}

// abort takes a transaction back that failed before the point of no return.
func (s *Store) abort(j *journal, cause error) error {
	var there journal
	found, err := s.load(journalFile, &there)
	if err != nil || (found && there.Phase == committed) {
		return errors.Join(cause, err, errors.New("the next run will complete it"))
	}
	return errors.Join(cause, s.rollBack(j))
}

// sort tells what is to be done from what is done or overtaken already.
func (v *View) sort(steps []sync.Step) (todo []target, out Outcome, err error) {
	if err := v.check(steps); err != nil {
		return nil, Outcome{}, err
	}
	for _, step := range inOrder(steps) {
		t := target{Step: step, perm: 0o600}
		now, err := v.fill(&t)
		switch {
		case errors.Is(err, errInTheWay):
			out.add(step, err.Error())
		case err != nil:
			return nil, Outcome{}, fmt.Errorf("read %q: %w", step.Path, err)
		case now == step.After:
			out.add(step, "")
		case now != step.Before:
			out.add(step, Changed)
		default:
			todo = append(todo, t)
		}
	}
	return stay(todo, &out, keepingOf(steps)), out, nil
}

// fill reads what the file of a step holds and gives its sum.
func (v *View) fill(t *target) (sync.Sum, error) {
	d := v.dirs[t.Layout]
	if d == nil {
		return sync.Sum{}, nil
	}
	data, info, err := d.read(t.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return sync.Sum{}, nil
	}
	if err != nil {
		return sync.Sum{}, err
	}
	t.held = append([]byte{}, data...)
	if t.Layout != sync.Native { // the file of another tool keeps its permissions
		t.perm = info.Mode().Perm()
	}
	return sync.SumOf(data), nil
}

// check refuses steps that no plan should have.
func (v *View) check(steps []sync.Step) error {
	seen := map[folder]bool{}
	for _, step := range steps {
		at := folder{step.Layout, step.Path}
		right := step.Kind == sync.Write && sync.SumOf(step.Data) == step.After ||
			step.Kind == sync.Remove && step.After.IsZero() && !step.Before.IsZero()
		if !right || seen[at] || sync.Flaw(step.Path) != "" {
			return fmt.Errorf("the plan has a wrong step: %s %q", step.Kind, step.Path)
		}
		seen[at] = true
	}
	return nil
}

const stagePrefix = ".teammem-"

// plan names all that the transaction will make.
func (s *Store) plan(todo []target) (*journal, error) {
	j := &journal{Version: version, Phase: prepared}
	made := map[folder]bool{}
	for _, t := range todo {
		d, err := s.placeOf(t.Layout)
		if err != nil {
			return nil, err
		}
		beside := path.Join(path.Dir(t.Path), stagePrefix+rand.Text())
		e := entry{Kind: t.Kind, Layout: t.Layout, Path: t.Path, Before: t.Before, After: t.After, Staged: beside + ".tmp", Aside: beside + ".old", Reason: t.Reason}
		j.Entries = append(j.Entries, e)
		absent, err := d.missing(t.Path)
		if err != nil {
			return nil, err
		}
		for _, name := range absent {
			if f := (folder{t.Layout, name}); !made[f] {
				made[f] = true
				j.Made = append(j.Made, f)
			}
		}
	}
	return j, nil
}

// prepare brings all that is new to the disk, beside its place, and then commits.
func (s *Store) prepare(j *journal, todo []target, undo undoRecord, state []byte) error {
	if err := s.save(journalFile, j); err != nil {
		return err
	}
	for _, f := range j.Made {
		if err := s.dirs[f.Layout].mkdir(f.Path); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	for i, e := range j.Entries {
		if err := s.dirs[e.Layout].create(e.Staged, todo[i].Data, todo[i].perm); err != nil {
			return err
		}
	}
	if err := s.syncFolders(j); err != nil {
		return err
	}
	if state != nil {
		if err := s.own.replace(stateNext, state); err != nil {
			return err
		}
	}
	if err := s.save(undoNext, undo); err != nil {
		return err
	}
	commit := *j
	commit.Phase = committed
	return s.save(journalFile, &commit)
}

// finish completes a committed transaction. It may be called again after a crash.
func (s *Store) finish(j *journal) (Outcome, error) {
	var out Outcome
	k := keepingOf(j.steps())
	for _, e := range j.Entries {
		overtaken, err := s.carryOut(e, k)
		if err != nil {
			return out, fmt.Errorf("%s %q: %w; the next run will complete it", e.Kind, e.Path, err)
		}
		if overtaken == "" {
			k.arrived[e.After] = true
		}
		out.add(e.step(), overtaken)
	}
	if err := s.syncFolders(j); err != nil {
		return out, err
	}
	if err := s.settleState(j.Forget); err != nil {
		return out, err
	}
	if err := s.settleUndo(out.Overtaken); err != nil {
		return out, err
	}
	return out, errors.Join(s.own.clear(journalFile), s.own.sync("."))
}

// syncFolders syncs each folder that has a target, and those above one that was made.
func (s *Store) syncFolders(j *journal) error {
	seen := map[folder]bool{}
	var all []folder
	add := func(l sync.Layout, name string) {
		if f := (folder{l, path.Dir(name)}); !seen[f] {
			seen[f] = true
			all = append(all, f)
		}
	}
	for _, e := range j.Entries {
		add(e.Layout, e.Path)
	}
	for _, f := range j.Made {
		add(f.Layout, f.Path)
	}
	for _, f := range all {
		if err := s.dirs[f.Layout].sync(f.Path); err != nil {
			return err
		}
	}
	return nil
}

// saveState stores the state of a plan without steps.
func (s *Store) saveState(last, next, state []byte) error {
	if bytes.Equal(canonical(last), canonical(next)) {
		return nil
	}
	if state == nil {
		return errors.Join(s.own.clear(stateFile), s.own.sync("."))
	}
	return s.own.replace(stateFile, state)
}
