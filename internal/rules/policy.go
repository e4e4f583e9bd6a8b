package rules

import (
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/source"
)

// ParsePolicy reads a policy and checks it against the rules there are. The
// error, if any, is a *policy.Error.
func ParsePolicy(text *source.Text) (policy.Policy, error) {
	known := make(map[string]policy.RuleInfo, len(All))
	for _, r := range All {
		known[r.ID] = policy.RuleInfo{Fixed: r.Class == MustNotPass}
	}
	return policy.Parse(text.Bytes(), known)
}
