package rules_test

import (
	"testing"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/teammemtest"
)

// Whoever allows a name with one secret has not allowed a name with one more.
func TestSecretsOfABranch(t *testing.T) {
	fingerprint := func(branch string) (found string) {
		in := &rules.Input{Snapshot: &memory.Snapshot{}, Branch: teammemtest.Expand(branch)}
		rules.Find("secret").Check(in, func(r rules.Report) { found = r.Fingerprint })
		return found
	}
	one, two := fingerprint("fix/${ghp:1}"), fingerprint("fix/${ghp:1}/${ghp:2}")
	if one == "" || two == "" || one == two {
		t.Errorf("one secret has the fingerprint %q, two have %q", one, two)
	}
}
