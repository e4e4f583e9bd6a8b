package policy

import (
	"strings"
	"testing"
)

func TestNear(t *testing.T) {
	words := []string{"dead-link", "orphan", "secret", "off"}
	cases := []struct{ typed, want string }{
		{"deadlink", "dead-link"},
		{"orphans", "orphan"},
		{"sceret", "secret"},
		{"of", "off"},
		{"warning", ""},
		{"Dead_Link", "dead-link"},
		{"secrets-in-text", "secret"},
		{"ab", ""},
		{strings.Repeat("secret", 20), ""},
		{"quite-another", ""},
		{"", ""},
	}
	for _, c := range cases {
		if got := Near(c.typed, words); got != c.want {
			t.Errorf("Near(%q) = %q, want %q", c.typed, got, c.want)
		}
	}
}
