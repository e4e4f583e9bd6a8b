package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
)

// gitlabSchema says what GitLab's manual says of the report: the fields, of which none
// may be missing, the severities, and a path that is relative and does not begin with "./".
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
const gitlabSchema = `{
	"type": "array",
	"items": {
		"type": "object",
		"additionalProperties": false,
		"required": ["description", "check_name", "fingerprint", "severity", "location"],
		"properties": {
			"description": {"type": "string"},
			"check_name": {"type": "string"},
			"fingerprint": {"type": "string", "minLength": 1},
			"severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
			"location": {
				"type": "object",
				"additionalProperties": false,
				"required": ["path", "lines"],
				"properties": {
					"path": {"type": "string", "not": {"pattern": "^[.]?/"}},
					"lines": {
						"type": "object",
						"additionalProperties": false,
						"required": ["begin"],
						"properties": {"begin": {"type": "integer", "minimum": 1}}
					}
				}
			}
		}
	}
}`

func TestGitLabSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(gitlabSchema))
	if err != nil {
		t.Fatal(err)
	}
	validate(t, doc, GitLab)
}

// validate holds every report in f by the schema doc.
func validate(t *testing.T, doc any, f Format) {
	t.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range reports(t, f) {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(v); err != nil {
			t.Errorf("%v\n%.300s", err, out)
		}
	}
}

// GitLab shows one issue of each fingerprint; the first of those that are alike keeps its own.
func TestGitLabFingerprints(t *testing.T) {
	res := many()
	for i := range res.Findings {
		res.Findings[i].Fingerprint = "0123456789abcdef"
	}
	seen := map[string]bool{}
	issues := gitlabIssues(t, write(t, GitLab, res, Options{}))
	for _, i := range issues {
		seen[i.Fingerprint] = true
	}
	if len(seen) != len(res.Findings) || issues[0].Fingerprint != "0123456789abcdef" {
		t.Errorf("%d fingerprints of %d findings, the first %s", len(seen), len(res.Findings), issues[0].Fingerprint)
	}
}

// GitLab takes what the report of a branch lacks for mended: what is older must be in it,
// with the fingerprint and the severity that it has where it is not older.
func TestGitLabOlder(t *testing.T) {
	main, branch := onlyWarnings(), onlyWarnings()
	branch.Verdict, branch.Findings[0].Older = engine.Pass, true
	if a, b := write(t, GitLab, main, Options{}), write(t, GitLab, branch, Options{}); a != b {
		t.Errorf("the default branch:\n%s\na branch:\n%s", a, b)
	}
	if n := len(gitlabIssues(t, write(t, GitLab, onlyNotes(engine.Pass), Options{}))); n != 0 {
		t.Errorf("%d notes that nobody asked for", n)
	}
	if n := len(gitlabIssues(t, write(t, GitLab, onlyNotes(engine.Block), Options{FailOn: finding.Note}))); n != 1 {
		t.Errorf("%d notes, want the one that blocks", n)
	}
}

func gitlabIssues(t *testing.T, out string) (issues []gitlabIssue) {
	t.Helper()
	if err := json.Unmarshal([]byte(out), &issues); err != nil {
		t.Fatal(err)
	}
	return issues
}
