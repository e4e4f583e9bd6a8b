package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/source"
)

// A target is a Request with every revision resolved.
type target struct {
	at     memory.At
	branch string
	ref    string // full name of what is pushed, or ""
	// bases are the commits whose state makes a finding older; "" is the
	// empty tree. The first is the one that rules compare with. None means
	// that everything is new.
	bases []string
	// firm is how many of the bases, from the first on, excuse everything. The
	// others (the other sides of a merge, say) excuse nothing of the first class.
	firm int
	// history says that the commits that are not known are judged, too.
	history bool
	known   memory.Known
	// messages are judged besides those of commits.
	messages []rules.Message
	// wordsOnly says that only messages and the name of the branch are judged.
	wordsOnly bool
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
	case Push:
		return aimPush(ctx, repo, req.Ref)
	case Message:
		return aimMessage(req), nil
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
	t.firm = 1
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
	if rev != "HEAD" && rev != "@" {
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
	if t.branch = req.Branch; t.branch == "" {
		t.branch, err = branchOf(ctx, repo, req.Rev)
	}
	if err != nil {
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
	t.firm = len(t.bases)
	t.history, t.known.Commits = true, []string{from}
	return t, nil
}

// aimMessage is for a message of a commit that is not made yet.
func aimMessage(req Request) target {
	t := target{wordsOnly: true, messages: []rules.Message{{Text: source.NewText(req.Message)}}}
	t.at.Kind = memory.AtIndex
	return t
}
