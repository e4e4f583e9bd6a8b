package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/wiring"
)

// maxLinks is how many symbolic links are followed to a file.
const maxLinks = 16

// At gives one file of the work tree as wiring wants it. Links are followed inside the
// repository.
func (t *tree) At(p string) wiring.File {
	real, info, flaw := t.follow(p)
	f := wiring.File{Flaw: flaw}
	if real != p && flaw == "" {
		f.Real = real
	}
	switch {
	case flaw != "":
	case info == nil:
		f.Flaw = t.whyNotMade(p)
	case !info.Mode().IsRegular():
		f.Flaw = "it is not a regular file but " + kindOf(info)
	case info.Size() > memory.MaxParsed:
		f.Flaw = fmt.Sprintf("it has %d bytes; at most %d are read", info.Size(), memory.MaxParsed)
	default:
		f.Data, f.Flaw, f.Dark = t.contents(real)
		if f.Flaw == "" && info.Mode().Perm()&0o200 == 0 {
			f.Locked = "it is read-only: run chmod u+w, if it may be changed"
		}
		if f.Flaw == "" {
			f.Flaw = t.nested(real)
		}
	}
	return f
}

func (t *tree) contents(p string) (data []byte, flaw string, dark bool) {
	data, err := t.root.ReadFile(p)
	if err != nil {
		return nil, "it can't be read: " + reason(err).Error(), true
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return data, "it is not UTF-8 but UTF-16, or no text at all: save it as UTF-8",
			bytes.Contains(bytes.ReplaceAll(data, []byte{0}, nil), []byte("teammem:begin"))
	}
	return data, "", false
}

// follow gives the path that p leads to, with what lies there; info is nil when nothing does.
func (t *tree) follow(p string) (real string, info fs.FileInfo, flaw string) {
	real = p
	for range maxLinks {
		link, info, err := t.firstLink(real)
		switch {
		case errors.Is(err, fs.ErrNotExist) && real == p:
			return p, nil, ""
		case errors.Is(err, fs.ErrNotExist):
			return real, nil, "it is a link to " + real + ", which is not there"
		case err != nil:
			return real, nil, "it can't be looked at: " + reason(err).Error()
		case link == "":
			return real, info, ""
		}
		to, err := t.root.Readlink(link)
		next := path.Join(path.Dir(link), to, strings.TrimPrefix(real, link))
		if err != nil || path.IsAbs(to) || next == ".." || strings.HasPrefix(next, "../") {
			return p, nil, "it is a link that leads out of the repository"
		}
		if real = next; real == ".git" || strings.HasPrefix(real, ".git/") || strings.HasPrefix(real, memory.Dir+"/") {
			return p, nil, "it is a link to " + real + ", where nothing of this kind belongs"
		}
	}
	return p, nil, "it is a link that leads in a circle"
}

// firstLink is the first part of p that is a symbolic link, "" when none is; info is that of p.
func (t *tree) firstLink(p string) (link string, info fs.FileInfo, err error) {
	parts := strings.Split(p, "/")
	for i := range parts {
		at := strings.Join(parts[:i+1], "/")
		if info, err = t.root.Lstat(at); err != nil {
			return "", nil, err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return at, info, nil
		}
		if i < len(parts)-1 && !info.IsDir() {
			return "", nil, fmt.Errorf("%s is not a folder but %s", at, kindOf(info))
		}
	}
	return "", info, nil
}

// Below lists the files below dir.
func (t *tree) Below(dir string) (files []string) {
	_ = fs.WalkDir(t.root.FS(), dir, func(p string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, p)
		}
		return nil // what can't be seen brings nothing to anybody
	})
	return files
}
