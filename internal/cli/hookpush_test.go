package cli

import "testing"

func TestTrackedAs(t *testing.T) {
	for remote, want := range map[string]string{
		"origin": "origin", "team/origin": "team/origin", "https://example.com/x.git": "", "git@example.com:x.git": "",
		"/srv/x.git": "", "../x.git": "", ".": "", "or*": "", "or?gin": "", "[o]rigin": "", `o\rigin`: "",
	} {
		if got := trackedAs(remote); got != want {
			t.Errorf("%q is tracked as %q, want %q", remote, got, want)
		}
	}
}
