package github

import (
	"context"
	"errors"

	gh "github.com/google/go-github/v62/github"
)

// maxPages of 100 is above all that a host lists of one pull request, and an end for one
// that goes on for ever.
const maxPages = 60

// all reads every page of a list.
func all[T any](ctx context.Context, page func(context.Context, *gh.ListOptions) ([]T, *gh.Response, error)) ([]T, error) {
	var items []T
	for n := 1; ; {
		some, resp, err := page(ctx, &gh.ListOptions{Page: n, PerPage: 100})
		if err != nil {
			return nil, err
		}
		items = append(items, some...)
		switch next := resp.NextPage; {
		case next == 0:
			return items, nil
		case next <= n || next > maxPages:
			return nil, errors.New("the list has no end")
		default:
			n = next
		}
	}
}
