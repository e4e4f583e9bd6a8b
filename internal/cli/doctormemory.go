package cli

import (
	"context"
	"errors"
	"os"

	"github.com/teammem/teammem/internal/doctor"
	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
)

// memoryFacts is what teammem check says of the work tree, and how much of the index is loaded.
func (a *App) memoryFacts(ctx context.Context, repo *git.Repo) *doctor.Memory {
	limits := policy.Default().Limits
	m := &doctor.Memory{Lines: limits.IndexLines, Bytes: limits.IndexBytes}
	err := a.checkMemory(ctx, repo, m)
	var flaw *policy.Error
	if m.Doubt = doubt(err); errors.As(err, &flaw) {
		m.PolicyFlaw, m.PolicyFix = m.Why, m.Fix
	}
	if err == nil {
		m.Doubt = doubt(readIndex(ctx, repo, m))
	}
	return m
}

func (a *App) checkMemory(ctx context.Context, repo *git.Repo, m *doctor.Memory) error {
	now, err := a.now()
	if err != nil {
		return err
	}
	res, err := engine.Check(ctx, repo, engine.Request{Source: engine.Worktree, FailOn: finding.Error, Now: now})
	if err != nil {
		return err
	}
	m.Memories = res.Counts.Memories
	for _, x := range res.Findings {
		if x.Severity >= finding.Warn {
			m.Findings = append(m.Findings, x)
		}
	}
	return nil
}

// findPolicy says whether there is a policy, also where a sparse checkout keeps it from the disk, and whether git has it.
func findPolicy(ctx context.Context, repo *git.Repo, m *doctor.Memory) error {
	_, err := os.Lstat(atTop(repo.Top(), memory.PolicyPath))
	missing := errors.Is(err, os.ErrNotExist)
	hidden, err := repo.Sparse(ctx, func(p string) bool { return p == memory.PolicyPath })
	if err != nil {
		return err
	}
	listed, err := repo.Listed(ctx, memory.At{Kind: memory.AtIndex}, func(p []byte) bool { return string(p) == memory.PolicyPath })
	m.NoPolicy, m.OwnPolicy = missing && len(hidden) == 0, !missing && len(listed) == 0
	return err
}

func readIndex(ctx context.Context, repo *git.Repo, m *doctor.Memory) error {
	if err := findPolicy(ctx, repo, m); err != nil {
		return err
	}
	if p, err := policyOnDisk(repo.Top()); err == nil {
		m.Lines, m.Bytes = p.Limits.IndexLines, p.Limits.IndexBytes
	}
	s, err := engine.Load(ctx, repo, memory.At{Kind: memory.AtWorktree})
	if err != nil {
		return err
	}
	if index := s.File(memory.IndexPath); index != nil {
		m.Index = index.Text
	}
	return nil
}
