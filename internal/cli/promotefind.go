package cli

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"path/filepath"

	"github.com/teammem/teammem/internal/branch"
	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/promote"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/sync"
)

// find gives the sources that names mean, each once.
func (p *promotion) find(names []string) (found []promote.Source, err error) {
	all, refused, err := p.stored()
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, name := range names {
		s, err := promote.Find(all, filepath.ToSlash(name))
		if err != nil {
			return nil, usageError{noted(err, name, refused)}
		}
		if !seen[s.Path] {
			found = append(found, s)
		}
		seen[s.Path] = true
	}
	return found, nil
}

// noted adds to the error about a name that a file of that name could not be read.
func noted(err error, name string, refused []sync.Refusal) error {
	for _, r := range refused {
		if base := path.Base(r.Path); base == path.Base(name) || base == name+".md" {
			return fmt.Errorf("%s could not be taken: %s", r.Path, r.Reason)
		}
	}
	return err
}

// stored lists all private memories and drafts, and what could not be read.
func (p *promotion) stored() (all []promote.Source, refused []sync.Refusal, err error) {
	v, err := p.desk.Look()
	if err != nil {
		return nil, nil, p.app.storeError(err)
	}
	defer closed(v, &err)
	p.sources = map[string]string{}
	add := func(at, short string, l sync.Layout, data []byte, draft bool) {
		place := p.desk.Places[l]
		where := filepath.ToSlash(filepath.Join(place.Base, path.Join(place.Dir, at)))
		all = append(all, promote.Source{Path: short, At: where, Data: data, Draft: draft})
		p.sources[short] = p.app.at(p.desk, l, at)
	}
	for _, l := range []sync.Layout{sync.Native, sync.Claude} {
		if _, has := p.desk.Places[l]; !has {
			continue
		}
		seen, err := v.Observe(l)
		if err != nil {
			return nil, nil, err
		}
		refused = append(refused, seen.Refused...)
		short := home.PrivateDir
		if l != sync.Native {
			short = string(l)
		}
		for _, f := range seen.Private {
			add(path.Join(home.PrivateIn(l), f.Path), path.Join(short, f.Path), l, f.Data, false)
		}
	}
	drafts, err := v.Drafts()
	for _, d := range drafts {
		add(path.Join(home.DraftsDir, d.File), path.Join(home.DraftsDir, d.File), sync.Native, d.Data, true)
	}
	return all, refused, err
}

// renew brings drafts together with what the team changed after they were made, so that none
// of it is taken back unseen.
func (p *promotion) renew(ctx context.Context, trial *branch.Trial) error {
	var out []promote.Change
	for _, c := range p.changes {
		if c.Source.Draft && c.Update {
			same, err := p.renewed(ctx, trial, &c)
			if err != nil {
				return err
			}
			if same {
				continue
			}
		}
		out = append(out, c)
	}
	p.changes = out
	return nil
}

// renewed reports whether nothing is left that the team does not have.
func (p *promotion) renewed(ctx context.Context, trial *branch.Trial, c *promote.Change) (same bool, err error) {
	versions, err := trial.Versions(ctx, p.base, c.Path)
	if err != nil || len(versions) == 0 {
		return false, err
	}
	at := promote.Nearest(c.Text, versions)
	switch {
	case at == 0:
		return false, nil
	case bytes.Equal(versions[at], c.Text):
		return false, c.Old()
	}
	merged, clean, err := trial.Merge(ctx, c.Text, versions[at], versions[0])
	switch {
	case err != nil:
		return false, err
	case !clean:
		return false, c.Outdated()
	}
	p.left = append(p.left, fmt.Sprintf("%s was made before the team changed %s, so both changes were brought together: read the result", c.Source.Path, c.Path))
	c.Text = merged
	return bytes.Equal(merged, versions[0]), nil
}

// indexWith gives the index with an entry for each change, nil when it has them all; every
// other line stays. left is what people have to look at.
func indexWith(after *memory.Snapshot, changes []promote.Change) (index []byte, left []string, err error) {
	r := memory.Reconciling{Snapshot: after, EntryChars: policy.Default().Limits.EntryChars, Hold: hold}
	switch f := after.Index(); {
	case f != nil:
		r.Index = f.Text
	case after.Tree.Has(memory.IndexPath):
		return nil, nil, fmt.Errorf("%s can't be read\nrun teammem check to see why", memory.IndexPath)
	}
	for _, c := range changes {
		r.Only = c.Path
		done := memory.Reconcile(r)
		left = append(left, done.Left...)
		if len(done.Added) > 0 {
			index = done.Text
			r.Index = source.NewText(index)
		}
	}
	return index, left, nil
}
