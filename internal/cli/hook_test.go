package cli

import (
	"strings"
	"testing"
)

// What only reads may die at once; what writes files must be able to tidy up.
func TestMayBeKilled(t *testing.T) {
	for line, want := range map[string]bool{
		"hook": true, "hook pre-commit": true, "hook commit-msg FILE": true, "hook pre-push origin install": true, "hook pre-receive": true,
		"hook install": false, "hook uninstall": false, "hook status": false, "": false, "check --staged": true, "check": false, "scan NOTE": true, "context --agent codex": true, "init": false, "explain hook": false,
	} {
		a := &App{Args: strings.Fields(line)}
		if got := a.MayBeKilled(); got != want {
			t.Errorf("teammem %s: %v, want %v", line, got, want)
		}
	}
}
