package gogit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

// A place is where a repository lies. Paths are absolute.
type place struct {
	top       string // the work tree; "" when there is none
	gitDir    string // of this work tree
	commonDir string // of all work trees
	indexBase string // what a relative GIT_INDEX_FILE counts from
	// worktreeConfig says that work trees have configurations of their own.
	worktreeConfig bool
}

// notRead are variables that change what a repository is in ways that only git follows.
var notRead = []string{
	"GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH", "GIT_IMPLICIT_WORK_TREE",
}

// find finds the repository that git would take from dir (setup_git_directory_gently in
// its setup.c), and refuses one that another user owns or that is not read here.
func find(dir string, env []string) (place, error) {
	for _, name := range notRead {
		if _, set := lookupSet(env, name); set {
			return place{}, unsupported("the variable %s is set", name)
		}
	}
	if index, set := lookupSet(env, "GIT_INDEX_FILE"); set && index == "" {
		return place{}, refuse(git.ErrMissingIndex, "correct or unset it", "GIT_INDEX_FILE is set and empty")
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return place{}, err
	}
	if gitDir, set := lookupSet(env, "GIT_DIR"); set {
		return named(dir, gitDir, env)
	}
	f, err := discover(dir, env)
	if err != nil {
		return place{}, err
	}
	if err := f.mustBeTrusted(env); err != nil {
		return place{}, err
	}
	if f.top == "" {
		if err := git.RefuseEmbedded(dir, f.gitDir); err != nil {
			return place{}, err
		}
	}
	return f.place(dir, env)
}

// A discovery is a repository as it was found around a folder.
type discovery struct {
	top     string // where .git lies; "" in a git directory itself
	gitFile string // .git, where it is a file
	gitDir  string
}

// discover looks for a repository from dir upwards.
func discover(dir string, env []string) (discovery, error) {
	start, stop := dir, ceilings(env)
	for {
		f, found, err := look(dir)
		if err != nil || found {
			return f, err
		}
		parent := filepath.Dir(dir)
		if parent == dir || slices.Contains(stop, parent) {
			return discovery{}, refuse(git.ErrNotRepository, "run inside a clone, or \"git init\" first", "%q is not in a git repository", start)
		}
		if across, _ := truth(lookup(env, "GIT_DISCOVERY_ACROSS_FILESYSTEM")); !across && !sameDevice(dir, parent) {
			return discovery{}, refuse(git.ErrNotRepository, "set GIT_DISCOVERY_ACROSS_FILESYSTEM=1 to look further up",
				"%q is not in a git repository up to %q, where a file system is mounted", start, dir)
		}
		dir = parent
	}
}

// look looks for a repository at one folder.
func look(dir string) (f discovery, found bool, err error) {
	dotGit := filepath.Join(dir, ".git")
	info, err := os.Stat(dotGit)
	switch {
	case err == nil && info.Mode().IsRegular():
		gitDir, err := readGitFile(dotGit)
		return discovery{dir, dotGit, gitDir}, true, err
	case err == nil && isGitDir(dotGit):
		real, err := filepath.EvalSymlinks(dotGit)
		return discovery{dir, "", real}, true, err
	case isGitDir(dir):
		return discovery{"", "", dir}, true, nil
	}
	return discovery{}, false, nil
}

// maxGitFile is how many bytes the file .git may have.
const maxGitFile = 1 << 20

// readGitFile follows a file .git, which holds "gitdir: " and a path.
func readGitFile(file string) (string, error) {
	info, err := os.Stat(file)
	if err == nil && info.Size() > maxGitFile {
		return "", refuse(git.ErrNotRepository, "mend that file", "the file %q is no link to a repository", file)
	}
	text, err := git.ReadFile(file)
	if err != nil {
		return "", err
	}
	target, ok := strings.CutPrefix(string(text), "gitdir: ")
	target = strings.TrimRight(target, "\r\n")
	if dir := under(filepath.Dir(file), target); ok && target != "" && isGitDir(dir) {
		return filepath.EvalSymlinks(dir)
	}
	return "", refuse(git.ErrNotRepository, "mend that file", "the file %q names no git repository", file)
}

// isGitDir is git's own test (is_git_directory in its setup.c).
func isGitDir(dir string) bool {
	common, err := commonDir(dir)
	return err == nil && isFolder(filepath.Join(common, "objects")) && isFolder(filepath.Join(common, "refs")) && isHead(filepath.Join(dir, "HEAD"))
}

func isFolder(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}

func isHead(file string) bool {
	if target, err := os.Readlink(file); err == nil {
		return strings.HasPrefix(target, "refs/")
	}
	text, err := git.ReadFile(file)
	if err != nil {
		return false
	}
	if ref, ok := strings.CutPrefix(string(text), "ref:"); ok {
		return strings.HasPrefix(strings.TrimLeft(ref, " \t\r\n"), "refs/")
	}
	return len(text) >= hexLen && isID(strings.ToLower(string(text[:hexLen])))
}

// commonDir is what the file commondir of a git directory names, or the directory itself.
func commonDir(gitDir string) (string, error) {
	text, err := git.ReadFile(filepath.Join(gitDir, "commondir"))
	if errors.Is(err, fs.ErrNotExist) {
		return gitDir, nil
	}
	return under(gitDir, strings.TrimRight(string(text), "\r\n")), err
}

// ceilings are the folders that a search does not enter from below. After an empty
// element links are not followed.
func ceilings(env []string) []string {
	var dirs []string
	follow := true
	for _, dir := range filepath.SplitList(lookup(env, "GIT_CEILING_DIRECTORIES")) {
		if dir == "" {
			follow = false
			continue
		}
		if real, err := filepath.EvalSymlinks(dir); err == nil && follow {
			dir = real
		}
		dirs = append(dirs, filepath.Clean(dir))
	}
	return dirs
}

// named is the repository that GIT_DIR names. As with git, its owner does not matter.
func named(dir, gitDir string, env []string) (place, error) {
	gitDir = under(dir, gitDir)
	if info, err := os.Stat(gitDir); err == nil && info.Mode().IsRegular() {
		if gitDir, err = readGitFile(gitDir); err != nil {
			return place{}, err
		}
	}
	if !isGitDir(gitDir) {
		return place{}, refuse(git.ErrNotRepository, "correct or unset GIT_DIR", "GIT_DIR names %q, which is not a git repository", gitDir)
	}
	return explicit(dir, gitDir, env)
}
