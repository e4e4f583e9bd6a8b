package hooks

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/teammem/teammem/internal/atomicfile"
)

// Install puts teammem into every hook of the site, program being its absolute path
// or "". Files in the work tree get no path of this machine. What another process does
// at the same time is taken into account. After an error everything is as it was; a hook that
// can't be changed is no error, but a Step with something Left.
func (s *Site) Install(program string) ([]Step, error) {
	return s.until(func() ([]Step, error) { return s.PlanInstall(program) })
}

// Uninstall takes teammem out of every hook of the site, in the same manner.
func (s *Site) Uninstall() ([]Step, error) { return s.until(s.PlanUninstall) }

// PlanInstall says what Install would do.
func (s *Site) PlanInstall(program string) ([]Step, error) {
	if s.Shared {
		program = ""
	}
	in := Install{Runner: s.Runner, Program: filepath.ToSlash(program), Folders: s.missingFolders()}
	return s.each(names, in.plan)
}

// aside are the endings of hooks set aside: pre-commit and prek rename what they find to .legacy, lefthook to .old.
var aside = []string{".legacy", ".old"}

// PlanUninstall says what Uninstall would do.
func (s *Site) PlanUninstall() ([]Step, error) {
	steps, err := s.each(names, planRemoval)
	for _, name := range names {
		for _, suffix := range aside {
			more, err := s.each([]string{name + suffix}, func(_ string, f File) Step { return planRemoval(name, f) })
			if err != nil {
				return nil, err
			}
			if more[0].Changes() || more[0].Left != "" {
				steps = append(steps, more...)
			}
		}
	}
	return steps, err
}

func (s *Site) each(names []string, plan func(string, File) Step) ([]Step, error) {
	var steps []Step
	for _, name := range names {
		f, err := s.look(name)
		if err != nil {
			return nil, err
		}
		steps = append(steps, plan(name, f))
	}
	return steps, nil
}

// missingFolders counts the folders that have to be made for a file in Dir.
func (s *Site) missingFolders() int {
	n := 0
	for dir := s.Dir; !exists(dir) && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		n++
	}
	return n
}

// attempts bounds how often a plan is made anew because somebody else wrote first.
const attempts = 20

// until plans and writes until nobody else wrote in between.
func (s *Site) until(plan func() ([]Step, error)) ([]Step, error) {
	var written []Step
	var last error
	for range attempts {
		steps, err := plan()
		if err == nil {
			var now []Step
			now, err = s.apply(steps)
			written = append(written, now...)
		}
		switch {
		case err == nil:
			return tell(steps, written), nil
		case !overtaken(err):
			return nil, errors.Join(err, s.undo(written))
		}
		last = err
	}
	return nil, errors.Join(fmt.Errorf("the hooks change all the time: %w", last), s.undo(written))
}

// overtaken reports whether err says that somebody else wrote or removed first.
func overtaken(err error) bool {
	return errors.Is(err, atomicfile.ErrChanged) || errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist)
}

// tell is the last plan with what was written in earlier attempts.
func tell(steps, written []Step) []Step {
	for i := range steps {
		for _, w := range written {
			if w.Path == steps[i].Path {
				steps[i] = w
			}
		}
	}
	return steps
}

// apply makes the steps and says which it made. It stops at the first that fails.
func (s *Site) apply(steps []Step) (made []Step, err error) {
	if !anyChanges(steps) {
		return nil, nil
	}
	base := s.Dir
	for !exists(base) && base != filepath.Dir(base) {
		base = filepath.Dir(base)
	}
	root, err := os.OpenRoot(base)
	if err != nil {
		return nil, fmt.Errorf("open the folder of the hooks: %w", err)
	}
	made, err = s.applyIn(root, base, steps)
	err = errors.Join(err, root.Close()) // Windows removes no folder that is open
	for _, step := range made {
		removeFolders(step)
	}
	return made, err
}

func (s *Site) applyIn(root *os.Root, base string, steps []Step) (made []Step, err error) {
	for _, step := range steps {
		if !step.Changes() {
			continue
		}
		rel, err := filepath.Rel(base, step.Path)
		if err == nil {
			err = step.write(root, filepath.ToSlash(rel))
		}
		if err != nil {
			return made, fmt.Errorf("hook in %q: %w", s.Dir, err)
		}
		made = append(made, step)
	}
	return made, nil
}

func anyChanges(steps []Step) bool {
	for _, s := range steps {
		if s.Changes() {
			return true
		}
	}
	return false
}

func (s Step) write(root *os.Root, name string) error {
	if s.Next != nil {
		return atomicfile.Replace(root, name, s.Prev, s.Next, fs.FileMode(s.perm))
	}
	now, err := root.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !bytes.Equal(now, s.Prev) {
		return fmt.Errorf("remove %q: %w", name, atomicfile.ErrChanged)
	}
	if err != nil {
		return err
	}
	return root.Remove(name)
}

// removeFolders removes the folders that were made for a file, as far as they are empty.
func removeFolders(s Step) {
	dir := filepath.Dir(s.Path)
	for i := 0; i < s.folders && os.Remove(dir) == nil; i++ {
		dir = filepath.Dir(dir)
	}
}

// undo takes steps back, the last first.
func (s *Site) undo(steps []Step) error {
	var all error
	for i := len(steps) - 1; i >= 0; i-- {
		back := steps[i]
		back.Prev, back.Next, back.folders = back.Next, back.Prev, 0
		_, err := s.apply([]Step{back})
		all = errors.Join(all, err)
	}
	return all
}
