package report

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
)

// gitlabIssue is one entry of a Code Quality report, in which all fields are required.
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
type gitlabIssue struct {
	Description string         `json:"description"`
	Check       string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"` // relative to the top, and not ./path
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
}

var gitlabSeverities = [...]string{"info", "info", "minor", "critical"}

// writeGitLab writes a Code Quality report. GitLab itself tells what is new, by the
// report of the target branch, so that what is older is here as well.
func writeGitLab(w io.Writer, res *engine.Result, opt Options) error {
	issues := []gitlabIssue{}
	for _, n := range res.Notices {
		issues = append(issues, gitlabNotice("notice", "info", n))
	}
	for _, f := range withoutNotes(res, opt) {
		issues = append(issues, gitlabIssue{
			strings.ReplaceAll(sentence(f), "\n", "; "), f.Rule, f.Fingerprint,
			gitlabSeverities[f.Severity], gitlabLocation{fileOf(f), gitlabLines{lineOf(f)}},
		})
	}
	tellApart(issues)
	return Encode(w, issues)
}

// writeGitLabError reports the failure as an issue: an empty list would say that all
// is well.
func writeGitLabError(w io.Writer, text string) error {
	return Encode(w, []gitlabIssue{gitlabNotice("teammem", "blocker", text)})
}

func gitlabNotice(check, severity, text string) gitlabIssue {
	place := gitlabLocation{memory.Dir, gitlabLines{1}}
	return gitlabIssue{text, check, finding.Fingerprint(check, text), severity, place}
}

// tellApart makes fingerprints differ, since GitLab shows only one issue of each. The
// first of those that are alike keeps the one that the allow-list knows.
func tellApart(issues []gitlabIssue) {
	seen := map[string]int{}
	for i := range issues {
		known := issues[i].Fingerprint
		if n := seen[known]; n > 0 {
			issues[i].Fingerprint = finding.Fingerprint(known, strconv.Itoa(n))
		}
		seen[known]++
	}
}

// withoutNotes drops the notes unless they are asked for or block by themselves, and
// keeps what is older.
func withoutNotes(res *engine.Result, opt Options) []finding.Finding {
	if opt.Verbose || notesBlock(res) {
		return res.Findings
	}
	return slices.DeleteFunc(slices.Clone(res.Findings), func(f finding.Finding) bool { return f.Severity <= finding.Note })
}

// fileOf is the file to show f at. What is in none is shown at the team directory.
func fileOf(f finding.Finding) string {
	if f.Path == "" {
		return memory.Dir
	}
	return f.Path
}

func lineOf(f finding.Finding) int {
	if f.Path == "" {
		return 1
	}
	return max(1, f.Line)
}
