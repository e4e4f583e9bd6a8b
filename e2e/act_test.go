//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// contentCheck is the workflow that people copy.
var contentCheck, _ = filepath.Abs("../examples/github/.github/workflows/teammem.yml")

// A change is what somebody did after the first commit of a project, and what has to come of it.
type change struct {
	name string
	make func(p *project) (head string)
	// refused is a secret that one of the commits holds; "" for a change that is clean.
	refused string
	line    string // of the secret
}

var changes = []change{
	{name: "clean", make: func(p *project) string { return p.memory(changed, "docs: note") }},
	{name: "secret", refused: secret("act"), line: "14", make: func(p *project) string {
		p.memory(leak("act"), "docs: note")
		return p.memory(moved, "docs: note again")
	}},
}

// A way is how a change reaches the workflow: which event starts it, in what checkout.
type way struct {
	name  string
	event func(p *project, base, head string) event
	// whole judges the tree as it is, so that what a commit between held does not count.
	whole bool
	job   func(t *testing.T, j *job) // sets what else is different; nil: nothing
}

var ways = []way{
	{name: "pull request", event: pullRequest},
	{name: "pull request, whole history", event: pullRequest, job: func(t *testing.T, j *job) { j.workflow = stepWith(t, checkoutAction, "fetch-depth: 0") }},
	{name: "pull request, no token left", event: pullRequest, job: func(t *testing.T, j *job) { j.workflow = stepWith(t, checkoutAction, "persist-credentials: false") }},
	{name: "pull request of a fork", event: fork, job: func(_ *testing.T, j *job) { open(j.project) }},
	{name: "pull request of a bot", event: dependabot},
	{name: "pull request without a token", event: fork, job: func(_ *testing.T, j *job) {
		open(j.project)
		j.token = ""
	}},
	{name: "pull request behind", event: behind},
	{name: "push", event: func(p *project, base, head string) event { return pushed(p, "main", base, head) }},
	{name: "push of a new branch", event: func(p *project, base, head string) event { return pushed(p, "topic", none40, head) }},
	{name: "forced push", event: forced},
	{name: "forced push over what is gone", event: func(p *project, base, head string) event { return pushed(p, "topic", strings.Repeat("12", 20), head) }},
	{name: "push of the first commits", event: firstPush},
	{name: "merge group", event: mergeGroup},
	{name: "by hand", event: byHand, whole: true},
}

// TestActEvents runs the example as it is, for everything that starts it.
func TestActEvents(t *testing.T) {
	tr := usual(t)
	for _, w := range ways {
		for _, c := range changes {
			t.Run(w.name+", "+c.name, func(t *testing.T) {
				t.Parallel()
				f := newForge(t)
				p := f.newProject(t, "example-org/app")
				base := p.git("rev-parse", "HEAD")
				p.git("checkout", "-q", "-b", "feature")
				j := &job{project: p, workflow: contentCheck, tree: tr, token: f.token}
				head := c.make(p)
				if c.refused != "" && w.whole {
					head = p.memory(leak("act"), "docs: note once more")
				}
				if j.event = w.event(p, base, head); w.job != nil {
					w.job(t, j)
				}
				c.holds(t, j.run(t), w.whole)
				f.silent(t)
			})
		}
	}
}

// TestActInput hands an input over, whose variable has a name that not every shell keeps.
func TestActInput(t *testing.T) {
	t.Parallel()
	f := newForge(t)
	p := f.newProject(t, "example-org/app")
	base := p.git("rev-parse", "HEAD")
	j := &job{project: p, workflow: stepWith(t, teammemAction+none40, "fail-on: never"), tree: usual(t), token: f.token, event: pullRequest(p, base, p.memory(leak("input"), "docs: note"))}
	j.run(t).is(t, 0, "warn", "the team memory has warnings")
}

// TestActCopied follows the words of examples/README.md in a repository that has nothing yet, and runs what comes of it.
func TestActCopied(t *testing.T) {
	t.Parallel()
	_, step, _ := strings.Cut(read(t, "..", "examples/README.md"), "## GitHub, step by step\n")
	_, step, _ = strings.Cut(step, "```sh\n")
	step, _, ok := strings.Cut(step, "```\n")
	if !ok {
		t.Fatal("examples/README.md has no step for GitHub")
	}
	f := newForge(t)
	p := f.newProject(t, "example-org/app")
	p.git("rm", "-q", "-r", ".github")
	base := p.commit("chore: no workflows")
	here, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	command(t, p.dir, []string{"TEAMMEM=" + here}, "sh", "-ec", step)
	p.git("add", "-A")
	if got := p.git("diff", "--cached", "--name-only"); got != ".github/workflows/teammem-review-signal.yml\n.github/workflows/teammem-review.yml\n.github/workflows/teammem.yml" {
		t.Fatalf("the step makes %q", got)
	}
	head := p.memory(leak("copied"), "docs: note")
	tr := *usual(t)
	tr.commit = strings.TrimSpace(must(t, "..", "git", "rev-parse", "HEAD"))
	if named := p.git("grep", "-h", "-c", teammemAction+tr.commit); named != "1\n1" {
		t.Fatalf("the workflows name the commit %q times", named)
	}
	j := &job{project: p, workflow: filepath.Join(p.dir, ".github/workflows/teammem.yml"), tree: &tr, token: f.token, event: pullRequest(p, base, head)}
	p.git("checkout", "-q", head)
	j.run(t).is(t, 1, "block", "must not be merged")
}

// holds checks what a run came to.
func (c change) holds(t *testing.T, o *outcome, whole bool) {
	t.Helper()
	if c.refused == "" {
		o.is(t, 0, "pass", "the team memory is clean")
		if len(o.annotations) > 0 {
			t.Errorf("there are annotations:\n%s", o.log)
		}
		return
	}
	o.is(t, 1, "block", "must not be merged")
	if o.outputs["errors"] != "1" || len(o.annotations) != 1 {
		t.Fatalf("outputs %q, %d annotations, want one error:\n%s", o.outputs, len(o.annotations), o.log)
	}
	a := o.annotations[0]
	if a.Command != "error" || a.Place["file"] != memories+"/"+note || a.Place["line"] != c.line || a.Place["title"] != "teammem: secret" {
		t.Errorf("the annotation is %q", a)
	}
	if !whole && !strings.HasPrefix(a.Text, "commit ") {
		t.Errorf("the annotation does not name the commit: %q", a.Text)
	}
	for _, word := range strings.Fields(c.refused) {
		if len(word) > 30 && strings.Contains(o.all, strings.Trim(word, ".")) {
			t.Errorf("the secret is shown:\n%s", o.all)
		}
	}
}

// is checks the exit code of a run, its verdict and its summary.
func (o *outcome) is(t *testing.T, code int, verdict, summary string) {
	t.Helper()
	if o.code != code || o.outputs["verdict"] != verdict || !strings.Contains(o.summary, summary) {
		t.Fatalf("it ended with %d, outputs %q, want %d, %q and %q in the summary\nsummary:\n%s\nlog:\n%s", o.code, o.outputs, code, verdict, summary, o.summary, o.log)
	}
}

// repository is that of p in an event.
func (p *project) repository() map[string]any {
	owner, name, _ := strings.Cut(p.name, "/")
	return map[string]any{"full_name": p.name, "name": name, "owner": map[string]any{"login": owner}, "default_branch": "main"}
}

// pullRequest is number 7, from a branch of the repository.
func pullRequest(p *project, base, head string) event {
	p.serve(head, "refs/heads/feature")
	return p.pull(base, head, p.name)
}

func (p *project) pull(base, head, from string) event {
	p.serve(head, "refs/pull/7/head")
	p.git("checkout", "-q", "--detach", base)
	p.git("merge", "-q", "--no-ff", "-m", "Merge "+head+" into "+base, head)
	merge := p.git("rev-parse", "HEAD")
	p.serve(merge, "refs/pull/7/merge")
	return p.pullOf(base, head, merge, from)
}

func (p *project) pullOf(base, head, merge, from string) event {
	return event{name: "pull_request", ref: "refs/pull/7/merge", sha: merge, actor: "ann", body: map[string]any{
		"action": "synchronize", "number": 7, "repository": p.repository(), "sender": map[string]any{"login": "ann"},
		"pull_request": map[string]any{
			"number": 7, "state": "open", "draft": false, "user": map[string]any{"login": "ann", "type": "User"}, "merge_commit_sha": merge,
			"base": map[string]any{"ref": "main", "sha": base, "repo": p.repository()},
			"head": map[string]any{"ref": "feature", "sha": head, "repo": map[string]any{"full_name": from, "fork": from != p.name}},
		},
	}}
}

// fork is from a repository that this one has nothing of but the ref of the pull request.
func fork(p *project, base, head string) event { return p.pull(base, head, "guest/app") }

// dependabot is from a branch, by a bot.
func dependabot(p *project, base, head string) event {
	e := pullRequest(p, base, head)
	e.actor = "dependabot[bot]"
	e.body["sender"] = map[string]any{"login": e.actor, "type": "Bot"}
	return e
}

// behind is a pull request whose base has gone on since it began.
func behind(p *project, base, head string) event {
	p.git("checkout", "-q", "--detach", base)
	write(p.t, p.dir, "README.md", "# Further\n")
	base = p.commit("docs: readme")
	p.serve(base, "refs/heads/main")
	return pullRequest(p, base, head)
}

func pushed(p *project, branch, before, after string) event {
	ref := "refs/heads/" + branch
	p.serve(after, ref)
	return event{name: "push", ref: ref, sha: after, actor: "ann", body: map[string]any{
		"ref": ref, "before": before, "after": after, "deleted": false, "forced": false, "created": before == none40, "repository": p.repository(),
	}}
}

// forced is a push that replaced another commit, which the host still has.
func forced(p *project, base, head string) event {
	p.git("checkout", "-q", "--detach", base)
	before := p.memory(moved, "docs: replaced")
	p.serve(before, "refs/heads/topic")
	e := pushed(p, "topic", before, head)
	e.body["forced"] = true
	return e
}

// firstPush is a repository that was empty.
func firstPush(p *project, base, head string) event { return pushed(p, "main", none40, head) }

func mergeGroup(p *project, base, head string) event {
	ref := "refs/heads/gh-readonly-queue/main/pr-7-" + base
	p.serve(head, ref)
	return event{name: "merge_group", ref: ref, sha: head, actor: "github-merge-queue[bot]", body: map[string]any{
		"action": "checks_requested", "repository": p.repository(),
		"merge_group": map[string]any{"head_sha": head, "head_ref": ref, "base_sha": base, "base_ref": "refs/heads/main"},
	}}
}

func byHand(p *project, base, head string) event {
	p.serve(head, "refs/heads/main")
	return event{name: "workflow_dispatch", ref: "refs/heads/main", sha: head, actor: "ann", body: map[string]any{"ref": "refs/heads/main", "repository": p.repository()}}
}

// open lets everybody read the repository.
func open(p *project) { write(p.t, filepath.Join(p.host.root, p.name), "open", "") }

// stepWith is the workflow with an input of one of its actions.
func stepWith(t *testing.T, action, input string) string {
	t.Helper()
	text, err := os.ReadFile(contentCheck)
	if err != nil {
		t.Fatal(err)
	}
	before, after, ok := strings.Cut(string(text), action)
	if !ok {
		t.Fatalf("the example does not use %s", action)
	}
	comment, rest, _ := strings.Cut(after, "\n")
	dir := t.TempDir()
	write(t, dir, "teammem.yml", before+action+comment+"\n        with:\n          "+input+"\n"+rest)
	return filepath.Join(dir, "teammem.yml")
}
