//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A full disk leaves every file as it was, and nothing beside it.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	must(t, dir, "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", dir)
	defer must(t, filepath.Dir(dir), "umount", dir)
	repository(t, dir)
	before := read(t, dir, memories+"/project_note.md")
	fill(t, filepath.Join(dir, ".git", "filler"))

	out, code := run(t, dir, teammem, "fmt")
	if code != 3 || !strings.Contains(out, "no space left on device") {
		t.Errorf("fmt on a full disk ended with %d, want 3 and the reason:\n%s", code, out)
	}
	if after := read(t, dir, memories+"/project_note.md"); after != before {
		t.Errorf("the memory is now %q, want it as it was", after)
	}
	entries, err := os.ReadDir(filepath.Join(dir, filepath.FromSlash(memories)))
	if err != nil || len(entries) != 2 {
		t.Errorf("the folder holds %v, %v; want the two files alone", entries, err)
	}

	if err := os.Remove(filepath.Join(dir, ".git", "filler")); err != nil {
		t.Fatal(err)
	}
	must(t, dir, teammem, "fmt")
	if after := read(t, dir, memories+"/project_note.md"); after == before {
		t.Error("fmt with room again changed nothing")
	}
}

// fill writes to name until the disk is full.
func fill(t *testing.T, name string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 4096; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
}

// An answer that can't be written is no success.
func TestStandardOutputFull(t *testing.T) {
	dir := t.TempDir()
	repository(t, dir)
	for _, command := range []string{"check", "explain", "fmt --check", "init --dry-run", "version"} {
		out, code := run(t, dir, "sh", "-c", "exec "+teammem+" "+command+" >/dev/full")
		if code != 3 || !strings.Contains(out, "no space left on device") {
			t.Errorf("%s to a full device ended with %d, want 3 and the reason:\n%s", command, code, out)
		}
	}
}
