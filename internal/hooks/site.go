package hooks

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

// A Site is where the hooks of a repository are.
type Site struct {
	Runner  Runner
	Dir     string   // where the files are that Runner starts, absolute
	Path    string   // where git looks for hooks, absolute
	Top     string   // of the work tree
	Shared  bool     // Dir is part of the work tree, so that the files go to other machines
	Manager *Manager // whose files say what runs; nil when the files in Dir do
	Notes   []string // what a person should know before anything is written
	Idle    string   // why git starts none of the files in Dir; "" when it does, as far as they tell
	gitDir  string   // that all work trees share
}

// Find says where the hooks of a repository are and who runs them. It needs a work tree.
func Find(ctx context.Context, repo *git.Repo) (*Site, error) {
	at, err := repo.HooksPath(ctx)
	if err != nil {
		return nil, err
	}
	common, err := repo.CommonDir(ctx)
	if err != nil {
		return nil, err
	}
	s := &Site{Dir: at.Dir, Path: at.Dir, Top: repo.Top(), gitDir: common}
	if info, err := os.Stat(at.Dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("core.hooksPath is %q, which is no folder, so git runs no hook\nrun git config --%s --unset-all core.hooksPath", at.Value, at.Scope)
	}
	s.findHusky(at)
	if s.Runner == Git {
		s.Manager, err = findManager(s.Top)
	}
	s.Shared = s.inWorkTree()
	if (at.Scope == "global" || at.Scope == "system") && filepath.IsAbs(at.Value) { // a relative one is a folder of each
		s.Notes = append(s.Notes, fmt.Sprintf("core.hooksPath is set for more than this repository: the hooks in %q run in all of them", at.Dir))
	}
	return s, err
}

// findHusky recognises husky 9 by the folder that it names as core.hooksPath, and, in a
// clone where nobody has started husky yet, by its own folder.
func (s *Site) findHusky(at git.HooksPath) {
	own := filepath.Join(s.Top, ".husky")
	switch {
	case filepath.Base(at.Dir) == "_" && (exists(filepath.Join(at.Dir, "h")) || filepath.Dir(at.Dir) == own):
		s.Runner, s.Dir = Husky, filepath.Dir(at.Dir)
	case at.Value == "" && exists(own) && mentions(filepath.Join(s.Top, "package.json"), "husky"):
		s.Runner, s.Dir, s.Path = Husky, own, filepath.Join(own, "_")
	default:
		return
	}
	if !exists(filepath.Join(s.Path, "h")) {
		s.Idle = fmt.Sprintf("husky is not set up in this work tree, so no hook runs here: run npm install (%q is missing)", s.Path)
		s.Notes = append(s.Notes, s.Idle)
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func mentions(file, word string) bool {
	data, err := git.ReadFile(file)
	return err == nil && strings.Contains(string(data), word)
}

// inWorkTree reports whether Dir lies in the work tree, but not in its .git.
func (s *Site) inWorkTree() bool {
	return within(s.Top, s.Dir) && !within(s.gitDir, s.Dir)
}

func within(parent, dir string) bool {
	rel, err := filepath.Rel(real(parent), real(dir))
	return err == nil && filepath.IsLocal(rel)
}

// real follows the links of the part of path that exists.
func real(path string) string {
	resolved, err := filepath.EvalSymlinks(path)
	if err == nil {
		return resolved
	}
	if parent := filepath.Dir(path); parent != path {
		return filepath.Join(real(parent), filepath.Base(path))
	}
	return path
}

// maxScript is the size from which a file is taken for something else than a script.
const maxScript = 1 << 20

// look says what lies at the place of a hook.
func (s *Site) look(name string) (File, error) {
	f := File{Path: filepath.Join(s.Dir, name)}
	info, err := os.Lstat(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f, nil
	case err != nil:
		return f, fmt.Errorf("look at %q: %w", f.Path, err)
	case info.Mode()&fs.ModeSymlink != 0:
		f.Kind = Link
		if info, err = os.Stat(f.Path); err != nil || !info.Mode().IsRegular() || info.Size() > maxScript {
			return f, nil
		}
	case !info.Mode().IsRegular() || info.Size() > maxScript:
		f.Kind = Other
		return f, nil
	default:
		f.Kind = Regular
	}
	f.Executable = info.Mode().Perm()&0o111 != 0 || filepath.Separator == '\\'
	f.Text, err = os.ReadFile(f.Path)
	if errors.Is(err, fs.ErrNotExist) { // somebody took it away meanwhile
		return s.look(name)
	}
	if err != nil {
		return f, fmt.Errorf("read %q: %w", f.Path, err)
	}
	if f.Text == nil {
		f.Text = []byte{}
	}
	f.Legacy = readSmall(f.Path + ".legacy")
	return f, nil
}

// readSmall gives the contents of a script, nil when there is none.
func readSmall(name string) []byte {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxScript {
		return nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	return data
}
