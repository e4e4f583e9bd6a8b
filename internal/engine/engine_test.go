package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/teammemtest"
)

func check(t *testing.T, repo engine.Repository, req engine.Request) *engine.Result {
	t.Helper()
	req.Now = time.Date(2026, 6, 24, 12, 0, 0, 0, time.UTC)
	if req.FailOn == finding.Off {
		req.FailOn = finding.Error
	}
	res, err := engine.Check(context.Background(), repo, req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// said lists the findings of rule as "path:line", with a star when older.
func said(res *engine.Result, rule string) []string {
	var out []string
	for _, f := range res.Findings {
		if f.Rule == rule {
			s := fmt.Sprintf("%s:%d", strings.TrimPrefix(f.Path, memory.Dir+"/"), f.Line)
			if f.Older {
				s += "*"
			}
			if f.Commit != "" {
				s += "@" + f.Commit
			}
			out = append(out, s)
		}
	}
	return out
}

func note(name, body string) teammemtest.File {
	return teammemtest.NewFile(memory.Dir+"/"+name, "---\nname: "+name+"\ndescription: about "+name+"\ntype: project\n---\n\n"+body+"\n")
}

func index(entries ...string) teammemtest.File {
	text := "# Index\n\n"
	for _, e := range entries {
		text += "- [" + e + "](" + e + ") — about " + e + "\n"
	}
	return teammemtest.NewFile(memory.IndexPath, text)
}

const marker = "<<<<<<< HEAD"

func TestOlder(t *testing.T) {
	broken, clean := note("a.md", marker), note("a.md", "fine")
	cases := []struct {
		name       string
		base, here []teammemtest.File
		rule       string
		want       []string
		verdict    engine.Verdict
	}{
		{"the same file", []teammemtest.File{index("a.md"), broken}, []teammemtest.File{index("a.md"), broken},
			"conflict-markers", []string{"a.md:7*"}, engine.Pass},
		{"a file that changed", []teammemtest.File{index("a.md"), clean}, []teammemtest.File{index("a.md"), broken},
			"conflict-markers", []string{"a.md:7"}, engine.Block},
		{"an entry that was dead before", []teammemtest.File{index("gone.md")}, []teammemtest.File{index("gone.md", "a.md"), clean},
			"dead-link", []string{"MEMORY.md:3*"}, engine.Pass},
		{"an entry whose target goes away", []teammemtest.File{index("a.md"), clean}, []teammemtest.File{index("a.md")},
			"dead-link", []string{"MEMORY.md:3"}, engine.Block},
		{"an entry that is new", []teammemtest.File{index("a.md"), clean}, []teammemtest.File{index("a.md", "gone.md"), clean},
			"dead-link", []string{"MEMORY.md:4"}, engine.Block},
		{"an orphan by its entry's removal", []teammemtest.File{index("a.md"), clean}, []teammemtest.File{index(), clean},
			"orphan", []string{"a.md:1"}, engine.Block},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			repo := &teammemtest.Repo{History: []teammemtest.Commit{{ID: "base", Files: c.base}}, Here: c.here}
			res := check(t, repo, engine.Request{Source: engine.Staged})
			if diff := cmp.Diff(c.want, said(res, c.rule)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.rule, diff)
			}
			if res.Verdict != c.verdict {
				t.Errorf("verdict is %s, want %s: %v", res.Verdict, c.verdict, res.Findings)
			}
		})
	}
}

// In a merge the other side excuses what weakens a memory, but never what must not pass.
func TestMergeExcusesOnlyTheLesserClasses(t *testing.T) {
	executable := note("b.md", "fine")
	executable.Mode = memory.Executable
	theirs := []teammemtest.File{index("a.md", "b.md"), note("a.md", marker), executable}
	repo := &teammemtest.Repo{
		History: []teammemtest.Commit{{ID: "theirs", Files: theirs}, {ID: "ours", Files: []teammemtest.File{index()}}},
		Merging: []string{"theirs"},
		Here:    theirs,
	}
	res := check(t, repo, engine.Request{Source: engine.Staged})
	if got := said(res, "executable"); !cmp.Equal(got, []string{"b.md:1*"}) {
		t.Errorf("executable is said at %v, want it older", got)
	}
	if got := said(res, "conflict-markers"); !cmp.Equal(got, []string{"a.md:7"}) {
		t.Errorf("conflict-markers is said at %v, want it new", got)
	}
}

func TestEverythingIsNewInAWorktreeAndACommit(t *testing.T) {
	files := []teammemtest.File{index("a.md"), note("a.md", marker)}
	repo := &teammemtest.Repo{History: []teammemtest.Commit{{ID: "one", Files: files}, {ID: "two", Files: files}}, Here: files}
	for _, req := range []engine.Request{{Source: engine.Worktree}, {Source: engine.Commit, Rev: "two"},
		{Source: engine.Range, Base: "two", Rev: "two"}, {Source: engine.Range, Base: "0000", Rev: "two"}, {Source: engine.Range, Rev: "two"}} {
		if res := check(t, repo, req); res.Verdict != engine.Block {
			t.Errorf("%s %s..%s is %s, want block", req.Source, req.Base, req.Rev, res.Verdict)
		}
	}
}

func TestHistory(t *testing.T) {
	token := teammemtest.Expand("${ghp:history}")
	clean := []teammemtest.File{index("a.md"), note("a.md", "fine")}
	dirty := []teammemtest.File{index("a.md"), note("a.md", "log in with "+token)}
	cases := []struct {
		name    string
		history []teammemtest.Commit
		want    []string
	}{
		{"in a commit between", []teammemtest.Commit{{ID: "base", Files: clean}, {ID: "mid", Files: dirty}, {ID: "head", Files: clean}}, []string{"a.md:7@mid"}},
		{"in two commits, named once", []teammemtest.Commit{{ID: "base", Files: clean}, {ID: "one", Files: dirty},
			{ID: "two", Files: []teammemtest.File{index("a.md"), note("a.md", "\n\nlog in with "+token)}}, {ID: "head", Files: clean}}, []string{"a.md:7@one"}},
		{"in the end", []teammemtest.Commit{{ID: "base", Files: clean}, {ID: "mid", Files: dirty}, {ID: "head", Files: dirty}}, []string{"a.md:7"}},
		{"in the target of a link", []teammemtest.Commit{{ID: "base", Files: clean}, {ID: "mid", Files: append(clean[:2:2], link("b.md", token))}, {ID: "head", Files: clean}}, []string{"b.md:1@mid"}},
		{"in the base only", []teammemtest.Commit{{ID: "base", Files: dirty}, {ID: "head", Files: clean}}, nil},
		{"gone and back again", []teammemtest.Commit{{ID: "base", Files: dirty}, {ID: "mid", Files: clean}, {ID: "head", Files: dirty}}, []string{"a.md:7*"}},
		{"in a message", []teammemtest.Commit{{ID: "base", Files: clean}, {ID: "mid", Files: clean, Message: "one\n\nuse " + token + "\n"}, {ID: "head", Files: clean}}, []string{":3@mid"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			res := check(t, &teammemtest.Repo{History: c.history}, engine.Request{Source: engine.Range, Base: "base", Rev: "head"})
			if diff := cmp.Diff(c.want, said(res, "secret")); diff != "" {
				t.Errorf("secret (-want +got):\n%s", diff)
			}
			if text := fmt.Sprintf("%+v", res); strings.Contains(text, token) {
				t.Error("the result holds the secret")
			}
		})
	}
}

// link is a symbolic link.
func link(name, target string) teammemtest.File {
	f := teammemtest.NewFile(memory.Dir+"/"+name, target)
	f.Mode = memory.Symlink
	return f
}

// A crafted tree has a path twice; a commit that brings it brings both.
type twinned struct {
	*teammemtest.Repo
	twins []memory.Change
}

func (r twinned) Commits(context.Context, string, memory.Known) ([]memory.Commit, error) {
	return []memory.Commit{{Hash: "mid", Changes: r.twins}}, nil
}

func TestHistoryReadsTwins(t *testing.T) {
	files := []teammemtest.File{note("b.md", "fine"), note("b.md", "log in with "+teammemtest.Expand("${ghp:twin}"))}
	repo := twinned{Repo: &teammemtest.Repo{History: []teammemtest.Commit{{ID: "base"}, {ID: "mid", Files: files}, {ID: "head"}}}}
	entries, err := repo.Entries(context.Background(), memory.At{Commit: "mid"})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		repo.twins = append(repo.twins, memory.Change{Path: e.Path, New: memory.State{Mode: e.Mode, Hash: e.Hash}})
	}
	res := check(t, repo, engine.Request{Source: engine.Range, Base: "base", Rev: "head"})
	if got := said(res, "secret"); !cmp.Equal(got, []string{"b.md:7@mid"}) {
		t.Errorf("secrets are said at %v", got)
	}
}

func TestHistoryNamesWhatItCanNotRead(t *testing.T) {
	damaged := note("b.md", "fine")
	damaged.Unread = "it is damaged"
	repo := &teammemtest.Repo{History: []teammemtest.Commit{{ID: "base"}, {ID: "mid", Files: []teammemtest.File{damaged}}, {ID: "head"}}}
	res := check(t, repo, engine.Request{Source: engine.Range, Base: "base", Rev: "head"})
	if got := said(res, "unreadable"); !cmp.Equal(got, []string{"b.md:1@mid"}) || res.Verdict != engine.Block {
		t.Errorf("unreadable is said at %v, verdict %s", got, res.Verdict)
	}
}

// A finding that is allowed never stands for one that is not: neither on the same line
// nor when there are too many to be told.
func TestAllowedHidesNothing(t *testing.T) {
	one, other := teammemtest.Expand("${ghp:allowed}"), teammemtest.Expand("${ghp:other}")
	named := teammemtest.NewFile(memory.Dir+"/"+one+".md", other+"\n")
	many := note("b.md", strings.Repeat("use "+one+"\n\n", 1200)+"use "+other)
	for _, f := range []teammemtest.File{named, many} {
		first := check(t, &teammemtest.Repo{Here: []teammemtest.File{f}}, engine.Request{Source: engine.Worktree})
		var allow string
		for _, x := range first.Findings {
			if x.Rule == "secret" && allow == "" {
				allow = fmt.Sprintf("version: 1\nallow:\n  - rule: secret\n    path: %q\n    fingerprint: %s\n    reason: a sample\n", x.Path, x.Fingerprint)
			}
		}
		here := []teammemtest.File{f, teammemtest.NewFile(memory.PolicyPath, allow)}
		res := check(t, &teammemtest.Repo{Here: here}, engine.Request{Source: engine.Worktree})
		if got := said(res, "secret"); len(got) != 1 || res.Counts.Allowed == 0 {
			t.Errorf("%d secrets are said, %d allowed; want the one that is not allowed", len(got), res.Counts.Allowed)
		}
	}
}

// A line of the index is older only if it was as bad before: what stands around it can
// change what it means.
func TestOlderLineOfTheIndexWasBadBefore(t *testing.T) {
	text := func(s string) []teammemtest.File { return []teammemtest.File{teammemtest.NewFile(memory.IndexPath, s)} }
	cases := []struct {
		rule, before, after string
		want                []string
	}{
		{"import", "```\n@~/notes.md\n```\n", "@~/notes.md\n", []string{"MEMORY.md:1"}},
		{"import", "# Index\n\n@~/notes.md\n", "@~/notes.md\n", []string{"MEMORY.md:1*"}},
		{"link-escape", "See [that][x].\n\n[x]: a.md\n", "See [that][x].\n\n[x]: ../../../a.md\n", []string{"MEMORY.md:1"}},
	}
	for _, c := range cases {
		repo := &teammemtest.Repo{History: []teammemtest.Commit{{ID: "base", Files: text(c.before)}}, Here: text(c.after)}
		res := check(t, repo, engine.Request{Source: engine.Staged})
		if got := said(res, c.rule); !cmp.Equal(got, c.want) {
			t.Errorf("after %q, %s is said at %v, want %v", c.before, c.rule, got, c.want)
		}
	}
}

// A message of another rule that quotes the secret, and a path that holds it, are redacted.
func TestSecretsDoNotLeakThroughOtherRules(t *testing.T) {
	token := teammemtest.Expand("${ghp:leak}")
	files := []teammemtest.File{index("a.md"), note("a.md", "fine"),
		note(token+".md", "today "+token+" [x](../../../"+token+") `"+token+".go:12`"),
		teammemtest.NewFile(memory.PolicyPath, "version: 1\n# "+token+"\npreset: strict\n")}
	res := check(t, &teammemtest.Repo{Here: files}, engine.Request{Source: engine.Worktree})
	if len(res.Findings) < 3 {
		t.Errorf("findings: %v, want several rules to speak", res.Findings)
	}
	if text := fmt.Sprintf("%+v", res); strings.Contains(text, token) {
		t.Errorf("the result holds the secret: %s", strings.ReplaceAll(text, token, "SECRET"))
	}
}

func TestPolicyInForce(t *testing.T) {
	with := func(text string) []teammemtest.File {
		return []teammemtest.File{index("a.md"), note("a.md", "fine"), teammemtest.NewFile(memory.PolicyPath, text)}
	}
	good, bad := with("version: 1\n"), with("version: 1\nnonsense: true\n")
	staged := func(base, here []teammemtest.File) error {
		repo := &teammemtest.Repo{History: []teammemtest.Commit{{ID: "base", Files: base}}, Here: here}
		_, err := engine.Check(context.Background(), repo, engine.Request{Source: engine.Staged})
		return err
	}
	if err := staged(good, good); err != nil {
		t.Errorf("a good policy: %v", err)
	}
	if err := staged(bad, bad); !isPolicyError(err) {
		t.Errorf("a broken policy: error is %v, want a policy error", err)
	}
	if err := staged(bad, good); err != nil {
		t.Errorf("a broken policy that is mended: %v", err)
	}
	if err := staged(good, bad); err != nil {
		t.Errorf("a good policy that is broken now: %v, want a finding instead", err)
	}
	repo := &teammemtest.Repo{History: []teammemtest.Commit{{ID: "base", Files: good}}, Here: bad}
	if res := check(t, repo, engine.Request{Source: engine.Staged}); res.Verdict != engine.Block {
		t.Errorf("a good policy that is broken now: the verdict is %q, want block", res.Verdict)
	}
}

func isPolicyError(err error) bool {
	_, ok := err.(*policy.Error)
	return ok
}

// Ever so many findings make no endless report.
func TestManyFindings(t *testing.T) {
	links := func(from, to int) teammemtest.File {
		var body strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&body, "[x](../../../%d.md)\n\n", i)
		}
		return note("a.md", body.String())
	}
	repo := &teammemtest.Repo{History: []teammemtest.Commit{{ID: "base", Files: []teammemtest.File{index("a.md"), note("a.md", "fine")}}},
		Here: []teammemtest.File{index("a.md"), links(0, 3000)}}
	res := check(t, repo, engine.Request{Source: engine.Staged})
	if got := len(said(res, "link-escape")); got != 1000 {
		t.Errorf("%d findings are told, want 1000", got)
	}
	if len(res.Notices) != 1 || !strings.Contains(res.Notices[0], "only 1000 findings of link-escape") {
		t.Errorf("notices are %q", res.Notices)
	}
}
