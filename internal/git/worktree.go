package git

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/teammem/teammem/internal/memory"
)

// worktreeEntries lists the files on disk: those of the index as they lie there
// now, and the others that no ignore rule hides.
func (r *Repo) worktreeEntries(ctx context.Context) ([]memory.Entry, error) {
	tracked, err := r.index(ctx)
	if err != nil {
		return nil, err
	}
	others, blocked, err := r.ask.Untracked(ctx, tracked)
	if err != nil {
		return nil, err
	}
	v := visit{top: r.top, dirs: map[string]bool{".": true, "/": false}}
	v.keepModes, err = r.ignoresModes(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range tracked {
		v.tracked(e)
	}
	for _, p := range others {
		v.untracked(p)
	}
	v.entries = append(v.entries, blocked...)
	sortEntries(v.entries)
	return slices.CompactFunc(v.entries, func(a, b memory.Entry) bool { return a.Path == b.Path }), nil
}

// ignoresModes reports whether the executable bit on disk means nothing here.
func (r *Repo) ignoresModes(ctx context.Context) (bool, error) {
	values, err := r.ask.Config(ctx, Query{Keys: `core\.filemode`, Type: BoolValue})
	return last(values) == "false", err
}

// A visit looks at paths on disk.
type visit struct {
	top       string
	keepModes bool // take the executable bit from the index
	dirs      map[string]bool
	entries   []memory.Entry
}

func (v *visit) tracked(e IndexEntry) {
	if e.Sparse && !v.exists(e.Path) {
		v.entries = append(v.entries, e.Entry)
		return
	}
	v.add(e.Path, e.Mode)
}

func (v *visit) untracked(p string) {
	if dir, ok := strings.CutSuffix(p, "/"); ok {
		v.add(dir, memory.Gitlink)
		return
	}
	v.add(p, memory.Regular)
}

// add looks at p and adds what it finds. A directory counts only where a
// repository of its own is expected.
func (v *visit) add(p string, known memory.Mode) {
	if !v.isDir(path.Dir(p)) {
		return
	}
	entry := memory.Entry{Path: p, Mode: known, Size: -1}
	info, err := os.Lstat(filepath.Join(v.top, filepath.FromSlash(p)))
	switch {
	case isGone(err), err == nil && info.IsDir() && known != memory.Gitlink:
		return
	case err != nil:
		entry.Flaw = "can't be looked at"
	default:
		v.describe(&entry, info)
	}
	v.entries = append(v.entries, entry)
}

func (v *visit) describe(e *memory.Entry, info fs.FileInfo) {
	switch mode := info.Mode(); {
	case mode.IsDir():
		e.Mode = memory.Gitlink
		return
	case mode&fs.ModeSymlink != 0:
		e.Mode = memory.Symlink
	case !mode.IsRegular():
		e.Mode, e.Flaw = memory.Regular, "is neither a file nor a link"
		return
	case v.keepModes && e.Mode == memory.Executable:
	case !v.keepModes && mode&0o100 != 0:
		e.Mode = memory.Executable
	default:
		e.Mode = memory.Regular
	}
	e.Size = info.Size()
}

func (v *visit) exists(p string) bool {
	if !v.isDir(path.Dir(p)) {
		return false
	}
	_, err := os.Lstat(filepath.Join(v.top, filepath.FromSlash(p)))
	return !isGone(err)
}

// isDir reports whether dir and all above it are directories, not links. One
// that can't be looked at counts, so that its files are listed and fail to read.
func (v *visit) isDir(dir string) bool {
	if known, ok := v.dirs[dir]; ok {
		return known
	}
	is := v.isDir(path.Dir(dir))
	if is {
		info, err := os.Lstat(filepath.Join(v.top, filepath.FromSlash(dir)))
		is = err == nil && info.IsDir() || err != nil && !isGone(err)
	}
	v.dirs[dir] = is
	return is
}

func isGone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
