package engine

import "context"

// CheckWhole is Check with all texts read, whatever changed.
func CheckWhole(ctx context.Context, repo Repository, req Request) (*Result, error) {
	t, err := aim(ctx, repo, req)
	if err != nil {
		return nil, err
	}
	l := &loader{ctx: ctx, repo: repo, target: t, all: true}
	return l.check(req)
}
