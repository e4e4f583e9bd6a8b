package gogit

import (
	"path/filepath"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

// mustBeTrusted refuses a repository of another user unless safe.directory names it, in
// the configuration of the machine or of the user or on the command line of git
// (ensure_valid_ownership). GIT_TEST_ASSUME_DIFFERENT_OWNER is what git's own tests use.
func (f discovery) mustBeTrusted(env []string) error {
	own, _ := truth(lookup(env, "GIT_TEST_ASSUME_DIFFERENT_OWNER"))
	own = !own
	name := f.gitDir
	if f.top != "" {
		name = f.top
	}
	for _, path := range []string{f.gitFile, f.top, f.gitDir} {
		own = own && (path == "" || isOwn(path, env))
	}
	if own {
		return nil
	}
	safe, err := isSafe(name, env)
	if err != nil || safe {
		return err
	}
	return refuse(git.ErrNotTrusted, "if you trust it, add it to safe.directory, as \"git config --global --add safe.directory "+name+"\" does",
		"the repository %q "+notOwn, name)
}

func isSafe(dir string, env []string) (bool, error) {
	var values []string
	for _, l := range ownLayers(env) {
		all, err := l.read(env)
		if err != nil {
			return false, err
		}
		for _, s := range all {
			if s.key == "safe.directory" && s.condition == "" {
				values = append(values, s.value)
			}
		}
	}
	safe := false
	for _, v := range append(values, git.SafeDirectories(env)...) {
		safe = v != "" && (safe || isNamed(dir, v, env))
	}
	return safe, nil
}

// isNamed reports whether a value of safe.directory names dir.
func isNamed(dir, value string, env []string) bool {
	if value == "*" {
		return true
	}
	path, err := expand(value, env)
	dir, path = filepath.ToSlash(dir), filepath.ToSlash(path) // as git has both on Windows
	if above, ok := strings.CutSuffix(path, "/*"); ok {
		return err == nil && strings.HasPrefix(dir, above+"/")
	}
	return err == nil && path == dir
}
