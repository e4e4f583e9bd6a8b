package github

import (
	"context"
	"strings"

	gh "github.com/google/go-github/v62/github"

	"github.com/teammem/teammem/internal/review"
)

// reviewers reads of everybody who gave an opinion what they may do, and which of the
// owners they are.
func (c *Client) reviewers(ctx context.Context, g *Gathered, _ *gh.PullRequest) error {
	teams := g.Facts.Teams()
	asked := map[string]bool{}
	for _, r := range g.Reviews.Items {
		key := strings.ToLower(r.User.Login)
		if asked[key] || r.User.Kind == review.Bot || r.User.Kind == review.Deleted || !isName(r.User.Login) || !isOpinion(r.State) {
			continue
		}
		asked[key] = true
		who, err := c.reviewer(ctx, g, r.User.Login, teams)
		if err != nil {
			return err
		}
		g.Reviewers = append(g.Reviewers, who)
	}
	return nil
}

// isOpinion reports whether a review can count for or against the change.
func isOpinion(s review.ReviewState) bool {
	switch review.ReviewState(strings.ToUpper(string(s))) {
	case review.Commented, review.Pending, review.Dismissed:
		return false
	}
	return true
}

func (c *Client) reviewer(ctx context.Context, g *Gathered, login string, teams []string) (review.Reviewer, error) {
	who := review.Reviewer{Login: login, Teams: map[string]review.Answer{}}
	level, _, err := c.api.Repositories.GetPermissionLevel(ctx, c.owner, c.repo, login)
	switch {
	case isRefused(err):
		g.miss("read the permission of a reviewer", rightMetadata)
	case err != nil:
		return who, failed("read the permission of a reviewer", rightMetadata, err)
	default:
		who.Permission = permission(level.GetPermission())
	}
	for _, team := range teams {
		answer, err := c.isMember(ctx, g, team, login)
		if err != nil {
			return who, err
		}
		who.Teams[team] = answer
	}
	return who, nil
}

// permission takes a word of the API. One that is not known stays unknown.
func permission(word string) review.Permission {
	switch word {
	case "admin":
		return review.Admin
	case "write", "maintain":
		return review.Write
	case "read", "triage", "none":
		return review.ReadOnly
	}
	return review.PermissionUnknown
}

// isMember answers whether login is in a team that is written @org/team. A host says 404
// both of who is no member and to who may not ask; only one that shows the team says no.
func (c *Client) isMember(ctx context.Context, g *Gathered, team, login string) (review.Answer, error) {
	org, slug, _ := strings.Cut(strings.TrimPrefix(team, "@"), "/")
	if !strings.HasPrefix(team, "@") || !isName(org) || !isName(slug) {
		return review.Unknown, nil
	}
	const what = "ask who is in a team"
	m, _, err := c.teams.Teams.GetTeamMembershipBySlug(ctx, org, slug, login)
	if err == nil {
		return membership(m.GetState()), nil
	}
	if !isRefused(err) {
		return review.Unknown, failed(what, rightMembers, err)
	}
	seen := false
	if status(err) == 404 {
		if seen, err = c.sees(ctx, org, slug); err != nil {
			return review.Unknown, failed(what, rightMembers, err)
		}
	}
	if seen {
		return review.No, nil
	}
	g.miss(what, rightMembers)
	return review.Unknown, nil
}

// membership takes a word of the API: who was only invited is no member.
func membership(state string) review.Answer {
	switch state {
	case "active":
		return review.Yes
	case "pending":
		return review.No
	}
	return review.Unknown
}

// sees reports whether the token may see a team.
func (c *Client) sees(ctx context.Context, org, slug string) (bool, error) {
	key := strings.ToLower(org + "/" + slug)
	if seen, known := c.canSee[key]; known {
		return seen, nil
	}
	team, _, err := c.teams.Teams.GetTeamBySlug(ctx, org, slug)
	if err != nil && !isRefused(err) {
		return false, err
	}
	c.canSee[key] = err == nil && strings.EqualFold(team.GetSlug(), slug)
	return c.canSee[key], nil
}
