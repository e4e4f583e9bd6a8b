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
// .git, both of this user, no variables but that of the index, a plain configuration, a
// HEAD that can be read. It saves the processes that would say the same. False says that
// git has to be asked for everything.
func (r *Repo) discoverPlainly(ctx context.Context, named []namedPath) bool {
	if runtime.GOOS == "windows" || slices.ContainsFunc(notPlain, r.has) || !isPlainGit(r.git) {
		return false
	}
	dir, err := filepath.EvalSymlinks(r.dir)
	if err != nil {
		return false
	}
	top, ok := plainTop(dir)
	gitDir := filepath.Join(top, ".git")
	if !ok || !isPlainRepository(gitDir) {
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
	head, ok := headID(gitDir)
	if !ok {
		return false
	}
	b := &batch{repo: r, parent: ctx, hexLen: 2 * packedID, near: newObjectStore(filepath.Join(gitDir, "objects"))}
	o, ok := b.readNear(head, noLimit)
	c, err := asCommit(o)
	if !ok || err != nil {
		b.kill()
		return false
	}
	r.plain, r.hexLen, r.top, r.gitDir = true, 2*packedID, top, gitDir
	r.idle, r.opened, r.openedTree = b, head, c.tree
	r.pin(named, paths)
	return true
}

// isPlainGit reports whether a program is git itself, and not something in its place that
// may do more or less.
func isPlainGit(program string) bool {
	file, err := filepath.EvalSymlinks(program)
	if err != nil || filepath.Base(file) != "git" {
		return false
	}
	f, err := openRegular(file)
	if err != nil {
		return false
	}
	defer f.Close()
	var mark [2]byte
	n, _ := f.Read(mark[:])
	return n == len(mark) && string(mark[:]) != "#!"
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

// plainTop finds the first folder with a .git, from dir on upwards, on one file system.
// Anything on the way that git could take for a bare repository ends the search.
func plainTop(dir string) (top string, ok bool) {
	var below fs.FileInfo
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		here, err := os.Lstat(dir)
		if err != nil || below != nil && !onOneDevice(below, here) {
			return "", false
		}
		info, err := os.Lstat(filepath.Join(dir, ".git"))
		if err == nil {
			return dir, info.IsDir() && isOwn(info) && isOwn(here) && !strings.Contains(dir, string(os.PathListSeparator))
		}
		if !errors.Is(err, fs.ErrNotExist) || exists(filepath.Join(dir, "HEAD")) {
			return "", false
		}
		below = here
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
	for _, name := range []string{"refs", "objects"} {
		if info, err := os.Stat(filepath.Join(gitDir, name)); err != nil || !info.IsDir() {
			return false
		}
	}
	text, err := readSmall(filepath.Join(gitDir, "config"))
	return err == nil && isPlainConfig(text)
}

// isPlainConfig reports whether a configuration is well-formed, and nothing in it moves
// the work tree or asks for an extension. One that only might is left to git.
func isPlainConfig(text string) bool {
	section := ""
	for line := range strings.Lines(strings.ToLower(text)) {
		line = strings.Trim(line, blanks)
		name, header := plainSection(line)
		key, value, set := strings.Cut(line, "=")
		switch key, value = strings.Trim(key, blanks), strings.Trim(value, blanks); {
		case line == "" || line[0] == '#' || line[0] == ';':
		case header:
			section = name
		case section == "" || !isPlainSetting(key, value, set):
			return false
		}
		if strings.HasPrefix(section, "extensions") || strings.HasPrefix(section, "include") {
			return false
		}
	}
	return true
}

const blanks = " \t\r\n" // as git sees it

// plainSection reads [name] and [name "part"], and gives the name.
func plainSection(line string) (name string, ok bool) {
	line, opened := strings.CutPrefix(line, "[")
	line, closed := strings.CutSuffix(line, "]")
	name, part, quoted := strings.Cut(line, ` "`)
	if quoted {
		part, closed = strings.CutSuffix(part, `"`)
	}
	return name, opened && closed && !strings.ContainsAny(part, `"\`) && name != "" && strings.Trim(name, letters+"-.") == ""
}

// isPlainSetting reports whether a setting is one of a line, and means nothing special.
func isPlainSetting(key, value string, set bool) bool {
	switch key {
	case "worktree":
		return false
	case "bare":
		return value == "false"
	case "repositoryformatversion":
		return value == "0" || value == "1"
	}
	plain := key != "" && strings.Trim(key, letters+"-") == "" && strings.Trim(key[:1], letters) == ""
	return plain && set && !strings.Contains(value, `\`) && strings.Count(value, `"`)%2 == 0
}
