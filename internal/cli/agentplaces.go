package cli

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

// whyNotMade says why no file may be made at p, where none is; "" when it may. A file that only this
// work tree lacks would be written over in the next commit.
func (t *tree) whyNotMade(p string) string {
	if t.hidden()[p] {
		return "a sparse checkout keeps it from the disk: bring it back with " + bringBack(p)
	}
	if other := t.otherSpelling(p); other != "" {
		return other + " is there, which on many disks is the same file: rename that one"
	}
	return t.nested(p)
}

// bringBack is the command by which a sparse checkout has files on the disk.
func bringBack(files ...string) string {
	var what []string
	for _, p := range files {
		if dir := path.Dir(p); dir != "." {
			p = dir
		}
		what = append(what, p)
	}
	return "git sparse-checkout add " + strings.Join(slices.Compact(what), " ")
}

// hiddenFiles are the tracked files, where agents and owners have theirs, that a sparse checkout keeps from the
// disk: at the top, below folders whose name begins with a dot, and any CODEOWNERS. What is wrong with an index is
// said by others.
func hiddenFiles(ctx context.Context, repo *git.Repo) map[string]bool {
	found, _ := repo.Sparse(ctx, func(p string) bool { return p[0] == '.' || !strings.Contains(p, "/") || path.Base(p) == "CODEOWNERS" })
	hidden := map[string]bool{}
	for _, p := range found {
		hidden[p] = true
	}
	return hidden
}

// otherSpelling is what lies at p, or at a folder on the way, in other letters; "" for nothing.
func (t *tree) otherSpelling(p string) string {
	dir := path.Dir(p)
	if dir != "." {
		if other := t.otherSpelling(dir); other != "" {
			return other
		}
	}
	f, err := t.root.Open(dir)
	if err != nil {
		return ""
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1) // as far as they can be read
	slices.Sort(names)
	for _, name := range names {
		if name != path.Base(p) && strings.EqualFold(name, path.Base(p)) {
			return path.Join(dir, name)
		}
	}
	return ""
}

// nested says that p lies in a repository of its own, whose files no clone of this one has; "" when
// it does not.
func (t *tree) nested(p string) string {
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		if _, err := t.root.Lstat(path.Join(dir, ".git")); err == nil {
			return "it lies in " + dir + ", which is a repository of its own"
		}
	}
	return ""
}
