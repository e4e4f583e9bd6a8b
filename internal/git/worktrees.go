package git

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/memory"
)

// Worktrees lists the work trees of the clone that are on disk, sorted, this one among them.
func (r *Repo) Worktrees(ctx context.Context) ([]string, error) {
	common, err := r.CommonDir(ctx)
	if err != nil {
		return nil, err
	}
	main, err := r.MainWorktree(ctx)
	if err != nil {
		return nil, err
	}
	var out []string
	if main != realPath(common) { // else there is none, or only linked ones
		out = append(out, main)
	}
	linked, err := os.ReadDir(filepath.Join(common, "worktrees"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, d := range linked {
		at := filepath.Join(common, "worktrees", d.Name())
		if top, ok := linkedTop(at); ok {
			out = append(out, realPath(top))
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// linkedTop reads where a linked work tree lies. It is not ok when that is gone.
// https://git-scm.com/docs/gitrepository-layout
func linkedTop(at string) (top string, ok bool) {
	data, err := ReadFile(filepath.Join(at, "gitdir"))
	if err != nil {
		return "", false
	}
	file := strings.TrimSuffix(string(data), "\n")
	if !filepath.IsAbs(file) {
		file = filepath.Join(at, file)
	}
	_, err = os.Lstat(file)
	return filepath.Dir(file), err == nil
}

// Sparse lists the tracked files among those wanted that a sparse checkout keeps from the disk.
func (r *Repo) Sparse(ctx context.Context, want func(path string) bool) (out []string, err error) {
	all, err := r.index(ctx)
	if err != nil || r.top == "" {
		return nil, err
	}
	v := visit{top: r.top, dirs: map[string]bool{".": true, "/": false}}
	for _, e := range all {
		if e.Sparse && want(e.Path) && !v.exists(e.Path) {
			out = append(out, e.Path)
		}
	}
	return out, nil
}

// CommitTime is when a commit was made, by the clock of who made it; zero where there is no
// git.
func (r *Repo) CommitTime(ctx context.Context, commit string) (time.Time, error) {
	if err := r.wantID(commit); err != nil || r.git == "" {
		return time.Time{}, err
	}
	out, err := r.run(ctx, "rev-list", "--no-walk", "--timestamp", commit)
	if err != nil {
		return time.Time{}, err
	}
	seconds, _, _ := strings.Cut(out, " ")
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return time.Time{}, errMeaningless
	}
	return time.Unix(n, 0), nil
}

// Nested reports whether path is a submodule in the index.
func (r *Repo) Nested(ctx context.Context, path string) (bool, error) {
	found, err := r.Listed(ctx, memory.At{Kind: memory.AtIndex}, func(p []byte) bool { return string(p) == path })
	return err == nil && len(found) > 0 && found[0].Mode == memory.Gitlink, err
}
