package git

import (
	"context"
	"path"
	"path/filepath"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
)

// Ignored returns the ignore rule that hides name, a path relative to the top,
// or nil when none does; tracked files count as well. Without a work tree
// nothing is hidden.
func (r *Repo) Ignored(ctx context.Context, name string) (*rules.Ignored, error) {
	if r.top == "" {
		return nil, nil
	}
	rule, err := r.ask.Ignored(ctx, name)
	if err != nil || rule == nil {
		return nil, err
	}
	if rel, err := filepath.Rel(r.top, rule.Source); err == nil && filepath.IsLocal(rel) {
		rule.Source = filepath.ToSlash(rel) // git names files below the .git directory in full
	}
	rule.Committed, err = r.isCommitted(ctx, rule.Source)
	return rule, err
}

// isCommitted reports whether the file with the rule is part of the repository
// rather than a person's own.
func (r *Repo) isCommitted(ctx context.Context, source string) (bool, error) {
	if filepath.IsAbs(source) || path.Base(source) != ".gitignore" {
		return false, nil
	}
	found, err := r.Listed(ctx, memory.At{Kind: memory.AtIndex}, func(path []byte) bool { return string(path) == source })
	return len(found) > 0, err
}
