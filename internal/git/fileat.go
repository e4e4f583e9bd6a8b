package git

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// FileAt gives the contents of a file of a commit, found as git finds it, and cut at
// memory.MaxParsed bytes; nil when there is no regular file. It is for files whose name
// nobody disguises: a crafted tree can hide an entry from it.
func (r *Repo) FileAt(ctx context.Context, commit, path string) ([]byte, error) {
	if err := r.wantID(commit); err != nil {
		return nil, err
	}
	e, err := r.entryAt(ctx, commit, path)
	if err != nil || !e.IsFile() {
		return nil, err
	}
	var data []byte
	var failed error
	err = r.Read(ctx, memory.At{Commit: commit}, []memory.Entry{e}, memory.MaxParsed, func(_ memory.Entry, some []byte, err error) {
		data, failed = append([]byte{}, some...), err
	})
	return data, cmp.Or(err, failed)
}

// entryAt finds an entry on the way down; it has no mode when there is none. What a crafted
// tree means, git is asked.
func (r *Repo) entryAt(ctx context.Context, commit, path string) (memory.Entry, error) {
	f, err := r.startForest(ctx)
	if err != nil {
		return memory.Entry{}, err
	}
	defer f.Close()
	id, err := f.root(commit)
	e := memory.Entry{Mode: directory, Hash: id}
	for name := range strings.SplitSeq(path, "/") {
		if err != nil || e.Mode != directory {
			return memory.Entry{}, err
		}
		if err := f.load([]string{e.Hash}); err != nil {
			return memory.Entry{}, err
		}
		items := f.trees[e.Hash]
		if slices.ContainsFunc(items, func(item treeItem) bool { return item.flaw != "" && item.flaw != oddMode }) {
			return r.listedAt(ctx, commit, path)
		}
		i := slices.IndexFunc(items, func(item treeItem) bool { return item.name == name })
		if i < 0 {
			return memory.Entry{}, nil
		}
		e = memory.Entry{Path: path, Mode: items[i].mode, Hash: items[i].hash}
	}
	return e, err
}

// listedAt is entryAt as git finds it.
func (r *Repo) listedAt(ctx context.Context, commit, path string) (e memory.Entry, err error) {
	out, err := r.run(ctx, "ls-tree", "-z", "--full-tree", commit, "--", path)
	if err != nil || out == "" {
		return e, err
	}
	var kind string
	if _, err := fmt.Sscanf(out, "%o %s %s", &e.Mode, &kind, &e.Hash); err != nil {
		return e, fmt.Errorf("git ls-tree: %w", errMeaningless)
	}
	e.Path = path
	return e, nil
}
