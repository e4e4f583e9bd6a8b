package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// noLimit reads objects whole.
const noLimit = math.MaxInt64

// maxPaths bounds the paths of one state: a crafted tree of a few kilobytes can
// name billions.
const maxPaths = 4_000_000

// Entries returns every path of one state, sorted by the bytes of the path.
//
// Of the index, a path with an unresolved conflict has one entry a stage, and
// what was only announced (add --intent-to-add) is left out, as a commit leaves
// it out. Of a commit, an entry that git's own lookup and a checkout could see
// differently has a Flaw. Of the work tree, modes and sizes are those on disk; a
// tracked file that is gone is left out, unless it is not meant to lie there
// (sparse checkout): then its entry is that of the index and has a Hash.
func (r *Repo) Entries(ctx context.Context, at memory.At) ([]memory.Entry, error) {
	switch at.Kind {
	case memory.AtIndex:
		return r.indexEntries(ctx)
	case memory.AtWorktree:
		return r.worktreeEntries(ctx)
	}
	return r.treeEntries(ctx, at.Commit)
}

// indexEntries lists what git will commit.
func (r *Repo) indexEntries(ctx context.Context) ([]memory.Entry, error) {
	all, err := r.index(ctx)
	if err != nil {
		return nil, err
	}
	announced, err := r.announced(ctx, all)
	if err != nil {
		return nil, err
	}
	entries := make([]memory.Entry, 0, len(all))
	for _, e := range all {
		if !announced[e.Path] {
			entries = append(entries, e.Entry)
		}
	}
	sortEntries(entries)
	return entries, nil
}

func (r *Repo) index(ctx context.Context) ([]indexEntry, error) {
	if err := r.needIndex(); err != nil {
		return nil, err
	}
	out, err := r.run(ctx, "ls-files", "-t", "-s", "-z")
	if err != nil {
		return nil, err
	}
	return parseIndex(out, r.hexLen)
}

// needIndex refuses a repository without a work tree, and an index file that
// was named and is not there: git would take it for an empty one.
func (r *Repo) needIndex() error {
	if err := r.needWorktree(); err != nil || r.indexFile == "" {
		return err
	}
	_, err := os.Stat(r.indexFile)
	if errors.Is(err, fs.ErrNotExist) {
		return refuse(ErrMissingIndex, "correct or unset GIT_INDEX_FILE", "the index %q does not exist", r.indexFile)
	}
	if err != nil {
		return fmt.Errorf("find the index: %w", err)
	}
	return nil
}

// announced returns the paths of entries that no commit would take. Those have
// the empty blob; whether such an entry is one of them, git says best by what it
// would commit over the empty tree.
func (r *Repo) announced(ctx context.Context, all []indexEntry) (map[string]bool, error) {
	empty := newHash(r.hexLen)
	empty.Write([]byte("blob 0\x00"))
	emptyBlob := fmt.Sprintf("%x", empty.Sum(nil))
	paths := map[string]bool{}
	for _, e := range all {
		if e.Stage == 0 && e.Hash == emptyBlob {
			paths[e.Path] = true
		}
	}
	if len(paths) == 0 {
		return nil, nil
	}
	changes, err := r.diffIndex(ctx, r.emptyTree())
	for _, c := range changes {
		delete(paths, c.Path)
	}
	return paths, err
}

// treeEntries lists the tree of a commit by reading its tree objects, since
// git's own listing hides entries of a crafted tree.
func (r *Repo) treeEntries(ctx context.Context, commit string) ([]memory.Entry, error) {
	if commit == "" {
		return nil, nil
	}
	b, err := r.startBatch(ctx)
	if err != nil {
		return nil, err
	}
	defer b.close()
	c, err := r.commit(b, commit)
	if err != nil {
		return nil, err
	}
	w := walk{repo: r, batch: b, level: []treeItem{{hash: c.tree}}}
	for len(w.level) > 0 {
		if err := w.descend(); err != nil {
			return nil, err
		}
	}
	sortEntries(w.entries)
	return w.entries, nil
}

// A walk reads a tree one level of directories at a time.
type walk struct {
	repo    *Repo
	batch   *batch
	level   []treeItem // directories to read, their names being whole paths
	entries []memory.Entry
}

func (w *walk) descend() error {
	level := w.level
	w.level = nil
	ids := make([]string, len(level))
	for i, dir := range level {
		ids[i] = dir.hash
	}
	return w.batch.each(ids, noLimit, func(i int, o object) error {
		items, err := w.repo.asTree(o)
		if err != nil {
			return err
		}
		return w.add(level[i], items)
	})
}

func (r *Repo) asTree(o object) ([]treeItem, error) {
	if o.err != nil {
		return nil, o.err
	}
	if o.kind != "tree" {
		return nil, refuse(ErrMalformed, "run \"git fsck\"", "object %s is a %s where a tree should be", o.id, printable(o.kind))
	}
	return parseTree(o.data, r.hexLen)
}

func (w *walk) add(dir treeItem, items []treeItem) error {
	if len(w.entries)+len(w.level)+len(items) > maxPaths {
		return refuse(ErrUnsupported, "check a smaller repository", "a tree holds more than %d paths", maxPaths)
	}
	for _, item := range items {
		if dir.name != "" {
			item.name = dir.name + "/" + item.name
		}
		item.flaw = cmp.Or(item.flaw, dir.flaw)
		if item.mode == directory {
			w.level = append(w.level, item)
			continue
		}
		w.entries = append(w.entries, memory.Entry{Path: item.name, Mode: item.mode, Hash: item.hash, Size: -1, Flaw: item.flaw})
	}
	return nil
}

func sortEntries(entries []memory.Entry) {
	slices.SortStableFunc(entries, func(a, b memory.Entry) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Stage, b.Stage))
	})
}
