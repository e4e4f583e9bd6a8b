package git

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func all([]byte) bool { return true }

// sampleIndex is an index of one version that git wrote.
func sampleIndex(t testing.TB, version string) []byte {
	t.Helper()
	dir := t.TempDir()
	run := func(stdin string, args ...string) string {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run("", "init", "-q")
	blob := run("text\n", "hash-object", "-w", "--stdin")
	var info strings.Builder
	for _, p := range []string{"a", "a-b/c.md", "abcdefgh", "docs/" + strings.Repeat("x", 200) + "/é.md", "docs/z"} {
		info.WriteString("100644 " + blob + "\t" + p + "\n")
	}
	run(info.String(), "update-index", "--index-info")
	run("", "write-tree") // so that there is an extension
	run("", "update-index", "--index-version", version, "--force-write-index")
	text, err := os.ReadFile(filepath.Join(dir, ".git", "index"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func scan(t testing.TB, text []byte) ([]string, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "index")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	entries, err := scanIndex(file, int64(len(text)), 40, all)
	var paths []string
	for _, e := range entries {
		paths = append(paths, e.Path)
	}
	return paths, err
}

// A large index is not held against its checksum, so the scan itself has to notice
// that entries are cut off.
func TestScanFindsEveryCut(t *testing.T) {
	for _, version := range []string{"2", "4"} {
		text := sampleIndex(t, version)
		if paths, err := scan(t, text); err != nil || len(paths) != 5 {
			t.Fatalf("version %s: %q, %v", version, paths, err)
		}
		for n := range text {
			if paths, err := scan(t, text[:n]); err == nil && len(paths) != 5 {
				t.Fatalf("version %s: %d of %d bytes are taken for an index", version, n, len(text))
			}
		}
	}
}

func TestScanLeavesOtherIndexesToGit(t *testing.T) {
	text := sampleIndex(t, "2")
	change := func(at int, b ...byte) []byte {
		out := slices.Clone(text)
		copy(out[at:], b)
		return out
	}
	for name, odd := range map[string][]byte{
		"another file":          change(0, 'X'),
		"an old version":        change(7, 1),
		"a later version":       change(7, 5),
		"more entries":          change(11, 6),
		"fewer entries":         change(11, 4),
		"a directory":           change(12+24, 0, 0, 0x40, 0),
		"an extended version 2": change(12+60, 0x40),
		"a split index":         bytes.Replace(text, []byte("TREE"), []byte("link"), 1),
		"a longer extension":    bytes.Replace(text, []byte("TREE\x00"), []byte("TREE\x01"), 1),
	} {
		if paths, err := scan(t, odd); !errors.Is(err, errOtherIndex) {
			t.Errorf("%s: %q, %v", name, paths, err)
		}
	}
}

func FuzzScanIndex(f *testing.F) {
	f.Add(sampleIndex(f, "2"))
	f.Add(sampleIndex(f, "4"))
	f.Add([]byte("DIRC\x00\x00\x00\x04\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, text []byte) {
		paths, err := scan(t, text)
		if err == nil && slices.Contains(paths, "") {
			t.Error("a path is empty")
		}
	})
}
