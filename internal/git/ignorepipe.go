package git

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// readsIgnores is an error where git would wait for ever to read its ignore rules, since a pipe lies in the
// place of a file with them. Looked at are those outside the work tree, and those in the folders of paths.
func (r *Repo) readsIgnores(paths ...string) error {
	if r.top == "" {
		return nil
	}
	files := []string{filepath.Join(r.gitDir, "info", "exclude"), filepath.Join(r.commonDir(), "info", "exclude"), r.userExcludes()}
	for _, file := range files {
		if isPipe(file) {
			return PipedIgnores(file)
		}
	}
	seen := map[string]bool{}
	for _, p := range paths {
		for dir := path.Dir(p); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			if p := path.Join(dir, ".gitignore"); isPipe(filepath.Join(r.top, filepath.FromSlash(p))) {
				return PipedIgnores(p)
			}
		}
	}
	return nil
}

// commonDir is the folder that all work trees of the repository share.
func (r *Repo) commonDir() string {
	to, err := readSmall(filepath.Join(r.gitDir, "commondir"))
	if err != nil {
		return r.gitDir
	}
	if to = strings.TrimSpace(to); filepath.IsAbs(to) {
		return to
	}
	return filepath.Join(r.gitDir, to)
}

// PipedIgnores says that ignore rules can't be read, since a pipe lies at file: git would wait for ever, and so
// would whoever reads it in its place.
func PipedIgnores(file string) error {
	return fmt.Errorf("%q is a pipe, and git waits for ever to read ignore rules from it\nremove it, or put a file there", file)
}

// isPipe reports whether a pipe, or a link to one, lies at name; false for "".
func isPipe(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode()&fs.ModeNamedPipe != 0
}

// pathsOf are the paths of tracked files and of the team directory, in whose folders git reads ignore rules.
func pathsOf(tracked []IndexEntry) []string {
	paths := make([]string, 0, len(tracked)+1)
	for _, e := range tracked {
		paths = append(paths, e.Path)
	}
	return slices.Insert(paths, 0, memory.IndexPath)
}
