package git

import (
	"cmp"
	"context"
	"slices"

	"github.com/teammem/teammem/internal/memory"
)

// Bounds of one answer: a crafted tree of a few kilobytes can name billions of
// paths, or one of millions of directories. The depth is git's own
// (core.maxTreeDepth).
const (
	maxPaths   = 2_000_000
	maxFolders = 500_000
	maxDepth   = 2048
	maxTrees   = 10_000 // parsed trees to keep
)

func tooMany() error {
	return refuse(ErrUnsupported, "check a smaller repository", "a tree holds more than %d files or %d folders", maxPaths, maxFolders)
}

func tooDeep() error {
	return refuse(ErrUnsupported, "check a repository with fewer folders in folders", "a tree is more than %d folders deep", maxDepth)
}

// A forest reads tree objects, each only once.
type forest struct {
	Objects
	repo  *Repo
	trees map[string][]treeItem
}

func (r *Repo) startForest(ctx context.Context) (*forest, error) {
	objects, err := r.ask.Objects(ctx)
	return &forest{objects, r, map[string][]treeItem{}}, err
}

// load reads those of the trees that were not read yet.
func (f *forest) load(ids []string) error {
	if len(f.trees) > maxTrees {
		clear(f.trees)
	}
	var wanted []string
	for _, id := range ids {
		if _, known := f.trees[id]; known {
			continue
		}
		f.trees[id] = nil
		text, kept := f.repo.texts.get(id)
		if !kept {
			wanted = append(wanted, id)
			continue
		}
		var err error
		if f.trees[id], err = parseTree(text.raw, len(id)); err != nil {
			return err
		}
	}
	return f.Each(wanted, noLimit, func(_ int, o Object) error { return f.parse(o) })
}

func (f *forest) parse(o Object) error {
	text, err := treeData(o)
	if err == nil {
		f.repo.texts.put(o.ID, text)
		f.trees[o.ID], err = parseTree(text, len(o.ID))
	}
	return err
}

// root returns the id of the tree of a commit; "" has none.
func (f *forest) root(commit string) (string, error) {
	if commit == "" {
		return "", nil
	}
	if commit == f.repo.opened && f.repo.openedTree != "" {
		return f.repo.openedTree, nil
	}
	if b, ok := f.Objects.(*batch); ok && b.near != nil {
		if c, ok := f.repo.nearCommit(b, commit); ok {
			return c.tree, nil
		}
	}
	c, err := f.repo.commit(f, commit)
	return c.tree, err
}

// list returns the paths of a tree, sorted, without those in directories that enter refuses.
func (f *forest) list(root string, enter func(dir string) bool) ([]memory.Entry, error) {
	var entries []memory.Entry
	level := []treeItem{{hash: root}} // directories to read, their names being whole paths
	for depth, folders := 0, 0; len(level) > 0; depth++ {
		if depth > maxDepth {
			return nil, tooDeep()
		}
		if err := f.load(hashes(level)); err != nil {
			return nil, err
		}
		var below []treeItem
		for _, dir := range level {
			for _, item := range f.trees[dir.hash] {
				item.name = join(dir.name, item.name)
				item.flaw = cmp.Or(item.flaw, dir.flaw)
				switch {
				case item.mode != directory:
					entries = append(entries, memory.Entry{Path: item.name, Mode: item.mode, Hash: item.hash, Size: -1, Flaw: item.flaw})
				case enter(item.name):
					below = append(below, item)
				}
			}
			if len(entries) > maxPaths || folders+len(below) > maxFolders {
				return nil, tooMany()
			}
		}
		folders += len(below)
		level = below
	}
	sortEntries(entries)
	return entries, nil
}

func hashes(items []treeItem) []string {
	ids := make([]string, len(items))
	for i, item := range items {
		ids[i] = item.hash
	}
	return ids
}

func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// compare returns what differs between two trees, sorted; "" is the empty one.
// Git's own diff-tree gives up on some crafted trees, or takes an entry whose
// name holds a slash for another one.
func (f *forest) compare(old, new string) ([]memory.Change, error) {
	c := comparison{forest: f}
	if err := c.trees("", old, new, 0); err != nil {
		return nil, err
	}
	sortChanges(c.changes)
	return c.changes, nil
}

type comparison struct {
	*forest
	visited int
	changes []memory.Change
}

func (c *comparison) trees(dir, old, new string, depth int) error {
	if old == new {
		return nil
	}
	if depth > maxDepth {
		return tooDeep()
	}
	before, after, err := c.differing(old, new)
	if err != nil {
		return err
	}
	if c.visited++; c.visited > maxFolders || len(c.changes) > maxPaths {
		return tooMany()
	}
	c.files(dir, before.files, after.files)
	return c.directories(dir, before.dirs, after.dirs, depth)
}

// differing gives what of two trees has to be compared.
func (c *comparison) differing(old, new string) (before, after sides, err error) {
	one, err := c.text(old)
	if err != nil {
		return before, after, err
	}
	two, err := c.text(new)
	if err != nil {
		return before, after, err
	}
	if one.sorted && two.sorted {
		before, after = differing(one.raw, two.raw, c.repo.hexLen/2)
		return before, after, nil
	}
	if before, err = c.sides(old); err == nil {
		after, err = c.sides(new)
	}
	return before, after, err
}

// sides are the files and the directories of one tree. A crafted tree has
// several of one name.
type sides struct{ files, dirs []treeItem }

func (c *comparison) sides(id string) (s sides, err error) {
	if id == "" {
		return s, nil
	}
	if err := c.load([]string{id}); err != nil {
		return s, err
	}
	return split(c.forest.trees[id]), nil
}

func split(items []treeItem) (s sides) {
	for _, item := range items {
		if item.mode == directory {
			s.dirs = append(s.dirs, item)
		} else {
			s.files = append(s.files, item)
		}
	}
	return s
}

func (c *comparison) files(dir string, before, after []treeItem) {
	old, new := byName(before), byName(after)
	for _, item := range after {
		if twins := old.of(item.name); !hasSame(twins, item) {
			c.changes = append(c.changes, memory.Change{Path: join(dir, item.name), Old: stateOf(twins), New: stateOf([]treeItem{item})})
		}
	}
	for _, item := range before {
		if new.of(item.name) == nil {
			c.changes = append(c.changes, memory.Change{Path: join(dir, item.name), Old: stateOf([]treeItem{item})})
		}
	}
}

func (c *comparison) directories(dir string, before, after []treeItem, depth int) error {
	if err := c.prefetch(append(hashes(before), hashes(after)...)); err != nil {
		return err
	}
	old, new := byName(before), byName(after)
	for _, item := range after {
		twins := old.of(item.name)
		if hasSame(twins, item) {
			continue
		}
		before := stateOf(twins).Hash
		if before == item.hash {
			before = "" // only its place is wrong now, and so is that of all below
		}
		if err := c.trees(join(dir, item.name), before, item.hash, depth+1); err != nil {
			return err
		}
	}
	for _, item := range before {
		if new.of(item.name) != nil {
			continue
		}
		if err := c.trees(join(dir, item.name), item.hash, "", depth+1); err != nil {
			return err
		}
	}
	return nil
}

// A nameTable finds entries by their names.
type nameTable struct {
	few  []treeItem
	many map[string][]treeItem // in place of few
}

// fewItems is how many entries are looked through faster than put into a map.
const fewItems = 12

func byName(items []treeItem) nameTable {
	if len(items) <= fewItems {
		return nameTable{few: items}
	}
	m := make(map[string][]treeItem, len(items))
	for _, item := range items {
		m[item.name] = append(m[item.name], item)
	}
	return nameTable{many: m}
}

// of gives the entries of a name in their order; nil for none.
func (t nameTable) of(name string) (found []treeItem) {
	for i, item := range t.few {
		switch {
		case item.name != name:
		case found == nil:
			found = t.few[i : i+1 : i+1]
		default:
			found = append(found, item)
		}
	}
	if t.many != nil {
		return t.many[name]
	}
	return found
}

// hasSame reports whether want is among items. One that a lookup finds there may not be found any more.
func hasSame(items []treeItem, want treeItem) bool {
	return slices.ContainsFunc(items, func(item treeItem) bool {
		found := want.flaw == "" || want.flaw == oddMode || item.flaw == want.flaw
		return item.hash == want.hash && item.mode == want.mode && found
	})
}

// stateOf is the state of the first of items, or none.
func stateOf(items []treeItem) memory.State {
	if len(items) == 0 {
		return memory.State{}
	}
	return memory.State{Mode: items[0].mode, Hash: items[0].hash}
}
