package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/teammem/teammem/internal/sync"
)

// What is kept beside the state counts only as long as the state is the same.
func TestCache(t *testing.T) {
	home := t.TempDir()
	o := Options{Places: map[sync.Layout]Place{sync.Native: {Base: home, Dir: "m"}}}
	s, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	wants := func(when, want string) {
		t.Helper()
		got, err := s.Cache()
		if err != nil || string(got) != want || (got == nil) != (want == "") {
			t.Errorf("%s: %q, %v; want %q", when, got, err, want)
		}
	}
	save := func(text string) {
		t.Helper()
		if err := s.SaveCache([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	apply := func(state string) {
		t.Helper()
		if _, err := s.Apply(nil, []byte(state)); err != nil {
			t.Fatal(err)
		}
	}
	save("too early")
	wants("without a state", "")
	apply(`{"a":1}`)
	wants("nothing was kept", "")
	save("one")
	wants("kept", "one")
	apply(`{"a":1}`)
	wants("the same state", "one")
	apply(`{"a":2}`)
	wants("another state", "")
	save("two")
	wants("kept again", "two")
	file := filepath.Join(home, "m", stateDir, stateFile)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(data, ' '), 0o600); err != nil {
		t.Fatal(err)
	}
	wants("a state that was touched", "")
}

func TestCompare(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, "m", "team", "sub")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	long := string(make([]byte, roomBytes+1))
	texts := map[string]string{"same.md": "same", "other.md": "other", "new.md": "new", "empty.md": "", "long.md": long}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	v, err := Look(Options{Places: map[sync.Layout]Place{sync.Native: {Base: home, Dir: "m"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	known := map[string]sync.Sum{"sub/same.md": sync.SumOf([]byte("same")), "sub/other.md": sync.SumOf([]byte("was")), "sub/gone.md": sync.SumOf(nil)}
	list, err := v.Compare(sync.Native, "team", known)
	if err != nil || len(list.Files) != len(texts) {
		t.Fatalf("%d files, %v", len(list.Files), err)
	}
	for _, f := range list.Files {
		text := texts[filepath.Base(f.Path)]
		want := text
		if f.Path == "sub/same.md" {
			want = ""
		}
		if string(f.Data) != want || f.Sum != sync.SumOf([]byte(text)) || f.Modified.IsZero() {
			t.Errorf("%s: %d bytes, %v", f.Path, len(f.Data), f.Modified)
		}
	}
}
