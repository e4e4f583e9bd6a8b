package gogit

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

// place says where the work tree of what was found is.
func (f discovery) place(dir string, env []string) (place, error) {
	p, format, err := open(f.gitDir)
	if err != nil {
		return p, err
	}
	if _, set := lookupSet(env, "GIT_WORK_TREE"); set || format.worktree != "" {
		return explicit(dir, f.gitDir, env)
	}
	if f.top != "" && !format.bare {
		p.top = f.top
	}
	p.indexBase = p.top
	return p, nil
}

// explicit is a git directory for which the work tree is not simply where .git lies
// (setup_explicit_git_dir).
func explicit(dir, gitDir string, env []string) (place, error) {
	p, format, err := open(gitDir)
	if err != nil {
		return p, err
	}
	switch tree, set := lookupSet(env, "GIT_WORK_TREE"); {
	case set && tree == "":
		return p, refuse(git.ErrBare, "correct or unset it", "GIT_WORK_TREE is set and empty")
	case set:
		p.top = under(dir, tree)
	case format.bare:
		return p, nil
	case format.worktree != "":
		p.top = under(p.gitDir, format.worktree)
	default:
		p.top = dir
	}
	if p.top, err = filepath.EvalSymlinks(p.top); err != nil {
		return p, refuse(git.ErrBare, "correct GIT_WORK_TREE or core.worktree", "the work tree does not exist: %v", err)
	}
	p.indexBase = dir
	if rel, err := filepath.Rel(p.top, dir); err == nil && filepath.IsLocal(rel) {
		p.indexBase = p.top
	}
	return p, nil
}

// A format is what the configuration says of the form of a repository.
type format struct {
	version    string
	bare       bool
	worktree   string // core.worktree as it was written; "" when it is not set
	extensions map[string]string
}

// open reads the form of a repository and refuses one that only git reads.
func open(gitDir string) (place, format, error) {
	p := place{gitDir: gitDir}
	common, err := commonDir(gitDir)
	if err != nil {
		return p, format{}, err
	}
	if p.commonDir, err = filepath.EvalSymlinks(common); err != nil {
		return p, format{}, err
	}
	f := format{version: "0", extensions: map[string]string{}}
	if err := f.read(filepath.Join(p.commonDir, "config")); err != nil {
		return p, f, err
	}
	if err := f.check(); err != nil {
		return p, f, err
	}
	if p.commonDir != p.gitDir { // these are of the main work tree alone
		f.bare, f.worktree = false, ""
	}
	p.worktreeConfig, _ = truth(f.extensions["worktreeconfig"])
	if p.worktreeConfig {
		own := format{extensions: map[string]string{}, bare: f.bare, worktree: f.worktree}
		if err := own.read(filepath.Join(p.gitDir, "config.worktree")); err != nil {
			return p, f, err
		}
		f.bare, f.worktree = own.bare, own.worktree
	}
	return p, f, refuseAlternates(p.commonDir)
}

func (f *format) read(file string) error {
	all, err := layer{"local", file}.alone()
	for _, s := range all {
		switch name, isExtension := strings.CutPrefix(s.key, "extensions."); {
		case isExtension:
			f.extensions[name] = s.value
		case s.key == "core.repositoryformatversion":
			f.version = s.value
		case s.key == "core.bare":
			if f.bare, isExtension = truth(s.value); !isExtension {
				return refuse(git.ErrMalformed, "mend the configuration value", "the configuration has core.bare = %q, want true or false", s.value)
			}
		case s.key == "core.worktree":
			f.worktree = s.value
		}
	}
	return err
}

// check refuses what is not known here. Of version 0 git heeds a few extensions alone,
// and passes over those that it does not know.
func (f *format) check() error {
	version, err := strconv.Atoi(f.version)
	if err != nil || version < 0 || version > 1 {
		return unsupported("the repository is of format version %q", f.version)
	}
	for name, value := range f.extensions {
		switch {
		case name == "noop", name == "noop-v1", name == "preciousobjects", name == "partialclone", name == "worktreeconfig":
		case name == "objectformat" && strings.EqualFold(value, "sha1"), name == "refstorage" && value == "files":
		case name == "objectformat", name == "refstorage":
			return unsupported("the repository has extensions.%s = %q", name, value)
		default:
			return unsupported("the repository has the extension %q", name)
		}
	}
	return nil
}
