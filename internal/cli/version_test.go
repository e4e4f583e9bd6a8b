package cli

import "testing"

func TestReleaseOf(t *testing.T) {
	for version, want := range map[string]string{
		"v1.2.3":                             "v1.2.3",
		"v0.0.0-20260102030405-0123456789ab": "v0.1.0",
		"v1.2.4-0.20260102030405-0123456789ab+dirty": "v0.1.0",
		"v1.2.3-rc.1": "v0.1.0",
		"devel":       "v0.1.0",
		"unknown":     "v0.1.0",
	} {
		if got := releaseOf(version); got != want {
			t.Errorf("releaseOf(%q) = %q, want %q", version, got, want)
		}
	}
}
