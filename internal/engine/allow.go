package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
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
	partly  bool // not all was judged, so that an entry can be of use elsewhere
	count   int  // of the findings that it let pass
}

// concerns reports whether an entry speaks of rule, so that most findings need not be
// made to know that they are not allowed.
func (a *allowList) concerns(rule string) bool {
	return slices.ContainsFunc(a.entries, func(e policy.Allow) bool { return e.Rule == rule })
}

// lets reports whether an entry lets f pass: one for its rule, path and fingerprint, or, if
// the line above f is marked for it, one for the same rule and fingerprint in another file. A
// mark alone lets nothing pass: whoever writes a memory could write that, too.
func (a *allowList) lets(f finding.Finding, marked bool) bool {
	for i, e := range a.entries {
		if e.Rule == f.Rule && (e.Path == f.Path || marked) && e.Fingerprint == f.Fingerprint && !a.expired(e) {
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

// takes is lets for the finding f that was made of r.
func (a *allowList) takes(f finding.Finding, r judged) bool {
	text := r.text()
	return a.lets(f, text != nil && f.Line > 1 && isMarked(string(text.Slice(text.Line(f.Line-1))), f))
}

// isMarked reports whether line, which stands above f, is the mark that f is allowed:
// <!-- teammem:allow RULE FINGERPRINT -->
func isMarked(line string, f finding.Finding) bool {
	text, ok := strings.CutPrefix(strings.TrimLeft(strings.TrimSpace(line), "> "), "<!--")
	text, ended := strings.CutSuffix(text, "-->")
	return ok && ended && slices.Equal(strings.Fields(text), []string{"teammem:allow", f.Rule, f.Fingerprint})
}

// notices names the entries that let nothing pass.
func (a *allowList) notices() []string {
	var out []string
	if !slices.IsSortedFunc(a.entries, byRuleAndPath) {
		out = append(out, memory.PolicyPath+": the entries of allow are not sorted by rule, path and fingerprint; sort them, so that branches merge")
	}
	for i, e := range a.entries {
		place := fmt.Sprintf("%s:%d: allow %s %s", memory.PolicyPath, e.Line, e.Rule, e.Path)
		switch {
		case a.expired(e):
			out = append(out, place+" expired on "+e.Expires.Format(time.DateOnly))
		case !a.used[i] && !a.partly:
			out = append(out, place+" lets nothing pass any more; remove it")
		}
	}
	return out
}

func byRuleAndPath(a, b policy.Allow) int {
	return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Fingerprint, b.Fingerprint))
}
