package git

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// discoverPlainly finds the repository where all is as usual: a work tree with a folder
// .git, no variables but that of the index, a plain configuration. It saves the process
// that would say the same. The one that reads objects is started, from where this one
// stands, and may look no further up; so git itself still finds the repository and
// refuses one that it doesn't trust. False says that git has to be asked for everything.
func (r *Repo) discoverPlainly(ctx context.Context, named []namedPath) bool {
	if runtime.GOOS == "windows" || slices.ContainsFunc(notPlain, r.has) {
		return false
	}
	dir, err := filepath.EvalSymlinks(r.dir)
	if err != nil {
		return false
	}
	top, ok := plainTop(dir)
	if !ok || !isPlainRepository(filepath.Join(top, ".git")) {
		return false
	}
	paths := make([]string, len(named))
	if len(named) == 1 { // the index
		index, _ := lookup(r.env, named[0].variable)
		if !filepath.IsAbs(index) && dir != top {
			return false
		}
		if paths[0] = index; !filepath.IsAbs(index) {
			paths[0] = filepath.Join(top, index)
		}
	}
	r.hexLen = 40
	if !r.startPlainly(ctx, dir, filepath.Dir(top)) {
		return false
	}
	r.top, r.gitDir = top, filepath.Join(top, ".git")
	r.pin(named, paths)
	return true
}

// notPlain are the variables by which a repository is not simply the one around a folder.
var notPlain = []string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
	"GIT_QUARANTINE_PATH", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
}

func (r *Repo) has(variable string) bool {
	_, ok := lookup(r.env, variable)
	return ok
}

// plainTop finds the first folder with a .git, from dir on upwards. Anything on the way
// that git could take for a bare repository ends the search.
func plainTop(dir string) (top string, ok bool) {
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		info, err := os.Lstat(filepath.Join(dir, ".git"))
		if err == nil {
			return dir, info.IsDir() && !strings.Contains(dir, string(os.PathListSeparator))
		}
		if !errors.Is(err, fs.ErrNotExist) || exists(filepath.Join(dir, "HEAD")) {
			return "", false
		}
	}
	return "", false
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return !errors.Is(err, fs.ErrNotExist)
}

// isPlainRepository reports whether nothing is out of the usual in a folder .git: it is
// of one work tree, has its whole history, ids of sha1, and no extension.
func isPlainRepository(gitDir string) bool {
	for _, name := range []string{"commondir", "shallow"} {
		if exists(filepath.Join(gitDir, name)) {
			return false
		}
	}
	text, err := os.ReadFile(filepath.Join(gitDir, "config"))
	return err == nil && isPlainConfig(string(text))
}

// isPlainConfig reports whether a configuration holds no word that could move the work
// tree or ask for an extension. One that only looks so is left to git.
func isPlainConfig(text string) bool {
	for line := range strings.Lines(strings.ToLower(text)) {
		if strings.TrimSpace(line) == "bare = false" {
			continue
		}
		for _, word := range []string{"worktree", "bare", "extensions", "include"} {
			if strings.Contains(line, word) {
				return false
			}
		}
	}
	return true
}

// sinceOldest is an option of the oldest git that is supported; one that is older refuses
// it. What it sets means nothing to git.
const sinceOldest = "--config-env=teammem.needs=LC_ALL"

// startPlainly starts the process that reads objects, in a repository below ceiling that
// git finds from dir. False is for one without a commit, and for what git refuses.
func (r *Repo) startPlainly(ctx context.Context, dir, ceiling string) bool {
	from := r.runner
	from.dir, from.env = dir, replaceEnv(r.env, "GIT_CEILING_DIRECTORIES", ceiling)
	b, err := r.newBatch(ctx, from, sinceOldest)
	if err != nil {
		return false
	}
	head, tree, ok, err := b.head()
	if !ok || err != nil {
		b.kill()
		return false
	}
	r.idle, r.opened, r.openedTree = b, head, tree
	return true
}
