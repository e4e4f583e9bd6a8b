package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// noLimit reads objects whole.
const noLimit = math.MaxInt64

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
		return r.indexEntries(ctx, func([]byte) bool { return true })
	case memory.AtWorktree:
		return r.worktreeEntries(ctx)
	}
	return r.treeEntries(ctx, at.Commit, everyFolder)
}

func everyFolder(string) bool { return true }

// Within is Entries of a commit without what lies in the directories that enter refuses,
// which are not read. It is asked with the path of a directory, whose parents it took.
func (r *Repo) Within(ctx context.Context, commit string, enter func(dir string) bool) ([]memory.Entry, error) {
	return r.treeEntries(ctx, commit, enter)
}

// Listed is Entries with those paths alone that want takes. Of the index, no more
// than those are held in memory. What want is given is overwritten later.
func (r *Repo) Listed(ctx context.Context, at memory.At, want func(path []byte) bool) ([]memory.Entry, error) {
	if at.Kind == memory.AtIndex {
		return r.indexEntries(ctx, want)
	}
	all, err := r.Entries(ctx, at)
	return slices.DeleteFunc(all, func(e memory.Entry) bool { return !want([]byte(e.Path)) }), err
}

// indexEntries lists what git will commit.
func (r *Repo) indexEntries(ctx context.Context, want func(path []byte) bool) ([]memory.Entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var entries []memory.Entry
	err := r.scanned(func(s *indexScan) {
		if !s.announced && want(s.name) {
			entries = append(entries, s.entry())
		}
	})
	if errors.Is(err, errOtherIndex) {
		entries, err = r.listedByGit(ctx, unread(err), want)
	}
	sortEntries(entries)
	return entries, err
}

// scanned shows each entry of the index to visit, without git.
func (r *Repo) scanned(visit func(*indexScan)) error {
	file, err := r.openIndex()
	if file == nil || err != nil {
		return err
	}
	defer file.Close()
	return r.scan(file, visit)
}

// listedByGit lists an index that scanIndex leaves to git, for the reason why.
func (r *Repo) listedByGit(ctx context.Context, why error, want func(path []byte) bool) ([]memory.Entry, error) {
	all, err := r.ask.Index(ctx, why)
	if err != nil {
		return nil, err
	}
	announced, err := r.announced(ctx, all)
	if err != nil {
		return nil, err
	}
	var entries []memory.Entry
	for _, e := range all {
		if !announced[e.Path] && want([]byte(e.Path)) {
			entries = append(entries, e.Entry)
		}
	}
	return entries, nil
}

// index lists the whole index, with what was only announced.
func (r *Repo) index(ctx context.Context) ([]IndexEntry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var entries []IndexEntry
	err := r.scanned(func(s *indexScan) { entries = append(entries, IndexEntry{s.entry(), s.sparse}) })
	if errors.Is(err, errOtherIndex) {
		return r.ask.Index(ctx, unread(err))
	}
	return entries, err
}

// unread says what a reader means to the user that has nobody to ask.
func unread(why error) error {
	var other otherIndex
	if errors.As(why, &other) {
		return refuse(ErrUnsupported, "install git, which reads it", "there is %s, which is not read without git", string(other))
	}
	return refuse(ErrMalformed, restage, "the index is damaged")
}

// announced returns the paths of entries that no commit would take. Those have
// the empty blob; whether such an entry is one of them, git says best by what it
// would commit over the empty tree.
func (r *Repo) announced(ctx context.Context, all []IndexEntry) (map[string]bool, error) {
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
	changes, err := r.diffIndex(ctx, "")
	for _, c := range changes {
		delete(paths, c.Path)
	}
	return paths, err
}

// treeEntries lists the tree of a commit by reading its tree objects, since
// git's own listing and lookup hide entries of a crafted tree.
func (r *Repo) treeEntries(ctx context.Context, commit string, enter func(dir string) bool) ([]memory.Entry, error) {
	if commit == "" {
		return nil, nil
	}
	f, err := r.startForest(ctx)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	root, err := f.root(commit)
	if err != nil {
		return nil, err
	}
	return f.list(root, enter)
}

func sortEntries(entries []memory.Entry) {
	slices.SortStableFunc(entries, func(a, b memory.Entry) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Stage, b.Stage))
	})
}
