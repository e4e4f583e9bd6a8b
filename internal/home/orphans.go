package home

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/parcel"
	"github.com/teammem/teammem/internal/scope"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

// An Orphan is private memory whose clone is not where it was, or is known by another name.
type Orphan struct {
	Name   string         // of its folder: the id of a project, or the name that Claude Code gave
	Dir    string         // where it lies
	Clone  string         // where its clone lay; "" when nothing tells
	Here   bool           // Clone is this very clone, which was known by another remote
	Likely bool           // the folder of the clone had the name that this one has
	Memory parcel.Project // what it holds
	New    int            // how many of its files are not here yet
	Left   []Left         // what it holds and can't be taken
}

// Orphans lists the private memory under the home directory that belongs to no clone that is
// there, without what this project has taken in already. Those that are most likely this
// project's come first.
func (d *Desk) Orphans(v *View) ([]Orphan, error) {
	native, err := d.nativeOrphans()
	if err != nil {
		return nil, err
	}
	claude, err := d.claudeOrphans()
	if err != nil {
		return nil, err
	}
	here, err := v.target()
	if err != nil {
		return nil, err
	}
	var out []Orphan
	for _, o := range append(native, claude...) {
		plan, err := parcel.Arrive(o.Memory, here)
		if err != nil {
			return nil, err
		}
		if o.New = len(plan.Added) + len(plan.Drafts); o.New+len(o.Left) > 0 {
			o.Likely = o.Here || filepath.Base(o.Clone) == filepath.Base(d.main) || o.Clone == "" && strings.HasSuffix(o.Name, lastOfSlug(d.main))
			out = append(out, o)
		}
	}
	slices.SortStableFunc(out, func(a, b Orphan) int { return rankOrphan(a) - rankOrphan(b) })
	return out, nil
}

// holds reports whether there is anything in it.
func (o Orphan) holds() bool { return len(o.Memory.Files)+len(o.Left) > 0 }

func rankOrphan(o Orphan) int {
	switch {
	case o.Here:
		return 0
	case o.Likely:
		return 1
	}
	return 2
}

// lastOfSlug is how the name of Claude Code's folder ends for a clone in a folder of that name.
func lastOfSlug(dir string) string { return "-" + scope.ClaudeSlug(filepath.Base(dir))[0] }

func (d *Desk) nativeOrphans() ([]Orphan, error) {
	ids, err := Projects(d.o.Getenv)
	if err != nil {
		return nil, err
	}
	var out []Orphan
	for _, id := range ids {
		if id == d.Project.ID {
			continue
		}
		o, orphaned, err := d.nativeOrphan(id)
		if err != nil {
			return nil, err
		}
		if orphaned {
			out = append(out, o)
		}
	}
	return out, nil
}

func (d *Desk) nativeOrphan(id string) (o Orphan, orphaned bool, err error) {
	other := &Desk{Project: scope.Project{ID: id}, o: d.o, Places: map[sync.Layout]store.Place{sync.Native: native(d.o.Getenv, id)}}
	v, err := other.Look()
	if err != nil {
		return o, false, err
	}
	defer v.Close()
	o = Orphan{Name: id, Dir: dirOf(other.Places[sync.Native])}
	for _, main := range v.Record.Main {
		o.Here = o.Here || main == d.main
		if _, err := os.Stat(main); err == nil && main != d.main {
			return o, false, nil
		}
		o.Clone = main
	}
	o.Memory, o.Left, err = v.Carried()
	return o, err == nil && o.holds(), err
}

func (d *Desk) claudeOrphans() ([]Orphan, error) {
	place, found := d.Places[sync.Claude]
	slug, inside := strings.CutPrefix(place.Dir, claudeProjects+"/")
	if !found || !inside {
		return nil, nil
	}
	slug, _, _ = strings.Cut(slug, "/")
	top := filepath.Join(place.Base, claudeProjects)
	entries, err := os.ReadDir(top)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var out []Orphan
	for _, e := range entries {
		if !e.IsDir() || e.Name() == slug {
			continue
		}
		o := Orphan{Name: e.Name(), Clone: cloneOf(filepath.Join(top, e.Name()), e.Name())}
		if _, err := os.Stat(o.Clone); o.Clone != "" && err == nil {
			continue
		}
		if err := d.readClaude(&o, store.Place{Base: place.Base, Dir: claudeProjects + "/" + e.Name() + "/memory"}); err != nil {
			return nil, err
		}
		if o.holds() {
			out = append(out, o)
		}
	}
	return out, nil
}

// readClaude reads the memory of one folder of Claude Code.
func (d *Desk) readClaude(o *Orphan, p store.Place) error {
	o.Dir = dirOf(p)
	other := &Desk{o: d.o, Places: map[sync.Layout]store.Place{sync.Native: d.Places[sync.Native], sync.Claude: p}}
	v, err := other.Look()
	var unsafe *store.Refused
	if errors.As(err, &unsafe) {
		return nil // a link, or of somebody else: nothing to take over
	}
	if err != nil {
		return err
	}
	defer v.Close()
	o.Memory, o.Left, err = v.Carried()
	o.Memory.Files = slices.DeleteFunc(o.Memory.Files, func(f parcel.File) bool { return f.Layout != sync.Claude })
	o.Left = slices.DeleteFunc(o.Left, func(l Left) bool { return l.Layout != sync.Claude })
	return err
}

var cwdField = lazy.Regexp(`"cwd":("(?:[^"\\]|\\.)*")`)

// maxTranscript is how much of a transcript is searched for where it was made.
const maxTranscript = 256 << 10

// cloneOf finds where the clone lay for which Claude Code made the folder of that name: its
// transcripts say in which directory they were made. It is "" when nothing tells.
func cloneOf(dir, name string) string {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return ""
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			continue
		}
		m := cwdField.Get().FindReaderSubmatchIndex(bufio.NewReader(io.LimitReader(f, maxTranscript)))
		text := make([]byte, 0)
		if m != nil {
			text = make([]byte, m[3]-m[2])
			_, err = f.ReadAt(text, int64(m[2]))
		}
		f.Close()
		var cwd string
		if err != nil || json.Unmarshal(text, &cwd) != nil {
			continue
		}
		for at := cwd; at != filepath.Dir(at); at = filepath.Dir(at) {
			if slices.Contains(scope.ClaudeSlug(at), name) {
				return at
			}
		}
	}
	return ""
}

func dirOf(p store.Place) string { return filepath.Join(p.Base, filepath.FromSlash(p.Dir)) }
