package delivery

import (
	"strings"
	"testing"
)

// TestCapture holds how long the instruction is, and that nothing of the list of what never to save
// is forgotten.
func TestCapture(t *testing.T) {
	if len(Capture) != 564 {
		t.Errorf("it has %d bytes, and each session pays for them", len(Capture))
	}
	for _, words := range []string{"teammem remember", "teammem promote", "corrects", "confirms", "secrets", "personal data", "code", "documentation", "git history", "this file",
		"fixed bugs", "debugging logs", "task of the moment", "yourself", "relative dates", "One topic", "Never edit"} {
		if !strings.Contains(Capture, words) {
			t.Errorf("it does not say %q", words)
		}
	}
	if !strings.HasSuffix(Capture, "\n") || strings.Contains(Capture, "\n- ") || strings.Contains(Capture, "@") {
		t.Error("it could be taken for an entry or an import")
	}
}
