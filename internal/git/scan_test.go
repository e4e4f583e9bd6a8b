package git

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sampleIndex is an index of one version that git wrote.
func sampleIndex(t testing.TB, version string, more ...string) []byte {
	t.Helper()
	dir := t.TempDir()
	run := func(stdin string, args ...string) string {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
		cmd.Env = lonely(dir)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run("", "init", "-q")
	blob := run("text\n", "hash-object", "-w", "--stdin")
	var info strings.Builder
	paths := []string{"a", "a-b/c.md", "abcdefgh", "docs/" + strings.Repeat("x", 200) + "/é.md", "docs/z"}
	for _, p := range append(paths, more...) {
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
	var paths []string
	_, err := scanIndex(bytes.NewReader(text), int64(len(text)), 40, func(s *indexScan) {
		if !s.announced {
			paths = append(paths, s.entry().Path)
		}
	})
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

// FuzzScanIndex holds that an index that is found plain lists the same from folder to
// folder as from end to end.
func FuzzScanIndex(f *testing.F) {
	f.Add(sampleIndex(f, "2"))
	f.Add(sampleIndex(f, "4"))
	f.Add([]byte("DIRC\x00\x00\x00\x04\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var want []string
		found, err := scanIndex(bytes.NewReader(text), int64(len(text)), 40, func(s *indexScan) { want = append(want, s.entry().Path) })
		if err != nil || !found.plain {
			return
		}
		l, err := newLister(wholeIndex(text), int64(len(text)), 40, found)
		if err != nil {
			t.Fatal(err)
		}
		if got := walked(t, l, ""); !slices.Equal(got, want) || slices.Contains(got, "") {
			t.Errorf("from folder to folder %q, from end to end %q", got, want)
		}
	})
}

// walked lists a folder and what is below it, sorted.
func walked(t *testing.T, l *lister, dir string) []string {
	s, err := l.children(dir)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, item := range s.files {
		paths = append(paths, join(dir, item.name))
	}
	for _, item := range s.dirs {
		paths = append(paths, walked(t, l, join(dir, item.name))...)
	}
	slices.Sort(paths)
	return paths
}

func TestMarksLeadToEveryEntry(t *testing.T) {
	for _, version := range []string{"2", "4"} {
		text := sampleIndex(t, version, crowd()...)
		found, err := scanIndex(bytes.NewReader(text), int64(len(text)), 40, func(*indexScan) {})
		if err != nil || len(found.marks) < 3 {
			t.Fatal(err, len(found.marks))
		}
		l, err := newLister(bytes.NewReader(text), int64(len(text)), 40, found)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range append(crowd(), "zz") { // forth, and back to the start each time
			for _, path := range []string{p, p + "!", "", p} {
				if err := l.seek(path); err != nil {
					t.Fatal(err)
				}
			}
			if l.done != (p == "zz") || !l.done && string(l.scan.name) != p {
				t.Fatalf("version %s: %q is at %q, done %t", version, p, l.scan.name, l.done)
			}
		}
	}
}

func crowd() []string {
	var paths []string
	for i := range 3 * markEvery {
		paths = append(paths, fmt.Sprintf("folder/%04d.md", i))
	}
	return paths
}

func TestCacheTree(t *testing.T) {
	id := strings.Repeat("i", 20)
	sound := "\x00-1 2\n" + "a\x002 1\n" + id + "b\x001 0\n" + id + "c\x00-1 0\n"
	folders := parseCacheTree([]byte(sound), 20)
	if len(folders) != 4 || folders[0].id != nil || string(folders[2].id) != id || folders[1].next != 3 || folders[0].next != 4 {
		t.Fatalf("%q", folders)
	}
	if below := subfolders(folders, 0); len(below) != 2 || below["a"] != 1 || below["c"] != 3 {
		t.Errorf("the top has %v", below)
	}
	for name, odd := range map[string]string{
		"empty":                "",
		"cut off":              sound[:len(sound)-2],
		"cut off in an id":     "\x001 0\n" + id[1:],
		"more at the end":      sound + "\x00",
		"a name for the top":   "x\x00-1 0\n",
		"no name below":        "\x00-1 1\n\x00-1 0\n",
		"a slash in a name":    "\x00-1 1\na/b\x00-1 0\n",
		"fewer than it says":   "\x00-1 1\n",
		"less than no folders": "\x00-1 -1\n",
		"words for a number":   "\x00one 0\n",
	} {
		if folders := parseCacheTree([]byte(odd), 20); folders != nil {
			t.Errorf("%s: %q", name, folders)
		}
	}
}
