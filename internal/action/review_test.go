package action

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/cli"
	"github.com/teammem/teammem/internal/gate"
	"github.com/teammem/teammem/internal/inerttest"
	"github.com/teammem/teammem/internal/review"
	"github.com/teammem/teammem/internal/teammemtest"
)

// TestWorkflows holds that the files in examples are those that need an owner.
func TestWorkflows(t *testing.T) {
	files, err := filepath.Glob("../../examples/github/.github/workflows/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	own := review.OwnWorkflows()
	for _, f := range files {
		if !slices.Contains(own, ".github/workflows/"+filepath.Base(f)) {
			t.Errorf("%s needs no owner", f)
		}
	}
	if len(files) != len(own) {
		t.Errorf("there are %q, and %q need an owner", files, own)
	}
	for ref, want := range map[string]string{
		"o/n/.github/workflows/x@y.yml@refs/heads/main": ".github/workflows/x@y.yml",
		"o/n/.github/workflows/x.yml@refs/heads/a@b":    ".github/workflows/x.yml",
		"o/n/x.yml": "", "o/n@main": "", "": "", "@": "",
	} {
		got := workflows(ref)
		if want == "" && got != nil || want != "" && !slices.Contains(got, want) {
			t.Errorf("%q gives %q, want %q", ref, got, want)
		}
	}
}

// TestReviewIsInert has every name of a pull request be one that means something elsewhere.
func TestReviewIsInert(t *testing.T) {
	for _, s := range inerttest.Awkward {
		for _, err := range []error{nil, errors.New(s)} {
			dir := t.TempDir()
			var log, complaints bytes.Buffer
			app := &cli.App{Stdout: &log, Stderr: &complaints, Env: []string{"GITHUB_STEP_SUMMARY=" + filepath.Join(dir, "summary"), "GITHUB_OUTPUT=" + filepath.Join(dir, "output")}}
			r := &reviewer{door: door{app: app}}
			r.write(odd(s), err)
			wantInert(t, s, dir, log.String(), err)
		}
	}
}

// TestReviewSummaryEnds has a change of thousands of parts: a host takes no summary over a limit, and the log has all.
func TestReviewSummaryEnds(t *testing.T) {
	dir := t.TempDir()
	var log bytes.Buffer
	app := &cli.App{Stdout: &log, Stderr: &log, Env: []string{"GITHUB_STEP_SUMMARY=" + filepath.Join(dir, "summary")}}
	notes := slices.Repeat([]string{strings.Repeat("a part ", 400)}, 3000)
	(&reviewer{door: door{app: app}}).write(&gate.Report{Notes: notes}, nil)
	summary, err := os.ReadFile(filepath.Join(dir, "summary"))
	if err != nil || len(summary) > maxSummary || !strings.Contains(string(summary), "and 2502 more, in the log") || strings.Count(log.String(), "\n") != 3002 {
		t.Errorf("%v: the summary has %d bytes and ends with %q", err, len(summary), summary[max(0, len(summary)-100):])
	}
}

// TestReviewShowsNoSecret has a secret in what the gate says.
func TestReviewShowsNoSecret(t *testing.T) {
	secret := teammemtest.Expand("${ghp:review}")
	dir := t.TempDir()
	var log, complaints bytes.Buffer
	app := &cli.App{Stdout: &log, Stderr: &complaints, Env: []string{"GITHUB_STEP_SUMMARY=" + filepath.Join(dir, "summary")}}
	r := &reviewer{door: door{app: app}}
	r.write(odd(secret), errors.New("no "+secret))
	summary, err := os.ReadFile(filepath.Join(dir, "summary"))
	if err != nil || strings.Contains(log.String()+string(summary), secret) {
		t.Errorf("%v, or it shows the secret", err)
	}
}

// odd is a report in which everything is s.
func odd(s string) *gate.Report {
	d := review.Decision{State: review.State(s), Description: s, Blocks: []string{s + "!"}, Waits: []string{s + "?"}, Notes: []string{s},
		Opinions: []review.Opinion{{Outcome: review.Counts, Words: s}, {Outcome: review.NotOwner, Words: s}},
		Shares:   []review.Share{{Paths: []string{s}, Owners: []string{s}, Source: s, ApprovedBy: []string{s}, Missing: 1, Next: []string{s}}, {Paths: []string{s}, Fault: s}}}
	return &gate.Report{What: s, Judged: []gate.Judged{{Number: 7, Head: s, Decision: d, Missing: []string{s}}, {Head: s, HeadNow: s, Moved: true}}, Notes: []string{s}, Posted: true, Commit: s, State: review.State(s)}
}

func wantInert(t *testing.T, s, dir, log string, err error) {
	t.Helper()
	commands := inerttest.Commands(log)
	if err == nil && len(commands) > 0 || err != nil && (len(commands) != 1 || commands[0].Name != "error") {
		t.Errorf("%q: the runner finds %v", s, commands)
	}
	output, _ := os.ReadFile(filepath.Join(dir, "output"))
	if got, wrong := inerttest.Assignments(string(output)); wrong != nil || len(got) != 1 || got[0] != (inerttest.Assignment{Name: "review", Value: "error"}) {
		t.Errorf("%q: the outputs are %v, %v", s, got, wrong)
	}
	summary, _ := os.ReadFile(filepath.Join(dir, "summary"))
	page := inerttest.Read(t, string(summary))
	for _, tag := range page.Tags {
		if !slices.Contains([]string{"html", "head", "body", "h3", "ul", "li", "code", "p", "pre"}, tag) {
			t.Errorf("%q: the summary has the element %s", s, tag)
		}
	}
	if len(page.Live) > 0 {
		t.Errorf("%q: the summary has %q", s, page.Live)
	}
}
