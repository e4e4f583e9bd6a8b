package home

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/parcel"
	"github.com/teammem/teammem/internal/scope"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

// A Left is a private file that can't travel, by its path below the directory of the layout.
type Left struct {
	Layout sync.Layout
	sync.Refusal
}

// Delivered adds the texts that a sync brought to the mirrors of this project to known.
func (v *View) Delivered(known map[sync.Sum]bool) {
	for _, state := range v.Record.Layouts {
		for _, sum := range state.Base {
			known[sum] = true
		}
	}
}

// Carried gives the private memories and drafts of a project as they travel, and what of
// them can't.
func (v *View) Carried() (parcel.Project, []Left, error) {
	pr := parcel.Project{ID: v.desk.Project.ID, Name: v.desk.Name()}
	all, left, err := v.own()
	for _, f := range all {
		if f.Layout != sync.Native && f.Path == IndexFile {
			if f.Data = parcel.Own(f.Data); len(strings.TrimSpace(string(f.Data))) == 0 {
				continue
			}
		}
		if !parcel.MayLie(f.Layout, f.Path) {
			left = append(left, Left{f.Layout, sync.Refusal{Path: f.Path, Reason: "its name can't be had on every machine: rename it"}})
			continue
		}
		pr.Files = append(pr.Files, f)
	}
	return pr, left, err
}

// target gives what an import to this project meets.
func (v *View) target() (parcel.Target, error) {
	_, claude := v.desk.Places[sync.Claude]
	t := parcel.Target{Claude: claude, Now: v.desk.o.Now}
	all, left, err := v.own()
	t.Files = all
	for _, l := range left {
		t.Taken = append(t.Taken, parcel.File{Layout: l.Layout, Path: l.Path})
	}
	return t, err
}

// Import has w take in what another machine carried: see parcel.Arrive.
func (v *View) Import(pr parcel.Project, w store.Writer) (parcel.Plan, store.Outcome, error) {
	t, err := v.target()
	if err != nil {
		return parcel.Plan{}, store.Outcome{}, err
	}
	plan, err := parcel.Arrive(pr, t)
	if err != nil {
		return plan, store.Outcome{}, err
	}
	state, err := v.withClone()
	if err != nil {
		return plan, store.Outcome{}, err
	}
	out, err := w.Apply(plan.Steps, state)
	return plan, out, err
}

// Import takes in what another machine carried. What somebody writes meanwhile is taken up
// by planning again.
func (s *Store) Import(pr parcel.Project) (parcel.Plan, store.Outcome, error) {
	for try := 1; ; try++ {
		plan, out, err := s.View.Import(pr, s.Store)
		late := slices.ContainsFunc(out.Overtaken, func(o store.Overtaken) bool { return o.Reason == store.Changed })
		if err != nil || !late || try == maxTries {
			return plan, out, err
		}
	}
}

// HasClone reports whether it is known where a clone of the project lies.
func (d *Desk) HasClone() bool { return d.main != "" }

// own reads what of the stores belongs to the person alone.
func (v *View) own() (all []parcel.File, left []Left, err error) {
	for _, l := range v.desk.layouts() {
		list, err := v.View.Observe(l, ".", MirrorDir)
		if err != nil {
			return nil, nil, err
		}
		for _, f := range list.Files {
			if isOwn(l, f.Path) {
				all = append(all, parcel.File{Layout: l, Path: f.Path, Data: f.Data})
			}
		}
		for _, r := range list.Refused {
			if isOwn(l, r.Path) {
				left = append(left, Left{l, r})
			}
		}
	}
	return all, left, nil
}

// Edited lists what was written into the mirrors: it is kept once a sync has made drafts of
// it. known are the texts that a sync brought to a mirror of this or of another project: two
// can have one directory of an agent when a remote was renamed.
func (v *View) Edited(known map[sync.Sum]bool) (left []Left, err error) {
	for _, l := range v.desk.layouts() {
		list, err := v.View.Observe(l, MirrorDir)
		if err != nil {
			return nil, err
		}
		for _, f := range list.Files {
			if !known[f.Sum] {
				left = append(left, Left{l, sync.Refusal{Path: path.Join(MirrorDir, f.Path), Reason: "it is no team memory as a sync left it: run teammem sync, which keeps it as a draft"}})
			}
		}
	}
	return left, nil
}

func isOwn(l sync.Layout, name string) bool {
	top, _, _ := strings.Cut(name, "/")
	return l != sync.Native || top == PrivateDir || top == DraftsDir
}

// Name is the project in words.
func (d *Desk) Name() string {
	if name := d.Project.String(); name != "" {
		return name
	}
	return d.Project.ID
}

// Projects lists the ids of all projects that have a store.
func Projects(getenv func(string) string) ([]string, error) {
	top := native(getenv, "")
	entries, err := os.ReadDir(filepath.Join(top.Base, filepath.FromSlash(top.Dir)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list the projects: %w", err)
	}
	var ids []string
	for _, e := range entries {
		if e.IsDir() && parcel.IsID(e.Name()) {
			ids = append(ids, e.Name())
		}
	}
	return ids, nil
}

// Stored finds where the memory of a project lies whose repository is not at hand. The
// directories that agents have of their own are known if it was synced here once.
func Stored(id string, o Options) (*Desk, error) {
	d := &Desk{Project: scope.Project{ID: id}, o: o}
	d.Places = map[sync.Layout]store.Place{sync.Native: native(o.Getenv, id)}
	v, err := d.Look()
	if err != nil {
		return nil, err
	}
	if main := v.Record.Main; len(main) > 0 {
		d.main = main[len(main)-1]
		err = d.place()
	}
	return d, errors.Join(err, v.Close())
}
