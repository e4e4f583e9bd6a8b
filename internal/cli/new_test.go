package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestCommandWords(t *testing.T) {
	editor := filepath.Join(t.TempDir(), "an editor.exe")
	if err := os.WriteFile(editor, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string][]string{
		"":                               {},
		" \t":                            {},
		"no-such-editor  --wait":         {"no-such-editor", "--wait"},
		`"C:\Program Files\e.exe" -w`:    {`C:\Program Files\e.exe`, "-w"},
		`'/Apps/An Editor/e' -w 'a "b"'`: {"/Apps/An Editor/e", "-w", `a "b"`},
		`e --title="" x''y`:              {"e", "--title=", "xy"},
		`e "" "not closed `:              {"e", "", "not closed "},
		"/caf\xe9/é\u00a0 -w":            {"/caf\xe9/é\u00a0", "-w"},
		editor:                           {editor},
		editor + " -w":                   {filepath.Join(filepath.Dir(editor), "an"), "editor.exe", "-w"},
	} {
		if got := commandWords(command); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}
