package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTour runs the tour of sync with the real program and compares what a person sees.
// What depends on the moment is left out. -update writes it.
func TestTour(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the tour is a shell script")
	}
	bin := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// testscript.Main makes this test binary the program when it is called by that name.
	if err := os.Symlink(self, filepath.Join(bin, "teammem")); err != nil {
		t.Fatal(err)
	}
	tour := exec.Command("sh", "../../examples/sync/tour.sh")
	tour.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir(), "TEAMMEM_NOW=2026-04-01T09:00:00Z",
		"GIT_AUTHOR_DATE=2026-04-01T09:00:00Z", "GIT_COMMITTER_DATE=2026-04-01T09:00:00Z", "LC_ALL=C", "TZ=UTC"}
	out, err := tour.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got := regexp.MustCompile(`To \S+/origin\n`).ReplaceAllString(string(out), "To origin\n")
	const golden = "../../examples/sync/tour.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("the tour differs from %s (-want +got):\n%s", golden, diff)
	}
}
