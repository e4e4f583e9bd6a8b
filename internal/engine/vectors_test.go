package engine_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/teammem/teammem/internal/cli"
	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/teammemtest"
)

func TestMain(m *testing.M) {
	teammemtest.Shim()
	testscript.Main(m, map[string]func(){
		"teammem": func() { os.Exit(cli.FromProcess(os.Args[1:]).Main(context.Background())) },
	})
}

// TestLeanOnVectors and TestLeanOnCases play every script up to where the gate is asked, and
// have what is there then judged as an index: against the tag "base", if there is one, and
// against a HEAD in which a bit of one file is missing, one file after the other: a file outside is not
// seen to change what others say, see lean.go. A check that reads
// what changed must come to what one that reads all does.
func TestLeanOnVectors(t *testing.T) { playLean(t, "vectors", "2026-04-20T12:00:00Z") }

func TestLeanOnCases(t *testing.T) { playLean(t, "cases", "2026-06-24T12:00:00Z") }

func playLean(t *testing.T, folder, now string) {
	dir := untilGate(t, filepath.Join("..", "..", "cmd", "teammem", "testdata", folder))
	moment, err := time.Parse(time.RFC3339, now)
	if err != nil {
		t.Fatal(err)
	}
	commands := map[string]func(*testscript.TestScript, bool, []string){}
	for name, run := range teammemtest.Commands {
		commands[name] = run
	}
	var all, less, quiet, refused atomic.Int32
	commands["gate"] = func(ts *testscript.TestScript, _ bool, _ []string) {
		repo, err := git.Open(context.Background(), git.Options{Dir: ts.MkAbs("."), Env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + ts.Getenv("HOME")}})
		ts.Check(err)
		teamHolds(ts, filesAt(ts, repo, memory.At{Kind: memory.AtIndex}), moment, &refused)
		if base, err := repo.Resolve(context.Background(), "refs/tags/base"); err == nil {
			sameNews(ts, repo, engine.Request{Source: engine.Range, Base: base, Rev: "HEAD", FailOn: finding.Error, Now: moment})
		}
		for name, r := range changesOf(ts, repo) {
			from, to := "head", "here"
			if strings.HasSuffix(name, "character") {
				from, to = to, from
			}
			if sameNews(ts, withHere(r), engine.Request{Source: engine.Range, Base: from, Rev: to, FailOn: finding.Error, Now: moment}) {
				quiet.Add(1)
			}
			a, read := checkBy(ts, engine.Check, r, moment)
			b, readAll := checkBy(ts, engine.CheckWhole, r, moment)
			if all.Add(1); read < readAll {
				less.Add(1)
			}
			if diff := cmp.Diff(newIn(b), newIn(a)); diff != "" || a.Verdict != b.Verdict {
				ts.Fatalf("against %s: verdict %s of all, %s of what changed\n-whole +lean\n%s", name, b.Verdict, a.Verdict, diff)
			}
		}
	}
	t.Run("scripts", func(t *testing.T) {
		testscript.Run(t, testscript.Params{Dir: dir, Setup: teammemtest.Setup(now), Cmds: commands, RequireExplicitExec: true, RequireUniqueNames: true})
	})
	t.Logf("%d of %d checks read less; of %d ranges the part that changed was enough", less.Load(), all.Load(), quiet.Load())
	if folder == "vectors" && refused.Load() < 20 {
		t.Errorf("sync refused only %d memories, so that little is shown", refused.Load())
	}
	if less.Load()*10 < all.Load() {
		t.Errorf("only %d of %d checks read less, so that little is shown", less.Load(), all.Load())
	}
}

// untilGate copies scripts to a folder, up to their last gate.
func untilGate(t *testing.T, from string) string {
	t.Helper()
	scripts, err := filepath.Glob(filepath.Join(from, "*.txtar"))
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	to := t.TempDir()
	for _, name := range scripts {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		script, files, found := strings.Cut(string(text), "\n-- ")
		if found {
			files = "\n-- " + files
		}
		if i := strings.LastIndex(script, "\ngate "); i >= 0 {
			script = script[:i]
		}
		if err := os.WriteFile(filepath.Join(to, filepath.Base(name)), []byte(script+"\ngate\n"+files), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// changesOf gives repositories whose index is that of repo, each with another HEAD.
func changesOf(ts *testscript.TestScript, repo *git.Repo) map[string]*teammemtest.Repo {
	here := filesAt(ts, repo, memory.At{Kind: memory.AtIndex})
	against := func(head []teammemtest.File) *teammemtest.Repo {
		return &teammemtest.Repo{History: []teammemtest.Commit{{ID: "head", Files: head}}, Here: here}
	}
	out := map[string]*teammemtest.Repo{}
	if base, err := repo.Resolve(context.Background(), "refs/tags/base"); err == nil {
		out["base"] = against(filesAt(ts, repo, memory.At{Commit: base}))
	}
	for i, f := range here {
		line := bytes.LastIndexByte(bytes.TrimSuffix(f.Data, []byte("\n")), '\n') + 1
		in, _ := memory.TeamPath(f.Path)
		if !f.IsFile() || line == 0 || !in && !memory.IsControl(f.Path) || len(out) > 20 {
			continue // of a folder of hundreds of notes, the first will do
		}
		for name, end := range map[string]int{"without its last line": line, "without its last character": len(f.Data) - 1} {
			head := append([]teammemtest.File{}, here...)
			head[i].Data, head[i].Size = f.Data[:end], int64(end)
			out[f.Path+" "+name] = against(head)
		}
	}
	return out
}

// withHere gives r with its index as one more commit.
func withHere(r *teammemtest.Repo) *teammemtest.Repo {
	return &teammemtest.Repo{History: append(slices.Clone(r.History), teammemtest.Commit{ID: "here", Files: r.Here})}
}

// teamHolds checks that sync takes every memory but those in which the gate finds what
// must never pass.
func teamHolds(ts *testscript.TestScript, files []teammemtest.File, now time.Time, refused *atomic.Int32) {
	repo := &teammemtest.Repo{History: []teammemtest.Commit{{ID: "head", Files: files}}}
	team, _, err := engine.Team(context.Background(), repo, engine.TeamRequest{At: memory.At{Commit: "head"}, Ref: "head", Now: now})
	ts.Check(err)
	res, err := engine.Check(context.Background(), repo, engine.Request{Source: engine.Commit, Rev: "head", FailOn: finding.Error, Now: now})
	ts.Check(err)
	bad, has := map[string]bool{}, map[string]bool{}
	for _, f := range res.Findings {
		if rules.Find(f.Rule).Class == rules.MustNotPass {
			bad[f.Path] = true
		}
	}
	var redactor secretscan.Redactor
	for _, f := range team.Files {
		has[memory.Dir+"/"+f.Path] = true
	}
	for _, f := range files {
		in, _ := memory.TeamPath(f.Path)
		name := finding.Visible(redactor.Redact(f.Path))
		if in && f.IsFile() && memory.KindOf(f.Path) == memory.KindMemory && has[f.Path] == bad[name] {
			ts.Fatalf("%q: taken %v, found bad %v", f.Path, has[f.Path], bad[f.Path])
		}
	}
	if bad[memory.IndexPath] && team.Index != nil && !onlySize(res) {
		ts.Fatalf("the index was taken")
	}
	refused.Add(int32(len(team.Refused)))
}

func onlySize(res *engine.Result) bool {
	return !slices.ContainsFunc(res.Findings, func(f finding.Finding) bool {
		return f.Path == memory.IndexPath && f.Rule != "index-size" && rules.Find(f.Rule).Class == rules.MustNotPass
	})
}

func filesAt(ts *testscript.TestScript, repo *git.Repo, at memory.At) []teammemtest.File {
	entries, err := repo.Entries(context.Background(), at)
	ts.Check(err)
	var out, links []teammemtest.File
	var read []memory.Entry
	for _, e := range entries {
		if e.Mode == memory.Gitlink {
			links = append(links, teammemtest.File{Entry: e})
		} else {
			read = append(read, e)
		}
	}
	ts.Check(repo.Read(context.Background(), at, read, 1<<30, func(e memory.Entry, data []byte, err error) {
		ts.Check(err)
		out = append(out, teammemtest.File{Entry: e, Data: bytes.Clone(data)})
	}))
	return append(out, links...)
}

// reads counts what is read of the index.
type reads struct {
	*teammemtest.Repo
	texts int
}

func (r *reads) Read(ctx context.Context, at memory.At, entries []memory.Entry, limit int64, each func(memory.Entry, []byte, error)) error {
	if at.Kind == memory.AtIndex {
		r.texts += len(entries)
	}
	return r.Repo.Read(ctx, at, entries, limit, each)
}

type checker func(context.Context, engine.Repository, engine.Request) (*engine.Result, error)

// checkBy gives what a check of the index comes to, and how many texts it read.
func checkBy(ts *testscript.TestScript, by checker, repo *teammemtest.Repo, now time.Time) (*engine.Result, int) {
	r := &reads{Repo: repo}
	res, err := by(context.Background(), r, engine.Request{Source: engine.Staged, FailOn: finding.Error, Now: now})
	ts.Check(err)
	return res, r.texts
}

// newIn is what of a result is new, one a line.
func newIn(res *engine.Result) []string {
	var out []string
	for _, f := range res.Findings {
		if !f.Older {
			out = append(out, strings.Join([]string{f.Path, f.Severity.String(), f.Rule, f.Message, f.Fingerprint}, " | "))
		}
	}
	return out
}
