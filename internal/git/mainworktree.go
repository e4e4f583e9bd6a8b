package git

import (
	"context"
	"path/filepath"
)

// MainWorktree gives the real path of the main work tree, from each of its linked ones
// the same; of a submodule it is the submodule's own. Where git does not know one it is
// the directory that all work trees share: in a bare repository, and in a linked work tree
// of one whose git directory lies elsewhere. The path of a work tree that is gone is
// given as it was.
func (r *Repo) MainWorktree(ctx context.Context) (string, error) {
	common, err := r.CommonDir(ctx)
	if err != nil {
		return "", err
	}
	common = realPath(common)
	if r.top != "" && realPath(r.gitDir) == common {
		return realPath(r.top), nil
	}
	named, err := r.namedWorktree(ctx, common)
	switch {
	case err != nil:
		return "", err
	case named != "":
		return realPath(named), nil
	case filepath.Base(common) == ".git":
		return filepath.Dir(common), nil
	}
	return common, nil
}

// namedWorktree gives core.worktree of the main work tree, as a submodule has it, or "".
// The file config.worktree in the common directory is for the main work tree alone.
func (r *Repo) namedWorktree(ctx context.Context, common string) (string, error) {
	for _, file := range []string{"config.worktree", "config"} {
		values, err := r.ask.Config(ctx, Query{Keys: `core\.worktree`, Type: PathValue, File: filepath.Join(common, file)})
		if err != nil {
			return "", err
		}
		switch dir := last(values); {
		case dir == "":
		case filepath.IsAbs(dir):
			return dir, nil
		default:
			return filepath.Join(common, dir), nil
		}
	}
	return "", nil
}

// realPath is dir without symbolic links where it exists, and cleaned where not.
func realPath(dir string) string {
	if target, err := filepath.EvalSymlinks(dir); err == nil {
		return target
	}
	return filepath.Clean(filepath.FromSlash(dir))
}
