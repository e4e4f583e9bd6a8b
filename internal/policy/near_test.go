package policy

import "testing"

func TestNear(t *testing.T) {
	words := []string{"dead-link", "orphan", "secret", "off"}
	cases := []struct{ typed, want string }{
		{"deadlink", "dead-link"},
		{"orphans", "orphan"},
		{"sceret", "secret"},
		{"of", "off"},
		{"quite-another", ""},
		{"", ""},
	}
	for _, c := range cases {
		if got := Near(c.typed, words); got != c.want {
			t.Errorf("Near(%q) = %q, want %q", c.typed, got, c.want)
		}
	}
}
