package action

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/cli"
	"github.com/teammem/teammem/internal/gate"
	"github.com/teammem/teammem/internal/github"
	"github.com/teammem/teammem/internal/report"
	"github.com/teammem/teammem/internal/review"
)

// A Pace is how patient the Action is with the API; zero is what a job waits.
type Pace struct {
	// Sleep waits before a request is made again.
	Sleep func(context.Context, time.Duration) error
	// Timeout is for one answer.
	Timeout time.Duration
	// Whole is for all that the review gate asks: the job ends after ten minutes, and then nothing could be posted any more.
	Whole time.Duration
}

const whole = 8 * time.Minute

// A reviewer is one run of the review gate. It reads the event and the API, and nothing of a work tree.
type reviewer struct{ door }

// main judges what the event asks for. The exit code says only whether that could be done: what was
// decided is the status.
func (r *reviewer) main(ctx context.Context) int {
	limit := cmp.Or(r.pace.Whole, whole)
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	rep, err := r.judge(limited)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		err = errors.New("interrupted")
	case limited.Err() != nil:
		err = fmt.Errorf("the host did not answer all questions within %s; run the job again", limit)
	}
	r.write(rep, err)
	if err = cmp.Or(err, r.err); err != nil {
		r.app.Complain(err)
		return cli.ExitUnfinished
	}
	return cli.ExitPass
}

func (r *reviewer) judge(ctx context.Context) (*gate.Report, error) {
	get := r.app.Getenv
	text, err := eventText(get("GITHUB_EVENT_PATH"))
	if err != nil {
		return nil, err
	}
	if _, err := parseEvent(text, get("GITHUB_REPOSITORY")); err != nil {
		return nil, err
	}
	req, err := gate.Read(get("GITHUB_EVENT_NAME"), text, r.input("pull-request"))
	if err != nil {
		return nil, err
	}
	client, err := r.client()
	if err != nil {
		return nil, err
	}
	return (&gate.Gate{Host: client, Link: link(get)}).Judge(ctx, req)
}

func (d *door) client() (*github.Client, error) {
	get := d.app.Getenv
	return github.New(github.Options{
		API: get("GITHUB_API_URL"), Repository: get("GITHUB_REPOSITORY"), Token: d.input("token"), TeamToken: d.input("team-token"),
		Workflows: workflows(get("GITHUB_WORKFLOW_REF")), Branches: entries(d.input("branches")), Sleep: d.pace.Sleep, Timeout: d.pace.Timeout,
	})
}

// entries are the lines of an input that hold something.
func entries(input string) []string {
	var out []string
	for line := range strings.Lines(input) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// workflows are the files of the gate, with the one that runs now: OWNER/NAME/PATH@refs/REF. Nil, which is
// every workflow file, where it is not known.
func workflows(ref string) []string {
	name, _, ok := strings.Cut(ref, "@refs/")
	parts := strings.SplitN(name, "/", 3)
	if !ok || len(parts) < 3 || parts[2] == "" {
		return nil
	}
	return append(review.OwnWorkflows(), parts[2])
}

// link is the address of the run, or "".
func link(get func(string) string) string {
	server, run := get("GITHUB_SERVER_URL"), get("GITHUB_RUN_ID")
	if server == "" || run == "" {
		return ""
	}
	return fmt.Sprintf("%s/%s/actions/runs/%s", strings.TrimRight(server, "/"), get("GITHUB_REPOSITORY"), run)
}

// write prints the report, and writes the summary and the outputs.
func (r *reviewer) write(rep *gate.Report, err error) {
	var log, summary bytes.Buffer
	if err != nil {
		r.keep(report.WriteError(&log, report.GitHub, cli.ExitUnfinished, errors.New(cli.Safe(err.Error()))))
	}
	fmt.Fprintf(&summary, "### teammem review: %s\n\n", headline(rep, err))
	all := lines(rep)
	for i, line := range all {
		line = cli.Safe(line)
		fmt.Fprintf(&log, "teammem: %s\n", line)
		switch {
		case i < mostLines:
			fmt.Fprintf(&summary, "%s- %s\n", indent(line), report.Span(line))
		case i == mostLines:
			fmt.Fprintf(&summary, "- and %d more, in the log\n", len(all)-i)
		}
	}
	if err != nil {
		fmt.Fprintf(&summary, "\n%s\n", report.Span(cli.Safe(err.Error())))
	}
	_, wrong := r.app.Stdout.Write(log.Bytes())
	r.keep(wrong)
	r.append("GITHUB_STEP_SUMMARY", summary.String())
	r.append("GITHUB_OUTPUT", "review="+word(rep, err)+"\n")
}

// mostLines is how many lines a summary has: GitHub takes 1 MiB, and of a larger one nothing.
const mostLines = 500

func lines(rep *gate.Report) []string {
	if rep == nil {
		return nil
	}
	return rep.Lines()
}

// indent is that of a line, as Markdown has lists below an item.
func indent(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " "))] }

// headline is one of a few sentences.
func headline(rep *gate.Report, err error) string {
	switch word(rep, err) {
	case "success":
		return "nothing more is needed"
	case "pending":
		return "it waits"
	case "failure":
		return "it can't be merged like this"
	case "error":
		return "the review could not be judged, so nothing is promised"
	}
	return "nothing was judged"
}

// word is what was decided as an output: one of five constants.
func word(rep *gate.Report, err error) string {
	switch {
	case err != nil:
		return "error"
	case rep == nil || !rep.Posted:
		return "none"
	}
	switch rep.State {
	case review.Success, review.Waiting, review.Failure:
		return string(rep.State)
	}
	return "error"
}
