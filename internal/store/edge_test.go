package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/sync"
)

// TestDraftArrivesFirst holds that a text goes to drafts/ and back in one run each, however
// the steps are ordered.
func TestDraftArrivesFirst(t *testing.T) {
	const draft, mirror = "drafts/a.md", "team/a.md"
	steps := []sync.Step{write(sync.Native, mirror, "an edit", "team"), write(sync.Native, draft, "", "an edit")}
	home := t.TempDir()
	put(t, filepath.Join(home, nativeDir, mirror), "an edit", 0o600)
	s := open(t, optionsIn(home))
	out, err := s.Apply(steps, []byte("{}"))
	if err != nil || len(out.Done) != 2 || len(out.Overtaken) != 0 {
		t.Fatalf("apply gives %+v, %v", out, err)
	}
	for _, want := range []map[string]string{{mirror: "an edit"}, {mirror: "team", draft: "an edit"}} { // undone, and done again
		out, err := s.Undo()
		if err != nil || len(out.Done) != 2 {
			t.Fatalf("undo gives %+v, %v", out, err)
		}
		for _, at := range []string{mirror, draft} {
			if got, _ := os.ReadFile(filepath.Join(home, nativeDir, at)); string(got) != want[at] {
				t.Errorf("%s holds %q, not %q", at, got, want[at])
			}
		}
	}
}

// TestDraftTaken holds that an edit stays where it is when the name of its draft is taken
// before the run.
func TestDraftTaken(t *testing.T) {
	home := t.TempDir()
	put(t, filepath.Join(home, nativeDir, "team/a.md"), "an edit", 0o600)
	put(t, filepath.Join(home, nativeDir, "drafts/a.md"), "taken", 0o600)
	s := open(t, optionsIn(home))
	steps := []sync.Step{write(sync.Native, "team/a.md", "an edit", "team"), write(sync.Native, "drafts/a.md", "", "an edit")}
	for name, w := range map[string]Writer{"dry": Dry{&s.View}, "store": s} {
		if out, err := w.Apply(steps, []byte("{}")); err != nil || len(out.Overtaken) != 2 {
			t.Errorf("%s: %+v, %v", name, out, err)
		}
	}
	if got := tree(t, home); got[nativeDir+"team/a.md"] != "an edit" {
		t.Errorf("files are %v", got)
	}
}

// TestUndoKnowsWhatWasDone holds that what somebody else wrote at the last moment is no
// part of what can be undone.
func TestUndoKnowsWhatWasDone(t *testing.T) {
	for _, all := range []bool{false, true} {
		home := t.TempDir()
		oldWorld(t, home)
		old := tree(t, home)
		o := optionsIn(home)
		edited := filepath.Join(home, nativeDir, "team/a.md")
		o.touch = func(op, name string) error {
			if op == "swap" && name == "team/a.md" {
				put(t, edited, "edit", 0o600)
			}
			return nil
		}
		steps := newSteps()
		if all {
			steps = steps[:1]
		}
		s := open(t, o)
		out, err := s.Apply(steps, []byte(newState))
		if len(out.Overtaken) == 0 {
			lacks(t, "files can't be exchanged here")
		}
		if err != nil || len(out.Overtaken) != 1 {
			t.Fatalf("apply gives %+v, %v", out, err)
		}
		for _, e := range entries(t, filepath.Join(home, nativeDir, stateDir)) {
			if e != stateFile && e != lockFile && e != undoFile {
				t.Errorf("%q was left behind", e)
			}
		}
		_, err = s.Undo()
		if all {
			if !errors.Is(err, ErrNothingToUndo) || stateOf(t, s) != newState {
				t.Errorf("undo gives %v and leaves the state %s", err, stateOf(t, s))
			}
			continue
		}
		old[nativeDir+"team/a.md"] = "edit"
		if d := cmp.Diff(old, tree(t, home)); d != "" || err != nil || stateOf(t, s) != `{"n":1}` {
			t.Errorf("undo gives %v, the state %s and (-want +got):\n%s", err, stateOf(t, s), d)
		}
	}
}

func TestUndoOfAnEmptyFile(t *testing.T) {
	home := t.TempDir()
	put(t, filepath.Join(home, claudeDir, "MEMORY.md"), "", 0o600)
	s := open(t, optionsIn(home))
	step := write(sync.Claude, "MEMORY.md", "", "x")
	step.Before = sync.SumOf(nil)
	if out, err := s.Apply([]sync.Step{step}, []byte("{}")); err != nil || len(out.Done) != 1 {
		t.Fatalf("apply gives %+v, %v", out, err)
	}
	if _, err := s.Undo(); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(home, claudeDir, "MEMORY.md")); err != nil || len(got) != 0 {
		t.Errorf("it came back as %q, %v", got, err)
	}
}

// TestNoStateAfterwards holds that a run with no state to keep leaves none.
func TestNoStateAfterwards(t *testing.T) {
	home := t.TempDir()
	oldWorld(t, home)
	s := open(t, optionsIn(home))
	if _, err := s.Apply(newSteps(), nil); err != nil {
		t.Fatal(err)
	}
	if got, err := s.State(); got != nil || err != nil {
		t.Errorf("the state is %s, %v", got, err)
	}
	if _, err := s.Undo(); err != nil || stateOf(t, s) != `{"n":1}` {
		t.Errorf("after undo the state is %s, %v", stateOf(t, s), err)
	}
}

// TestJournalOfAnother holds that a journal can't lead out of the store.
func TestJournalOfAnother(t *testing.T) {
	for _, at := range []string{"../../../victim.md", "/victim.md", ".teammem/state.json"} {
		home := t.TempDir()
		oldWorld(t, home)
		put(t, filepath.Join(home, "victim.md"), "x", 0o600)
		sum := sync.SumOf([]byte("x")).String()
		put(t, filepath.Join(home, nativeDir, stateDir, journalFile), `{"version":1,"phase":"commit","entries":[{"kind":"remove","layout":"native","path":"`+at+`","before":"`+sum+`","after":"","staged":"s","aside":"a"}]}`, 0o600)
		_, err := Open(optionsIn(home))
		var r *Refused
		if !errors.As(err, &r) || r.Kind != Damaged || !strings.Contains(err.Error(), journalFile) {
			t.Errorf("%s: error is %v", at, err)
		}
	}
}

// TestDraftOverwrittenAfterKill has somebody overwrite a draft after a sync was killed: the
// next run comes to an end and leaves nothing of its own behind.
func TestDraftOverwrittenAfterKill(t *testing.T) {
	t.Parallel()
	steps := []sync.Step{write(sync.Native, "drafts/a.md", "", "an edit"), remove(sync.Native, "team/a.md", "an edit"),
		write(sync.Native, "drafts/b.md", "", "another"), write(sync.Native, "team/b.md", "another", "team")}
	for n := 1; ; n++ {
		home := t.TempDir()
		put(t, filepath.Join(home, nativeDir, "team/a.md"), "an edit", 0o600)
		put(t, filepath.Join(home, nativeDir, "team/b.md"), "another", 0o600)
		o := optionsIn(home)
		var count *int
		o.touch, count = dieAt(n)
		if s, err := Open(o); err == nil {
			_, _ = s.Apply(steps, []byte("{}"))
			s.Close()
		}
		if *count < n {
			return
		}
		for _, name := range []string{"drafts/a.md", "drafts/b.md"} {
			if at := filepath.Join(home, nativeDir, name); exists(at) {
				put(t, at, "overwritten", 0o600)
			}
		}
		s, err := Open(optionsIn(home))
		if err != nil {
			t.Fatalf("change %d: %v", n, err)
		}
		s.Close()
		for at := range tree(t, home) {
			if strings.Contains(at, stagePrefix) {
				t.Errorf("change %d: %s was left behind", n, at)
			}
		}
	}
}

func exists(name string) bool { _, err := os.Lstat(name); return err == nil }
