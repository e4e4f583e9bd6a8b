package engine_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/teammemtest"
)

func TestPush(t *testing.T) {
	token := teammemtest.Expand("${ghp:push}")
	clean := []teammemtest.File{index("a.md"), note("a.md", "fine")}
	dirty := []teammemtest.File{index("a.md"), note("a.md", "log in with "+token)}
	since := func(commits ...string) memory.Known { return memory.Known{Commits: commits} }
	cases := []struct {
		name    string
		history []teammemtest.Commit
		ref     engine.Ref
		want    []string
	}{
		{"a commit between", []teammemtest.Commit{{ID: "old", Files: clean}, {ID: "mid", Files: dirty}, {ID: "new", Files: clean}},
			engine.Ref{Old: "old"}, []string{"a.md:7@mid"}},
		{"the end", []teammemtest.Commit{{ID: "old", Files: clean}, {ID: "new", Files: dirty}}, engine.Ref{Old: "old"}, []string{"a.md:7"}},
		{"what the ref had", []teammemtest.Commit{{ID: "old", Files: dirty}, {ID: "new", Files: dirty, Message: "more"}}, engine.Ref{Old: "old"}, []string{"a.md:7*"}},
		{"all of it", []teammemtest.Commit{{ID: "first", Files: dirty}, {ID: "new", Files: clean}}, engine.Ref{}, []string{"a.md:7@first"}},
		{"what the receiver has", []teammemtest.Commit{{ID: "first", Files: dirty}, {ID: "mid", Files: clean}, {ID: "new", Files: clean}},
			engine.Ref{Known: since("first")}, nil},
		{"a new branch of nothing new", []teammemtest.Commit{{ID: "new", Files: dirty}}, engine.Ref{Known: since("new")}, nil},
		{"another branch excuses a new ref", []teammemtest.Commit{{ID: "main", Files: clean}, {ID: "side", Files: dirty}, {ID: "new", Files: dirty, Message: "more"}},
			engine.Ref{Default: "main", Known: since("side")}, []string{"a.md:7*"}},
		{"and not one that is there", []teammemtest.Commit{{ID: "old", Files: clean}, {ID: "side", Files: dirty}, {ID: "new", Files: dirty, Message: "more"}},
			engine.Ref{Old: "old", Known: since("side")}, []string{"a.md:7"}},
		{"the default branch does", []teammemtest.Commit{{ID: "old", Files: clean}, {ID: "main", Files: dirty}, {ID: "new", Files: dirty, Message: "more"}},
			engine.Ref{Old: "old", Default: "main"}, []string{"a.md:7*"}},
		{"a message", []teammemtest.Commit{{ID: "old", Files: clean}, {ID: "new", Files: clean, Message: "use " + token}}, engine.Ref{Old: "old"}, []string{":1@new"}},
		{"the name of a branch", []teammemtest.Commit{{ID: "new", Files: clean}}, engine.Ref{Name: "refs/heads/" + token, Known: since("new")}, []string{":1"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.ref.New = "new"
			res := check(t, &teammemtest.Repo{History: c.history}, engine.Request{Source: engine.Push, Ref: c.ref})
			if diff := cmp.Diff(c.want, said(res, "secret")); diff != "" {
				t.Errorf("secret (-want +got):\n%s", diff)
			}
		})
	}
}

// The policy is never that of what is pushed, unless there is no other.
func TestPushPolicy(t *testing.T) {
	with := func(level string) []teammemtest.File {
		return []teammemtest.File{index("a.md"), teammemtest.NewFile(memory.Dir+"/a.md", "no frontmatter\n"),
			teammemtest.NewFile(memory.PolicyPath, "version: 1\nrules:\n  no-frontmatter: "+level+"\n")}
	}
	history := []teammemtest.Commit{{ID: "error", Files: with("error")[2:]}, {ID: "note", Files: with("note")[2:]}, {ID: "new", Files: with("warn")}}
	for name, c := range map[string]struct {
		ref  engine.Ref
		want finding.Severity
	}{
		"what the ref had":   {engine.Ref{Old: "error", Default: "note"}, finding.Error},
		"the default branch": {engine.Ref{Default: "note", Known: memory.Known{Commits: []string{"error"}}}, finding.Note},
		"where it forks":     {engine.Ref{Known: memory.Known{Commits: []string{"error"}}}, finding.Error},
		"its own":            {engine.Ref{}, finding.Warn},
	} {
		c.ref.New = "new"
		res := check(t, &teammemtest.Repo{History: history}, engine.Request{Source: engine.Push, Ref: c.ref})
		for _, f := range res.Findings {
			if f.Rule == "no-frontmatter" && f.Severity != c.want {
				t.Errorf("%s: it is %s, want %s", name, f.Severity, c.want)
			}
		}
		if len(said(res, "no-frontmatter")) == 0 {
			t.Errorf("%s: nothing is said", name)
		}
		if told := strings.Contains(strings.Join(res.Notices, "\n"), "has no policy yet"); told != (name == "its own") {
			t.Errorf("%s: notices are %q", name, res.Notices)
		}
	}
}

func TestMessage(t *testing.T) {
	token := teammemtest.Expand("${ghp:message}")
	bad := teammemtest.NewFile(memory.PolicyPath, "version: 1\nnonsense: true\n")
	repo := &teammemtest.Repo{History: []teammemtest.Commit{{ID: "head", Files: []teammemtest.File{bad}}}}
	res := check(t, repo, engine.Request{Source: engine.Message, Message: []byte("docs: fine\n")})
	if res.Verdict != engine.Pass || len(res.Findings)+len(res.Notices) > 0 {
		t.Errorf("a clean message comes to %s: %v, %v", res.Verdict, res.Findings, res.Notices)
	}
	req := engine.Request{Source: engine.Message, Message: []byte("docs: fine\n\nuse " + token + "\n")}
	if _, err := engine.Check(context.Background(), repo, req); !isPolicyError(err) {
		t.Errorf("a policy that could allow it and can't be read: %v", err)
	}
	repo.History[0].Files = nil
	res = check(t, repo, req)
	if got := said(res, "secret"); res.Verdict != engine.Block || !cmp.Equal(got, []string{":3"}) {
		t.Errorf("a secret comes to %s at %v", res.Verdict, got)
	}
	allow := "version: 1\nallow:\n  - rule: secret\n    path: \"\"\n    fingerprint: " + res.Findings[0].Fingerprint + "\n    reason: a sample\n"
	repo.History[0].Files = []teammemtest.File{teammemtest.NewFile(memory.PolicyPath, allow)}
	if res := check(t, repo, req); res.Verdict != engine.Pass || res.Counts.Allowed != 1 {
		t.Errorf("an allowed one comes to %s: %v", res.Verdict, res.Findings)
	}
}

func TestJoin(t *testing.T) {
	files := []teammemtest.File{index("a.md"), teammemtest.NewFile(memory.Dir+"/a.md", "no frontmatter\n")}
	repo := &teammemtest.Repo{History: []teammemtest.Commit{{ID: "old", Files: files[:1]}, {ID: "new", Files: files}}}
	res := check(t, repo, engine.Request{Source: engine.Push, Ref: engine.Ref{New: "new", Old: "old"}})
	all := engine.Join([]*engine.Result{{Verdict: engine.Pass}, res, res})
	if len(all.Findings) != len(res.Findings) || all.Verdict != engine.Block || all.Findings[0].Commit != "new" {
		t.Errorf("joined: %s, %v", all.Verdict, all.Findings)
	}
	if none := engine.Join(nil); none.Verdict != engine.Pass || none.Findings == nil || none.Notices == nil {
		t.Errorf("of nothing: %+v", none)
	}
}
