package action

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/github"
	"github.com/teammem/teammem/internal/report"
)

// When a comment stands on a pull request, as the input "comment" says.
const (
	never  = "false"
	amiss  = "true"   // while there is a warning, an error, or no verdict
	always = "always" // and while memory changes
)

// patience is how long a comment may take in all: the verdict waits for it.
const patience = time.Minute

// wantsComment reads the input "comment".
func wantsComment(value string) (string, error) {
	switch value {
	case "":
		return never, nil
	case never, amiss, always:
		return value, nil
	}
	return "", fmt.Errorf("the input comment is %q, want false, true or always", value)
}

// comments reports whether there is a pull request to comment on.
func (d *door) comments() bool {
	return d.when != never && d.fetch != nil && d.fetch.task.pull > 0
}

// comment says on the pull request what the check came to. What goes wrong with it is a notice:
// the verdict and the exit code are those of the check.
func (d *door) comment(ctx context.Context, repo *git.Repo, res *engine.Result, look report.Options) {
	if !d.comments() {
		return
	}
	body := ""
	if res.Verdict != engine.Pass || d.when == always && d.changesMemory(ctx, repo, res) {
		body = d.commentBody(ctx, repo, res, look, github.MaxComment)
	}
	if err := d.tell(ctx, body); err != nil {
		res.Notices = append(res.Notices, err.Error())
	}
}

// changesMemory reports whether the page of the change has something to show.
func (d *door) changesMemory(ctx context.Context, repo *git.Repo, res *engine.Result) bool {
	p, err := d.app.Page(ctx, repo, res)
	return err != nil || !p.IsEmpty()
}

// commentFailure says that there is no verdict.
func (d *door) commentFailure(ctx context.Context, why error) {
	if !d.comments() {
		return
	}
	var body bytes.Buffer
	d.keep(report.WriteSummaryError(&body, why))
	if err := d.tell(ctx, body.String()); err != nil {
		fmt.Fprintf(d.app.Stderr, "teammem: notice: %v\n", err)
	}
}

func (d *door) tell(ctx context.Context, body string) error {
	if d.input("token") == "" {
		return errors.New("can't write the comment: there is no token; give the input token, and the job pull-requests: write")
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	client, err := d.client()
	if err != nil {
		return fmt.Errorf("can't write the comment: %w", err)
	}
	return client.Tell(ctx, d.fetch.task.pull, d.fetch.task.merged.head, body)
}
