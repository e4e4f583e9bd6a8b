package git

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
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
	out, err := r.run(ctx, "config", "-z", "--show-scope", "--type=path", "--get-all", "core.hooksPath")
	if err != nil {
		return HooksPath{}, err
	}
	var found HooksPath
	fields := strings.Split(out, "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		if fields[i] != "command" { // what hardened imposes
			found.Scope, found.Value = fields[i], fields[i+1]
		}
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
	out, err := r.run(ctx, "rev-parse", "--path-format=absolute", "--git-common-dir")
	return filepath.Clean(strings.TrimSuffix(out, "\n")), err
}
