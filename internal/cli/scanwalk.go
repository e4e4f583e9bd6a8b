package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// maxScanned is the size up to which a file is read, in bytes.
const maxScanned = 256 << 20

// A walk hands files to a scan. Nothing is left out in silence: what can't be read is
// a finding, and what is not meant to be read a notice.
type walk struct {
	ctx   context.Context
	dir   string // the working directory
	top   string // of the repository around it, or ""
	stdin io.Reader
	scan  *engine.Scan
	seen  map[string]bool     // what was handed over, by absolute path
	left  map[string][]string // what was left out, by the reason
}

// argument scans what a person named: links are followed, pipes are read to their end.
func (w *walk) argument(arg string) error {
	if arg == "-" {
		if w.seen[arg] {
			return nil
		}
		w.seen[arg] = true
		return w.file(&memory.File{Entry: memory.Entry{Path: arg}}, w.stdin)
	}
	file := arg
	if !filepath.IsAbs(file) {
		file = filepath.Join(w.dir, file)
	}
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), arg == "":
		return usagef("there is nothing at %q", arg)
	case err == nil && info.IsDir():
		return w.folder(file, w.shown(arg, file))
	}
	return w.named(file, w.shown(arg, file))
}

// shown is the path under which a report speaks of a file: from the top of the
// repository, else as it was typed.
func (w *walk) shown(arg, file string) string {
	if w.top != "" {
		if rel, err := filepath.Rel(w.top, file); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(filepath.Clean(arg))
}

// folder scans all that lies below a folder, in the order of the names.
func (w *walk) folder(dir, shown string) error {
	return filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, file) // file lies below dir
		path := strings.TrimPrefix(filepath.ToSlash(filepath.Join(shown, rel)), "./")
		if err := w.ctx.Err(); err != nil {
			return err
		}
		switch {
		case err != nil && d == nil:
			return w.unread(path, reason(err).Error())
		case err != nil:
			return w.flawed(path, "is a directory that can't be opened")
		case d.IsDir() && d.Name() == ".git" && file != dir:
			w.leave("git's own store", path)
			return filepath.SkipDir
		case d.IsDir():
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			return w.link(file, path)
		case !d.Type().IsRegular():
			w.leave("neither a file nor a link", path)
			return nil
		}
		return w.named(file, path)
	})
}

// mostNamed is how many paths that are left out for one reason are named.
const mostNamed = 10

// leave remembers that a path is left out, and why.
func (w *walk) leave(why, path string) { w.left[why] = append(w.left[why], path) }

// tellLeft names what was left out.
func (w *walk) tellLeft() {
	for _, why := range slices.Sorted(maps.Keys(w.left)) {
		paths := w.left[why]
		for _, p := range paths[:min(len(paths), mostNamed)] {
			w.scan.Notice(fmt.Sprintf("%s is %s: not read", p, why))
		}
		if more := len(paths) - mostNamed; more > 0 {
			w.scan.Notice(fmt.Sprintf("%d more paths are %s: not read", more, why))
		}
	}
}

// link scans the words of a link. Where it leads is read where it lies, if it is to
// be read at all.
func (w *walk) link(file, path string) error {
	target, err := os.Readlink(file)
	if err != nil {
		return w.unread(path, reason(err).Error())
	}
	w.leave("a link", path)
	return w.scan.Add(&memory.File{Entry: memory.Entry{Path: path, Mode: memory.Symlink}, Target: source.NewText([]byte(target))})
}

// named opens and scans one file, once.
func (w *walk) named(file, path string) error {
	if w.seen[filepath.Clean(file)] {
		return nil
	}
	w.seen[filepath.Clean(file)] = true
	f, err := os.Open(file)
	if err != nil {
		return w.unread(path, reason(err).Error())
	}
	defer f.Close()
	return w.file(&memory.File{Entry: memory.Entry{Path: path, Mode: memory.Regular}}, f)
}

func (w *walk) file(f *memory.File, r io.Reader) error {
	data, err := readUpTo(r, maxScanned)
	switch {
	case err != nil:
		return w.unread(f.Path, reason(err).Error())
	case len(data) > maxScanned:
		return w.flawed(f.Path, fmt.Sprintf("is larger than %d MiB, which is not read", maxScanned>>20))
	}
	if text, ok := source.FromUTF16(data); ok {
		data = text
	}
	f.Text = source.NewText(data)
	return w.scan.Add(f)
}

// readUpTo reads r to its end, or one byte more than limit.
func readUpTo(r io.Reader, limit int64) ([]byte, error) {
	size := int64(0)
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			size = min(info.Size(), limit)
		}
	}
	data := make([]byte, 0, size+512)
	for int64(len(data)) <= limit {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := r.Read(data[len(data):min(int64(cap(data)), limit+1)])
		data = data[:len(data)+n]
		switch {
		case err == io.EOF:
			return data, nil
		case err != nil:
			return nil, err
		}
	}
	return data, nil
}

// unread makes a finding of what could not be read.
func (w *walk) unread(path, why string) error {
	return w.scan.Add(&memory.File{Entry: memory.Entry{Path: path, Mode: memory.Regular}, Unread: why})
}

// flawed makes a finding of what is not read because of what it is.
func (w *walk) flawed(path, flaw string) error {
	return w.scan.Add(&memory.File{Entry: memory.Entry{Path: path, Mode: memory.Regular, Flaw: flaw}, Unread: flaw})
}
