package rules

import (
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/source"
)

// ParsePolicy reads a policy and checks it against the rules there are. The
// error, if any, is a *policy.Error.
func ParsePolicy(text *source.Text) (policy.Policy, error) {
	return policy.Parse(text.Bytes(), PolicyRules())
}

// PolicyRules is what a policy may know of the rules, by id.
func PolicyRules() map[string]policy.RuleInfo {
	known := make(map[string]policy.RuleInfo, len(All))
	for _, r := range All {
		known[r.ID] = policy.RuleInfo{Title: r.Title, Fixed: r.Class == MustNotPass}
	}
	return known
}
