package gate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/review"
)

func TestPusher(t *testing.T) {
	for _, c := range []struct {
		action, kind, want string
		is                 review.Kind
	}{
		{"synchronize", "User", "olga", review.Person}, {"synchronize", "Bot", "olga", review.Bot}, {"synchronize", "Mannequin", "olga", review.KindUnknown},
		{"opened", "User", "", review.KindUnknown}, {"edited", "User", "", review.KindUnknown},
	} {
		text := fmt.Sprintf(`{"action": %q, "pull_request": {"number": 7, "head": {"sha": %q}}, "sender": {"login": "olga", "id": 3, "type": %q}}`, c.action, aaa, c.kind)
		r, err := Read("pull_request_target", []byte(text), "")
		if err != nil || r.Pusher.Login != c.want || r.Pusher.Kind != c.is || c.want != "" && r.Pusher.ID != 3 {
			t.Errorf("%s: %+v, %v", c.action, r, err)
		}
	}
}

func TestDispatched(t *testing.T) {
	for input, want := range map[string]int{"7": 7, " #7\n": 7, "0": 0, "-7": 0, "7a": 0, "": 0, "#": 0, "99999999999999999999": 0} {
		r, err := Read("workflow_dispatch", []byte("{}"), input)
		if (err == nil) != (want > 0) || err == nil && r.Number != want {
			t.Errorf("%q: %+v, %v", input, r, err)
		}
	}
}

// FuzzRead holds that what an event asks for is one thing, and that its commits are ids.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"pull_request_target", "workflow_run", "merge_group", "workflow_dispatch", "pull_request", "push", ""} {
		for _, text := range []string{``, `{`, `null`, `[]`, `7`, `{"pull_request": null}`, `{"pull_request": {"number": 7, "head": {"sha": "` + aaa + `"}}}`,
			`{"pull_request": {"number": 0, "head": {"sha": "` + aaa + `"}}}`, `{"workflow_run": {"head_sha": "` + aaa + `"}}`, `{"workflow_run": {"head_sha": "../x"}}`,
			`{"merge_group": {"head_sha": "` + aaa + `", "base_sha": "` + bbb + `", "head_ref": "gh-readonly-queue/main/pr-7-` + bbb + `"}}`,
			`{"merge_group": {"head_sha": "` + aaa + `", "base_sha": "", "head_ref": "gh-readonly-queue/main/pr-7-` + bbb + `"}}`} {
			f.Add(name, text, "7")
		}
	}
	f.Fuzz(func(t *testing.T, name, text, input string) {
		r, err := Read(name, []byte(text), input)
		if err != nil {
			return
		}
		isID := func(s string) bool { return len(s) >= 40 && strings.Trim(s, "0123456789abcdef") == "" }
		switch {
		case name == "workflow_dispatch":
			if r.Number < 1 || r.Head != "" || r.Group != nil {
				t.Errorf("%+v", r)
			}
		case !isID(r.Head):
			t.Errorf("the head is %q", r.Head)
		case r.Group != nil && (r.Number != 0 || !isID(r.Group.Base) || !isID(r.Group.Branch.On)):
			t.Errorf("%+v", r)
		case name == "pull_request_target" && (r.Number < 1 || r.Group != nil):
			t.Errorf("%+v", r)
		case name == "workflow_run" && (r.Number != 0 || r.Group != nil):
			t.Errorf("%+v", r)
		case name != "pull_request_target" && name != "workflow_run" && name != "merge_group":
			t.Errorf("the event %q is judged", name)
		}
	})
}
