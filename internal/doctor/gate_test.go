package doctor

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// examples are the three workflows that a team copies.
func examples(t *testing.T) (check, gate, signal string) {
	t.Helper()
	var texts []string
	for _, name := range []string{"teammem", "teammem-review", "teammem-review-signal"} {
		text, err := os.ReadFile("../../examples/github/.github/workflows/" + name + ".yml")
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts[0], texts[1], texts[2]
}

func TestGate(t *testing.T) {
	_, gate, signal := examples(t)
	for _, tt := range []struct{ name, old, next, want string }{
		{"as it is", "", "", "ok"},
		{"on pull_request", "pull_request_target:", "pull_request:", "review-does-not-run"},
		{"filter", "  pull_request_target:\n", "  pull_request_target:\n    paths: [.agent/**]\n", "review-does-not-run"},
		{"filter of the rest", "  pull_request_target:\n", "  pull_request_target:\n    paths-ignore: [docs/**]\n", "review-does-not-run"},
		{"some branches", "  pull_request_target:\n", "  pull_request_target:\n    branches: [main]\n", "ok"},
		{"without a change of the base", ", edited, closed]", "]", "review-does-not-run"},
		{"not when another one is closed", ", closed]", "]", "review-does-not-run"},
		{"other branches", "  pull_request_target:\n", "  pull_request_target:\n    branches: [release]\n", "review-of-other-branches"},
		{"another branch", "  pull_request_target:\n", "  pull_request_target:\n    branches: release\n", "review-of-other-branches"},
		{"a pattern of branches", "  pull_request_target:\n", "  pull_request_target:\n    branches: [release, 'm*n']\n", "ok"},
		{"not the main branch", "  pull_request_target:\n", "  pull_request_target:\n    branches-ignore: [main]\n", "review-of-other-branches"},
		{"not another branch", "  pull_request_target:\n", "  pull_request_target:\n    branches-ignore: [try]\n", "ok"},
		{"judging another branch", "${{ github.event.repository.default_branch }}", "release", "review-of-other-branches"},
		{"judging two", "${{ github.event.repository.default_branch }}", "\"release\\nmain\\n\"", "ok"},
		{"judging two on one line", "${{ github.event.repository.default_branch }}", "main, release", "review-of-other-branches"},
		{"judging one more", "${{ github.event.repository.default_branch }}", "\"${{ github.event.repository.default_branch }}\\nrelease\"", "ok"},
		{"judging all", "          branches: ${{ github.event.repository.default_branch }}\n", "", "ok"},
		{"without types", "    types: [opened, synchronize, reopened, ready_for_review, converted_to_draft, edited, closed]\n", "", "review-does-not-run"},
		{"without a signal", "  workflow_run:\n    workflows: [teammem review signal]\n    types: [completed]\n", "", "review-not-told"},
		{"with another signal", "[teammem review signal]", "[build]", "review-not-told"},
		{"with the signal among others", "[teammem review signal]", "[build, teammem review signal]", "ok"},
		{"with one signal as a word", "[teammem review signal]", "teammem review signal", "ok"},
		{"of the main branch", "    types: [completed]\n", "    branches: [main]\n", "review-not-told"},
		{"of all but some branches", "    types: [completed]\n", "    branches-ignore: [try/**]\n", "review-not-told"},
		{"when it is requested", "[completed]", "[requested]", "review-not-told"},
		{"with a quiet signal", "[submitted, edited, dismissed]", "[submitted]", "review-not-told"},
		{"with a signal of another event", "pull_request_review:", "push:", "review-not-told"},
		{"all types of the signal", "    types: [submitted, edited, dismissed]\n", "", "ok"},
		{"without a status", "      statuses: write\n", "", "review-may-not-post"},
		{"reading a status", "statuses: write", "statuses: read", "review-may-not-post"},
		{"without pull requests", "      pull-requests: read\n", "", "review-may-not-post"},
		{"without contents", "      contents: read #", "      #", "review-may-not-post"},
		{"with everything", "    permissions:\n      contents: read # CODEOWNERS and the policy of the base\n      pull-requests: read\n      statuses: write\n", "    permissions: write-all\n", "ok"},
		{"reading everything", "    permissions:\n      contents: read # CODEOWNERS and the policy of the base\n      pull-requests: read\n      statuses: write\n", "    permissions: read-all\n", "review-may-not-post"},
		{"with what the workflow may", "    permissions:\n      contents: read # CODEOWNERS and the policy of the base\n      pull-requests: read\n      statuses: write\n", "", "review-may-not-post"},
		{"with a token of its own", "          mode: review\n", "          mode: review\n          token: ${{ steps.app.outputs.token }}\n", "ok"},
		{"with the right to write", "contents: read #", "contents: write #", "ok"},
		{"with an if", "    timeout-minutes: 10\n", "    if: github.actor != 'robot'\n", "unknown"},
		{"with a checkout", "    steps:\n      # Put", "    steps:\n      - uses: actions/checkout@v4\n      # Put", "review-checks-out"},
	} {
		a, b := strings.Replace(gate, tt.old, tt.next, 1), strings.Replace(signal, tt.old, tt.next, 1)
		if tt.old != "" && a == gate && b == signal {
			t.Errorf("%s: %q is in none of them", tt.name, tt.old)
		}
		f := &Facts{Base: &Base{Commit: "1", Branch: "main", Workflows: []File{file("gate.yml", a), file("signal.yml", b)}}}
		if got := said(gateCheck, f); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestGateWithoutPermissions(t *testing.T) {
	_, gate, signal := examples(t)
	gate = strings.Replace(gate, "permissions: {}\n", "", 1)
	gate = gate[:strings.Index(gate, "    permissions:")] + gate[strings.Index(gate, "    steps:"):]
	f := &Facts{Base: &Base{Commit: "1", Workflows: []File{file("gate.yml", gate), file("signal.yml", signal)}}}
	if got := said(gateCheck, f); got != "unknown" {
		t.Error(got)
	}
}

// TestGateOfTwoBranches holds that a branch that is judged has to start the gate, too, and that nothing is said of a branch that
// is not known.
func TestGateOfTwoBranches(t *testing.T) {
	_, gate, signal := examples(t)
	gate = strings.Replace(gate, "  pull_request_target:\n", "  pull_request_target:\n    branches: [main]\n", 1)
	two := strings.Replace(gate, "${{ github.event.repository.default_branch }}", "\"main\\nrelease\"", 1)
	for _, tt := range []struct{ name, gate, branch, want string }{
		{"one", gate, "main", "ok"}, {"two", two, "main", "review-of-other-branches"}, {"not known", gate, "", "ok"}, {"another", gate, "trunk", "review-of-other-branches"},
	} {
		f := &Facts{Base: &Base{Commit: "1", Branch: tt.branch, Workflows: []File{file("gate.yml", tt.gate), file("signal.yml", signal)}}}
		if got := said(gateCheck, f); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestGateTokens holds that the token of the job may do what the job may, by whatever name it is given.
func TestGateTokens(t *testing.T) {
	_, gate, signal := examples(t)
	gate = strings.Replace(gate, "      statuses: write\n", "", 1)
	for token, want := range map[string]string{"github.token": "review-may-not-post", "secrets.GITHUB_TOKEN": "review-may-not-post", "secrets.REVIEWER": "ok"} {
		given := strings.Replace(gate, "          mode: review\n", "          mode: review\n          token: ${{ "+token+" }}\n", 1)
		f := &Facts{Base: &Base{Commit: "1", Workflows: []File{file("gate.yml", given), file("signal.yml", signal)}}}
		if got := said(gateCheck, f); got != want {
			t.Errorf("%s: %q, want %q", token, got, want)
		}
	}
}

// TestSignalWithoutName holds that a workflow without a name is known by its path, as GitHub has it.
func TestSignalWithoutName(t *testing.T) {
	_, gate, signal := examples(t)
	gate = strings.Replace(gate, "[teammem review signal]", "[.github/workflows/signal.yml]", 1)
	signal = strings.Replace(signal, "name: teammem review signal\n", "", 1)
	f := &Facts{Base: &Base{Commit: "1", Workflows: []File{file("gate.yml", gate), file(".github/workflows/signal.yml", signal)}}}
	if got := said(gateCheck, f); got != "ok" {
		t.Error(got)
	}
	f.Base.Workflows[1] = file(".github/workflows/other.yml", signal)
	if got := said(gateCheck, f); got != "review-not-told" {
		t.Errorf("at another path: %s", got)
	}
}

// TestNoGate holds that a team that asks for no approvals is told of no fault.
func TestNoGate(t *testing.T) {
	check, gate, _ := examples(t)
	only := []File{file("check.yml", check)}
	for _, tt := range []struct {
		name string
		base Base
		want string
	}{
		{"nobody asks", Base{GitHub: true, Workflows: only}, "ok"},
		{"the policy asks", Base{GitHub: true, Workflows: only, Approvals: 2}, "review-missing"},
		{"it is not merged", Base{GitHub: true, Workflows: only, Approvals: 2, Drafts: []File{file("gate.yml", gate)}}, "review-not-merged"},
		{"elsewhere", Base{}, ""},
		{"elsewhere, and the policy asks", Base{Approvals: 1}, "unknown"},
	} {
		tt.base.Commit = "1"
		if got := said(gateCheck, &Facts{Base: &tt.base}); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestApprovals(t *testing.T) {
	for policy, want := range map[string]int{
		"": 0, "version: 1\n": 0, "review:\n": 0, "review: {}\n": 0, "review: {required: 0}\n": 0,
		"review: {required: 2}\n": 2, "review: {stale: memory-tree}\n": 1,
	} {
		if got := ApprovalsIn([]byte(policy)); got != want {
			t.Errorf("%q: %d, want %d", policy, got, want)
		}
	}
}

// TestPipeline is of the job for GitLab.
func TestPipeline(t *testing.T) {
	text, err := os.ReadFile("../../examples/gitlab/.gitlab-ci.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, old, next, want string }{
		{"as it is", "", "", "ok ok"},
		{"allowed to fail", "team-memory:\n", "team-memory:\n  allow_failure: true\n", "workflow-cannot-fail ok"},
		{"not allowed to fail", "team-memory:\n", "team-memory:\n  allow_failure: false\n", "ok ok"},
		{"by hand", "team-memory:\n", "team-memory:\n  when: manual\n", "workflow-cannot-fail ok"},
		{"not at all", "team-memory:\n", "team-memory:\n  when: never\n", "workflow-cannot-fail ok"},
		{"thrown away", "    - teammem check \"$what\"\n", "", "workflow-cannot-fail ok"},
		{"on the default branch alone", "    - if: $CI_PIPELINE_SOURCE == \"merge_request_event\"\n", "", "workflow-not-on-pull-request ok"},
		{"nowhere else", "    - if: $CI_PIPELINE_SOURCE == \"merge_request_event\"\n", "    - if: $CI_COMMIT_TAG\n      when: never\n", "workflow-not-on-pull-request ok"},
		{"never else", "== $CI_DEFAULT_BRANCH\n", "== $CI_DEFAULT_BRANCH\n    - when: never\n", "ok ok"},
		{"on other branches", "  rules:\n    - if: $CI_PIPELINE_SOURCE == \"merge_request_event\"\n    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH\n", "  rules:\n    - if: $CI_COMMIT_BRANCH != $CI_DEFAULT_BRANCH\n", "ok ok"},
		{"into the default branch", "  rules:\n    - if: $CI_PIPELINE_SOURCE == \"merge_request_event\"\n    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH\n", "  rules:\n    - if: $CI_MERGE_REQUEST_TARGET_BRANCH_NAME == $CI_DEFAULT_BRANCH && $CI_PIPELINE_SOURCE == \"merge_request_event\"\n", "ok ok"},
		{"never, before all", "  rules:\n", "  rules:\n    - when: never\n", "workflow-not-on-pull-request ok"},
		{"never for a tag, before all", "  rules:\n", "  rules:\n    - if: $CI_COMMIT_TAG\n      when: never\n", "ok ok"},
		{"never without memory, before all", "  rules:\n", "  rules:\n    - changes: [docs/**]\n      when: never\n", "ok ok"},
		{"never without a file, before all", "  rules:\n", "  rules:\n    - exists: [go.mod]\n      when: never\n", "ok ok"},
		{"allowed to fail before a merge", "\"merge_request_event\"\n", "\"merge_request_event\"\n      allow_failure: true\n", "workflow-cannot-fail ok"},
		{"allowed to fail in one of two", "  rules:\n", "  rules:\n    - if: $CI_COMMIT_REF_NAME =~ /^try/\n      allow_failure: true\n", "ok ok"},
		{"without rules", "  rules:\n    - if: $CI_PIPELINE_SOURCE == \"merge_request_event\"\n    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH\n", "", "ok ok"},
		{"at latest", "teammem@v0.1.0", "teammem@latest", "ok workflow-not-pinned"},
		{"at a branch", "teammem@v0.1.0", "teammem@main", "ok workflow-not-pinned"},
		{"at a commit", "teammem@v0.1.0", "teammem@" + strings.Repeat("8c", 20), "ok ok"},
		{"in a template", "team-memory:\n", ".team-memory:\n", "ok ok"},
		{"in a template that may fail", "team-memory:\n", ".team-memory:\n  allow_failure: true\n", "ok ok"},
	} {
		f := file(".gitlab-ci.yml", strings.Replace(string(text), tt.old, tt.next, 1))
		facts := &Facts{Base: &Base{Commit: "1", Host: "gitlab.com", Pipeline: &f}}
		if got := said(workflowCheck, facts) + " " + said(pinCheck, facts); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestPins holds that every pin that moves is named, and that those that hold are told once.
func TestPins(t *testing.T) {
	check, gate, signal := examples(t)
	f := &Facts{Base: &Base{Commit: "1", Workflows: []File{file("check.yml", check), file("gate.yml", gate), file("signal.yml", signal)}}}
	if got := said(pinCheck, f); got != "workflow-placeholder workflow-placeholder" {
		t.Error(got)
	}
	const zeros, hash = "0000000000000000000000000000000000000000", "8c2b1f0d9e7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c"
	f.Base.Workflows = []File{file("check.yml", strings.ReplaceAll(check, zeros, hash)), file("gate.yml", strings.ReplaceAll(gate, zeros, hash))}
	r := &reply{check: pinCheck}
	pinCheck.judge(f, r)
	if len(r.lines) != 1 || r.lines[0].State != OK || r.lines[0].Found != hash[:12] {
		t.Errorf("%+v", r.lines)
	}
}

// What GitHub would pass over in silence is told.
func TestWritten(t *testing.T) {
	const use = "on: pull_request\njobs: {memory: {steps: [{uses: teammem/teammem@v1"
	for text, want := range map[string]string{
		use + "}]}}": "",
		use + ", with: {Fail-On: warn, comment: always, mode: check}}]}}": "",
		use + ", with: {mode: '${{ inputs.mode }}'}}]}}":                  "",
		use + ", with: {failon: warn}}]}}":                                "workflow-unknown-input",
		use + ", with: {mode: reviews}}]}}":                               "workflow-unknown-input",
		use + ", with: {mode: reviews, a: b}}]}}":                         "workflow-unknown-input workflow-unknown-input",
		use + "}]}": "workflow-unreadable",
		"on: [":     "",
		"on: push\njobs: {memory: {steps: [{run: teammem check, with: {a: b}}]}}": "",
	} {
		f := &Facts{Base: &Base{Commit: "1", Workflows: []File{file(".github/workflows/x.yml", text)}}}
		if got := said(writtenCheck, f); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if got := said(writtenCheck, &Facts{}); got != "" {
		t.Error(got)
	}
}

// The inputs that doctor knows are those that there are.
func TestInputs(t *testing.T) {
	data, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Inputs map[string]any `yaml:"inputs"`
	}
	if err := yaml.Unmarshal(data, &action); err != nil {
		t.Fatal(err)
	}
	want := slices.Sorted(maps.Keys(action.Inputs))
	if got := slices.Sorted(slices.Values(inputs)); !slices.Equal(got, want) {
		t.Errorf("the inputs are %q, and action.yml has %q", got, want)
	}
}
