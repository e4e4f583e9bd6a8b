package cli

import (
	"strings"
	"testing"
)

// What git waits for may die at once; what writes files must be able to tidy up.
func TestIsHook(t *testing.T) {
	for line, want := range map[string]bool{
		"hook": true, "hook pre-commit": true, "hook commit-msg FILE": true, "hook pre-push origin install": true, "hook pre-receive": true,
		"hook install": false, "hook uninstall": false, "hook status": false, "": false, "check --staged": false, "init": false, "explain hook": false,
	} {
		a := &App{Args: strings.Fields(line)}
		if got := a.IsHook(); got != want {
			t.Errorf("teammem %s: %v, want %v", line, got, want)
		}
	}
}
