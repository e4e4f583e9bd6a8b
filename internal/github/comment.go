package github

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	gh "github.com/google/go-github/v62/github"
)

// MaxComment is how many bytes the body of a comment may have, before the mark that Tell puts in
// front of it. GitHub counts 65,536 characters, which are never more than the bytes.
const MaxComment = 65536 - len(mark)

// mark begins each comment of teammem. It is shown to nobody.
const mark = "<!-- teammem: what the check has to say -->\n"

// workflow is who comments with the token of a workflow, which may not ask who it is.
const workflow = "github-actions[bot]"

// Tell makes the one comment of teammem on a pull request read body; where body is "", there
// is none. A comment is known by its mark and by who wrote it, so that nobody else's is touched. Two
// runs at once may both write one: then the oldest stays. Nothing is done where the
// pull request is not open any more, or its head is another than the given one, of
// which a later run tells.
func (c *Client) Tell(ctx context.Context, number int, head, body string) error {
	if len(body) > MaxComment {
		return fmt.Errorf("can't write the comment: it has %d bytes, and GitHub takes %d", len(body), MaxComment)
	}
	pr, _, err := c.api.PullRequests.Get(ctx, c.owner, c.repo, number)
	if err != nil {
		return failed("see whether the pull request is open", rightPulls, err)
	}
	if pr.GetState() != "open" || pr.GetHead().GetSHA() != head {
		return nil
	}
	mine, err := c.mine(ctx, number)
	switch {
	case err != nil:
		return err
	case body == "":
		return c.takeAway(ctx, mine)
	case len(mine) > 0:
		return c.keepOne(ctx, mine, mark+body)
	}
	return c.comment(ctx, number, mark+body)
}

// mine lists the comments of teammem that the token wrote, the oldest first. That of a workflow and that of an App may not ask
// who they are in the usual way; where a bot has written one, which may be the App, it is asked in another.
func (c *Client) mine(ctx context.Context, number int) ([]*gh.IssueComment, error) {
	u, _, err := c.api.Users.Get(ctx, "")
	if err != nil && !isRefused(err) {
		return nil, failed("see whose the token is", "read access to the account", err)
	}
	refused := err != nil
	marked, err := c.marked(ctx, number)
	if err != nil {
		return nil, err
	}
	who := workflow
	switch {
	case !refused:
		who = u.GetLogin()
	case slices.ContainsFunc(marked, isOtherBot):
		who = c.viewer(ctx)
	}
	return by(marked, who), nil
}

func isOtherBot(one *gh.IssueComment) bool {
	return one.GetUser().GetType() == "Bot" && !strings.EqualFold(one.GetUser().GetLogin(), workflow)
}

// by leaves of comments those that somebody wrote.
func by(marked []*gh.IssueComment, who string) []*gh.IssueComment {
	return slices.DeleteFunc(marked, func(one *gh.IssueComment) bool { return !strings.EqualFold(one.GetUser().GetLogin(), who) })
}

// viewer is the login that the token writes as. Only the other API of the host tells it to an App; where that
// doesn't, it is taken to be a workflow.
// https://docs.github.com/en/graphql/reference/queries#viewer
func (c *Client) viewer(ctx context.Context) string {
	at := "graphql"
	if strings.HasSuffix(c.api.BaseURL.Path, "/v3/") {
		at = "../graphql"
	}
	var answer struct {
		Data struct {
			Viewer struct {
				Login string `json:"login"`
			} `json:"viewer"`
		} `json:"data"`
	}
	req, err := c.api.NewRequest("POST", at, map[string]string{"query": "{viewer{login}}"})
	if err != nil {
		return workflow
	}
	if _, err := c.api.Do(ctx, req, &answer); err != nil {
		return workflow
	}
	return cmp.Or(answer.Data.Viewer.Login, workflow)
}

// marked lists the comments that begin with the mark, the oldest first.
func (c *Client) marked(ctx context.Context, number int) ([]*gh.IssueComment, error) {
	list, err := all(ctx, func(ctx context.Context, o *gh.ListOptions) ([]*gh.IssueComment, *gh.Response, error) {
		return c.api.Issues.ListComments(ctx, c.owner, c.repo, number, &gh.IssueListCommentsOptions{ListOptions: *o})
	})
	if err != nil {
		return nil, failed("list the comments", rightPulls, err)
	}
	list = slices.DeleteFunc(list, func(one *gh.IssueComment) bool { return !strings.HasPrefix(one.GetBody(), strings.TrimSpace(mark)) })
	slices.SortFunc(list, func(a, b *gh.IssueComment) int { return cmp.Compare(a.GetID(), b.GetID()) })
	return list, nil
}

// comment writes a new comment. Who wrote it stands in the answer: another run, or an App
// of which the host didn't tell, may have one there already.
func (c *Client) comment(ctx context.Context, number int, body string) error {
	made, _, err := c.api.Issues.CreateComment(ctx, c.owner, c.repo, number, &gh.IssueComment{Body: &body})
	if err != nil {
		return failed(writing, rightComments, err)
	}
	marked, err := c.marked(ctx, number)
	if err != nil {
		return err
	}
	return c.keepOne(ctx, by(marked, made.GetUser().GetLogin()), body)
}

// keepOne leaves the oldest comment, and makes it read body.
func (c *Client) keepOne(ctx context.Context, mine []*gh.IssueComment, body string) error {
	if len(mine) == 0 {
		return nil // the list is older than the comment
	}
	if mine[0].GetBody() != body {
		if _, _, err := c.api.Issues.EditComment(ctx, c.owner, c.repo, mine[0].GetID(), &gh.IssueComment{Body: &body}); err != nil {
			return failed(writing, rightComments, err)
		}
	}
	return c.takeAway(ctx, mine[1:])
}

// takeAway removes comments. One that another run has removed is gone.
func (c *Client) takeAway(ctx context.Context, mine []*gh.IssueComment) error {
	for _, one := range mine {
		_, err := c.api.Issues.DeleteComment(ctx, c.owner, c.repo, one.GetID())
		if err != nil && status(err) != http.StatusNotFound {
			return failed("take the comment away", rightComments, err)
		}
	}
	return nil
}

const writing = "write the comment"
