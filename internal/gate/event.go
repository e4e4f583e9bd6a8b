package gate

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/review"
)

// A Request is what an event asks to judge: one of a pull request, the pull requests with a head,
// and a group of the merge queue.
type Request struct {
	What   string // for people
	Number int    // of a pull request, or 0
	Head   string // the commit that the event is of; "" when it names none
	// Pusher is who pushed, where the event is a push to the branch; else the zero User.
	Pusher review.User
	Group  *Group // nil unless it is the event of a merge queue
}

// A Group is a group of a merge queue. Its head is that of the request.
type Group struct {
	Base   string             // the commit on which the group is built
	Branch review.QueueBranch // of its head
}

// An event is what is read of GITHUB_EVENT_PATH.
// https://docs.github.com/en/webhooks/webhook-events-and-payloads
type event struct {
	Action      string `json:"action"`
	PullRequest *struct {
		Number int `json:"number"`
		Head   struct {
			SHA string `json:"sha"`
		} `json:"head"`
	} `json:"pull_request"`
	Sender struct {
		ID    int64  `json:"id"`
		Login string `json:"login"`
		Type  string `json:"type"`
	} `json:"sender"`
	// Of the run of another workflow the head alone is read: whoever opens a pull request has a
	// say in all the rest.
	WorkflowRun *struct {
		HeadSHA string `json:"head_sha"`
	} `json:"workflow_run"`
	MergeGroup *struct {
		BaseSHA string `json:"base_sha"`
		HeadSHA string `json:"head_sha"`
		HeadRef string `json:"head_ref"`
	} `json:"merge_group"`
}

const runOn = "run it on pull_request_target and on a workflow_run of the signal workflow, as examples/github does"

// Read says what an event of the given name asks to judge. Input is the number that a person gave
// for workflow_dispatch.
func Read(name string, text []byte, input string) (*Request, error) {
	var e event
	if err := json.Unmarshal(text, &e); err != nil {
		return nil, fmt.Errorf("the event can't be read as JSON, so it may be cut: %w", err)
	}
	switch name {
	case "pull_request_target":
		return e.pullRequest()
	case "workflow_run":
		return e.run()
	case "merge_group":
		return e.group()
	case "workflow_dispatch":
		return dispatched(input)
	case "pull_request", "pull_request_review":
		return nil, fmt.Errorf("on %s the pull request brings the workflow that would judge it, and the token of a fork can't post a status\n%s", name, runOn)
	}
	return nil, fmt.Errorf("the event %q says nothing of which review to judge, want one of pull_request_target, workflow_run, merge_group, workflow_dispatch\n%s", name, runOn)
}

func (e *event) pullRequest() (*Request, error) {
	pr := e.PullRequest
	if pr == nil || pr.Number < 1 {
		return nil, errors.New("the event holds no pull_request with a number, so it may be cut")
	}
	r := &Request{What: fmt.Sprintf("pull request %d", pr.Number), Number: pr.Number, Head: pr.Head.SHA}
	if e.Action == "synchronize" {
		r.Pusher = review.User{ID: e.Sender.ID, Login: e.Sender.Login, Kind: kind(e.Sender.Type)}
	}
	return r, wantID("pull_request.head.sha", r.Head)
}

func kind(word string) review.Kind {
	switch word {
	case "User":
		return review.Person
	case "Bot":
		return review.Bot
	}
	return review.KindUnknown
}

func (e *event) run() (*Request, error) {
	if e.WorkflowRun == nil {
		return nil, errors.New("the event holds no workflow_run, so it may be cut")
	}
	head := e.WorkflowRun.HeadSHA
	return &Request{What: "the pull requests with a head that was reviewed", Head: head}, wantID("workflow_run.head_sha", head)
}

func (e *event) group() (*Request, error) {
	g := e.MergeGroup
	if g == nil {
		return nil, errors.New("the event holds no merge_group, so it may be cut")
	}
	branch, ok := review.ParseQueueBranch(g.HeadRef)
	if !ok {
		return nil, fmt.Errorf("merge_group.head_ref in the event is %q, want the branch of a merge queue", g.HeadRef)
	}
	r := &Request{What: "the merge group", Head: g.HeadSHA, Group: &Group{Base: g.BaseSHA, Branch: branch}}
	return r, errors.Join(wantID("merge_group.head_sha", g.HeadSHA), wantID("merge_group.base_sha", g.BaseSHA))
}

func dispatched(input string) (*Request, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(input), "#"))
	if err != nil || n < 1 {
		return nil, fmt.Errorf("the input pull-request is %q, want the number of a pull request", input)
	}
	return &Request{What: fmt.Sprintf("pull request %d", n), Number: n}, nil
}

// wantID refuses what is no id of a commit.
func wantID(name, id string) error {
	if (len(id) != 40 && len(id) != 64) || strings.Trim(id, "0123456789abcdef") != "" {
		return fmt.Errorf("%s in the event is %q, want the id of a commit", name, id)
	}
	return nil
}
