//go:build e2e

package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/github/githubtest"
)

// The workflows of the review gate that people copy.
var (
	reviewGate, _   = filepath.Abs("../examples/github/.github/workflows/teammem-review.yml")
	reviewSignal, _ = filepath.Abs("../examples/github/.github/workflows/teammem-review-signal.yml")
)

// A proposal is a project with pull request 7, by ann, of a memory that ann and olga own, at a host that has an API.
type proposal struct {
	*project
	t          *testing.T
	api        *githubtest.Host
	tree       *tree
	base, head string
	reviews    []string
	queue      []githubtest.Queued
}

func newProposal(t *testing.T) *proposal {
	t.Helper()
	p := newForge(t).newProject(t, "example-org/app")
	p.host.token = githubtest.Token()
	d := &proposal{project: p, t: t, tree: usual(t), base: p.git("rev-parse", "HEAD")}
	api, err := githubtest.Start(githubtest.Default(), "/api/v3")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, problem := range api.Close() {
			t.Error(problem)
		}
	})
	d.api = api
	p.git("checkout", "-q", "-b", "feature")
	d.push(changed)
	return d
}

// push adds a commit to the pull request.
func (d *proposal) push(text string) {
	d.git("checkout", "-q", "feature")
	d.head = d.memory(text, "docs: note")
	d.load()
}

// reviewed adds what somebody said of the head: "olga APPROVED".
func (d *proposal) reviewed(what string) {
	d.reviews = append(d.reviews, what+" "+d.head)
	d.load()
}

// load tells the API how things are.
func (d *proposal) load() {
	d.api.Load(&githubtest.State{
		Repository:  d.name,
		Pulls:       []*githubtest.Pull{{Author: "ann", Head: d.head, HeadRef: "feature", Base: d.base, Files: []string{memories + "/" + note}, Reviews: d.reviews}},
		Permissions: map[string]string{"ann": "admin", "olga": "write"},
		Commits:     map[string]map[string]githubtest.File{d.base: {".github/CODEOWNERS": {Text: read(d.t, d.dir, ".github/CODEOWNERS")}}},
		Queue:       d.queue,
		Comments:    d.api.Comments(),
	})
}

// judge runs the review gate for an event, and wants one status, of a state and for a commit.
func (d *proposal) judge(e event, state, commit, says string) *outcome {
	d.t.Helper()
	before := len(d.api.Statuses())
	o := d.run(reviewGate, e)
	if o.code != 0 || o.outputs["review"] != state {
		d.t.Errorf("it ended with %d and %q, want %s:\n%s", o.code, o.outputs, state, o.log)
	}
	posted := d.api.Statuses()[before:]
	if len(posted) != 1 || posted[0].Commit != commit || posted[0].State != state || posted[0].Context != "teammem/review" || !strings.Contains(posted[0].Description, says) {
		d.t.Fatalf("posted %+v, want %s with %q on %s:\n%s", posted, state, says, commit, o.log)
	}
	return o
}

func (d *proposal) run(workflow string, e event) *outcome {
	d.t.Helper()
	j := &job{project: d.project, workflow: workflow, tree: d.tree, token: githubtest.Token(), event: e, env: []string{
		"GITHUB_API_URL=" + d.api.URL, "GITHUB_WORKFLOW_REF=" + d.name + "/.github/workflows/" + filepath.Base(workflow) + "@refs/heads/main"}}
	return j.run(d.t)
}

// target is the event of the pull request that runs on its base.
func (d *proposal) target(action string) event {
	e := d.pullOf(d.base, d.head, d.head, d.name)
	e.name, e.ref, e.sha = "pull_request_target", "refs/heads/main", d.base
	e.body["action"] = action
	return e
}

// signalled runs the signal workflow for a review, and gives the event that its end is.
func (d *proposal) signalled() event {
	d.t.Helper()
	e := d.pullOf(d.base, d.head, d.head, d.name)
	e.name = "pull_request_review"
	e.body["action"], e.body["review"] = "submitted", map[string]any{"commit_id": d.head}
	asked := len(d.api.Asked())
	if o := d.run(reviewSignal, e); o.code != 0 || len(d.api.Asked()) != asked {
		d.t.Fatalf("the signal ended with %d and asked %q:\n%s", o.code, d.api.Asked()[asked:], o.log)
	}
	return event{name: "workflow_run", ref: "refs/heads/main", sha: d.base, actor: "ann", body: map[string]any{
		"action": "completed", "repository": d.repository(), "sender": map[string]any{"login": "ann", "type": "User"},
		"workflow_run": map[string]any{"head_sha": d.head, "event": "pull_request_review", "conclusion": "success", "pull_requests": []any{}},
	}}
}

// TestActReview is the life of a pull request: the check of what it holds passes all the time, and the gate says
// whether somebody who may has approved what is at its head.
func TestActReview(t *testing.T) {
	t.Parallel()
	d := newProposal(t)
	check := &job{project: d.project, workflow: contentCheck, tree: d.tree, token: githubtest.Token(), event: pullRequest(d.project, d.base, d.head)}
	check.run(t).is(t, 0, "pass", "the team memory is clean")

	first := d.judge(d.target("opened"), "pending", d.head, "needs an approval of @olga")
	if !strings.Contains(first.summary, "it waits") {
		t.Errorf("the summary is\n%s", first.summary)
	}
	d.reviewed("ann APPROVED") // the author
	d.judge(d.signalled(), "pending", d.head, "needs an approval of @olga")
	d.reviewed("olga APPROVED")
	d.judge(d.signalled(), "success", d.head, "approved by olga")
	d.judge(byHandOf(d, "7"), "success", d.head, "approved by olga")

	approved := d.head
	d.push(moved)
	stale := "does not count: olga approved " + approved[:7] + ", and the head is " + d.head[:7]
	if o := d.judge(d.target("synchronize"), "pending", d.head, "needs an approval of @olga"); !strings.Contains(o.log, stale) {
		t.Errorf("want %q:\n%s", stale, o.log)
	}
	d.queued("failure")
	d.reviewed("olga CHANGES_REQUESTED")
	d.judge(d.signalled(), "failure", d.head, "olga")
	d.reviewed("olga APPROVED")
	d.judge(d.signalled(), "success", d.head, "approved by olga")
	d.queued("success")
	for _, asked := range d.host.asked {
		t.Errorf("the check asked the API: %s", asked)
	}
}

// TestActComment keeps one comment on a pull request while something is wrong with it.
func TestActComment(t *testing.T) {
	t.Parallel()
	d := newProposal(t)
	workflow := stepWith(t, teammemAction+none40, "comment: true")
	d.push(leak("comment"))
	for range 2 {
		d.run(workflow, pullRequest(d.project, d.base, d.head)).is(t, 1, "block", "must not be merged")
		if all := d.api.Comments(); len(all) != 1 || !strings.Contains(all[0].Body, "must not be merged") || !strings.Contains(all[0].Body, note+":14") {
			t.Errorf("the comments are %+v", all)
		}
	}
	d.git("checkout", "-q", "-B", "feature", d.base)
	d.push(changed)
	d.run(workflow, pullRequest(d.project, d.base, d.head)).is(t, 0, "pass", "the team memory is clean")
	if all := d.api.Comments(); len(all) > 0 {
		t.Errorf("a comment is left: %+v", all)
	}
}

// queued puts the pull request into a merge queue, where the head of the group gets the status.
func (d *proposal) queued(state string) {
	d.t.Helper()
	d.git("checkout", "-q", "--detach", d.base)
	d.git("merge", "-q", "--no-ff", "-m", "Merge pull request 7", "feature")
	group := d.git("rev-parse", "HEAD")
	d.queue = []githubtest.Queued{{Pull: 7, On: d.base, Head: group}}
	d.load()
	d.judge(mergeGroup(d.project, d.base, group), state, group, "")
}

// byHandOf is a run by hand for a pull request.
func byHandOf(d *proposal, number string) event {
	return event{name: "workflow_dispatch", ref: "refs/heads/main", sha: d.base, actor: "olga", body: map[string]any{
		"ref": "refs/heads/main", "repository": d.repository(), "inputs": map[string]any{"pull-request": number}}}
}
