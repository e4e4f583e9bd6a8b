package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/likeness"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/source"
)

// Sides are the states that a change of team memory lies between, read and not judged.
type Sides struct {
	// Base is the commit that the change is to be merged into, Head its end, and Fork
	// where the two parted: full ids, or "" for the empty tree.
	Base, Fork, Head string
	Before, After    *memory.Snapshot // at Fork and Head; Before has no Tree
	// Ahead are the active memories that Base has got since the fork.
	Ahead []*memory.File
	// Changes are the paths, of the whole repository, that Head has otherwise than Fork
	// and otherwise than Base.
	Changes []memory.Change
	// Policy is that of Base; PolicyFlaw says why it can't be read, and is "" when it can.
	Policy     policy.Policy
	PolicyFlaw string
	// Owners is the CODEOWNERS of Base that a host reads; nil when there is none.
	Owners *memory.File
	// Cited has the text of each file that a memory cites by line, by its path; that before
	// only of files that the change changes. What could not be read as text is nil.
	Cited map[string]Versions

	late     func() error
	scan     func() // finds the secrets of all sides, once
	holds    func(path string) bool
	words    func(f *memory.File) likeness.Bag
	hushed   map[string]bool
	mute     bool // the scan was stopped by a bug
	redactor secretscan.Redactor
}

// Versions are the texts of a file at the fork and at the head.
type Versions struct{ Before, After *source.Text }

// Safe is s as it may be printed: without a secret of any memory, and with what nobody
// sees written as escapes. Line ends are escaped too.
func (s *Sides) Safe(text string) string {
	if s.scan(); s.mute {
		return "[redacted]"
	}
	return finding.Visible(s.redactor.Redact(text))
}

// Words are those of a memory, which are counted once.
func (s *Sides) Words(f *memory.File) likeness.Bag { return s.words(f) }

// Err says why After.Tree lacks paths that it was asked for since Compare; nil when it lacks none.
func (s *Sides) Err() error { return s.late() }

// Hushed reports whether the file at p holds a secret before or after the change, so
// that nothing it says may be shown.
func (s *Sides) Hushed(p string) bool {
	hushed, known := s.hushed[p]
	if !known {
		hushed = s.holds(p)
		s.hushed[p] = hushed
	}
	return s.mute || hushed
}

// Compare reads the two sides of a change that leads from base to head, which are full ids or
// "" for the empty tree. What lies on the shelf, which may be empty, is not read again. Nothing is judged: that
// is what Check is for.
func Compare(ctx context.Context, repo Repository, shelf *Shelf, base, head string) (s *Sides, err error) {
	defer func() {
		if p := recover(); p != nil {
			s, err = nil, fmt.Errorf("reading the change stopped by a bug in teammem: %T", p)
		}
	}()
	s = &Sides{Base: base, Fork: base, Head: head, Policy: policy.Default(), Cited: map[string]Versions{}, hushed: map[string]bool{}}
	c := &comparer{loader: loader{ctx: ctx, repo: repo, target: target{at: memory.At{Commit: head}}, shelf: shelf}, sides: s}
	s.late = func() error { return c.treeErr }
	s.scan, s.holds = sync.OnceFunc(c.findSecrets), c.holdsSecret
	s.words = func(f *memory.File) likeness.Bag { return c.learned().Words(f) }
	for _, step := range []func() error{c.findFork, c.findChanges, c.loadAfter, c.loadBefore, c.loadBase, c.loadCited} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// A comparer fills in Sides.
type comparer struct {
	loader
	sides *Sides
}

// findFork finds where the sides parted; of several such commits the first is as good as
// any. Without common history all of the head is new.
func (c *comparer) findFork() error {
	s := c.sides
	if s.Base == "" || s.Base == s.Head {
		return nil
	}
	forks, err := c.repo.MergeBases(c.ctx, s.Base, s.Head)
	if err != nil {
		return err
	}
	s.Fork = forks[0]
	return nil
}

func (c *comparer) findChanges() error {
	s := c.sides
	var err error
	s.Changes, err = c.repo.Diff(c.ctx, s.Fork, c.target.at)
	if err != nil || s.Fork == s.Base {
		return err
	}
	ofBase, err := c.repo.Diff(c.ctx, s.Base, c.target.at)
	differs := map[string]bool{}
	for _, d := range ofBase {
		differs[d.Path] = true
	}
	s.Changes = slices.DeleteFunc(slices.Clone(s.Changes), func(d memory.Change) bool { return !differs[d.Path] })
	return err
}

func (c *comparer) loadAfter() error {
	entries, err := c.repo.Within(c.ctx, c.target.at.Commit, memory.MayHold)
	if err != nil {
		return err
	}
	entries = onePerPath(entries)
	c.sides.After, err = c.snapshot(c.target.at, entries)
	if err == nil {
		c.sides.After.Tree = memory.NewPartTree(entries, c.allEntries)
	}
	return err
}

func (c *comparer) loadBefore() (err error) {
	c.sides.Before, err = c.listed(c.sides.Fork)
	return err
}

// listed reads the memory and the control files of a commit.
func (c *comparer) listed(commit string) (*memory.Snapshot, error) {
	entries, err := c.repo.Within(c.ctx, commit, memory.MayHold)
	if err != nil {
		return nil, err
	}
	return c.snapshot(memory.At{Commit: commit}, onePerPath(entries))
}

func (c *comparer) snapshot(at memory.At, entries []memory.Entry) (*memory.Snapshot, error) {
	var team, control []memory.Entry
	for _, e := range entries {
		if in, _ := memory.TeamPath(e.Path); in {
			team = append(team, e)
		}
		if memory.IsControl(e.Path) {
			control = append(control, e)
		}
	}
	s := &memory.Snapshot{}
	var err error
	if s.Files, err = c.read(at, team); err != nil {
		return nil, err
	}
	files, err := c.readTexts(at, control)
	s.Control = byPath(files)
	return s, err
}

// loadBase reads who decides: the policy and CODEOWNERS of the base, and which memories
// it has got meanwhile.
func (c *comparer) loadBase() error {
	s, base := c.sides, c.sides.Before
	if s.Fork != s.Base {
		var err error
		if base, err = c.listed(s.Base); err != nil {
			return err
		}
		for _, f := range base.Memories() {
			if s.Before.File(f.Path) == nil && s.After.File(f.Path) == nil {
				s.Ahead = append(s.Ahead, f)
			}
		}
	}
	if f := base.Control[memory.PolicyPath]; f != nil {
		p, err := readPolicy(f)
		var flaw *policy.Error
		if errors.As(err, &flaw) {
			s.PolicyFlaw = flaw.Error()
		} else {
			s.Policy = p
		}
	}
	for _, p := range memory.OwnersPaths {
		if f := base.Control[p]; f != nil && s.Owners == nil {
			s.Owners = f
		}
	}
	return nil
}

// loadCited reads the files that memories cite by line.
func (c *comparer) loadCited() error {
	s := c.sides
	var before, after []memory.Entry
	cited := map[string]bool{}
	for _, p := range s.After.CitedPaths() {
		if e, ok := s.After.Tree.Entry(p); ok {
			after, cited[p] = append(after, e), true
		}
	}
	for _, d := range s.Changes {
		if cited[d.Path] {
			before = append(before, memory.Entry{Path: d.Path, Mode: d.Old.Mode, Hash: d.Old.Hash})
		}
	}
	err := c.texts(s.Fork, before, func(v *Versions, t *source.Text) { v.Before = t })
	if err == nil {
		err = c.texts(s.Head, after, func(v *Versions, t *source.Text) { v.After = t })
	}
	return err
}

func (c *comparer) texts(commit string, entries []memory.Entry, put func(*Versions, *source.Text)) error {
	files, err := c.readTexts(memory.At{Commit: commit}, slices.DeleteFunc(entries, func(e memory.Entry) bool { return !e.IsFile() }))
	for _, f := range files {
		if f.Text != nil && !strings.Contains(string(f.Text.Bytes()), "\x00") {
			v := c.sides.Cited[f.Path]
			put(&v, f.Text)
			c.sides.Cited[f.Path] = v
		}
	}
	return err
}

// findSecrets learns of the secrets in all that can be shown. It is put off until something is, since most changes
// do nothing to the memory.
func (c *comparer) findSecrets() {
	defer c.muteAtBug()
	c.eachText(func(f *memory.File) {
		for _, m := range c.learned().Secrets(f.Text) {
			c.sides.redactor.Add(m)
		}
	})
}

// holdsSecret reports whether the file at p holds a secret on a side.
func (c *comparer) holdsSecret(p string) (held bool) {
	defer c.muteAtBug()
	c.eachText(func(f *memory.File) {
		held = held || f.Path == p && len(c.learned().Secrets(f.Text)) > 0
	})
	return held
}

// muteAtBug keeps everything from being shown where the scan was stopped.
func (c *comparer) muteAtBug() {
	if recover() != nil {
		c.sides.mute = true
	}
}

func (c *comparer) eachText(fn func(*memory.File)) {
	s := c.sides
	for _, files := range [][]*memory.File{s.After.Files, s.Before.Files, s.Ahead} {
		for _, f := range files {
			if f.Text != nil {
				fn(f)
			}
		}
	}
}

// learned is what is known of texts: where the secrets are, and which words they have.
func (c *comparer) learned() *rules.Input {
	if c.in == nil {
		c.in = &rules.Input{Snapshot: c.sides.After, Policy: c.sides.Policy}
		if c.shelf.in != nil {
			c.in.Shares(c.shelf.in)
		}
	}
	return c.in
}
