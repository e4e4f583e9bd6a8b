package engine

import (
	"fmt"
	"slices"
	"time"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
)

// An allowList is the policy's allow-list with what became of its entries.
type allowList struct {
	entries []policy.Allow
	now     time.Time
	used    map[int]bool
	count   int // of the findings that it let pass
}

// concerns reports whether an entry speaks of rule, so that most findings need not be
// made to know that they are not allowed.
func (a *allowList) concerns(rule string) bool {
	return slices.ContainsFunc(a.entries, func(e policy.Allow) bool { return e.Rule == rule })
}

func (a *allowList) lets(f finding.Finding) bool {
	for i, e := range a.entries {
		if e.Rule == f.Rule && e.Path == f.Path && e.Fingerprint == f.Fingerprint && !a.expired(e) {
			if a.used == nil {
				a.used = map[int]bool{}
			}
			if f.Commit == "" || !a.used[i] { // in history it is the same one again
				a.count++
			}
			a.used[i] = true
			return true
		}
	}
	return false
}

// expired reports whether the whole day on which e ends has passed.
func (a *allowList) expired(e policy.Allow) bool {
	return !e.Expires.IsZero() && a.now.After(e.Expires.AddDate(0, 0, 1))
}

// notices names the entries that let nothing pass.
func (a *allowList) notices() []string {
	var out []string
	for i, e := range a.entries {
		place := fmt.Sprintf("%s:%d: allow %s %s", memory.PolicyPath, e.Line, e.Rule, e.Path)
		switch {
		case a.expired(e):
			out = append(out, place+" expired on "+e.Expires.Format(time.DateOnly))
		case !a.used[i]:
			out = append(out, place+" lets nothing pass any more; remove it")
		}
	}
	return out
}
