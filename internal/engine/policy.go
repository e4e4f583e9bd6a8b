package engine

import (
	"cmp"
	"errors"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/rules"
)

// loadPolicy reads the policy in force. One that can't be read, and that the change
// under judgement mends, gives way to the defaults so that the mending can pass.
func (l *loader) loadPolicy() error {
	l.in.Policy = policy.Default()
	if now := l.in.Snapshot.Control[memory.PolicyPath]; now != nil && now.Text != nil {
		_, err := rules.ParsePolicy(now.Text)
		errors.As(err, &l.in.PolicyFlaw)
	}
	file, err := l.policyFile()
	if err != nil || file == nil {
		return err
	}
	p, err := readPolicy(file)
	if err == nil {
		l.in.Policy = p
		return nil
	}
	if now := l.in.Snapshot.Control[memory.PolicyPath]; now != nil && now.Hash != file.Hash {
		if _, bad := readPolicy(now); bad == nil {
			l.notices = append(l.notices, "the policy before this change can't be read, so the default policy was used")
			return nil
		}
	}
	return err
}

func readPolicy(f *memory.File) (policy.Policy, error) {
	if f.Text == nil {
		return policy.Policy{}, &policy.Error{Message: cmp.Or(f.Unread, "it is not a regular file")}
	}
	return rules.ParsePolicy(f.Text)
}

// policyFile is the file that the policy in force is read from; nil when there is none.
func (l *loader) policyFile() (*memory.File, error) {
	at := l.target.policyAt
	now := l.in.Snapshot.Control[memory.PolicyPath]
	switch {
	case at == nil:
		return nil, nil
	case *at == l.target.at:
		if now != nil && at.Kind == memory.AtWorktree {
			l.notices = append(l.notices, "the policy on disk was used; a commit is judged by that of the commit before it")
		}
		if now != nil && l.target.history {
			l.notices = append(l.notices, "who receives the push has no policy yet, so the one that is pushed was used")
		}
		return now, nil
	case len(l.bases) > 0 && l.bases[0].Rev == at.Commit:
		return l.bases[0].Control[memory.PolicyPath], nil
	}
	entries, err := l.repo.Entries(l.ctx, *at)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Path == memory.PolicyPath {
			files, err := l.read(*at, []memory.Entry{e})
			return files[0], err
		}
	}
	return nil, nil
}
