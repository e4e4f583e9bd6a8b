package git

import (
	"cmp"
	"context"
	"encoding/hex"

	"github.com/teammem/teammem/internal/memory"
)

// maxStagedFolders is how many folders are compared one by one. Where more differ, git's
// own diff is as fast.
const maxStagedFolders = 2000

// stagedSince compares the tree of a commit with the index. Of both it reads only
// folders in which something differs: the others git has marked in the index with the
// id of their tree. Whatever it can't tell is errOtherIndex or another error, and git
// has to be asked.
func (r *Repo) stagedSince(ctx context.Context, commit string) ([]memory.Change, error) {
	file, err := r.openIndex()
	if file == nil || err != nil {
		return nil, cmp.Or(err, errOtherIndex)
	}
	defer file.Close()
	if file.survey == nil {
		err = r.scan(file, func(*indexScan) {})
	}
	if err != nil || !file.survey.plain || len(file.survey.folders) == 0 {
		return nil, errOtherIndex
	}
	index, err := newLister(file.contents(), file.info.Size(), r.hexLen, file.survey)
	if err != nil {
		return nil, err
	}
	f, err := r.startForest(ctx)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	tree, err := f.root(commit)
	if err != nil {
		return nil, err
	}
	c := stagedComparison{comparison: comparison{forest: f}, index: index}
	return c.from(tree)
}

// A stagedComparison compares a tree with an index.
type stagedComparison struct {
	comparison
	index    *lister
	compared int // how many folders
}

// A folderPair is a folder that may differ.
type folderPair struct {
	dir    string
	tree   string // its tree in the commit; "" when there is none
	cached int    // its place in the extension TREE; -1 when it is not there
}

// from goes through the folders level by level, so that git is asked once a level.
func (c *stagedComparison) from(tree string) ([]memory.Change, error) {
	level := c.differing(nil, folderPair{tree: tree})
	for len(level) > 0 {
		if c.compared += len(level); c.compared > maxStagedFolders {
			return nil, errOtherIndex
		}
		if err := c.load(trees(level)); err != nil {
			return nil, err
		}
		var below []folderPair
		for _, pair := range level {
			var err error
			if below, err = c.folder(pair, below); err != nil {
				return nil, err
			}
		}
		level = below
	}
	sortChanges(c.changes)
	return c.changes, nil
}

func trees(level []folderPair) []string {
	var ids []string
	for _, pair := range level {
		if pair.tree != "" {
			ids = append(ids, pair.tree)
		}
	}
	return ids
}

// differing adds a pair to level unless both sides are known to be the same.
func (c *stagedComparison) differing(level []folderPair, pair folderPair) []folderPair {
	if pair.tree != "" && pair.cached >= 0 && hex.EncodeToString(c.index.folders[pair.cached].id) == pair.tree {
		return level
	}
	return append(level, pair)
}

// folder notes which files directly in a folder differ, and adds to below the folders
// in it that may.
func (c *stagedComparison) folder(pair folderPair, below []folderPair) ([]folderPair, error) {
	before, err := c.sides(pair.tree)
	if err != nil {
		return nil, err
	}
	for _, item := range c.forest.trees[pair.tree] {
		if item.flaw != "" { // git decides what such a tree means
			return nil, errOtherIndex
		}
	}
	after, err := c.index.children(pair.dir)
	if err != nil {
		return nil, err
	}
	c.files(pair.dir, before.files, after.files)
	cached := map[string]int{}
	if pair.cached >= 0 {
		cached = subfolders(c.index.folders, pair.cached)
	}
	old, now := byName(before.dirs), byName(after.dirs)
	for _, item := range after.dirs {
		next := folderPair{dir: join(pair.dir, item.name), tree: stateOf(old.of(item.name)).Hash, cached: -1}
		if i, known := cached[item.name]; known {
			next.cached = i
		}
		below = c.differing(below, next)
	}
	for _, item := range before.dirs {
		if now.of(item.name) == nil { // nothing in it is left
			below = append(below, folderPair{dir: join(pair.dir, item.name), tree: item.hash, cached: -1})
		}
	}
	return below, nil
}
