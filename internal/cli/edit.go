package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"sync"

	"github.com/teammem/teammem/internal/atomicfile"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/git"
)

// An edit is one file that a command wants to write, planned before anything is
// written.
type edit struct {
	path string   // relative to the top of the repository
	prev []byte   // what it holds; nil when it is to be made
	next []byte   // nil when there is nothing to write
	gone bool     // the file is taken away
	done []string // what changes, in words
	left []string // what a person has to do, in words
}

// A tree is the work tree that edits are made in.
type tree struct {
	root   *os.Root
	hidden func() map[string]bool // the tracked files of agents that a sparse checkout keeps from the disk
}

// openTree opens the repository and its work tree.
func (a *App) openTree(ctx context.Context) (*git.Repo, *tree, error) {
	repo, err := a.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	if repo.Top() == "" {
		return nil, nil, errors.New("this repository is bare: there is no work tree to write in\nrun it in a clone")
	}
	t, err := treeOf(ctx, repo)
	return repo, t, err
}

// treeOf opens the work tree of a repository that has one.
func treeOf(ctx context.Context, repo *git.Repo) (*tree, error) {
	root, err := os.OpenRoot(repo.Top())
	if err != nil {
		return nil, fmt.Errorf("open the work tree: %w", err)
	}
	return &tree{root, sync.OnceValue(func() map[string]bool { return hiddenFiles(ctx, repo) })}, nil
}

func (t *tree) close() { _ = t.root.Close() } // nothing is lost: every file was written whole

// read gives the contents of a regular file, nil when there is none. A folder on
// the way that is a link or a file is refused.
func (t *tree) read(p string) ([]byte, error) {
	if err := t.plainFolders(path.Dir(p)); err != nil {
		return nil, err
	}
	info, err := t.root.Lstat(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%q is not a regular file but %s", p, kindOf(info))
	}
	data, err := t.root.ReadFile(p)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", p, err)
	}
	return data, nil
}

// plainFolders refuses a folder that is something else, or lies below something else.
func (t *tree) plainFolders(dir string) error {
	if dir == "." {
		return nil
	}
	if err := t.plainFolders(path.Dir(dir)); err != nil {
		return err
	}
	info, err := t.root.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("look at %q: %w", dir, err)
	case !info.IsDir():
		return fmt.Errorf("%q is not a folder but %s\nmove it away, so that the folder can be made", dir, kindOf(info))
	}
	return nil
}

func kindOf(info fs.FileInfo) string {
	switch mode := info.Mode(); {
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode.IsRegular():
		return "a file"
	case mode.IsDir():
		return "a folder"
	}
	return "a special file"
}

// settle writes the edits and says so; with check it only says what they would be, and that
// there are some is its error.
func (a *App) settle(t *tree, edits []edit, check bool) error {
	if !check {
		if err := a.carryOut(t, edits); err != nil {
			return err
		}
	}
	a.sayEdits(edits, check)
	if check && slices.ContainsFunc(edits, edit.changes) {
		return errBlocked
	}
	return nil
}

// sayEdits prints what was written, or would be, and what is left to do.
func (a *App) sayEdits(edits []edit, dryRun bool) {
	for _, e := range edits {
		if e.changes() {
			fmt.Fprintf(a.Stdout, "%s %s\n", e.verb(dryRun), inOneLine(e.path))
			for _, d := range e.done {
				fmt.Fprintf(a.Stdout, "  %s\n", inOneLine(d))
			}
		}
		for _, l := range e.left {
			a.hint(inOneLine(l))
		}
	}
}

// inOneLine is safe text: the name of a file can hold the end of a line.
func inOneLine(text string) string { return safe(finding.Visible(text)) }

// make plans a file that is written only when there is none.
func (t *tree) make(p, contents, what string) (edit, error) {
	prev, err := t.read(p)
	e := edit{path: p, prev: prev, next: prev}
	if err == nil && prev == nil {
		e.next, e.done = []byte(contents), []string{what}
	}
	return e, err
}

// verb says what becomes of the file.
func (e edit) verb(dryRun bool) string {
	switch {
	case e.gone && dryRun:
		return "would remove"
	case e.gone:
		return "removed"
	case dryRun:
		return "would write"
	}
	return "wrote"
}

func (e edit) changes() bool {
	return e.gone || e.next != nil && (e.prev == nil || !bytes.Equal(e.prev, e.next))
}

// perm is what a new file gets: a program can be run.
func (e edit) perm() fs.FileMode {
	if bytes.HasPrefix(e.next, []byte("#!")) {
		return 0o755
	}
	return 0o644
}

// carryOut makes the edits that change something, in order. When one fails it says what was written before: each file
// is as before or as planned.
func (a *App) carryOut(t *tree, edits []edit) error {
	for i, e := range edits {
		if err := t.write(e); err != nil {
			a.sayEdits(edits[:i], false)
			return err
		}
	}
	return nil
}

func (t *tree) write(e edit) error {
	switch {
	case !e.changes():
		return nil
	case e.gone:
		return atomicfile.Remove(t.root, e.path, e.prev)
	}
	return atomicfile.Replace(t.root, e.path, e.prev, e.next, e.perm())
}
