package github

import (
	"context"
	"errors"
	"fmt"
	"slices"

	gh "github.com/google/go-github/v62/github"
)

// maxPages of 100 is above all that a host lists of one pull request and above the open ones of the largest repositories, and
// an end for a list that goes on for ever.
const maxPages = 200

// pageSize is how many items are asked for at once; a host gives no more.
const pageSize = 100

// errNull is null in the place of a list, or of an item of one.
var errNull = errors.New("the answer is null, or has null in it, where there should be a list")

// all reads every page of a list. After a full one there may be another, also where nothing says so: not
// every proxy lets the headers through.
func all[T any](ctx context.Context, page func(context.Context, *gh.ListOptions) ([]*T, *gh.Response, error)) ([]*T, error) {
	var items []*T
	for n := 1; ; {
		some, resp, err := page(ctx, &gh.ListOptions{Page: n, PerPage: pageSize})
		if err != nil {
			return nil, err
		}
		if some == nil || slices.Contains(some, nil) {
			return nil, errNull
		}
		items = append(items, some...)
		next := resp.NextPage
		if next == 0 && len(some) >= pageSize {
			next = n + 1
		}
		switch {
		case next == 0:
			return items, nil
		case next <= n || next > maxPages:
			return nil, errors.New("the list has no end")
		case next != n+1:
			return nil, fmt.Errorf("the list goes on at page %d after page %d", next, n)
		default:
			n = next
		}
	}
}

// distinct reports whether all items have a key and no two the same: a page that came twice stands in the place of
// another one.
func distinct[T any](items []T, key func(T) string) bool {
	seen := map[string]bool{"": true}
	for _, item := range items {
		k := key(item)
		if seen[k] {
			return false
		}
		seen[k] = true
	}
	return true
}
