package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/sync"
)

// The limits of Observe.
const (
	maxFiles = 20_000    // entries of a directory with all its folders
	maxBytes = 1 << 20   // of one file
	maxTotal = 256 << 20 // bytes of all files
	maxDepth = sync.MaxDepth
)

// A Seen is a file that was read.
type Seen struct {
	Path     string // below the directory that was observed
	Data     []byte
	Sum      sync.Sum
	Modified time.Time
}

// A Listing is what a directory holds, sorted by path.
type Listing struct {
	Files   []Seen
	Refused []sync.Refusal // what was not read: links, pipes, too large, unreadable; "." is dir itself
	Folds   bool           // names that differ only by case are one file here; false when nothing tells
}

// Observe reads all files below dir, which is slash-separated; "." is the whole place, and a
// missing dir is empty. The folders and files named by skip, relative to dir, are left
// out, and so is what is teammem's own. Over maxFiles or maxTotal it is an error.
func (v *View) Observe(layout sync.Layout, dir string, skip ...string) (Listing, error) {
	return v.observe(observer{dir: v.dirs[layout], top: dir, skip: skip})
}

// Compare is Observe for one who knows what files to expect, by path: of those that hold
// it, Data is nil.
func (v *View) Compare(layout sync.Layout, dir string, known map[string]sync.Sum) (Listing, error) {
	return v.observe(observer{dir: v.dirs[layout], top: dir, known: known, room: make([]byte, roomBytes)})
}

// roomBytes is more than most memories have.
const roomBytes = 16 << 10

func (v *View) observe(o observer) (Listing, error) {
	if o.dir == nil {
		return Listing{}, nil
	}
	info, err := o.dir.root.Lstat(o.top)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Listing{}, nil
	case err != nil:
		return Listing{}, err
	case !isDir(info):
		return Listing{Refused: []sync.Refusal{{Path: ".", Reason: "it is " + kindOf(info)}}}, nil
	}
	if err := o.folder(o.dir, o.top, ".", info); err != nil {
		return Listing{}, err
	}
	o.list.Folds = o.folds()
	slices.SortFunc(o.list.Files, func(a, b Seen) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(o.list.Refused, func(a, b sync.Refusal) int { return strings.Compare(a.Path, b.Path) })
	return o.list, nil
}

type observer struct {
	dir   *directory
	top   string
	skip  []string
	known map[string]sync.Sum
	room  []byte // nil where all that is read is kept
	list  Listing
	count int
	total int64
}

// folder reads the folder that name is of in the directory in. at is its path below the
// top. Its files are then opened from it, without going through all folders above.
func (o *observer) folder(in *directory, name, at string, info fs.FileInfo) error {
	d, err := in.enter(name, info)
	if err != nil {
		o.failed(at, "it can't be opened", err)
		return nil
	}
	return errors.Join(o.walk(d, at), d.root.Close())
}

func (o *observer) walk(d *directory, folder string) error {
	f, err := d.root.Open(".")
	if err != nil {
		o.failed(folder, "it can't be opened", err)
		return nil
	}
	defer f.Close()
	for {
		some, err := f.Readdirnames(1000) // more than names would cost a call for each
		if o.count += len(some); o.count > maxFiles {
			return fmt.Errorf("%q holds more than %d files; move away what is no memory", f.Name(), maxFiles)
		}
		if err := o.each(d, f, folder, some); err != nil {
			return err
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			o.failed(folder, "it can't be listed", err)
			return nil
		}
	}
}

// each takes some entries of the folder d, which f is open on.
func (o *observer) each(d *directory, f *os.File, folder string, some []string) error {
	o.list.Files = slices.Grow(o.list.Files, len(some))
	for _, name := range some {
		at := path.Join(folder, name)
		if sync.Own(name) || slices.Contains(o.skip, at) {
			continue
		}
		data, modified, ok := readQuickly(f, name, o.room)
		var err error
		if ok && utf8.ValidString(at) {
			err = o.take(at, data, modified)
		} else {
			err = o.entry(d, name, at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// entry takes one file or goes into one folder. It is name in d.
func (o *observer) entry(d *directory, name, at string) error {
	info, err := d.root.Lstat(name)
	switch {
	case err != nil:
		o.failed(at, "it can't be read", err)
	case !utf8.ValidString(at):
		o.refuse(strings.ToValidUTF8(at, "?"), "its name is not UTF-8")
	case isDir(info) && strings.Count(at, "/") >= maxDepth:
		o.refuse(at, fmt.Sprintf("it is more than %d folders deep", maxDepth))
	case isDir(info):
		return o.folder(d, name, at, info)
	case !info.Mode().IsRegular():
		o.refuse(at, "it is "+kindOf(info))
	case info.Size() > maxBytes:
		o.refuse(at, fmt.Sprintf("it has %d bytes; at most %d are read", info.Size(), maxBytes))
	default:
		return o.file(d, name, at, info)
	}
	return nil
}

func (o *observer) file(d *directory, name, at string, info fs.FileInfo) error {
	data, err := d.readKnown(name, info, maxBytes)
	if err != nil {
		o.failed(at, "it can't be read", err)
		return nil
	}
	return o.take(at, data, info.ModTime())
}

func (o *observer) take(at string, data []byte, modified time.Time) error {
	if o.total += int64(len(data)); o.total > maxTotal {
		return fmt.Errorf("the files in %q have more than %d bytes; move away what is no memory", o.top, maxTotal)
	}
	seen := Seen{at, nil, sync.SumOf(data), modified}
	switch sum, known := o.known[at]; {
	case o.room == nil:
		seen.Data = data
	case !known || sum != seen.Sum:
		seen.Data = bytes.Clone(data)
	}
	o.list.Files = append(o.list.Files, seen)
	return nil
}

// folds looks for a file under a name of another case. If that one is listed as well, they
// are two names of one file on a disk that keeps case apart.
func (o *observer) folds() bool {
	listed := map[string]bool{}
	for _, f := range o.list.Files {
		listed[f.Path] = true
	}
	for _, f := range o.list.Files {
		dir, base := path.Split(f.Path)
		other := dir + swapCase(base)
		if listed[other] {
			continue
		}
		here, err := o.dir.root.Lstat(path.Join(o.top, f.Path))
		there, err2 := o.dir.root.Lstat(path.Join(o.top, other))
		return err == nil && err2 == nil && os.SameFile(here, there)
	}
	return false
}

func swapCase(s string) string {
	if upper := strings.ToUpper(s); upper != s {
		return upper
	}
	return strings.ToLower(s)
}

func (o *observer) refuse(name, reason string) {
	o.list.Refused = append(o.list.Refused, sync.Refusal{Path: name, Reason: reason})
}

// failed refuses what can't be read, unless it is gone since it was listed.
func (o *observer) failed(name, what string, err error) {
	if !errors.Is(err, fs.ErrNotExist) {
		o.refuse(name, what+": "+cause(err))
	}
}

// cause is an error without the path, which the refusal has.
func cause(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

func kindOf(info fs.FileInfo) string {
	switch mode := info.Mode(); {
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode.IsRegular():
		return "a file"
	}
	return "no regular file"
}

// ReadFile gives what one file of a layout holds, nil when there is none.
func (v *View) ReadFile(layout sync.Layout, name string) ([]byte, error) {
	d := v.dirs[layout]
	if d == nil {
		return nil, nil
	}
	data, _, err := d.read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}
