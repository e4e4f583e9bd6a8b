package action

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/teammem/teammem/internal/cli"
	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/inerttest"
	"github.com/teammem/teammem/internal/report"
)

// written are the places that a runner or a person reads.
type written struct{ output, summary, said string }

// doorOf writes with a door into a folder of its own.
func doorOf(t *testing.T, write func(d *door)) written {
	t.Helper()
	dir := t.TempDir()
	output, summary := filepath.Join(dir, "output"), filepath.Join(dir, "summary")
	var said bytes.Buffer
	d := &door{app: &cli.App{Dir: dir, Stdout: &said, Stderr: &said, Env: []string{"GITHUB_OUTPUT=" + output, "GITHUB_STEP_SUMMARY=" + summary}}, input: func(string) string { return "" }}
	write(d)
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	return written{read(output), read(summary), said.String()}
}

func resultOf(path, message, other string, verdict string) *engine.Result {
	f := finding.Finding{Rule: "secret", Severity: finding.Error, Path: path, Line: 1, Column: 1, EndLine: 1, EndColumn: 2, Message: message, Fix: other, Excerpt: message}
	in := f
	in.Commit, in.Ref, in.Severity = other, message, finding.Warn
	return &engine.Result{Verdict: engine.Verdict(verdict), Base: other, Head: "x" + path, Notices: []string{other}, Findings: []finding.Finding{f, in}}
}

// Nothing that a change holds becomes an output, a command, or an element of the summary, whether
// there is a result or an error.
func FuzzDoor(f *testing.F) {
	for i, s := range inerttest.Awkward {
		f.Add(s, s, s, []string{s, "pass"}[i%2])
	}
	f.Fuzz(func(t *testing.T, path, message, other, verdict string) {
		result := func(res *engine.Result) written {
			return doorOf(t, func(d *door) {
				if err := d.result(t.Context(), nil, res, report.Options{Verbose: true}); err != nil {
					t.Error(err)
				}
			})
		}
		got := result(resultOf(path, message, other, verdict))
		word := verdict
		if word != "pass" && word != "warn" {
			word = "block"
		}
		checkOutputs(t, got, word, "1", "1")
		if path != "" && message != "" && other != "" && len(got.summary) < 1<<18 {
			want := result(resultOf("x", "x", "x", verdict))
			if a, b := inerttest.Read(t, got.summary), inerttest.Read(t, want.summary); !slices.Equal(a.Tags, b.Tags) || len(a.Live) > 0 {
				t.Errorf("the summary is %q, %q; want %q", a.Tags, a.Live, b.Tags)
			}
		}
		failed := doorOf(t, func(d *door) { d.failed(t.Context(), 3, errors.New(message+"\n"+other)) })
		checkOutputs(t, failed, "unfinished", "0", "0")
		for _, tag := range inerttest.Read(t, failed.summary).Tags {
			if !slices.Contains([]string{"h3", "p", "code"}, tag) {
				t.Errorf("the summary of an error holds %q", tag)
			}
		}
	})
}

func checkOutputs(t *testing.T, w written, verdict, errs, warnings string) {
	t.Helper()
	want := []inerttest.Assignment{{Name: "verdict", Value: verdict}, {Name: "errors", Value: errs}, {Name: "warnings", Value: warnings}}
	if got, err := inerttest.Assignments(w.output); err != nil || !slices.Equal(got, want) {
		t.Errorf("the outputs are %q, %v; want %q", got, err, want)
	}
	if c := inerttest.Commands(w.said + "\n" + w.summary); len(c) > 0 {
		t.Errorf("the runner obeys %+v", c)
	}
	if live := inerttest.Read(t, w.summary).Live; len(live) > 0 {
		t.Errorf("live in the summary: %q", live)
	}
}
