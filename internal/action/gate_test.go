package action

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/teammem/teammem/internal/cli"
	"github.com/teammem/teammem/internal/github/githubtest"
)

// judge has the gate judge pull request 7 of a host, and gives the exit code and what it complains of.
func judge(t *testing.T, ctx context.Context, h *githubtest.Host, env ...string) (int, string) {
	t.Helper()
	return judgeAt(t, ctx, h, Pace{}, env...)
}

func judgeAt(t *testing.T, ctx context.Context, h *githubtest.Host, pace Pace, env ...string) (int, string) {
	t.Helper()
	event := filepath.Join(t.TempDir(), "event.json")
	text := `{"repository": {"full_name": "team/notes"}, "pull_request": {"number": 7, "head": {"sha": "` + githubtest.ID("a") + `"}}}`
	if err := os.WriteFile(event, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var log, complaints bytes.Buffer
	app := &cli.App{Stdout: &log, Stderr: &complaints, Env: append(env,
		"GITHUB_EVENT_NAME=pull_request_target", "GITHUB_EVENT_PATH="+event, "GITHUB_API_URL="+h.URL, "GITHUB_REPOSITORY=team/notes", "INPUT_MODE=review", "INPUT_TOKEN="+githubtest.Token())}
	pace.Sleep = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	code := Run(ctx, app, pace)
	return code, complaints.String()
}

// TestLink holds where a status leads: to the run that judged.
func TestLink(t *testing.T) {
	for want, env := range map[string][]string{
		"https://ghe.example.com/team/notes/actions/runs/5": {"GITHUB_SERVER_URL=https://ghe.example.com/", "GITHUB_RUN_ID=5"},
		"": {"GITHUB_SERVER_URL=https://ghe.example.com"},
	} {
		h := githubtest.New(t, "/api/v3")
		code, complaints := judge(t, t.Context(), h, env...)
		if got := h.Statuses(); code != 0 || len(got) != 1 || got[0].TargetURL != want {
			t.Errorf("exit code %d, %s; posted %+v, want a link to %q", code, complaints, got, want)
		}
	}
}

func TestInterruptedReview(t *testing.T) {
	h := githubtest.New(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, complaints := judge(t, ctx, h)
	if code != cli.ExitUnfinished || !strings.Contains(complaints, "interrupted") {
		t.Errorf("exit code %d, %q", code, complaints)
	}
}

// TestEndless has a host that never answers one of the questions: before the job is ended for that, the error is posted, so
// that no older success stays.
func TestEndless(t *testing.T) {
	h := githubtest.New(t, "")
	h.Odd["GET "+h.Repo+"/pulls/7/reviews"] = func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	code, complaints := judgeAt(t, t.Context(), h, Pace{Whole: 10 * time.Millisecond})
	if got := h.Statuses(); code != cli.ExitUnfinished || !strings.Contains(complaints, "did not answer all questions within 10ms") || len(got) != 1 || got[0].State != "error" {
		t.Errorf("exit code %d, %q; posted %+v", code, complaints, got)
	}
}

// TestUnwritable holds that a summary which can't be written is an error, after the status is posted.
func TestUnwritable(t *testing.T) {
	h := githubtest.New(t, "")
	code, complaints := judge(t, t.Context(), h, "GITHUB_STEP_SUMMARY="+t.TempDir())
	if code != cli.ExitUnfinished || !strings.Contains(complaints, "GITHUB_STEP_SUMMARY") || len(h.Statuses()) != 1 {
		t.Errorf("exit code %d, %q", code, complaints)
	}
}
