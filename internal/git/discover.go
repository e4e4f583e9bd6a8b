package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// discover asks git which repository is meant and what it is like.
func (r *Repo) discover(ctx context.Context) error {
	out, err := r.run(ctx, "rev-parse", "--is-bare-repository", "--is-shallow-repository", "--show-object-format", "--absolute-git-dir")
	if err != nil {
		return r.notHere(err)
	}
	// The path comes last: it alone may hold a line end.
	facts := strings.SplitN(strings.TrimSuffix(out, "\n"), "\n", 4)
	if len(facts) != 4 {
		return fmt.Errorf("git rev-parse: %w", errMeaningless)
	}
	r.shallow = facts[1] == "true"
	r.gitDir = facts[3]
	switch facts[2] {
	case "sha1":
		r.hexLen = 40
	case "sha256":
		r.hexLen = 64
	default:
		return refuse(ErrUnsupported, "use a repository of sha1 or sha256", "the object format %q is unknown", printable(facts[2]))
	}
	if facts[0] == "false" {
		out, err = r.run(ctx, "rev-parse", "--show-toplevel")
		r.top = strings.TrimSuffix(out, "\n")
	}
	if err != nil && !errors.Is(err, ErrBare) { // inside .git there is no work tree either
		return err
	}
	return r.refuseEmbedded()
}

func (r *Repo) notHere(err error) error {
	if e, ok := err.(*Error); ok && e.Kind == ErrNotRepository {
		e.What = fmt.Sprintf("%q is not in a git repository", r.dir)
	}
	return err
}

// refuseEmbedded refuses a bare repository that is itself part of a work tree.
// A clone can bring one along, with a configuration of somebody else's choice,
// and whoever enters it would be told about it instead of about the clone. It is
// what safe.bareRepository=explicit prevents in git 2.38 and later.
func (r *Repo) refuseEmbedded() error {
	if _, explicit := lookup(r.env, "GIT_DIR"); explicit || filepath.Base(r.gitDir) == ".git" {
		return nil
	}
	dir, err := filepath.EvalSymlinks(r.dir)
	if err != nil {
		return fmt.Errorf("find the current directory: %w", err)
	}
	rel, err := filepath.Rel(r.gitDir, dir)
	if err != nil || !filepath.IsLocal(rel) {
		return nil // found through a .git file, not by standing in it
	}
	for parent := filepath.Dir(r.gitDir); parent != filepath.Dir(parent); parent = filepath.Dir(parent) {
		if _, err := os.Lstat(filepath.Join(parent, ".git")); err == nil {
			return refuse(ErrBare, "leave it, or set GIT_DIR to it if you mean to check a commit or a range of it",
				"%q is a bare repository inside the work tree %q", r.gitDir, parent)
		}
	}
	return nil
}

// pin makes later commands talk to the repository that was found, whatever
// directory they run in.
func (r *Repo) pin(ctx context.Context) error {
	env, err := r.pinPaths(ctx, r.env)
	if err != nil {
		return err
	}
	env = replaceEnv(env, "GIT_DIR", r.gitDir)
	r.dir = r.gitDir
	if r.top != "" {
		env = replaceEnv(env, "GIT_WORK_TREE", r.top)
		r.dir = r.top
	}
	r.env = env
	return nil
}

// pinPaths makes absolute what the environment names relative to the directory
// git was started in.
func (r *Repo) pinPaths(ctx context.Context, env []string) ([]string, error) {
	named := []struct{ variable, option, path string }{
		{"GIT_INDEX_FILE", "--git-path", "index"},
		{"GIT_OBJECT_DIRECTORY", "--git-path", "objects"},
		{"GIT_COMMON_DIR", "--git-common-dir", ""},
	}
	for _, n := range named {
		switch value, ok := lookup(env, n.variable); {
		case !ok:
			continue
		case value == "": // git would take an index of no name for an empty one
			return nil, refuse(ErrMissingIndex, "correct or unset it", "%s is set and empty", n.variable)
		}
		args := []string{"rev-parse", "--path-format=absolute", n.option}
		if n.path != "" {
			args = append(args, n.path)
		}
		out, err := r.run(ctx, args...)
		if err != nil {
			return nil, err
		}
		env = replaceEnv(env, n.variable, strings.TrimSuffix(out, "\n"))
	}
	r.indexFile, _ = lookup(env, "GIT_INDEX_FILE")
	if alternates, ok := lookup(env, "GIT_ALTERNATE_OBJECT_DIRECTORIES"); ok {
		env = replaceEnv(env, "GIT_ALTERNATE_OBJECT_DIRECTORIES", absoluteList(r.dir, alternates))
	}
	return env, nil
}

// absoluteList makes the elements of a list of paths absolute. A list with
// quotes is git's own and absolute already.
func absoluteList(dir, list string) string {
	if strings.Contains(list, `"`) {
		return list
	}
	elements := filepath.SplitList(list)
	for i, e := range elements {
		if e != "" && !filepath.IsAbs(e) {
			elements[i] = filepath.Join(dir, e)
		}
	}
	return strings.Join(elements, string(os.PathListSeparator))
}
