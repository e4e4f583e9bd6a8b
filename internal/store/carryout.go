package store

import (
	"errors"
	"io/fs"

	"github.com/teammem/teammem/internal/sync"
)

// carryOut does a step of a committed transaction, from wherever an earlier run left it.
// overtaken says why the file was left as somebody else made it.
func (s *Store) carryOut(e entry, k keeping) (overtaken string, err error) {
	d := s.dirs[e.Layout]
	if !k.mayGo(e.step()) && d.untouched(e) {
		return Changed, d.clear(e.Staged)
	}
	if e.Kind == sync.Remove {
		overtaken, err = d.take(e)
	} else {
		overtaken, err = d.put(e)
	}
	if errors.Is(err, errInTheWay) {
		return errInTheWay.Error(), d.discard(e)
	}
	return overtaken, err
}

// discard drops what was staged for a step whose place is no longer a plain file. In a
// folder that became a link nothing is touched.
func (d *directory) discard(e entry) error {
	if _, err := d.missing(e.Path); err != nil {
		return nil
	}
	return d.clear(e.Staged)
}

// put moves the staged contents to their place.
func (d *directory) put(e entry) (overtaken string, err error) {
	now, err := d.sum(e.Path)
	if err != nil {
		return "", err
	}
	if kept, err := d.settle(e, now); kept || err != nil {
		return Changed, errors.Join(err, d.clear(e.Staged))
	}
	staged, err := d.sum(e.Staged)
	switch {
	case err != nil:
		return "", err
	case now == e.After:
		return d.judge(e, staged)
	case now != e.Before || staged != e.After:
		return Changed, d.clear(e.Staged)
	case now.IsZero():
		return d.putNew(e)
	}
	return d.exchange(e)
}

// putNew never overwrites: a link fails where a rename would not.
func (d *directory) putNew(e entry) (overtaken string, err error) {
	err = d.link(e.Staged, e.Path)
	switch {
	case err == nil:
		return "", d.clear(e.Staged)
	case errors.Is(err, fs.ErrExist):
		return Changed, d.clear(e.Staged)
	}
	if _, err := d.root.Lstat(e.Path); !errors.Is(err, fs.ErrNotExist) {
		return Changed, errors.Join(err, d.clear(e.Staged))
	}
	return "", d.rename(e.Staged, e.Path) // a file system without links
}

// judge looks at what an exchange took out of its place, which lies where the new contents
// were staged. It goes back unless it is what the plan saw.
func (d *directory) judge(e entry, staged sync.Sum) (overtaken string, err error) {
	if staged.IsZero() || staged == e.Before || staged == e.After {
		return "", d.clear(e.Staged)
	}
	return Changed, d.rename(e.Staged, e.Path)
}

// exchange replaces a file so that what an agent does to it at this very moment is seen.
func (d *directory) exchange(e entry) (overtaken string, err error) {
	if err := d.swapNames(e.Staged, e.Path); err != nil {
		return d.exchangeByLink(e)
	}
	old, err := d.sum(e.Staged)
	if err != nil {
		return "", err
	}
	return d.judge(e, old)
}

// exchangeByLink keeps the old file under a second name while it is replaced. What is written
// into it meanwhile is seen; a file that takes its name in the last instant is not.
func (d *directory) exchangeByLink(e entry) (overtaken string, err error) {
	linked := d.link(e.Path, e.Aside) == nil
	if linked {
		old, err := d.sum(e.Aside)
		if err != nil || old != e.Before {
			return Changed, errors.Join(err, d.clear(e.Aside), d.clear(e.Staged))
		}
	}
	if err := d.rename(e.Staged, e.Path); err != nil || !linked {
		return "", err
	}
	kept, err := d.settle(e, e.After)
	if kept {
		return Changed, err
	}
	return "", err
}

// settle ends an exchange: now is what the file holds. When the old file was written to,
// it is put back.
func (d *directory) settle(e entry, now sync.Sum) (kept bool, err error) {
	old, err := d.sum(e.Aside)
	if err != nil || old.IsZero() {
		return false, err
	}
	if now == e.After && old != e.Before {
		kept = true
		err = d.rename(e.Aside, e.Path)
	}
	if err != nil {
		return kept, err
	}
	return kept, d.clear(e.Aside) // two names of one file survive a rename
}

// take removes a file: first from its place, then, once it is sure what it was, for good.
func (d *directory) take(e entry) (overtaken string, err error) {
	old, err := d.sum(e.Aside)
	if err == nil {
		err = d.clear(e.Staged)
	}
	if err != nil {
		return "", err
	}
	if old.IsZero() {
		now, err := d.sum(e.Path)
		switch {
		case err != nil:
			return "", err
		case now.IsZero():
			d.prune(e.Path)
			return "", nil
		case now != e.Before:
			return Changed, nil
		}
		if err := d.rename(e.Path, e.Aside); err != nil {
			return "", err
		}
		if old, err = d.sum(e.Aside); err != nil {
			return "", err
		}
	}
	if old != e.Before {
		return d.putBack(e)
	}
	err = d.clear(e.Aside)
	d.prune(e.Path)
	return "", err
}

// putBack returns a file that turned out to be somebody else's text.
func (d *directory) putBack(e entry) (overtaken string, err error) {
	err = d.link(e.Aside, e.Path)
	if err == nil {
		return Changed, d.clear(e.Aside)
	}
	if _, err := d.root.Lstat(e.Path); errors.Is(err, fs.ErrNotExist) {
		return Changed, d.rename(e.Aside, e.Path)
	}
	return Changed + "; an edit of it is kept as " + e.Aside, nil
}
