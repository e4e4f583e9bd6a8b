package gogit

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
)

// Untracked walks the work tree as "ls-files --others --exclude-standard" does.
func (a *answers) Untracked(ctx context.Context, tracked []git.IndexEntry) (paths []string, blocked []memory.Entry, err error) {
	ig, err := a.ignorer(ctx)
	if err != nil {
		return nil, nil, err
	}
	w := &walk{ctx: ctx, ignorer: ig, files: map[string]memory.Mode{}, folders: map[string]bool{}}
	for _, e := range tracked {
		if err := w.track(e); err != nil {
			return nil, nil, err
		}
	}
	return w.paths, w.blocked, w.folder("", 0)
}

// A walk goes through the folders of a work tree.
type walk struct {
	*ignorer
	ctx     context.Context
	files   map[string]memory.Mode // what is tracked
	folders map[string]bool        // what holds something tracked
	paths   []string
	blocked []memory.Entry
}

// track notes an entry of the index. Git reads rules that are not meant to lie on disk
// from the index; here they are refused.
func (w *walk) track(e git.IndexEntry) error {
	name := w.same(e.Path)
	w.files[name] = e.Mode
	for dir := path.Dir(name); dir != "." && !w.folders[dir]; dir = path.Dir(dir) {
		w.folders[dir] = true
	}
	if e.Sparse && path.Base(e.Path) == ".gitignore" {
		if _, err := os.Lstat(w.onDisk(e.Path)); isAbsent(err) && isFolder(w.onDisk(path.Dir(e.Path))) {
			return unsupported("%q is left out by a sparse checkout", e.Path)
		}
	}
	return nil
}

func (w *walk) onDisk(p string) string { return filepath.Join(w.top, filepath.FromSlash(p)) }

// maxDepth is how many folders in folders are looked into.
const maxDepth = 2048

func (w *walk) folder(dir string, depth int) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if depth > maxDepth {
		return refuse(git.ErrUnsupported, "check a repository with fewer folders in folders", "the work tree is more than %d folders deep", maxDepth)
	}
	entries, err := os.ReadDir(w.onDisk(dir))
	if err != nil {
		w.blocked = append(w.blocked, memory.Entry{Path: dir, Mode: memory.Regular, Size: -1, Flaw: "is a directory that can't be opened"})
		return nil
	}
	if err := w.enter(dir); err != nil {
		return err
	}
	for _, e := range entries {
		if w.same(e.Name()) == ".git" {
			continue
		}
		if err := w.entry(path.Join(dir, e.Name()), e.Type(), depth); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) entry(p string, kind fs.FileMode, depth int) error {
	name := w.same(p)
	mode, tracked := w.files[name]
	if tracked && !kind.IsDir() {
		return nil
	}
	if r := w.rule(p, kind.IsDir()); r != nil && !r.negated {
		return nil
	}
	switch {
	case kind.IsDir() && w.folders[name]:
		return w.folder(p, depth+1)
	case kind.IsDir() && tracked && mode == memory.Gitlink:
	case kind.IsDir() && isRepository(w.onDisk(p)):
		w.paths = append(w.paths, p+"/")
	case kind.IsDir():
		return w.folder(p, depth+1)
	case kind.IsRegular(), kind&fs.ModeSymlink != 0:
		w.paths = append(w.paths, p)
	}
	return nil
}

// isRepository reports whether a folder is the work tree of a repository of its own.
func isRepository(dir string) bool {
	dotGit := filepath.Join(dir, ".git")
	info, err := os.Stat(dotGit)
	if err != nil {
		return false
	}
	if info.Mode().IsRegular() {
		_, err := readGitFile(dotGit)
		return err == nil
	}
	return isGitDir(dotGit)
}
