package main

import (
	"fmt"
	"os"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/teammem/teammem/internal/github/githubtest"
)

// payloads are events of team/notes, short of all that is not read.
var payloads = map[string]string{
	"pull_request_target": `"action": "synchronize", "pull_request": {"number": 7, "head": {"sha": "%s"}}, "sender": {"id": 3, "login": "%s", "type": "User"}`,
	"pull_request":        `"action": "synchronize", "pull_request": {"number": 7, "head": {"sha": "%s"}, "base": {"sha": "` + githubtest.ID("b") + `"}}, "sender": {"login": "%s"}`,
	"pull_request_review": `"action": "submitted", "pull_request": {"number": 7, "head": {"sha": "%s"}}, "sender": {"login": "%s"}`,
	"workflow_run":        `"action": "completed", "workflow_run": {"head_sha": "%s", "pull_requests": [{"number": 1}]}, "sender": {"login": "%s"}`,
	"merge_group":         `"action": "checks_requested", "merge_group": {"head_sha": "%s", "base_sha": "` + githubtest.ID("b") + `", "head_ref": "%s"}`,
	"workflow_dispatch":   `"inputs": null, "ref": "%s", "sender": {"login": "%s"}`,
}

// event is what the runner tells of an event: "event NAME [HEAD [SENDER]]", for a merge group the
// branch in place of the sender. Head is an id or one digit of it.
func event(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 || payloads[args[0]] == "" {
		ts.Fatalf("usage: event NAME [HEAD [SENDER]]")
	}
	head, sender := githubtest.ID("a"), "alice"
	if len(args) > 1 {
		head = githubtest.ID(args[1])
	}
	if len(args) > 2 {
		sender = args[2]
	}
	file := ts.MkAbs("event.json")
	text := fmt.Sprintf(`{"repository": {"full_name": "team/notes"}, `+payloads[args[0]]+`}`, head, sender)
	ts.Check(os.WriteFile(file, []byte(text), 0o666))
	for name, value := range map[string]string{
		"GITHUB_EVENT_NAME": args[0], "GITHUB_EVENT_PATH": file, "GITHUB_ACTIONS": "true",
		"GITHUB_STEP_SUMMARY": ts.MkAbs("summary.md"), "GITHUB_OUTPUT": ts.MkAbs("output"),
		"GITHUB_SERVER_URL": "https://github.example.com", "GITHUB_RUN_ID": "5", "GITHUB_REPOSITORY": "team/notes",
		"GITHUB_WORKFLOW_REF": "team/notes/.github/workflows/teammem-review.yml@refs/heads/main",
		"INPUT_MODE":          "review", "INPUT_TOKEN": githubtest.Token(),
	} {
		ts.Setenv(name, value)
	}
}
