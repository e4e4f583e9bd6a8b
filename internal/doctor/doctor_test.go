package doctor

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/wiring"
)

// TestNames holds that each fault has one name, in one line, and one of the two states.
func TestNames(t *testing.T) {
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	seen, checks := map[string]bool{}, map[string]bool{}
	for _, c := range Checks {
		if c.Name == "" || c.Wanted == "" || c.judge == nil || checks[c.Name] {
			t.Errorf("check %q is not whole, or is there twice", c.Name)
		}
		checks[c.Name] = true
		for _, f := range c.Faults {
			if !kebab.MatchString(f.Name) || seen[f.Name] || f.Title == "" || f.State != Warn && f.State != Fail {
				t.Errorf("fault %+v is not whole, or is there twice", *f)
			}
			seen[f.Name] = true
		}
	}
}

// TestNothingSeen holds that facts of nothing say nothing but what is missing first, and that no
// line is good where nobody looked.
func TestNothingSeen(t *testing.T) {
	res := Judge(&Facts{Repository: Repository{Trouble: NotRepository, Doubt: Doubt{Why: "not here"}}})
	for _, l := range res.Lines {
		if l.State == OK {
			t.Errorf("%+v", l)
		}
	}
	if res.Verdict != "block" || len(res.Lines) != 3 {
		t.Errorf("%+v", res)
	}
}

// said runs one check and gives the faults, or the states where there are none.
func said(c *Check, f *Facts) string {
	r := &reply{check: c}
	c.judge(f, r)
	var out []string
	for _, l := range r.lines {
		if l.Fault == "" {
			l.Fault = string(l.State)
		}
		out = append(out, l.Fault)
	}
	return strings.Join(out, " ")
}

func file(p, text string) File { return File{Path: p, Text: source.NewText([]byte(text))} }

func TestOwned(t *testing.T) {
	for _, tt := range []struct{ name, codeowners, want string }{
		{"all", "* @a\n", "ok ok ok ok"},
		{"folders", "/.agent/ @a\n/.github/ @a\n", "ok ok ok ok"},
		{"nothing", "/docs/ @a\n", "memory-not-owned policy-not-owned codeowners-not-owned workflows-not-owned"},
		{"the last line is *", "/.agent/ @a\n/.github/ @a\n* @b\n", "owners-stolen owners-stolen owners-stolen owners-stolen"},
		{"the last line is **", "/.agent/ @a\n/.github/ @a\n** @b\n", "owners-stolen owners-stolen owners-stolen owners-stolen"},
		{"the last line is * with the same owners", "/.agent/ @A\n/.github/ @A\n* @a\n", "ok ok ok ok"},
		{"the last line is * and adds one", "/.agent/ @a\n/.github/ @a\n* @a @b\n", "owners-stolen owners-stolen owners-stolen owners-stolen"},
		{"a line for Markdown", "/.agent/ @a\n/.github/ @a\n*.md @b\n", "owners-stolen ok ok ok"},
		{"a later line for a folder decides on purpose", "* @a\n/.agent/ @b\n/.agent/team-memory/ @c\n", "ok ok ok ok"},
		{"a line without owners", "* @a\n/.agent/team-memory/old.md\n", "memory-not-owned ok ok ok"},
		{"new memories alone", "/.agent/team-memory/MEMORY.md @a\n/.agent/team-memory/old.md @a\n/.agent/teammem.yaml @a\n/.github/ @a\n", "memory-not-owned ok ok ok"},
		{"not deep", "/.agent/* @a\n/.github/ @a\n", "memory-not-owned ok ok ok"},
		{"a bad line is told elsewhere", "* @a\nx y\n", ""},
	} {
		f := &Facts{Base: &Base{Commit: "1", Policy: true, Owners: file(".github/CODEOWNERS", tt.codeowners),
			Team: []string{".agent/team-memory/old.md"}, Workflows: []File{file(".github/workflows/ci.yml", "")}}}
		if got := said(ownedCheck, f); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A workflow is given by its events and by what stands in the job and in the step.
func TestWorkflow(t *testing.T) {
	const hash = "8c2b1f0d9e7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c"
	for _, tt := range []struct{ name, on, job, step, want string }{
		{"plain", "on: pull_request", "", "- uses: teammem/teammem@" + hash, "ok ok"},
		{"a list", "on: [push, pull_request]", "", "- uses: teammem/teammem@" + hash, "ok ok"},
		{"quoted", `"on": {pull_request: {}}`, "", "- uses: teammem/teammem@" + hash, "ok ok"},
		{"for some branches", "on: {pull_request: {branches: [main]}}", "", "- uses: teammem/teammem@" + hash, "ok ok"},
		{"of a fork", "on: pull_request", "", "- uses: example-org/teammem@" + hash, "ok ok"},
		{"a command", "on: pull_request", "", "- run: teammem check --range \"$BASE..HEAD\"", "ok"},
		{"on push", "on: push", "", "- uses: teammem/teammem@" + hash, "workflow-not-on-pull-request ok"},
		{"on pull_request_target", "on: pull_request_target", "", "- uses: teammem/teammem@" + hash, "workflow-not-on-pull-request ok"},
		{"filter", "on: {pull_request: {paths: ['.agent/**']}}", "", "- uses: teammem/teammem@" + hash, "workflow-filtered ok"},
		{"other filter", "on: {pull_request: {paths-ignore: ['docs/**']}}", "", "- uses: teammem/teammem@" + hash, "workflow-filtered ok"},
		{"types", "on: {pull_request: {types: [opened, synchronize, reopened]}}", "", "- uses: teammem/teammem@" + hash, "ok ok"},
		{"too few types", "on: {pull_request: {types: labeled}}", "", "- uses: teammem/teammem@" + hash, "workflow-filtered ok"},
		{"if of the job", "on: pull_request", "if: github.actor != 'robot'", "- uses: teammem/teammem@" + hash, "workflow-cannot-fail ok"},
		{"if of the step", "on: pull_request", "", "- {uses: teammem/teammem@" + hash + ", if: always()}", "workflow-cannot-fail ok"},
		{"continue", "on: pull_request", "continue-on-error: true", "- uses: teammem/teammem@" + hash, "workflow-cannot-fail ok"},
		{"no continue", "on: pull_request", "continue-on-error: false", "- uses: teammem/teammem@" + hash, "ok ok"},
		{"never", "on: pull_request", "", "- {uses: teammem/teammem@" + hash + ", with: {fail-on: never}}", "workflow-cannot-fail ok"},
		{"thrown away", "on: pull_request", "", "- run: teammem check || true", "workflow-cannot-fail"},
		{"thrown away without a blank", "on: pull_request", "", "- run: teammem check||true", "workflow-cannot-fail"},
		{"thrown away by leaving", "on: pull_request", "", "- run: teammem check || exit 0", "workflow-cannot-fail"},
		{"only said", "on: pull_request", "", "- run: teammem check || echo failed", "workflow-cannot-fail"},
		{"left with an error", "on: pull_request", "", "- run: teammem check || exit 1", "ok"},
		{"asked before it", "on: pull_request", "", "- run: command -v teammem || true && teammem check", "ok"},
		{"never, in a script", "on: pull_request", "", "- run: teammem check --fail-on=never", "workflow-cannot-fail"},
		{"never, as two words", "on: pull_request", "", "- run: teammem check --fail-on never", "workflow-cannot-fail"},
		{"a report before it", "on: pull_request", "", "- run: \"teammem check --format sarif || true\\nteammem check\"", "ok"},
		{"installed", "on: pull_request", "", "- run: \"go install github.com/teammem/teammem/cmd/teammem@v1.2.3\\nteammem check\"", "ok ok"},
		{"installed at latest", "on: pull_request", "", "- run: go install github.com/teammem/teammem/cmd/teammem@latest && teammem check", "ok workflow-not-pinned"},
		{"installed at v1", "on: pull_request", "", "- run: go install github.com/teammem/teammem/cmd/teammem@v1; teammem check", "ok workflow-not-pinned"},
		{"may read", "on: pull_request", "permissions: {contents: read}", "- uses: teammem/teammem@" + hash, "ok ok"},
		{"may not read", "on: pull_request", "permissions: {}", "- uses: teammem/teammem@" + hash, "workflow-may-not-read ok"},
		{"may do something else", "on: pull_request\npermissions: {pull-requests: write}", "", "- uses: teammem/teammem@" + hash, "workflow-may-not-read ok"},
		{"with a token of its own", "on: pull_request\npermissions: {}", "", "- {uses: teammem/teammem@" + hash + ", with: {token: x}}", "ok ok"},
		{"a tag", "on: pull_request", "", "- uses: teammem/teammem@v1.2.3", "ok workflow-not-pinned"},
		{"a short hash", "on: pull_request", "", "- uses: teammem/teammem@8c2b1f0", "ok workflow-not-pinned"},
		{"zeros", "on: pull_request", "", "- uses: teammem/teammem@" + strings.Repeat("0", 40), "ok workflow-placeholder"},
		{"the gate alone", "on: pull_request_target", "", "- {uses: teammem/teammem@" + hash + ", with: {mode: review}}", "workflow-missing ok"},
		{"another action", "on: pull_request", "", "- uses: actions/checkout@" + hash, "workflow-missing"},
		{"nothing in it", "on: pull_request", "", "[]", "workflow-missing"},
		{"no YAML", "on: [", "", "[]", "workflow-missing"},
	} {
		text := tt.on + "\njobs:\n  memory:\n    runs-on: x\n    " + tt.job + "\n    steps:\n      " + tt.step + "\n"
		f := &Facts{Base: &Base{Commit: "1", Host: "github.com", Workflows: []File{file(".github/workflows/x.yml", text)}}}
		if got := strings.TrimSpace(said(workflowCheck, f) + " " + said(pinCheck, f)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestOneWorkflowIsEnough holds that a second, weaker job does not spoil the first.
func TestOneWorkflowIsEnough(t *testing.T) {
	const weak = "on: push\njobs: {a: {steps: [{run: teammem check}]}}\n"
	const good = "on: pull_request\njobs: {b: {steps: [{run: teammem check}]}}\n"
	f := &Facts{Base: &Base{Commit: "1", Host: "github.com", Workflows: []File{file("a.yml", weak), file("b.yml", good)}}}
	if got := said(workflowCheck, f); got != "ok" {
		t.Error(got)
	}
	f.Base.Workflows = f.Base.Workflows[:1]
	f.Base.Drafts = []File{file("b.yml", good)}
	if got := said(workflowCheck, f); got != "workflow-not-on-pull-request" {
		t.Error(got)
	}
}

func TestElsewhere(t *testing.T) {
	pipeline := file(".gitlab-ci.yml", "memory: {script: [teammem check]}\n")
	if got := said(workflowCheck, &Facts{Base: &Base{Commit: "1", Host: "gitlab.com", Pipeline: &pipeline}}); got != "ok" {
		t.Error(got)
	}
	if got := said(workflowCheck, &Facts{Base: &Base{Commit: "1"}}); got != "unknown" {
		t.Error(got)
	}
	if got := said(codeownersCheck, &Facts{Base: &Base{Commit: "1", Named: []string{"@a"}}}); got != "ok" {
		t.Error(got)
	}
	if got := said(codeownersCheck, &Facts{Base: &Base{Commit: "1", Alone: true}}); got != "ok" {
		t.Error(got)
	}
	if got := said(codeownersCheck, &Facts{Base: &Base{Ref: "HEAD"}}); got != "unknown" {
		t.Error(got)
	}
}

func TestCanary(t *testing.T) {
	const index = "# Team memory\n\n- [Tests](tests.md) — use a real database\n- [Deploys](sub/deploys.md): on *Tuesdays*, from\n  the release branch\n- [Bare](bare.md)\n- [Away](https://example.com) — elsewhere\n"
	c, ok := CanaryOf(source.NewText([]byte(index)))
	if !ok || c.Target != ".agent/team-memory/sub/deploys.md" || c.Words != "on *Tuesdays*, from the release branch" {
		t.Fatalf("%+v %v", c, ok)
	}
	if q := c.Question(); strings.Contains(q, "Tuesdays") || !strings.Contains(q, c.Target) {
		t.Errorf("the question is %q", q)
	}
	for answer, want := range map[string]bool{
		"on *Tuesdays*, from the release branch":                               true,
		"It says: “On Tuesdays, from  the release\nbranch”.":                   true,
		"- [Deploys](sub/deploys.md) — on Tuesdays, from the `release` branch": true,
		"on Tuesdays": false, "": false, "the release branch": false, "I don't know": false,
		"on Tuesdays, from the release branches": false, "upon Tuesdays, from the release branch": false,
	} {
		if got := c.answered(answer); got != want {
			t.Errorf("%q: %v", answer, got)
		}
	}
	for _, none := range []string{"", "# Team memory\n", "- [Bare](bare.md)\n", "- [Dots](dots.md) — …\n", "- nothing\n"} {
		if c, ok := CanaryOf(source.NewText([]byte(none))); ok {
			t.Errorf("%q: %+v", none, c)
		}
	}
}

func TestReceipt(t *testing.T) {
	event := func(session, dir, file string) string {
		return `{"session_id":"` + session + `","cwd":"` + dir + `","hook_event_name":"InstructionsLoaded","file_path":"` + file + `","load_reason":"session_start"}`
	}
	for _, tt := range []struct {
		name, text string
		want       []string
		flaw       bool
	}{
		{"empty", "", nil, false},
		{"one line each", event("1", "/app", "/app/CLAUDE.md") + "\n" + event("1", "/app/src", "/app/AGENTS.md") + "\n", []string{"/app/CLAUDE.md", "/app/AGENTS.md"}, false},
		{"without line ends", event("1", "/app", "/app/a.md") + event("1", "/app", "/app/b.md"), []string{"/app/a.md", "/app/b.md"}, false},
		{"the last session", event("1", "/app", "/app/a.md") + event("2", "/app", "/app/b.md"), []string{"/app/b.md"}, false},
		{"another clone", event("1", "/app", "/app/a.md") + event("2", "/application", "/application/b.md"), []string{"/app/a.md"}, false},
		{"other events", `{"hook_event_name":"SessionStart","cwd":"/app"} {} [] null`, nil, true},
		{"cut", event("1", "/app", "/app/a.md") + `{"session_id":`, []string{"/app/a.md"}, true},
		{"no JSON", "CLAUDE.md\n", nil, true},
	} {
		r := ParseReceipt("r", "/app", []byte(tt.text))
		if !slices.Equal(r.Loaded, tt.want) || (r.Flaw != "") != tt.flaw {
			t.Errorf("%s: %+v", tt.name, r)
		}
	}
}

// FuzzJudge holds that no text of a repository or of an agent makes it stop.
func FuzzJudge(f *testing.F) {
	for _, s := range []string{"", "* @a", "on: [pull_request]\njobs: {a: {steps: [{uses: teammem/teammem@v1}]}}", "on: &a [*a]", "jobs: {a: {if: [x], steps: [{with: {mode: [1]}}]}}", "- [a](a.md) — x\n", `{"cwd":"/"}`, "\xff\x00", "jobs: [1]", "on: {? [a] : b}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := file("x", s)
		facts := &Facts{
			Folder: &Folder{Kind: Directory}, Memory: &Memory{Index: text.Text, Lines: 200, Bytes: 25000}, Hooks: &Hooks{}, Agents: &Agents{},
			Base:     &Base{Commit: "1", Host: s, Owners: text, Workflows: []File{text}, Drafts: []File{text}, Pipeline: &text, Team: []string{s}},
			Store:    &Store{Unsafe: &Refusal{Kind: s}},
			Delivery: Delivery{Answer: &s, Receipt: ParseReceipt("r", "/", []byte(s))},
		}
		if res := Judge(facts); res.Counts.OK+res.Counts.Warn+res.Counts.Fail+res.Counts.Unknown != len(res.Lines) {
			t.Errorf("%+v", res)
		}
	})
}

func TestAgentLoads(t *testing.T) {
	f := &Facts{Agents: &Agents{
		Parts: []wiring.Part{{Path: "AGENTS.md", State: wiring.Current}},
		Loads: []Load{{Agent: "codex", Entries: 2, Files: []string{"AGENTS.md"}}, {Agent: "cursor", Entries: 2, Missing: []string{"Tests"}}},
	}}
	if got := said(agentLoadsCheck, f); got != "ok unknown" {
		t.Error(got)
	}
	f.Agents.Parts[0].State = wiring.Stale // which another line says
	if got := said(agentLoadsCheck, f); got != "" {
		t.Error(got)
	}
}

// TestDoubles holds that those who are told twice in the same way share a line, and have no other.
func TestDoubles(t *testing.T) {
	f := &Facts{Agents: &Agents{
		Parts: []wiring.Part{{Path: "AGENTS.md", State: wiring.Current}},
		Loads: []Load{{Agent: "codex", Entries: 2}, {Agent: "cursor", Entries: 2}},
		Doubles: []Double{{"copilot", "in an editor", 2, []string{"AGENTS.md", "CLAUDE.md"}}, {"cursor", "", 2, []string{"AGENTS.md", "CLAUDE.md"}},
			{"gemini", "", 1, []string{"GEMINI.md"}}},
	}}
	if got := said(agentLoadsCheck, f); got != "agent-told-twice agent-told-twice ok" {
		t.Error(got)
	}
}

// TestDoubleFix holds that who is told twice by one file is not sent to choose between files.
func TestDoubleFix(t *testing.T) {
	one, two := Double{Files: []string{"AGENTS.md"}}, Double{Files: []string{"AGENTS.md", "CLAUDE.md"}}
	if one.fix() == two.fix() || !strings.Contains(two.fix(), "only one of them") {
		t.Errorf("%q, %q", one.fix(), two.fix())
	}
}

// TestMirrorOfClosed holds that what nobody may read is not told again as what differs.
func TestMirrorOfClosed(t *testing.T) {
	for _, tt := range []struct {
		closed []string
		want   string
	}{{nil, "mirror-differs"}, {[]string{"user"}, ""}} {
		f := &Facts{Base: &Base{Memories: 1}, Store: &Store{Exists: true, Synced: true, Closed: tt.closed, Differs: []string{"team/a.md"}}}
		if got := said(mirrorCheck, f); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.closed, got, tt.want)
		}
	}
}

// TestUnknownOnce holds that of lines that are not known for one reason, with one way out, the first is told.
func TestUnknownOnce(t *testing.T) {
	line := func(check string, s State, fix string) Line {
		return Line{Check: check, State: s, Found: "x", Fix: fix}
	}
	res := &Result{Lines: []Line{line("a", Unknown, "y"), line("b", Unknown, "y"), line("c", Unknown, "z"), line("d", OK, "y"), line("e", Unknown, ""), line("f", Unknown, "")}}
	res.tellOnce()
	var left string
	for _, l := range res.Lines {
		left += l.Check
	}
	if left != "acdef" {
		t.Error(left)
	}
}

// What is told already is not told again by the line of teammem check.
func TestToldOnce(t *testing.T) {
	for rule, want := range map[string]string{"orphan": "ok", "not-linked": "ok", "index-size": "ok", "ignored-here": "ok", "delivery-stale": "ok", "dead-link": "check-warns", "secret": "check-warns"} {
		f := &Facts{Folder: &Folder{Kind: Directory}, Memory: &Memory{Findings: []finding.Finding{{Rule: rule, Severity: finding.Warn, Path: ".agent/team-memory/a.md"}}}}
		if got := said(memoryCheck, f); got != want {
			t.Errorf("%s: %q, want %q", rule, got, want)
		}
	}
}

func TestWorktrees(t *testing.T) {
	here := []Hook{{Name: "pre-commit", Calls: true}}
	for _, tt := range []struct {
		hooks Hooks
		want  string
	}{
		{Hooks{States: here}, ""},
		{Hooks{States: here, Others: []Worktree{{Path: "a"}}}, "ok"},
		{Hooks{States: here, Others: []Worktree{{Path: "a", Missing: []string{"pre-push"}}, {Path: "b", Doubt: Doubt{Why: "x"}}}}, "worktree-without-hook"},
		{Hooks{States: here, Others: []Worktree{{Path: "b", Doubt: Doubt{Why: "x"}}}}, "unknown"},
		{Hooks{States: []Hook{{Name: "pre-commit"}}, Others: []Worktree{{Path: "a", Missing: []string{"pre-push"}}}}, ""},
	} {
		if got := said(worktreesCheck, &Facts{Hooks: &tt.hooks}); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.hooks, got, tt.want)
		}
	}
}

func TestProbe(t *testing.T) {
	for _, tt := range []struct {
		hooks Hooks
		want  string
	}{
		{Hooks{}, ""},
		{Hooks{Proof: Refused}, "ok"},
		{Hooks{Proof: Passed}, "hook-lets-through"},
		{Hooks{Proof: Unproven, Said: "teammem: error: teammem was not found, so pre-commit can't judge team memory"}, "hook-program-missing"},
		{Hooks{Proof: Unproven, Said: "no"}, "hook-refuses-all"},
		{Hooks{Proof: Unproven, Said: "no", Manager: "lefthook"}, "unknown"},
		{Hooks{Proof: Unproven}, "unknown"},
	} {
		if got := said(probeCheck, &Facts{Hooks: &tt.hooks}); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.hooks, got, tt.want)
		}
	}
}
