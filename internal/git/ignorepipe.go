package git

import (
	"fmt"
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
	files := []string{filepath.Join(r.gitDir, "info", "exclude"), filepath.Join(commonDir(r.gitDir), "info", "exclude"), r.userExcludes(), r.namedExcludes()}
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

// namedExcludes is the file that core.excludesFile names in a configuration as git writes it; "" where none does.
func (r *Repo) namedExcludes() (file string) {
	for _, config := range append(r.widerConfigs(), filepath.Join(commonDir(r.gitDir), "config")) {
		text, _ := readSmall(config)
		for line := range strings.Lines(text) {
			key, value, _ := strings.Cut(line, "=")
			if strings.EqualFold(strings.Trim(key, blanks), "excludesfile") {
				file = strings.Trim(value, blanks+`"`)
			}
		}
	}
	if below, ok := strings.CutPrefix(file, "~/"); ok {
		home, _ := lookup(r.env, "HOME")
		return filepath.Join(home, below)
	}
	if file == "" {
		return ""
	}
	return from(r.top, file)
}

// PipedIgnores says that ignore rules can't be read, since a pipe lies at file: git would wait for ever, and so
// would whoever reads it in its place.
func PipedIgnores(file string) error {
	return fmt.Errorf("%q is a pipe, and git waits for ever to read ignore rules from it\nremove it, or put a file there", file)
}

// pathsOf are the paths of tracked files and of the team directory, in whose folders git reads ignore rules.
func pathsOf(tracked []IndexEntry) []string {
	paths := make([]string, 0, len(tracked)+1)
	for _, e := range tracked {
		paths = append(paths, e.Path)
	}
	return slices.Insert(paths, 0, memory.IndexPath)
}
