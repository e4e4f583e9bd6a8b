package github

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	gh "github.com/google/go-github/v62/github"
)

// failed says in words why something could not be done. It names no text of the answer:
// whoever is on the way could have written it.
func failed(what, right string, err error) error {
	switch code := status(err); {
	case code == http.StatusUnauthorized:
		return fmt.Errorf("can't %s: the token is not valid, or has expired (401)", what)
	case isRefused(err):
		return fmt.Errorf("can't %s: the host refuses it (%d); give the token %s, and see that it is for this repository", what, code, right)
	case code != 0:
		return fmt.Errorf("can't %s: the API answers with %d", what, code)
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return fmt.Errorf("can't %s: %w", what, err)
}

// status is the status of an answer that is an error, or 0 where there was no answer.
func status(err error) int {
	var refused *gh.ErrorResponse
	if errors.As(err, &refused) && refused.Response != nil {
		return refused.Response.StatusCode
	}
	var limited *gh.AbuseRateLimitError
	if errors.As(err, &limited) && limited.Response != nil {
		return http.StatusTooManyRequests
	}
	return 0
}

// isRefused reports whether a right is missing. A host also says 404 to whom it doesn't
// show a thing.
func isRefused(err error) bool {
	return status(err) == http.StatusForbidden || status(err) == http.StatusNotFound
}
