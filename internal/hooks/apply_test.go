package hooks

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// A step that fails takes back those before it, with their folders.
func TestAFailureTakesBack(t *testing.T) {
	dir := t.TempDir()
	kept, gone, blocked := filepath.Join(dir, "kept"), filepath.Join(dir, "gone"), filepath.Join(dir, "blocked")
	if err := os.Mkdir(blocked, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, kept, "old")
	write(t, gone, "old")
	s := &Site{Dir: dir}
	_, err := s.until(func() ([]Step, error) {
		return []Step{
			{Path: kept, Prev: []byte("old"), Next: []byte("new"), Did: "x"},
			{Path: gone, Prev: []byte("old"), Did: "x", perm: 0o755},
			{Path: filepath.Join(dir, "new"), Next: []byte("new"), Did: "x", perm: 0o755},
			{Path: blocked, Next: []byte("new"), Did: "x", perm: 0o755},
		}, nil
	})
	if err == nil {
		t.Fatal("a folder was written over")
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 3 || read(t, kept) != "old" || read(t, gone) != "old" {
		t.Errorf("the folder holds %v, want what it held", entries)
	}
	if info, err := os.Stat(gone); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o755 {
		t.Errorf("what was removed is back with %v, %v; want its permissions", info.Mode(), err)
	}
}

// When somebody else is faster the plan is made anew, and what was written counts.
func TestAnotherIsFaster(t *testing.T) {
	dir := t.TempDir()
	s := &Site{Dir: dir}
	tries := 0
	steps, err := s.until(func() ([]Step, error) {
		tries++
		steps, err := s.PlanInstall("")
		if tries == 1 {
			write(t, filepath.Join(dir, "commit-msg"), "#!/bin/sh\nexit 0\n")
		}
		return steps, err
	})
	if err != nil || tries != 2 {
		t.Fatalf("%d tries, %v; want 2", tries, err)
	}
	for i, want := range []string{"new", "new", "lines added, all others kept", "new"} {
		if steps[i].Did != want {
			t.Errorf("%s: %q, want %q", steps[i].Hook, steps[i].Did, want)
		}
	}
	if text := read(t, filepath.Join(dir, "commit-msg")); !strings.HasSuffix(text, "exit 0\n") {
		t.Errorf("the hook of the other is %q", text)
	}
}

// A hook that comes and goes while it is looked at is there, or it is not.
func TestComesAndGoes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("what is being removed can't be opened there")
	}
	s := &Site{Dir: t.TempDir()}
	name := filepath.Join(s.Dir, "pre-commit")
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 3000 {
			_ = errors.Join(os.WriteFile(name, []byte("x"), 0o755), os.Remove(name))
		}
	}()
	for running := true; running; {
		if _, err := s.InGit(); err != nil {
			t.Error(err)
		}
		select {
		case <-done:
			running = false
		default:
		}
	}
}

// One that changes all the time is an error in the end.
func TestNeverQuiet(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "pre-commit")
	write(t, name, "theirs")
	s := &Site{Dir: dir}
	if _, err := s.until(func() ([]Step, error) {
		return []Step{{Path: name, Prev: []byte("stale"), Did: "gone"}}, nil
	}); err == nil || !strings.Contains(err.Error(), "change all the time") {
		t.Errorf("error is %v", err)
	}
	if read(t, name) != "theirs" {
		t.Error("it was removed")
	}
}

func TestProbeEnv(t *testing.T) {
	got := strings.Join(probeEnv([]string{"HOME=/h", "GIT_DIR=/elsewhere/.git", "GIT_INDEX_FILE=x", "GIT_CONFIG_GLOBAL=/g", "GITHUB_TOKEN=t"}), " ")
	if strings.Contains(got, "elsewhere") || strings.Contains(got, "GIT_INDEX_FILE") || !strings.HasPrefix(got, "HOME=/h GIT_CONFIG_GLOBAL=/g GITHUB_TOKEN=t ") {
		t.Errorf("the environment is %q", got)
	}
}
