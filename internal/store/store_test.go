package store

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/sync"
)

// optionsIn lays out a home directory with two places.
func optionsIn(home string) Options {
	return Options{Wait: 5 * time.Minute, Places: map[sync.Layout]Place{
		sync.Native: {Base: home, Dir: ".agent/memory/web-1a2b"},
		sync.Claude: {Base: home, Dir: ".claude/projects/-web/memory"},
	}}
}

func open(t *testing.T, o Options) *Store {
	t.Helper()
	s, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func write(layout sync.Layout, path, before, after string) sync.Step {
	s := sync.Step{Kind: sync.Write, Layout: layout, Path: path, Data: []byte(after), After: sync.SumOf([]byte(after))}
	if before != "" {
		s.Before = sync.SumOf([]byte(before))
	}
	return s
}

func remove(layout sync.Layout, path, before string) sync.Step {
	return sync.Step{Kind: sync.Remove, Layout: layout, Path: path, Before: sync.SumOf([]byte(before))}
}

func put(t *testing.T, name, text string, perm fs.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(name, []byte(text), perm), os.Chmod(name, perm)); err != nil { // whatever the umask is
		t.Fatal(err)
	}
}

// tree is all that lies below home, except for what is in stateDir.
func tree(t *testing.T, home string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(home, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == stateDir {
			return filepath.SkipDir
		}
		rel, _ := filepath.Rel(home, p)
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			all[rel+"/"] = ""
			return nil
		}
		data, err := os.ReadFile(p)
		all[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

const (
	nativeDir = ".agent/memory/web-1a2b/"
	claudeDir = ".claude/projects/-web/memory/"
)

// An old world, and the steps that make a new one of it.
func oldWorld(t *testing.T, home string) (old, next map[string]string) {
	t.Helper()
	put(t, filepath.Join(home, nativeDir, "private/p.md"), "mine", 0o600)
	put(t, filepath.Join(home, nativeDir, "team/a.md"), "a1", 0o600)
	put(t, filepath.Join(home, nativeDir, "team/sub/gone.md"), "g1", 0o600)
	put(t, filepath.Join(home, claudeDir, "MEMORY.md"), "m1", 0o640)
	s := open(t, optionsIn(home))
	if _, err := s.Apply(nil, []byte(`{"n":1}`)); err != nil {
		t.Fatal(err)
	}
	s.Close()
	old = tree(t, home)
	next = maps.Clone(old)
	next[nativeDir+"team/a.md"] = "a2"
	delete(next, nativeDir+"team/sub/gone.md")
	delete(next, nativeDir+"team/sub/")
	next[nativeDir+"team/new/"] = ""
	next[nativeDir+"team/new/deep/"] = ""
	next[nativeDir+"team/new/deep/n.md"] = "n2"
	next[claudeDir+"MEMORY.md"] = "m2"
	return old, next
}

func newSteps() []sync.Step {
	return []sync.Step{
		write(sync.Native, "team/a.md", "a1", "a2"),
		remove(sync.Native, "team/sub/gone.md", "g1"),
		write(sync.Native, "team/new/deep/n.md", "", "n2"),
		write(sync.Claude, "MEMORY.md", "m1", "m2"),
	}
}

const newState = `{"n":2}`

func stateOf(t *testing.T, s *Store) string {
	t.Helper()
	state, err := s.State()
	if err != nil {
		t.Fatal(err)
	}
	return string(state)
}

func TestApplyAndUndo(t *testing.T) {
	home := t.TempDir()
	old, next := oldWorld(t, home)
	s := open(t, optionsIn(home))
	if out, err := (Dry{&s.View}).Apply(newSteps(), []byte(newState)); err != nil || len(out.Done) != 4 || len(out.Overtaken) != 0 {
		t.Errorf("the rehearsal says %+v, %v", out, err)
	}
	if d := cmp.Diff(old, tree(t, home)); d != "" {
		t.Fatalf("a rehearsal wrote (-want +got):\n%s", d)
	}
	out, err := s.Apply(newSteps(), []byte(newState))
	if err != nil || len(out.Done) != 4 || len(out.Overtaken) != 0 {
		t.Fatalf("apply gives %+v, %v", out, err)
	}
	if d := cmp.Diff(next, tree(t, home)); d != "" || stateOf(t, s) != newState {
		t.Fatalf("state %s, files (-want +got):\n%s", stateOf(t, s), d)
	}
	for name, want := range map[string]fs.FileMode{nativeDir + "team/new/deep/n.md": 0o600, claudeDir + "MEMORY.md": 0o640, nativeDir + "team/new": 0o700, nativeDir + ".teammem/state.json": 0o600} {
		info, err := os.Stat(filepath.Join(home, name))
		if runtime.GOOS != "windows" && (err != nil || info.Mode().Perm() != want) {
			t.Errorf("%s has %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
	for _, want := range []map[string]string{old, next} { // to undo twice is to do it again
		if _, err := s.Undo(); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, tree(t, home)); d != "" {
			t.Fatalf("after undo (-want +got):\n%s", d)
		}
	}
	put(t, filepath.Join(home, nativeDir, "team/a.md"), "edited", 0o600)
	if _, err := s.Undo(); !errors.Is(err, ErrChanged) || !strings.Contains(err.Error(), "team/a.md") {
		t.Errorf("undo after an edit gives %v", err)
	}
	if got := tree(t, home)[nativeDir+"team/a.md"]; got != "edited" {
		t.Errorf("undo left %q", got)
	}
}

func TestUndoOfNothing(t *testing.T) {
	s := open(t, optionsIn(t.TempDir()))
	if _, err := s.Undo(); !errors.Is(err, ErrNothingToUndo) {
		t.Errorf("error is %v", err)
	}
}

// TestAgainWritesNothing holds that a second run makes no change at all.
func TestAgainWritesNothing(t *testing.T) {
	home := t.TempDir()
	oldWorld(t, home)
	open1 := open(t, optionsIn(home))
	if _, err := open1.Apply(newSteps(), []byte(newState)); err != nil {
		t.Fatal(err)
	}
	open1.Close()
	o := optionsIn(home)
	o.touch = func(op, name string) error { return fmt.Errorf("wrote: %s %s", op, name) }
	s := open(t, o)
	if _, err := s.Apply(newSteps(), []byte(" { \"n\" : 2 } ")); err != nil {
		t.Error(err)
	}
}

func TestWrongSteps(t *testing.T) {
	s := open(t, optionsIn(t.TempDir()))
	bad := write(sync.Native, "a.md", "", "x")
	bad.Data = []byte("y")
	for _, steps := range [][]sync.Step{
		{bad}, {write(sync.Native, "../a.md", "", "x")}, {write(sync.Native, "/a.md", "", "x")}, {write(sync.Native, ".", "", "x")},
		{write(sync.Native, ".teammem/state.json", "", "x")}, {write(sync.Native, "team/.TEAMMEM/x", "", "x")}, {write(sync.Native, "a\xff.md", "", "x")},
		{write(sync.Native, "a.md", "", "x"), write(sync.Native, "a.md", "", "x")}, {write("other", "a.md", "", "x")},
		{{Kind: "chmod", Layout: sync.Native, Path: "a"}}, {{Kind: sync.Remove, Layout: sync.Native, Path: "a"}},
	} {
		if out, err := s.Apply(steps, nil); err == nil {
			t.Errorf("%+v gives %+v", steps, out)
		}
	}
	if _, err := s.Apply(nil, []byte("{")); err == nil {
		t.Error("a state that is not JSON was taken")
	}
}

func TestLookMakesNothing(t *testing.T) {
	home := t.TempDir()
	v, err := Look(optionsIn(home))
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	state, err := v.State()
	if err != nil || state != nil {
		t.Errorf("state is %q, %v", state, err)
	}
	if out, err := (Dry{v}).Apply([]sync.Step{write(sync.Native, "team/a.md", "", "x")}, nil); err != nil || len(out.Done) != 1 {
		t.Errorf("dry says %+v, %v", out, err)
	}
	if l, err := v.Observe(sync.Native, "private"); err != nil || len(l.Files) != 0 {
		t.Errorf("private is %+v, %v", l, err)
	}
	if got := tree(t, home); len(got) != 1 {
		t.Errorf("look made %v", got)
	}
}

func TestRefused(t *testing.T) {
	cases := []struct {
		name  string
		setup func(home string) error
		alter func(o *Options)
		kind  Kind
		says  string
	}{
		{"no home", nil, func(o *Options) { o.Places[sync.Native] = Place{} }, NoHome, "TEAMMEM_HOME"},
		{"a relative home", nil, func(o *Options) { o.Places[sync.Native] = Place{Base: "x", Dir: "y"} }, NoHome, "absolute"},
		{"a home that is not there", nil, func(o *Options) {
			o.Places[sync.Native] = Place{Base: filepath.Join(o.Places[sync.Native].Base, "none"), Dir: "y"}
		}, NoHome, "TEAMMEM_HOME"},
		{"a link at the top", func(h string) error {
			return errors.Join(os.Mkdir(filepath.Join(h, "x"), 0o700), os.Symlink("x", filepath.Join(h, ".agent")))
		}, nil, Linked, "TEAMMEM_HOME"},
		{"a link at the end", func(h string) error {
			return errors.Join(os.MkdirAll(filepath.Join(h, ".agent/memory/x"), 0o700), os.Symlink("x", filepath.Join(h, ".agent/memory/web-1a2b")))
		}, nil, Linked, "web-1a2b"},
		{"a link for the state", func(h string) error {
			return errors.Join(os.MkdirAll(filepath.Join(h, nativeDir, "x"), 0o700), os.Symlink("x", filepath.Join(h, nativeDir, stateDir)))
		}, nil, Linked, stateDir},
		{"a file", func(h string) error { return os.WriteFile(filepath.Join(h, ".agent"), nil, 0o600) }, nil, NotDirectory, "move it away"},
		{"a folder for all", func(h string) error {
			return errors.Join(os.MkdirAll(filepath.Join(h, ".agent/memory"), 0o700), os.Chmod(filepath.Join(h, ".agent/memory"), 0o777))
		}, nil, Writable, "chmod go-w"},
		{"a work tree", nil, func(o *Options) {
			o.Unignored = func(string) (string, error) { return o.Places[sync.Native].Base, nil }
		}, Unignored, "/.agent/memory/"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if runtime.GOOS == "windows" && (c.kind == Linked || c.kind == Writable) {
				t.Skip("modes and links are others here")
			}
			home := t.TempDir()
			o := optionsIn(home)
			if c.setup != nil {
				if err := c.setup(home); err != nil {
					t.Fatal(err)
				}
			}
			if c.alter != nil {
				c.alter(&o)
			}
			_, err := Open(o)
			var r *Refused
			if !errors.As(err, &r) || r.Kind != c.kind || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error is %v; want %s with %q", err, c.kind, c.says)
			}
			if _, err := Look(o); !errors.As(err, &r) || r.Kind != c.kind {
				t.Errorf("look gives %v; want %s", err, c.kind)
			}
		})
	}
}

func TestForeignOwner(t *testing.T) {
	if os.Geteuid() != 0 || runtime.GOOS == "windows" {
		lacks(t, "only root can give a directory to somebody else")
	}
	home := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(home, ".agent"), 0o700), os.Chown(filepath.Join(home, ".agent"), 65534, 65534)); err != nil {
		t.Fatal(err)
	}
	var r *Refused
	if _, err := Open(optionsIn(home)); !errors.As(err, &r) || r.Kind != Foreign {
		t.Errorf("error is %v", err)
	}
}

func TestDamagedAndNewer(t *testing.T) {
	for _, name := range []string{stateFile, journalFile, undoFile} {
		for text, kind := range map[string]Kind{"": Damaged, "{": Damaged, "[]": Damaged, `{"version":0}`: Damaged, `{"version":2}`: Newer,
			`{"version":1,"sum":"00","state":{},"phase":7,"files":7}`: Damaged} {
			home := t.TempDir()
			oldWorld(t, home)
			file := filepath.Join(home, nativeDir, stateDir, name)
			put(t, file, text, 0o600)
			err := useAll(optionsIn(home))
			var r *Refused
			if !errors.As(err, &r) || r.Kind != kind || r.Fix == "" {
				t.Errorf("%s with %q gives %v", name, text, err)
			}
			if got, _ := os.ReadFile(file); string(got) != text {
				t.Errorf("%s with %q became %q", name, text, got)
			}
		}
	}
}

// useAll gives the first error of all that a store can do.
func useAll(o Options) error {
	s, err := Open(o)
	if err != nil {
		return err
	}
	defer s.Close()
	if _, err := s.State(); err != nil {
		_, again := s.Apply(newSteps(), []byte(newState))
		if again == nil {
			return errors.New("it was written over a damaged state")
		}
		return err
	}
	_, err = s.Undo()
	return err
}
