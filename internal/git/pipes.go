package git

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// runWith is that of the runner, unless git would wait for ever.
func (r *Repo) runWith(ctx context.Context, stdin []byte, args ...string) (out, warnings string, err error) {
	if err := r.holdsNoPipe(); err != nil {
		return "", "", err
	}
	return r.runner.runWith(ctx, stdin, args...)
}

// run is that of the runner, unless git would wait for ever.
func (r *Repo) run(ctx context.Context, args ...string) (string, error) {
	out, _, err := r.runWith(ctx, nil, args...)
	return out, err
}

// holdsNoPipe is an error where a pipe lies in the place of a file that most commands of git read, or of a ref
// with the name refs/..., or of an object that was wanted: git would wait for ever.
func (r *Repo) holdsNoPipe(refs ...string) error {
	dir := r.gitDir
	if dir == "" {
		dir = r.gitDirAround()
	}
	files := []string{filepath.Join(dir, "commondir"), filepath.Join(dir, "HEAD"), filepath.Join(dir, "config.worktree")}
	common := commonDir(dir)
	if ref, _, ok := headFile(dir); ok && ref != "" {
		refs = append(refs, ref)
	}
	for _, name := range append(refs, "config", "packed-refs", "shallow", "objects/info/alternates", "objects/info/commit-graph") {
		files = append(files, filepath.Join(common, filepath.FromSlash(name)))
	}
	r.mu.Lock()
	files = append(files, r.odd)
	r.mu.Unlock()
	return noPipe(append(files, r.widerConfigs()...))
}

func noPipe(files []string) error {
	for _, file := range files {
		if isPipe(file) {
			return refuse(ErrUnsupported, "remove it, or put the file there", "%q is a pipe, and git waits for ever to read it", file)
		}
	}
	return nil
}

// gitDirAround is where the repository should be that git has not been asked for yet.
func (r *Repo) gitDirAround() string {
	if dir, ok := lookup(r.env, "GIT_DIR"); ok {
		return from(r.dir, dir)
	}
	for dir := r.dir; ; dir = filepath.Dir(dir) {
		at := filepath.Join(dir, ".git")
		if text, err := readSmall(at); err == nil {
			return from(dir, strings.TrimSpace(strings.TrimPrefix(text, "gitdir:")))
		}
		if exists(at) || dir == filepath.Dir(dir) {
			return at
		}
	}
}

// commonDir is the folder that all work trees of a repository share.
func commonDir(gitDir string) string {
	to, err := readSmall(filepath.Join(gitDir, "commondir"))
	if err != nil {
		return gitDir
	}
	return from(gitDir, strings.TrimSpace(to))
}

// from is a path that is relative to dir, or absolute.
func from(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// isPipe reports whether a pipe, or a link to one, lies at name; false for "".
func isPipe(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode()&fs.ModeNamedPipe != 0
}
