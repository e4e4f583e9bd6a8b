// Package gogit answers what package git asks about a repository without the program
// git, for machines that have none: packs of objects are read by the library go-git, all
// else here. It reads the formats that are written by default and a few more; what it does
// not read as git does is refused by name, as an error of kind git.ErrUnsupported. It
// writes nothing and runs nothing.
package gogit

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

// Open finds a repository as git does and heeds the variables of o.Env that git heeds;
// o.Git means nothing here. Errors are those of git.Open; git.ErrUnsupported is said of
// all that is not read without git.
func Open(ctx context.Context, o git.Options) (*git.Repo, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if o.Env == nil {
		o.Env = os.Environ()
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	p, err := find(dir, o.Env)
	if err != nil {
		return nil, err
	}
	index := lookup(o.Env, "GIT_INDEX_FILE")
	if index != "" {
		index = under(p.indexBase, index)
	}
	shallow, err := readShallow(p.commonDir)
	if err != nil {
		return nil, err
	}
	a := &answers{place: p, env: o.Env, store: &store{dir: filepath.Join(p.commonDir, "objects")}, shallow: shallow}
	return git.New(git.Place{Top: p.top, GitDir: p.gitDir, IndexFile: index, Shallow: shallow != nil, Env: o.Env}, a), nil
}

// answers is the git.Plumbing of one repository.
type answers struct {
	place   place
	env     []string
	store   *store
	shallow map[string]bool // commits whose parents are not here; nil in a whole clone
}

func (a *answers) CommonDir(context.Context) (string, error) { return a.place.commonDir, nil }

// Close closes the packs, which are opened again when they are needed.
func (a *answers) Close() {
	a.store.mu.Lock()
	defer a.store.mu.Unlock()
	a.store.forget()
}

// Index refuses what Repo does not read itself.
func (a *answers) Index(_ context.Context, why error) ([]git.IndexEntry, error) { return nil, why }

// refuse makes an error that a caller may decide by.
func refuse(kind error, fix, format string, args ...any) error {
	return &git.Error{Kind: kind, What: fmt.Sprintf(format, args...), Fix: fix}
}

const installGit = "install git, which reads it"

// unsupported refuses what only git reads.
func unsupported(format string, args ...any) error {
	return refuse(git.ErrUnsupported, installGit, format+", which is not read without git", args...)
}

// lookup is the last value of a variable; "" when it is not set.
func lookup(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if k, v, ok := strings.Cut(env[i], "="); ok && k == name {
			return v
		}
	}
	return ""
}

// under is p, from dir where it is relative.
func under(dir, p string) string {
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(dir, p)
}
