package git

import (
	"cmp"
	"context"
	"fmt"

	"github.com/teammem/teammem/internal/memory"
)

// FileAt gives the contents of a file of a commit, found as git finds it, and cut at
// memory.MaxParsed bytes; nil when there is no regular file. It is for files whose name
// nobody disguises: a crafted tree can hide an entry from it.
func (r *Repo) FileAt(ctx context.Context, commit, path string) ([]byte, error) {
	if err := r.wantID(commit); err != nil {
		return nil, err
	}
	out, err := r.run(ctx, "ls-tree", "-z", "--full-tree", commit, "--", path)
	if err != nil || out == "" {
		return nil, err
	}
	var e memory.Entry
	var kind string
	if _, err := fmt.Sscanf(out, "%o %s %s", &e.Mode, &kind, &e.Hash); err != nil {
		return nil, fmt.Errorf("git ls-tree: %w", errMeaningless)
	}
	if e.Path = path; kind != "blob" || !e.IsFile() {
		return nil, nil
	}
	var data []byte
	var failed error
	err = r.Read(ctx, memory.At{Commit: commit}, []memory.Entry{e}, memory.MaxParsed, func(_ memory.Entry, some []byte, err error) {
		data, failed = append([]byte{}, some...), err
	})
	return data, cmp.Or(err, failed)
}
