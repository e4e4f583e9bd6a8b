package engine

import (
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/rules"
)

// words judges messages and the name of a branch alone. The policy, which costs most,
// is read when there is something that it could allow.
func (l *loader) words(req Request) (*Result, error) {
	l.in = &rules.Input{
		Snapshot: &memory.Snapshot{Control: map[string]*memory.File{}, Tree: memory.NewTree(nil)},
		Policy:   policy.Default(), Now: req.Now, Branch: l.target.branch, Ref: l.target.ref, Messages: l.target.messages,
	}
	j := &judge{in: l.in}
	j.runHistory(l.in, "")
	j.learn(l.in)
	if len(j.reports) > 0 {
		if err := l.wordsPolicy(); err != nil {
			return nil, err
		}
	}
	return j.result(req, l), nil
}

// wordsPolicy loads the policy; for a commit that is not made yet it is that of HEAD.
func (l *loader) wordsPolicy() error {
	if l.target.at.Kind == memory.AtIndex {
		head, err := l.repo.Head(l.ctx)
		if err != nil {
			return err
		}
		if head.Commit != "" {
			l.target.policyAt = &memory.At{Commit: head.Commit}
		}
	}
	return l.loadPolicy()
}
