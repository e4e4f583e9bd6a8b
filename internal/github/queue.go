package github

import (
	"context"
	"fmt"
	"strings"

	gh "github.com/google/go-github/v62/github"
)

// Queued lists the branches of the merge queue of a base, by the commit that each is at. The host
// lists them on one page.
func (c *Client) Queued(ctx context.Context, base string) (map[string]string, error) {
	const what = "list the branches of the merge queue"
	refs, resp, err := c.api.Git.ListMatchingRefs(ctx, c.owner, c.repo, &gh.ReferenceListOptions{Ref: "heads/gh-readonly-queue/" + base + "/"})
	if err != nil {
		return nil, failed(what, rightContents, err)
	}
	if resp.NextPage != 0 {
		return nil, fmt.Errorf("can't %s: there is more than one page of them", what)
	}
	branches := map[string]string{}
	for _, r := range refs {
		commit := strings.ToLower(r.GetObject().GetSHA())
		if !isID(commit) || branches[commit] != "" {
			return nil, fmt.Errorf("can't %s: one of them names no commit of its own", what)
		}
		branches[commit] = r.GetRef()
	}
	return branches, nil
}
