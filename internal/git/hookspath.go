package git

import (
	"context"
	"fmt"
	"path/filepath"
)

// A HooksPath is where git looks for hooks.
type HooksPath struct {
	Dir   string // absolute; it may not exist
	Value string // of core.hooksPath; "" when it is not set
	Scope string // of core.hooksPath: system, global, local or worktree; "" when it is not set
}

// HooksPath says where git looks for the hooks of this work tree. A relative
// core.hooksPath counts from its top. A value that git was given for one command alone
// has no effect. Without a work tree it is ErrBare.
func (r *Repo) HooksPath(ctx context.Context) (HooksPath, error) {
	if err := r.needWorktree(); err != nil {
		return HooksPath{}, err
	}
	values, err := r.ask.Config(ctx, Query{Keys: `core\.hookspath`, Type: PathValue})
	if err != nil {
		return HooksPath{}, err
	}
	var found HooksPath
	if n := len(values); n > 0 {
		found.Scope, found.Value = values[n-1].Scope, values[n-1].Value
	}
	switch {
	case found.Scope == "":
		common, err := r.CommonDir(ctx)
		found.Dir = filepath.Join(common, "hooks")
		return found, err
	case found.Value == "":
		return found, fmt.Errorf("core.hooksPath is empty, so git finds no hooks\nrun git config --%s --unset-all core.hooksPath", found.Scope)
	case filepath.IsAbs(found.Value):
		found.Dir = filepath.Clean(found.Value)
	default:
		found.Dir = filepath.Join(r.top, found.Value)
	}
	return found, nil
}

// CommonDir is the absolute path of the directory that all work trees of the repository
// share.
func (r *Repo) CommonDir(ctx context.Context) (string, error) {
	return r.ask.CommonDir(ctx)
}
