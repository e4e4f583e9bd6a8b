package rules

import (
	"testing"

	"github.com/teammem/teammem/internal/memory"
)

// A submodule named CODEOWNERS has no text to read, so that none is known of it.
func TestOwnersWithoutFile(t *testing.T) {
	in := &Input{
		Snapshot: &memory.Snapshot{Control: map[string]*memory.File{}, Tree: memory.NewTree(nil)},
		Base: &Base{
			Changed: map[string]memory.Change{"CODEOWNERS": {Path: "CODEOWNERS", Old: memory.State{Mode: memory.Gitlink}}},
			Control: map[string]*memory.File{},
		},
	}
	for _, rule := range []*Rule{reviewEvasion, ownersChanged} {
		rule.Check(in, func(r Report) { t.Errorf("%s says %q", rule.ID, r.Message) })
	}
}
