package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/teammem/teammem/internal/atomicfile"
)

func openRoot(t *testing.T) (*os.Root, string) {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root, dir
}

// onlyFile fails unless dir holds exactly one file with these contents.
func onlyFile(t *testing.T, dir, name, want string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != name {
		t.Fatalf("folder holds %v, want only %q", entries, name)
	}
	got, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil || string(got) != want {
		t.Fatalf("%q holds %q, %v; want %q", name, got, err, want)
	}
}

func TestReplaceKeepsPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a mode says nothing there")
	}
	root, dir := openRoot(t)
	name := filepath.Join(dir, "a.md")
	if err := errors.Join(os.WriteFile(name, []byte("old"), 0o640), os.Chmod(name, 0o640)); err != nil { // whatever the umask is
		t.Fatal(err)
	}
	if err := atomicfile.Replace(root, "a.md", []byte("old"), []byte("new"), 0o644); err != nil {
		t.Fatal(err)
	}
	onlyFile(t, dir, "a.md", "new")
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode is %v, %v; want 0640", info.Mode(), err)
	}
}

func TestReplaceMakesFoldersForANewFile(t *testing.T) {
	root, dir := openRoot(t)
	if err := atomicfile.Replace(root, "x/y/a.md", nil, []byte("new"), 0o644); err != nil {
		t.Fatal(err)
	}
	onlyFile(t, filepath.Join(dir, "x", "y"), "a.md", "new")
}

func TestReplaceRefuses(t *testing.T) {
	cases := []struct {
		name  string
		setup func(dir string) error
		prev  []byte
		want  error
	}{
		{"a file that somebody changed", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "a.md"), []byte("theirs"), 0o644)
		}, []byte("old"), atomicfile.ErrChanged},
		{"a file that is gone", func(string) error { return nil }, []byte("old"), atomicfile.ErrChanged},
		{"a new file that is there", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "a.md"), []byte("theirs"), 0o644)
		}, nil, fs.ErrExist},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			root, dir := openRoot(t)
			if err := c.setup(dir); err != nil {
				t.Fatal(err)
			}
			before, _ := os.ReadDir(dir)
			err := atomicfile.Replace(root, "a.md", c.prev, []byte("new"), 0o644)
			if !errors.Is(err, c.want) {
				t.Errorf("error is %v, want %v", err, c.want)
			}
			if after, _ := os.ReadDir(dir); len(after) != len(before) {
				t.Errorf("folder holds %v afterwards, want %v", after, before)
			}
			if len(before) == 1 {
				onlyFile(t, dir, "a.md", "theirs")
			}
		})
	}
}

func TestReplaceRefusesALink(t *testing.T) {
	root, dir := openRoot(t)
	target := filepath.Join(t.TempDir(), "elsewhere")
	if err := os.WriteFile(target, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, filepath.Join(dir, "a.md")); err != nil {
		if runtime.GOOS == "windows" {
			t.Skip("links need a privilege here: ", err)
		}
		t.Fatal(err)
	}
	if err := atomicfile.Replace(root, "a.md", []byte("old"), []byte("new"), 0o644); err == nil {
		t.Error("a link was replaced")
	}
	if got, _ := os.ReadFile(target); string(got) != "old" {
		t.Errorf("the target holds %q, want it untouched", got)
	}
}

// TestReplaceSweeps holds that what a killed write left goes with a later one, and nothing else does.
func TestReplaceSweeps(t *testing.T) {
	root, dir := openRoot(t)
	id := strings.Repeat("A", 26)
	old := time.Now().Add(-time.Hour)
	for name, keep := range map[string]bool{".teammem-" + id + ".tmp": false, ".teammem-B" + id[1:] + ".tmp": true, ".teammem-mine.tmp": true, "x" + id: true} {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if !keep || !strings.Contains(name, "-B") {
			if err := os.Chtimes(p, old, old); err != nil {
				t.Fatal(err)
			}
		}
		if err := atomicfile.Replace(root, "a"+name, nil, []byte("new"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(p); (err == nil) != keep {
			t.Errorf("%s: %v, keep it: %v", name, err, keep)
		}
	}
}
