package store

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/sync"
)

func TestObserve(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, nativeDir, "private")
	put(t, filepath.Join(dir, "b/two.md"), "2", 0o600)
	put(t, filepath.Join(dir, "one.md"), "1", 0o600)
	put(t, filepath.Join(dir, ".teammem-X.tmp"), "staged", 0o600)
	put(t, filepath.Join(dir, "skipped/x.md"), "x", 0o600)
	put(t, filepath.Join(dir, "huge.md"), strings.Repeat("x", maxBytes+1), 0o600)
	put(t, filepath.Join(dir, strings.Repeat("d/", maxDepth+1), "x.md"), "deep", 0o600)
	want := map[string]string{"huge.md": "bytes", strings.Repeat("d/", maxDepth) + "d": "deep"}
	if os.Symlink("one.md", filepath.Join(dir, "link.md")) == nil {
		want["link.md"] = "a symbolic link"
	}
	if os.Symlink("/", filepath.Join(dir, "linked")) == nil {
		want["linked"] = "a symbolic link"
	}
	if makePipe(filepath.Join(dir, "pipe.md")) == nil {
		want["pipe.md"] = "a pipe"
	}
	if l, err := net.Listen("unix", filepath.Join(dir, "s")); err == nil {
		defer l.Close()
		want["s"] = "a socket"
	}
	v, err := Look(optionsIn(home))
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	l, err := v.Observe(sync.Native, "private", "skipped")
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Files) != 2 || l.Files[0].Path != "b/two.md" || string(l.Files[1].Data) != "1" || l.Files[1].Sum != sync.SumOf([]byte("1")) {
		t.Errorf("files are %+v", l.Files)
	}
	for _, r := range l.Refused {
		if part, ok := want[r.Path]; !ok || !strings.Contains(r.Reason, part) {
			t.Errorf("refused %q: %s", r.Path, r.Reason)
		}
		delete(want, r.Path)
	}
	if len(want) > 0 {
		t.Errorf("not refused: %v", want)
	}
	if l, err := v.Observe(sync.Native, "private/one.md"); err != nil || len(l.Refused) != 1 {
		t.Errorf("a file observed is %+v, %v", l, err)
	}
}

func TestObserveMany(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, nativeDir, "private")
	make1000 := func(from, to int) {
		for i := from; i < to; i++ {
			put(t, filepath.Join(dir, fmt.Sprintf("%d.md", i)), "x", 0o600)
		}
	}
	make1000(0, 5000)
	v, err := Look(optionsIn(home))
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if l, err := v.Observe(sync.Native, "private"); err != nil || len(l.Files) != 5000 {
		t.Errorf("5,000 files: %d, %v", len(l.Files), err)
	}
	make1000(5000, maxFiles+1)
	if _, err := v.Observe(sync.Native, "private"); err == nil {
		t.Error("too many files are no error")
	}
}

// What is taken away while it is observed is no longer there, and that is all.
func TestObserveWhatGoes(t *testing.T) {
	home := t.TempDir()
	team := filepath.Join(home, nativeDir, "team")
	put(t, filepath.Join(team, "stays.md"), "x", 0o600)
	v, err := Look(optionsIn(home))
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range 200 {
			folder := filepath.Join(team, fmt.Sprint(i))
			_ = errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(filepath.Join(folder, "goes.md"), nil, 0o600), os.RemoveAll(folder))
		}
	}()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		if l, err := v.Observe(sync.Native, "team"); err != nil || len(l.Refused) > 0 || !slices.ContainsFunc(l.Files, func(f Seen) bool { return f.Path == "stays.md" }) {
			t.Errorf("%+v, %v", l, err)
		}
	}
}

// TestFolds tries it with a second name for a file: on a disk that folds names that one is
// there without being listed.
func TestFolds(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, nativeDir, "team")
	put(t, filepath.Join(dir, "a.md"), "x", 0o600)
	_, err := os.Lstat(filepath.Join(dir, "A.MD"))
	disk := err == nil
	v, err := Look(optionsIn(home))
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	folds := func() bool {
		l, err := v.Observe(sync.Native, "team")
		if err != nil {
			t.Fatal(err)
		}
		return l.Folds
	}
	if folds() != disk {
		t.Errorf("folds is %v, and the disk does so: %v", folds(), disk)
	}
	if os.Link(filepath.Join(dir, "a.md"), filepath.Join(dir, "A.MD")) == nil && folds() {
		t.Error("two listed names of one file are taken for a disk that folds")
	}
	o := observer{dir: v.dirs[sync.Native], top: "team", list: Listing{Files: []Seen{{Path: "a.md"}}}}
	if _, err := os.Lstat(filepath.Join(dir, "A.MD")); err == nil && !o.folds() {
		t.Error("a name that is there and not listed is not seen")
	}
}

func TestOwnNames(t *testing.T) {
	for _, name := range []string{stateDir, stagePrefix + "X.tmp"} {
		if !sync.Own(name) {
			t.Errorf("%q is not kept for teammem", name)
		}
	}
}
