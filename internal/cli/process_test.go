package cli

import (
	"slices"
	"testing"
)

func TestCapitals(t *testing.T) {
	got := capitals([]string{`Path=C:\Windows;C:\a=b`, "USERPROFILE=c:\\u", `=C:=C:\work`, "git_dir=x", "alone", ""})
	want := []string{`PATH=C:\Windows;C:\a=b`, "USERPROFILE=c:\\u", `=C:=C:\work`, "GIT_DIR=x", "ALONE=", "="}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestPlainTerminal(t *testing.T) {
	for _, plain := range []bool{false, true} {
		a := &App{OutTerminal: true, Plain: plain}
		if look := a.lookAt(""); look.Color == plain || look.Links == plain {
			t.Errorf("plain %v: %+v", plain, look)
		}
	}
}
