package github

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	gh "github.com/google/go-github/v62/github"

	"github.com/teammem/teammem/internal/review"
)

// user takes an account as the API names it; nil is the zero User.
func user(u *gh.User) review.User {
	if u == nil {
		return review.User{}
	}
	out := review.User{ID: u.GetID(), Login: u.GetLogin()}
	switch u.GetType() {
	case "User":
		out.Kind = review.Person
	case "Bot":
		out.Kind = review.Bot
	}
	if out.Login == "ghost" {
		out.Kind = review.Deleted
	}
	return out
}

// files reads what is changed. A host lists 3000 at most, so there may be fewer than it
// counts.
func (c *Client) files(ctx context.Context, g *Gathered, pr *gh.PullRequest) error {
	files, err := all(ctx, func(ctx context.Context, o *gh.ListOptions) ([]*gh.CommitFile, *gh.Response, error) {
		return c.api.PullRequests.ListFiles(ctx, c.owner, c.repo, g.Number, o)
	})
	if err != nil {
		return failed("list the files", rightPulls, err)
	}
	for _, f := range files {
		g.Files.Items = append(g.Files.Items, review.File{Path: f.GetFilename(), Previous: f.GetPreviousFilename()})
	}
	g.Files.Whole = pr.ChangedFiles != nil && len(files) == *pr.ChangedFiles && distinct(files, (*gh.CommitFile).GetFilename)
	return nil
}

// commits reads who wrote the change. A host lists 250 at most.
func (c *Client) commits(ctx context.Context, g *Gathered, pr *gh.PullRequest) error {
	commits, err := all(ctx, func(ctx context.Context, o *gh.ListOptions) ([]*gh.RepositoryCommit, *gh.Response, error) {
		return c.api.PullRequests.ListCommits(ctx, c.owner, c.repo, g.Number, o)
	})
	if err != nil {
		return failed("list the commits", rightPulls, err)
	}
	for _, rc := range commits {
		g.Commits.Items = append(g.Commits.Items, review.Commit{
			ID:        rc.GetSHA(),
			Author:    review.Signature{User: user(rc.Author), Email: rc.GetCommit().GetAuthor().GetEmail()},
			Committer: review.Signature{User: user(rc.Committer), Email: rc.GetCommit().GetCommitter().GetEmail()},
			CoAuthors: review.CoAuthors(rc.GetCommit().GetMessage()),
		})
	}
	g.Commits.Whole = pr.Commits != nil && len(commits) == *pr.Commits && distinct(commits, (*gh.RepositoryCommit).GetSHA)
	return nil
}

// maxAddresses is of how many e-mail addresses the host is asked whose they are, and maxAddress how long one is at most.
const (
	maxAddresses = 20
	maxAddress   = 254
)

// accounts finds out whose the e-mail addresses of co-authors are: the host says it of a commit that one of them wrote
// before. Of the others nothing is known.
func (c *Client) accounts(ctx context.Context, g *Gathered, _ *gh.PullRequest) error {
	const what = "see whose the e-mail address of a co-author is"
	g.Accounts = map[string]review.User{}
	unknown := slices.DeleteFunc(g.Addresses(), func(email string) bool { return len(email) > maxAddress })
	for _, email := range unknown[:min(len(unknown), maxAddresses)] {
		written, _, err := c.api.Repositories.ListCommits(ctx, c.owner, c.repo, &gh.CommitsListOptions{Author: email, ListOptions: gh.ListOptions{PerPage: 1}})
		switch {
		case isRefused(err):
			g.miss(what, rightContents)
			return nil
		case err != nil:
			return failed(what, rightContents, err)
		case written == nil || slices.Contains(written, nil):
			return failed(what, rightContents, errNull)
		}
		for _, one := range written {
			if strings.EqualFold(one.GetCommit().GetAuthor().GetEmail(), email) {
				g.Accounts[email] = user(one.Author)
			}
		}
	}
	return nil
}

// reviews reads what was said, oldest first.
func (c *Client) reviews(ctx context.Context, g *Gathered, _ *gh.PullRequest) error {
	reviews, err := all(ctx, func(ctx context.Context, o *gh.ListOptions) ([]*gh.PullRequestReview, *gh.Response, error) {
		return c.api.PullRequests.ListReviews(ctx, c.owner, c.repo, g.Number, o)
	})
	if err != nil {
		return failed("list the reviews", rightPulls, err)
	}
	for _, r := range reviews {
		g.Reviews.Items = append(g.Reviews.Items, review.Review{
			User: user(r.User), State: review.ReviewState(r.GetState()), Commit: r.GetCommitID(), Submitted: r.GetSubmittedAt().Time,
		})
	}
	g.Reviews.Whole = distinct(reviews, func(r *gh.PullRequestReview) string { return strconv.FormatInt(r.GetID(), 10) })
	return nil
}

// activity is one push to a branch.
// https://docs.github.com/en/rest/repos/repos#list-repository-activities
type activity struct {
	Actor *gh.User `json:"actor"`
}

// maxActivities is how many pages of pushes are read of one branch.
const maxActivities = 10

// pushers reads who pushed to the branch. It decides little, and the repository of a fork
// can be gone or hidden, so what is refused is unknown.
func (c *Client) pushers(ctx context.Context, g *Gathered, pr *gh.PullRequest) error {
	head := pr.GetHead()
	owner, repo := head.GetRepo().GetOwner().GetLogin(), head.GetRepo().GetName()
	if !isName(owner) || !isName(repo) || head.GetRef() == "" {
		return nil
	}
	q := url.Values{"ref": {"refs/heads/" + head.GetRef()}, "per_page": {"100"}}
	for range maxActivities {
		some, next, err := c.activities(ctx, fmt.Sprintf("repos/%s/%s/activity?%s", owner, repo, q.Encode()))
		if isRefused(err) {
			g.miss("see who pushed to the branch", rightContents+" of the repository of the branch")
			return nil
		}
		if err != nil {
			return failed("see who pushed to the branch", rightContents, err)
		}
		for _, a := range some {
			g.Pushers.Items = append(g.Pushers.Items, user(a.Actor))
		}
		if next == "" {
			g.Pushers.Whole = true
			return nil
		}
		q.Set("after", next)
	}
	return nil
}

// activities reads one page of pushes and says where the next begins.
func (c *Client) activities(ctx context.Context, path string) (some []*activity, next string, err error) {
	req, err := c.api.NewRequest("GET", path, nil)
	if err != nil {
		return nil, "", err
	}
	resp, err := c.api.Do(ctx, req, &some)
	switch {
	case err != nil:
		return nil, "", err
	case some == nil || slices.Contains(some, nil):
		return nil, "", errNull
	}
	return some, resp.After, nil
}
