package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// discover finds which repository is meant and what it is like, and pins it.
func (r *Repo) discover(ctx context.Context) error {
	named, err := namedPaths(r.env)
	if err != nil || r.discoverPlainly(ctx, named) {
		return err
	}
	return r.askGit(ctx, named)
}

// askGit has git say which repository is meant. One process answers where there is a
// commit and a work tree. A git that does not know an option says it back, and so does
// one that is too old or a program that is no git.
func (r *Repo) askGit(ctx context.Context, named []namedPath) error {
	args := append([]string{"rev-parse", "--path-format=absolute", "HEAD^{commit}"}, facts...)
	args = append(args, "--show-toplevel")
	for _, n := range named {
		args = append(args, n.ask...)
	}
	out, err := r.run(ctx, args...)
	answers := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if err != nil || len(answers) != len(facts)+2+len(named) {
		return r.discoverSlowly(ctx, named)
	}
	head, answers := answers[0], answers[1:]
	if err := r.note(answers[:len(facts)]); err != nil {
		return err
	}
	r.top = answers[len(facts)]
	if err := r.refuseEmbedded(); err != nil {
		return err
	}
	r.pin(named, answers[len(facts)+1:])
	if r.isID(head) {
		r.opened = head
	}
	return nil
}

// facts are what rev-parse is asked for; the path comes last.
var facts = []string{"--is-bare-repository", "--is-shallow-repository", "--show-object-format", "--absolute-git-dir"}

// discoverSlowly asks one thing at a time: there is no commit or no work tree, a path
// holds a line end, or something is wrong.
func (r *Repo) discoverSlowly(ctx context.Context, named []namedPath) error {
	if err := r.checkVersion(ctx); err != nil {
		return err
	}
	out, err := r.run(ctx, append([]string{"rev-parse"}, facts...)...)
	if err != nil {
		return r.notHere(err)
	}
	answers := strings.SplitN(strings.TrimSuffix(out, "\n"), "\n", len(facts))
	if len(answers) != len(facts) {
		return fmt.Errorf("git rev-parse: %w", errMeaningless)
	}
	if err := r.note(answers); err != nil {
		return err
	}
	if answers[0] == "false" {
		out, err = r.run(ctx, "rev-parse", "--show-toplevel")
		r.top = strings.TrimSuffix(out, "\n")
	}
	if err != nil && !errors.Is(err, ErrBare) { // inside .git there is no work tree either
		return err
	}
	if err := r.refuseEmbedded(); err != nil {
		return err
	}
	paths := make([]string, len(named))
	for i, n := range named {
		out, err := r.run(ctx, append([]string{"rev-parse", "--path-format=absolute"}, n.ask...)...)
		if err != nil {
			return err
		}
		paths[i] = strings.TrimSuffix(out, "\n")
	}
	r.pin(named, paths)
	return nil
}

// note takes the answers to facts.
func (r *Repo) note(answers []string) error {
	r.shallow = answers[1] == "true"
	r.gitDir = answers[3]
	switch answers[2] {
	case "sha1":
		r.hexLen = 40
	case "sha256":
		r.hexLen = 64
	default:
		return refuse(ErrUnsupported, "use a repository of sha1 or sha256", "the object format %q is unknown", printable(answers[2]))
	}
	return nil
}

func (r *Repo) notHere(err error) error {
	var e *Error
	if errors.As(err, &e) && errors.Is(e, ErrNotRepository) {
		e.What = fmt.Sprintf("%q is not in a git repository", r.dir)
	}
	return err
}

func (r *Repo) refuseEmbedded() error {
	if _, explicit := lookup(r.env, "GIT_DIR"); explicit {
		return nil
	}
	dir, err := filepath.EvalSymlinks(r.dir)
	if err != nil {
		return fmt.Errorf("find the current directory: %w", err)
	}
	return RefuseEmbedded(dir, r.gitDir)
}

// RefuseEmbedded refuses a bare repository around dir that is itself part of a work tree.
// A clone can bring one along, with a configuration of somebody else's choice,
// and whoever enters it would be told about it instead of about the clone. It is
// what safe.bareRepository=explicit prevents in git 2.38 and later.
func RefuseEmbedded(dir, gitDir string) error {
	if filepath.Base(gitDir) == ".git" {
		return nil
	}
	rel, err := filepath.Rel(gitDir, dir)
	if err != nil || !filepath.IsLocal(rel) {
		return nil // found through a .git file, not by standing in it
	}
	for parent := filepath.Dir(gitDir); parent != filepath.Dir(parent); parent = filepath.Dir(parent) {
		if _, err := os.Lstat(filepath.Join(parent, ".git")); err == nil {
			return refuse(ErrBare, "leave it, or set GIT_DIR to it if you mean to check a commit or a range of it",
				"%q is a bare repository inside the work tree %q", gitDir, parent)
		}
	}
	return nil
}

// A namedPath is a path that the environment names relative to the directory git was
// started in.
type namedPath struct {
	variable string
	ask      []string // how rev-parse is asked for it
}

func namedPaths(env []string) ([]namedPath, error) {
	var out []namedPath
	for _, n := range []namedPath{
		{"GIT_INDEX_FILE", []string{"--git-path", "index"}},
		{"GIT_OBJECT_DIRECTORY", []string{"--git-path", "objects"}},
		{"GIT_COMMON_DIR", []string{"--git-common-dir"}},
	} {
		switch value, ok := lookup(env, n.variable); {
		case !ok:
			continue
		case value == "": // git would take an index of no name for an empty one
			return nil, refuse(ErrMissingIndex, "correct or unset it", "%s is set and empty", n.variable)
		}
		out = append(out, n)
	}
	return out, nil
}

// pin makes later commands talk to the repository that was found, whatever
// directory they run in.
func (r *Repo) pin(named []namedPath, paths []string) {
	env := r.env
	for i, n := range named {
		env = replaceEnv(env, n.variable, paths[i])
	}
	r.indexFile, _ = lookup(env, "GIT_INDEX_FILE")
	if alternates, ok := lookup(env, "GIT_ALTERNATE_OBJECT_DIRECTORIES"); ok {
		env = replaceEnv(env, "GIT_ALTERNATE_OBJECT_DIRECTORIES", absoluteList(r.dir, alternates))
	}
	env = replaceEnv(env, "GIT_DIR", r.gitDir)
	r.dir = r.gitDir
	if r.top != "" {
		env = replaceEnv(env, "GIT_WORK_TREE", r.top)
		r.dir = r.top
	}
	r.env = env
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
