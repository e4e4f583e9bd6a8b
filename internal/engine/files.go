package engine

import (
	"cmp"
	"context"
	"slices"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/wiring"
)

// Load reads the team directory of one state, and the files from which agents read its index,
// without judging them.
func Load(ctx context.Context, repo Repository, at memory.At) (*memory.Snapshot, error) {
	entries, err := repo.Entries(ctx, at)
	if err != nil {
		return nil, err
	}
	var team, agents []memory.Entry
	for _, e := range onePerPath(entries) {
		if in, _ := memory.TeamPath(e.Path); in {
			team = append(team, e)
		} else if wiring.Steers(e.Path) {
			agents = append(agents, e)
		}
	}
	l := &loader{ctx: ctx, repo: repo, target: target{at: at}}
	s := &memory.Snapshot{Tree: memory.NewTree(entries)}
	if s.Files, err = l.read(at, team); err != nil {
		return s, err
	}
	s.Agents, err = l.readAgents(agents)
	return s, err
}

// An overlay is a repository one state of which has some files that are not written
// yet, so that they can be judged before they are.
type overlay struct {
	Repository
	at    memory.At
	files map[string][]byte // by path
}

// Overlay gives repo with its work tree as it would be after files were written.
func Overlay(repo Repository, files map[string][]byte) Repository {
	return OverlayAt(repo, memory.At{Kind: memory.AtWorktree}, files)
}

// OverlayAt gives repo with the state at as it would be with files in it.
func OverlayAt(repo Repository, at memory.At, files map[string][]byte) Repository {
	return overlay{repo, at, files}
}

func (o overlay) Entries(ctx context.Context, at memory.At) ([]memory.Entry, error) {
	entries, err := o.Repository.Entries(ctx, at)
	if err != nil || at != o.at {
		return entries, err
	}
	var out []memory.Entry
	for _, e := range entries {
		if _, ours := o.files[e.Path]; !ours {
			out = append(out, e)
		}
	}
	for p, data := range o.files {
		out = append(out, memory.Entry{Path: p, Mode: memory.Regular, Size: int64(len(data))})
	}
	slices.SortFunc(out, func(a, b memory.Entry) int { return cmp.Compare(a.Path, b.Path) })
	return out, nil
}

func (o overlay) Listed(ctx context.Context, at memory.At, want func(path []byte) bool) ([]memory.Entry, error) {
	if at != o.at {
		return o.Repository.Listed(ctx, at, want)
	}
	entries, err := o.Entries(ctx, at)
	return slices.DeleteFunc(entries, func(e memory.Entry) bool { return !want([]byte(e.Path)) }), err
}

func (o overlay) Within(ctx context.Context, commit string, enter func(dir string) bool) ([]memory.Entry, error) {
	if at := (memory.At{Commit: commit}); at == o.at {
		return o.Entries(ctx, at)
	}
	return o.Repository.Within(ctx, commit, enter)
}

func (o overlay) Read(ctx context.Context, at memory.At, entries []memory.Entry, limit int64, each func(memory.Entry, []byte, error)) error {
	if at != o.at {
		return o.Repository.Read(ctx, at, entries, limit, each)
	}
	var rest []memory.Entry
	for _, e := range entries {
		if data, ours := o.files[e.Path]; ours {
			e.Size = int64(len(data))
			each(e, data[:min(limit, e.Size)], nil)
		} else {
			rest = append(rest, e)
		}
	}
	return o.Repository.Read(ctx, at, rest, limit, each)
}
