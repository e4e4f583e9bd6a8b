package engine_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/teammemtest"
)

// far is a repository that enters every folder.
type far struct{ engine.Repository }

func (r far) Within(ctx context.Context, commit string, _ func(string) bool) ([]memory.Entry, error) {
	return r.Entries(ctx, memory.At{Commit: commit})
}

// A check of a range that leaves folders unread says what one says that reads them all.
func TestNearSaysTheSame(t *testing.T) {
	around := []string{"src/deep/c.go", "docs/CODEOWNERS", ".github/CODEOWNERS", "CODEOWNERS", ".gitattributes", "AGENTS.md", "lib/.claude/memory/x.md", "lib/notes.md",
		"CLAUDE.local.md", ".Agent/team-memory/y.md", "lib/..%2f..%2f.agent%2fteam-memory%2fz.md", "app/.agent/team-memory/w.md", "%2eagent/team-memory/v.md"}
	rapid.Check(t, func(t *rapid.T) {
		base := folder().Draw(t, "base")
		mid, head := edited(t, base), edited(t, base)
		for _, state := range []map[string]string{mid, head} {
			for range rapid.IntRange(0, 3).Draw(t, "around") {
				state[rapid.SampledFrom(around).Draw(t, "path")] = text(t, 9)
			}
		}
		repo := &teammemtest.Repo{Branch: "main", History: []teammemtest.Commit{{ID: "base", Files: files(base)}, {ID: "mid", Files: files(mid)}, {ID: "head", Files: files(head)}}}
		req := engine.Request{Source: engine.Range, Base: "base", Rev: "head", FailOn: finding.Warn, Now: time.Date(2026, 6, 24, 12, 0, 0, 0, time.UTC)}
		near, err1 := engine.Check(context.Background(), repo, req)
		whole, err2 := engine.Check(context.Background(), far{repo}, req)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if diff := cmp.Diff(whole, near); diff != "" {
			t.Fatalf("-whole +near\n%s", diff)
		}
	})
}

// counted counts how often all folders are listed.
type counted struct {
	engine.Repository
	entries int
	err     error
}

func (r *counted) Entries(ctx context.Context, at memory.At) ([]memory.Entry, error) {
	r.entries++
	if r.err != nil {
		return nil, r.err
	}
	return r.Repository.Entries(ctx, at)
}

// Other folders are read when a memory names one of them, and what can't be read then is told.
func TestNearReadsOthersWhenAsked(t *testing.T) {
	base := map[string]string{memory.IndexPath: "- [A](a.md) — a\n", memory.Dir + "/a.md": text1("It holds."), "src/main.go": "package main\n"}
	for _, c := range []struct {
		name, path, text string
		entries          int
	}{
		{"a memory alone", memory.Dir + "/a.md", text1("It holds still."), 0},
		{"code alone", "src/main.go", "package other\n", 0},
		{"a memory that cites", memory.Dir + "/a.md", text1("See [it](../../src/main.go)."), 1},
		{"a path that looks like one of the team", "src/..%2f..%2f.agent%2fteam-memory%2fz.md", "z", 0},
	} {
		head := map[string]string{}
		for p, s := range base {
			head[p] = s
		}
		head[c.path] = c.text
		repo := &counted{Repository: &teammemtest.Repo{Branch: "main", History: []teammemtest.Commit{{ID: "base", Files: files(base)}, {ID: "head", Files: files(head)}}}}
		req := engine.Request{Source: engine.Range, Base: "base", Rev: "head", FailOn: finding.Error, Now: time.Date(2026, 6, 24, 12, 0, 0, 0, time.UTC)}
		res, err := engine.Check(t.Context(), repo, req)
		if err != nil || repo.entries != c.entries {
			t.Errorf("%s: listed %d times, %v; want %d", c.name, repo.entries, err, c.entries)
		}
		if hidden := strings.HasPrefix(c.name, "a path"); err == nil && (res.Verdict == engine.Block) != hidden {
			t.Errorf("%s: the verdict is %s", c.name, res.Verdict)
		}
		if repo.err = errors.New("can't be read"); c.entries > 0 {
			if _, err := engine.Check(t.Context(), repo, req); err == nil {
				t.Errorf("%s: no error", c.name)
			}
		}
	}
}

// What came and went elsewhere is compared with the end state, which is then listed whole.
func TestNearReadsOthersForHistory(t *testing.T) {
	base := map[string]string{memory.IndexPath: "- [A](a.md) — a\n", memory.Dir + "/a.md": text1("It holds."), "lib/x.md": "# X\n"}
	mid := map[string]string{memory.IndexPath: base[memory.IndexPath], memory.Dir + "/a.md": base[memory.Dir+"/a.md"], "lib/x.md": "# Y\n"}
	repo := &counted{Repository: &teammemtest.Repo{Branch: "main", History: []teammemtest.Commit{
		{ID: "base", Files: files(base)}, {ID: "mid", Files: files(mid)}, {ID: "head", Files: files(base)},
	}}}
	req := engine.Request{Source: engine.Range, Base: "base", Rev: "head", FailOn: finding.Error, Now: time.Date(2026, 6, 24, 12, 0, 0, 0, time.UTC)}
	if _, err := engine.Check(t.Context(), repo, req); err != nil || repo.entries != 1 {
		t.Errorf("listed %d times, %v", repo.entries, err)
	}
	repo.err = errors.New("can't be read")
	if _, err := engine.Check(t.Context(), repo, req); err == nil {
		t.Error("no error")
	}
}

func text1(body string) string {
	return "---\nname: a\ndescription: about it\ntype: project\n---\n\n" + body + "\n"
}
