package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.yaml.in/yaml/v3"

	"github.com/teammem/teammem/internal/teammemtest"
)

// TestExamples does what examples/ says with the files as they lie there: each script finds
// them in $WORK/examples.
func TestExamples(t *testing.T) {
	setup := teammemtest.Setup("2026-01-02T03:04:05Z")
	commands := map[string]func(*testscript.TestScript, bool, []string){"gitlab-job": gitlabJob}
	for name, run := range teammemtest.Commands {
		commands[name] = run
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/examples",
		Setup: func(env *testscript.Env) error {
			return errors.Join(setup(env), os.CopyFS(filepath.Join(env.WorkDir, "examples"), os.DirFS("../../examples")))
		},
		Cmds:                commands,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// gitlabJob writes a job of a GitLab pipeline as the shell script that the runner makes of it.
// https://docs.gitlab.com/runner/shells/
func gitlabJob(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: gitlab-job FILE JOB SCRIPT")
	}
	var jobs map[string]struct {
		Before    []string `yaml:"before_script"`
		Script    []string `yaml:"script"`
		Variables map[string]string
		Artifacts struct{ Reports map[string]string }
	}
	ts.Check(yaml.Unmarshal([]byte(ts.ReadFile(args[0])), &jobs))
	job := jobs[args[1]]
	if len(job.Script) == 0 || job.Variables["GIT_DEPTH"] != "0" {
		ts.Fatalf("no job %q, or one that lacks history", args[1])
	}
	if report := job.Artifacts.Reports["codequality"]; report != "gl-code-quality-report.json" {
		ts.Fatalf("the report is taken from %q", report)
	}
	lines := append([]string{"set -eo pipefail"}, append(job.Before, job.Script...)...)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(strings.Join(lines, "\n")+"\n"), 0o666))
}
