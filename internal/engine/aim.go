package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// A target is a Request with every revision resolved.
type target struct {
	at     memory.At
	branch string
	// bases are the commits whose state makes a finding older; "" is the
	// empty tree. The first is the one that rules compare with. None means
	// that everything is new.
	bases []string
	// merging says that the bases after the first are the other sides of a
	// merge in progress, which must not excuse what must never pass.
	merging bool
	// history says that the commits after the first base are judged, too.
	history bool
	// policyAt is where the policy is read; nil when there is none to read.
	policyAt *memory.At
}

// base is the first base, "" when there is none.
func (t target) base() string {
	if len(t.bases) == 0 {
		return ""
	}
	return t.bases[0]
}

func aim(ctx context.Context, repo Repository, req Request) (target, error) {
	switch req.Source {
	case Worktree, Staged:
		return aimHere(ctx, repo, req.Source)
	case Commit:
		return aimCommit(ctx, repo, req.Rev)
	case Range:
		return aimRange(ctx, repo, req)
	}
	return target{}, fmt.Errorf("unknown source %q", req.Source)
}

func aimHere(ctx context.Context, repo Repository, source Source) (target, error) {
	head, err := repo.Head(ctx)
	if err != nil {
		return target{}, err
	}
	t := target{branch: head.Branch}
	if source == Worktree {
		t.at.Kind = memory.AtWorktree
		t.policyAt = &t.at
		return t, nil
	}
	t.at.Kind = memory.AtIndex
	t.bases = append([]string{head.Commit}, head.Merging...)
	t.merging = true
	if head.Commit != "" {
		t.policyAt = &memory.At{Commit: head.Commit}
	}
	return t, nil
}

func aimCommit(ctx context.Context, repo Repository, rev string) (target, error) {
	commit, err := repo.Resolve(ctx, rev)
	if err != nil {
		return target{}, err
	}
	t := target{at: memory.At{Commit: commit}}
	if t.branch, err = branchOf(ctx, repo, rev); err != nil {
		return t, err
	}
	parent, err := repo.Parent(ctx, commit)
	if parent != "" {
		t.policyAt = &memory.At{Commit: parent}
	}
	return t, err
}

// branchOf is the name that rev is known by: itself, or the branch that HEAD stands on.
func branchOf(ctx context.Context, repo Repository, rev string) (string, error) {
	if rev != "HEAD" {
		return rev, nil
	}
	head, err := repo.Head(ctx)
	return head.Branch, err
}

func aimRange(ctx context.Context, repo Repository, req Request) (target, error) {
	if strings.Trim(req.Base, "0") == "" {
		t, err := aimCommit(ctx, repo, req.Rev)
		t.policyAt = nil
		return t, err
	}
	to, err := repo.Resolve(ctx, req.Rev)
	if err != nil {
		return target{}, err
	}
	from, err := repo.Resolve(ctx, req.Base)
	if err != nil {
		return target{}, err
	}
	t := target{at: memory.At{Commit: to}, policyAt: &memory.At{Commit: from}}
	if t.branch, err = branchOf(ctx, repo, req.Rev); err != nil {
		return t, err
	}
	if from == to { // nothing is new, so the whole tree is what is asked about
		return t, nil
	}
	merges, err := repo.MergeBases(ctx, from, to)
	if err != nil {
		return target{}, err
	}
	merges = slices.DeleteFunc(merges, func(m string) bool { return m == from })
	t.bases = append([]string{from}, merges...)
	t.history = true
	return t, nil
}
