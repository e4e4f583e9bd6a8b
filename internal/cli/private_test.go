package cli

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"filippo.io/age"
)

// TestExportKeys holds what a script can't show: a terminal, and keys of two kinds.
func TestExportKeys(t *testing.T) {
	plain, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	hybrid, err := age.GenerateHybridIdentity()
	if err != nil {
		t.Fatal(err)
	}
	one, other := "--recipient="+plain.Recipient().String(), "--recipient="+hybrid.Recipient().String()
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{one, "-"}, ExitUsage, "a terminal can't show the file"},
		{[]string{one, "--armor", "-"}, ExitUnfinished, "is not in a git repository"}, // so it got further
		{[]string{other, "--armor", "-"}, ExitUnfinished, "is not in a git repository"},
		{[]string{one, other, "--armor", "-"}, ExitUsage, "can't mix"},
	} {
		dir := t.TempDir()
		var out, complaints bytes.Buffer
		a := &App{
			Args: append([]string{"private", "export"}, c.args...), Dir: dir, Env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CEILING_DIRECTORIES=" + dir},
			Stdin: strings.NewReader(""), Stdout: &out, Stderr: &complaints, OutTerminal: true, Clock: func() time.Time { return time.Time{} },
		}
		if code := a.Main(context.Background()); code != c.code || !strings.Contains(complaints.String(), c.want) || out.Len() > 0 {
			t.Errorf("%d arguments: code %d, %q", len(c.args), code, complaints.String())
		}
	}
}
