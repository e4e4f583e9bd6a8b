package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/memory"
)

// hookReceive judges what a bare repository is about to receive, while git keeps it
// apart. What is printed goes to who pushes.
type hookReceive struct{}

func (hookReceive) judge(ctx context.Context, h *hookRun) (*engine.Result, string, error) {
	lines, err := h.lines()
	if err != nil {
		return nil, "", err
	}
	if len(lines) == 0 {
		return nil, "", errors.New("standard input is empty, and git tells a pre-receive hook at least one ref")
	}
	head, err := h.repo.Head(ctx)
	if err != nil {
		return nil, "", err
	}
	r := receiver{h, head}
	var results []*engine.Result
	for i, line := range lines {
		f := strings.SplitN(line, " ", 3) // "<old id> <new id> <ref>"
		if len(f) != 3 {
			return nil, "", malformedInput(i, "pre-receive")
		}
		u, err := parseUpdate(f[2], f[1], f[0])
		if err != nil {
			return nil, "", malformedInput(i, "pre-receive")
		}
		if u.new == "" {
			continue
		}
		res, err := r.receive(ctx, u)
		if err != nil {
			return nil, "", fmt.Errorf("judge %s: %w", u.ref, err)
		}
		results = append(results, res)
	}
	res, advice := joined(results...)
	return res, advice, nil
}

type receiver struct {
	*hookRun
	head memory.Head
}

// receive judges a new ref against all that the repository has, and any other against
// what it names and the default branch.
func (r receiver) receive(ctx context.Context, u update) (*engine.Result, error) {
	before, err := r.before(ctx, u.old)
	if err != nil {
		return nil, err
	}
	ref := engine.Ref{Name: u.ref, New: u.new, Old: before, Default: r.head.Commit}
	if before == "" {
		ref.Known.Refs = true
	} else if r.head.Commit != "" {
		ref.Known.Commits = []string{r.head.Commit}
	}
	return r.check(ctx, engine.Request{Source: engine.Push, Ref: ref})
}

// before is the commit that a ref led to, perhaps by a tag; "" for none.
func (r receiver) before(ctx context.Context, id string) (string, error) {
	if id == "" {
		return "", nil
	}
	commit, _, err := r.repo.Unwrap(ctx, id)
	if isUnknown(err) { // of a folder, which can't be judged and excuses nothing
		return "", nil
	}
	return commit, err
}
