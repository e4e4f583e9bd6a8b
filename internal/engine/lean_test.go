package engine_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
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

// A lean check must find what is new as a check that reads everything does. Of two
// memories that were alike before it does not speak when one of them is edited.
func TestLeanFindsAllThatIsNew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := folder().Draw(t, "base")
		here := edited(t, base)
		repo := &teammemtest.Repo{History: []teammemtest.Commit{{ID: "base", Files: files(base)}}, Here: files(here), Branch: "main"}
		req := engine.Request{Source: engine.Staged, FailOn: finding.Warn, Now: time.Date(2026, 6, 24, 12, 0, 0, 0, time.UTC)}
		lean, err1 := engine.Check(context.Background(), repo, req)
		whole, err2 := engine.CheckWhole(context.Background(), repo, req)
		before, err3 := engine.Check(context.Background(), repo, engine.Request{Source: engine.Commit, Rev: "base", Now: req.Now})
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatal(err1, err2, err3)
		}
		alike := map[string]bool{}
		for _, f := range before.Findings {
			alike[f.Path] = alike[f.Path] || isTwin(f)
			for _, r := range f.Related {
				alike[r.Path] = alike[r.Path] || isTwin(f)
			}
		}
		fresh := func(res *engine.Result) []finding.Finding {
			return slices.DeleteFunc(res.Findings, func(f finding.Finding) bool { return f.Older || isTwin(f) && alike[f.Path] })
		}
		if diff := cmp.Diff(fresh(whole), fresh(lean)); diff != "" {
			t.Fatalf("-whole +lean\n%s", diff)
		}
	})
}

// What lets a finding pass that a lean check does not look for is of use all the same.
func TestLeanLeavesTheAllowListAlone(t *testing.T) {
	const policy = "version: 1\nallow:\n  - {rule: secret, path: .agent/team-memory/note_1.md, fingerprint: a7163d915aa80584, reason: a sample}\n"
	base := map[string]string{
		memory.PolicyPath: policy, memory.IndexPath: "# Index\n\n- [A](note_0.md) — a\n- [B](note_1.md) — b\n",
		memory.Dir + "/note_0.md": "---\nname: a\ndescription: about it\ntype: project\n---\n\n" + someWords + "\n",
		memory.Dir + "/note_1.md": "---\nname: b\ndescription: about it\ntype: project\n---\n\nThe sample.\n",
	}
	here := maps.Clone(base)
	here[memory.Dir+"/note_0.md"] += "\nIt holds.\n"
	repo := &teammemtest.Repo{History: []teammemtest.Commit{{ID: "base", Files: files(base)}}, Here: files(here), Branch: "main"}
	req := engine.Request{Source: engine.Staged, FailOn: finding.Warn, Now: time.Date(2026, 6, 24, 12, 0, 0, 0, time.UTC)}
	for name, check := range map[string]func(context.Context, engine.Repository, engine.Request) (*engine.Result, error){"lean": engine.Check, "whole": engine.CheckWhole} {
		res, err := check(context.Background(), repo, req)
		if err != nil {
			t.Fatal(err)
		}
		said := slices.ContainsFunc(res.Notices, func(s string) bool { return strings.Contains(s, "lets nothing pass") })
		if said != (name == "whole") {
			t.Errorf("%s: notices %q", name, res.Notices)
		}
	}
	repo.History = append(repo.History, teammemtest.Commit{ID: "head", Files: files(here)})
	req.Source, req.Base, req.Rev, req.NewOnly = engine.Range, "base", "head", true
	for name, check := range map[string]func(context.Context, engine.Repository, engine.Request) (*engine.Result, error){"part": engine.Check, "whole": engine.CheckWhole} {
		if res, err := check(context.Background(), repo, req); err != nil || len(res.Notices) > 0 {
			t.Errorf("%s of what is new in a range: %v, notices %q", name, err, res.Notices)
		}
	}
}

// What an edited memory says can be explained by one that did not change: a [[name]] that
// only the text of another gives is no fault.
func TestLeanAsksTheOthers(t *testing.T) {
	var long strings.Builder // so that what is added does not make another text of it
	for n := range 200 {
		fmt.Fprintf(&long, "harb%c%cour ", 'a'+n/20, 'a'+n%20)
	}
	base := map[string]string{
		memory.IndexPath:          "# Index\n\n- [A](note_0.md) — a\n- [B](note_1.md) — b\n",
		memory.Dir + "/note_0.md": "---\nname: a\ndescription: about it\ntype: project\n---\n\n" + long.String() + "\n",
		memory.Dir + "/note_1.md": "---\nname: harbour-rule\ndescription: about it\ntype: project\n---\n\nBoats wait.\n",
	}
	here := maps.Clone(base)
	here[memory.Dir+"/note_0.md"] += "\nSee [[harbour-rule]] and [[nobody]].\n"
	repo := &teammemtest.Repo{History: []teammemtest.Commit{{ID: "base", Files: files(base)}}, Here: files(here), Branch: "main"}
	res, err := engine.Check(context.Background(), repo, engine.Request{Source: engine.Staged, Now: time.Date(2026, 6, 24, 12, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, f := range res.Findings {
		if f.Rule == "dangling-wiki-link" {
			said = append(said, f.Message)
		}
	}
	if len(said) != 1 || !strings.Contains(said[0], "nobody") || strings.Contains(said[0], "harbour") {
		t.Errorf("said %q; want that nobody is missing, and no more", said)
	}
}

func isTwin(f finding.Finding) bool { return f.Rule == "near-duplicate" || f.Rule == "duplicate-name" }

func files(texts map[string]string) []teammemtest.File {
	var out []teammemtest.File
	for p, text := range texts {
		out = append(out, teammemtest.NewFile(p, text))
	}
	slices.SortFunc(out, func(a, b teammemtest.File) int { return strings.Compare(a.Path, b.Path) })
	return out
}

const someWords = "queue export printer invoice layout cache retry banner probe badge ledger migration rollback window contact review"

// body is a text of many words, some of which are faults or lead to others.
func body() *rapid.Generator[string] {
	odd := []string{"[[note-1]]", "[[note 2]]", "[[nobody]]", "today", marker, "[two](note_2.md)", "[up](../../docs/a.md)", "src/a.go:3", "see note_1.md", "@docs/a.md"}
	return rapid.Custom(func(t *rapid.T) string {
		words := strings.Fields(someWords)
		shift := rapid.IntRange(0, 3).Draw(t, "shift")
		text := strings.Join(append(words[shift*4:], words[:shift*2]...), " ")
		return text + "\n\n" + rapid.SampledFrom(odd).Draw(t, "odd") + "\n"
	})
}

func text(t *rapid.T, n int) string {
	name := rapid.SampledFrom([]string{fmt.Sprint("note-", n), "note-1"}).Draw(t, "name")
	return "---\nname: " + name + "\ndescription: about it\ntype: project\n---\n\n" + body().Draw(t, "body")
}

func folder() *rapid.Generator[map[string]string] {
	return rapid.Custom(func(t *rapid.T) map[string]string {
		out := map[string]string{"docs/a.md": "# A\n", "src/a.go": "package a\n", "src/b.go": "package b\n"}
		list := "# Index\n\n"
		for n := range rapid.IntRange(1, 4).Draw(t, "notes") {
			out[fmt.Sprintf("%s/note_%d.md", memory.Dir, n)] = text(t, n)
			if rapid.IntRange(0, 4).Draw(t, "listed") > 0 {
				list += fmt.Sprintf("- [Note %d](note_%d.md) — about %d\n", n, n, n)
			}
		}
		list += rapid.SampledFrom([]string{"", "- [Code](../../src/b.go) — code\n", "- [A](../../docs/a.md) — a\n"}).Draw(t, "link")
		out[memory.IndexPath] = list
		return out
	})
}

// edited is base with some changes, as people make them.
func edited(t *rapid.T, base map[string]string) map[string]string {
	out := map[string]string{}
	var paths []string
	for p, text := range base {
		out[p] = text
		paths = append(paths, p)
	}
	slices.Sort(paths)
	for range rapid.IntRange(0, 3).Draw(t, "edits") {
		p := rapid.SampledFrom(paths).Draw(t, "path")
		switch rapid.IntRange(0, 6).Draw(t, "edit") {
		case 0:
			delete(out, p)
		case 1:
			out[memory.Dir+"/note_9.md"] = text(t, 9)
		case 2:
			out["src/new.go"] = "package b\n"
		case 3:
			if !strings.HasSuffix(p, ".go") {
				out[p] += "\n" + body().Draw(t, "more")
			}
		default:
			if !strings.HasSuffix(p, ".go") {
				out[p] += "\nA line more, and " + rapid.SampledFrom([]string{"nothing", "today", "[[nobody]]", "[[note-1]]", "see note_0.md"}).Draw(t, "words") + ".\n"
			}
		}
	}
	return out
}
