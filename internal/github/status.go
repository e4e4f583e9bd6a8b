package github

import (
	"context"
	"fmt"

	gh "github.com/google/go-github/v62/github"

	"github.com/teammem/teammem/internal/review"
)

// Context is the name of the commit status. No job may have it: a check and a status of
// one name are both required.
const Context = "teammem/review"

// Post writes a decision as the status of a commit; the last one written holds. link is
// where a person can read more, or "".
func (c *Client) Post(ctx context.Context, commit string, d review.Decision, link string) error {
	const what = "post the status " + Context
	switch d.State {
	case review.Success, review.Failure, review.Waiting, review.Error:
	default:
		return fmt.Errorf("can't %s: %q is no state", what, d.State)
	}
	if !isID(commit) {
		return fmt.Errorf("can't %s: %q is no commit id", what, commit)
	}
	s := &gh.RepoStatus{State: gh.String(string(d.State)), Description: gh.String(d.Description), Context: gh.String(Context)}
	if link != "" {
		s.TargetURL = gh.String(link)
	}
	posted, _, err := c.api.Repositories.CreateStatus(ctx, c.owner, c.repo, commit, s)
	if err != nil {
		return failed(what, rightStatuses, err)
	}
	if posted.GetState() != string(d.State) || posted.GetContext() != Context {
		return fmt.Errorf("can't %s: the host answers with another one", what)
	}
	return nil
}
