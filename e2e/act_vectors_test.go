//go:build e2e

package e2e

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/teammem/teammem/internal/teammemtest"
)

const vectorTime = "2026-04-20T12:00:00Z"

// TestActVectors plays the vectors of cmd/teammem up to where the gate is asked of a range. There the same
// range is a pull request, which the workflow judges: it must annotate what the command line annotates,
// and end like it.
func TestActVectors(t *testing.T) {
	f := newForge(t)
	v := &vectors{forge: f, tree: usual(t), t: t}
	t.Setenv("PATH", filepath.Dir(teammem)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	commands := maps.Clone(teammemtest.Commands)
	commands["gate"], commands["verdict"] = v.gate, v.verdict
	commands["found"], commands["findings"] = v.told, v.told
	t.Run("scripts", func(t *testing.T) {
		testscript.Run(t, testscript.Params{
			Dir:                 "../cmd/teammem/testdata/vectors",
			Setup:               teammemtest.Setup(vectorTime),
			Cmds:                commands,
			RequireExplicitExec: true,
			RequireUniqueNames:  true,
		})
	})
	f.silent(t)
	if n := v.judged.Load(); n < 80 {
		t.Errorf("%d vectors were judged, want most of them", n)
	}
}

type vectors struct {
	t      *testing.T
	forge  *forge
	tree   *tree
	judged atomic.Int32
}

// gate asks the command line, and then the workflow; it leaves the verdict of both in a variable.
func (v *vectors) gate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 || args[0] != "--range" {
		teammemtest.Commands["gate"](ts, neg, args)
		return
	}
	code := 0
	if ts.Exec("teammem", "check", "--format=github", args[0], args[1]) != nil {
		code = 1
	}
	said := ts.ReadFile("stdout")
	o := v.job(ts, args[1]).run(v.t)
	if got, want := commandsOf(o.log), commandsOf(said); o.code != code || !slices.Equal(got, want) {
		ts.Fatalf("the workflow ended with %d and annotated %q, the command line with %d and %q\n%s", o.code, got, code, want, o.log)
	}
	if !strings.Contains(said, "verdict: "+o.outputs["verdict"]+",") {
		ts.Fatalf("the workflow came to %q, and the command line said\n%s", o.outputs, said)
	}
	ts.Setenv("VERDICT", o.outputs["verdict"])
	v.judged.Add(1)
	ts.Check(os.WriteFile(ts.MkAbs("../act.log"), []byte(o.all), 0o600))
	teammemtest.Commands["nocanary"](ts, false, []string{"../act.log"})
}

// verdict wants that the last gate came to one of some words.
func (v *vectors) verdict(ts *testscript.TestScript, neg bool, args []string) {
	switch got := ts.Getenv("VERDICT"); {
	case got == "":
		teammemtest.Commands["verdict"](ts, neg, args)
	case !slices.Contains(args, got):
		ts.Fatalf("the workflow came to %q, want one of %q", got, args)
	}
}

// told is for what cmd/teammem asks of the command line, which the workflow was compared with.
func (v *vectors) told(*testscript.TestScript, bool, []string) {}

// job makes a pull request of a range of the repository in which the script is.
func (v *vectors) job(ts *testscript.TestScript, between string) *job {
	name := "example-org/" + strings.ToLower(strings.Trim(ts.Name(), "#"))
	bare := filepath.Join(v.forge.root, filepath.FromSlash(name))
	ts.Check(os.MkdirAll(filepath.Dir(bare), 0o777))
	ts.Check(os.CopyFS(bare, os.DirFS(ts.MkAbs(".git"))))
	git := func(args ...string) string {
		ts.Check(ts.Exec("git", append([]string{"--git-dir", bare}, args...)...))
		return strings.TrimSpace(ts.ReadFile("stdout"))
	}
	from, to, _ := strings.Cut(between, "..")
	base, head := git("rev-parse", from+"^{commit}"), git("rev-parse", to+"^{commit}")
	merge := git("commit-tree", "-p", base, "-p", head, "-m", "Merge "+head+" into "+base, head+"^{tree}")
	git("config", "core.bare", "true")
	git("update-ref", "refs/pull/7/merge", merge)
	git("update-ref", "refs/pull/7/head", head)
	p := &project{t: v.t, host: v.forge, name: name}
	return &job{project: p, workflow: contentCheck, tree: v.tree, token: v.forge.token, event: p.pullOf(base, head, merge, name), env: []string{"TEAMMEM_NOW=" + vectorTime}}
}

// commandsOf is the lines of a log that are workflow commands.
func commandsOf(log string) []string {
	var out []string
	for line := range strings.Lines(log) {
		if strings.HasPrefix(line, "::") {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}
