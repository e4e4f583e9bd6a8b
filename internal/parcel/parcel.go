// Package parcel carries private memories to another machine: as one file that only the
// keys of its owner open, and by a plan that takes in what is new and overwrites nothing.
package parcel

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/sync"
)

// The limits of a parcel. Those of files are the ones of the store.
const (
	MaxProjects = 1000
	MaxFiles    = 20_000    // of all projects
	MaxBytes    = 1 << 20   // of one file
	MaxTotal    = 256 << 20 // bytes of all files
	MaxDepth    = 17        // folders of a path; the store allows 16 below private/
	maxPath     = 4096      // bytes
	maxID       = 68        // bytes; see scope.Project
)

// A Parcel is what travels. The zero value is empty.
type Parcel struct {
	Projects []Project // by ID
}

// A Project is what one project has of private memory on one machine.
type Project struct {
	ID    string // of scope.Project: names a folder
	Name  string // the identity in words, or the ID where it is not known
	Files []File // by layout and path
}

// A File is a private memory, a draft, or a file of an agent's own private memory.
type File struct {
	Layout sync.Layout
	Path   string // below the directory of the layout, slash-separated
	Data   []byte
}

// IsDraft reports whether f is a draft.
func (f File) IsDraft() bool { return isDraft(spot{f.Layout, f.Path}) }

// sorted is p in the one order that a parcel has. The files keep their contents.
func (p Parcel) sorted() Parcel {
	projects := slices.Clone(p.Projects)
	for i, pr := range projects {
		projects[i].Files = slices.Clone(pr.Files)
		slices.SortFunc(projects[i].Files, compare)
	}
	slices.SortFunc(projects, func(a, b Project) int { return strings.Compare(a.ID, b.ID) })
	return Parcel{projects}
}

func compare(a, b File) int {
	return cmp.Or(cmp.Compare(a.Layout, b.Layout), cmp.Compare(a.Path, b.Path))
}

// An outline is all of a parcel but the contents, which are known by size and sum.
type outline struct {
	Format   string            `json:"format"`
	Version  int               `json:"version"`
	Count    int               `json:"count"` // of files
	Bytes    int64             `json:"bytes"` // of all files
	Projects []outlinedProject `json:"projects"`
}

type outlinedProject struct {
	ID    string         `json:"id"`
	Name  string         `json:"name"`
	Files []outlinedFile `json:"files"`
}

type outlinedFile struct {
	Layout sync.Layout `json:"layout"`
	Path   string      `json:"path"`
	Size   int64       `json:"size"`
	Sum    sync.Sum    `json:"sum"`
}

func outlineOf(p Parcel) outline {
	o := outline{Format: format, Version: version, Projects: []outlinedProject{}}
	for _, pr := range p.Projects {
		op := outlinedProject{pr.ID, pr.Name, []outlinedFile{}}
		for _, f := range pr.Files {
			op.Files = append(op.Files, outlinedFile{f.Layout, f.Path, int64(len(f.Data)), sync.SumOf(f.Data)})
			o.Count, o.Bytes = o.Count+1, o.Bytes+int64(len(f.Data))
		}
		o.Projects = append(o.Projects, op)
	}
	return o
}

// check refuses what no parcel holds, before anything of its contents is read.
func (o outline) check() error {
	if len(o.Projects) > MaxProjects {
		return fmt.Errorf("it holds %d projects; at most %d can travel together", len(o.Projects), MaxProjects)
	}
	count, size, last := 0, int64(0), ""
	for _, pr := range o.Projects {
		if err := pr.check(); err != nil {
			return err
		}
		if pr.ID <= last {
			return fmt.Errorf("the project %q is out of order or there twice", pr.ID)
		}
		last, count = pr.ID, count+len(pr.Files)
		for _, f := range pr.Files {
			size += f.Size
		}
	}
	switch {
	case count > MaxFiles:
		return fmt.Errorf("it holds %d files; at most %d can travel together", count, MaxFiles)
	case size > MaxTotal:
		return fmt.Errorf("its files have %d bytes; at most %d can travel together", size, MaxTotal)
	case count != o.Count || size != o.Bytes:
		return errors.New("its own counts are wrong")
	}
	return nil
}

func (pr outlinedProject) check() error {
	if !IsID(pr.ID) {
		return fmt.Errorf("%q is not the id of a project", pr.ID)
	}
	if len(pr.Name) > maxPath || !utf8.ValidString(pr.Name) || strings.ContainsFunc(pr.Name, unicode.IsControl) {
		return fmt.Errorf("the name of the project %q is too long or can't be printed", pr.ID)
	}
	for i, f := range pr.Files {
		if err := f.check(); err != nil {
			return err
		}
		if i > 0 && compare(File{Layout: pr.Files[i-1].Layout, Path: pr.Files[i-1].Path}, File{Layout: f.Layout, Path: f.Path}) >= 0 {
			return fmt.Errorf("the file %q is out of order or there twice", f.Path)
		}
	}
	return nil
}

func (f outlinedFile) check() error {
	switch {
	case !MayLie(f.Layout, f.Path):
		return fmt.Errorf("%q is no place for a private memory", f.Path)
	case f.Size < 0 || f.Size > MaxBytes:
		return fmt.Errorf("the file %q has %d bytes; at most %d can travel", f.Path, f.Size, MaxBytes)
	}
	return nil
}

// IsID reports whether id can be that of a project, and so the name of its folder.
func IsID(id string) bool {
	for _, c := range []byte(id) {
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-') {
			return false
		}
	}
	return id != "" && len(id) <= maxID && id[0] != '.' && id[0] != '-'
}

// MayLie reports whether a private file may be put at name: never into a mirror of the team
// memory, never where teammem keeps what is its own, and in the native store below private/
// or drafts/ alone.
func MayLie(l sync.Layout, name string) bool {
	if !fs.ValidPath(name) || name == "." || strings.Contains(name, `\`) || strings.ContainsFunc(name, unicode.IsControl) || len(name) > maxPath || strings.Count(name, "/") > MaxDepth {
		return false
	}
	for element := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(memory.Folded(element), ".teammem") {
			return false
		}
	}
	top, _, below := strings.Cut(name, "/")
	switch l {
	case sync.Native:
		return below && (top == privateDir || top == draftsDir)
	case sync.Claude:
		return memory.Folded(top) != mirrorDir
	}
	return false
}

// The folders of a store.
const (
	privateDir = "private"
	draftsDir  = "drafts"
	mirrorDir  = "team"
)
