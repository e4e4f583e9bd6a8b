package engine_test

import (
	"context"
	"testing"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/teammemtest"
)

// Where a bug stops the search for secrets nothing is shown: what it would have found is not known. A side that is
// missing stands for the bug.
func TestSidesAreMuteAtABug(t *testing.T) {
	plain := map[string]string{memory.Dir + "/note-1.md": remembered(1, "It holds.")}
	repo := &teammemtest.Repo{Branch: "main", History: []teammemtest.Commit{{ID: "base"}, {ID: "head", Files: files(plain)}}}
	compared := func() *engine.Sides {
		sides, err := engine.Compare(context.Background(), repo, new(engine.Shelf), "base", "head")
		if err != nil {
			t.Fatal(err)
		}
		return sides
	}
	if s := compared(); s.Safe("words") != "words" || s.Hushed(memory.Dir+"/note-1.md") {
		t.Error("something is kept back where nothing went wrong")
	}
	s := compared()
	s.After = nil
	if got := s.Safe("words"); got != "[redacted]" || !s.Hushed(memory.IndexPath) {
		t.Errorf("%q is shown, hushed %v", got, s.Hushed(memory.IndexPath))
	}
	s = compared()
	s.After = nil
	if !s.Hushed(memory.IndexPath) || s.Safe("words") != "[redacted]" {
		t.Error("what is asked for by its path first is shown")
	}
}
