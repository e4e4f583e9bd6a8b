package github

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	maxTries  = 4
	maxWait   = 2 * time.Minute // all waits of one client together
	maxAnswer = 16 << 20        // bytes; a page of 100 files with their patches is far below
)

// A transport sends one request, again where that can help, and lets through only whole
// answers of the API: what is no answer of it can't be taken for a missing right.
type transport struct {
	base    *url.URL
	token   string
	sleep   func(context.Context, time.Duration) error
	timeout time.Duration
	left    time.Duration
}

// errCut is the end of an answer before its time.
var errCut = errors.New("the answer was cut off")

// RoundTrip implements http.RoundTripper. Every request may be sent again: posting a
// status twice does no harm, and of two comments one is removed.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != t.base.Scheme || r.URL.Host != t.base.Host {
		return nil, errors.New("the API sent the request on to another host, where the token must not go")
	}
	for try := 1; ; try++ {
		resp, err := t.once(r)
		wait, again := pause(resp, err, try)
		if err == nil && !again {
			return unlimited(resp), nil
		}
		if !again || r.Context().Err() != nil {
			return nil, cmp.Or(r.Context().Err(), err)
		}
		if err == nil {
			err = refusal(resp, wait)
		}
		if try == maxTries || wait > t.left {
			return nil, err
		}
		t.left -= wait
		if err := t.sleep(r.Context(), wait); err != nil {
			return nil, err
		}
	}
}

// once sends r once and reads the whole answer.
func (t *transport) once(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), t.timeout)
	defer cancel()
	req := r.Clone(ctx)
	if r.GetBody != nil {
		body, err := r.GetBody()
		if err != nil {
			return nil, err
		}
		req.Body = body
	}
	req.Header.Set("Authorization", "Bearer "+t.token)
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return nil, t.why(ctx, err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err != nil {
		return nil, t.why(ctx, errCut)
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	sayLimit(resp, body)
	return resp, judge(resp, body)
}

// sayLimit puts into the header what a host says of its secondary limit in words alone: then a minute is to be waited.
func sayLimit(resp *http.Response, body []byte) {
	words := []byte("secondary rate limit")
	if resp.StatusCode == http.StatusForbidden && !isLimit(resp) && bytes.Contains(bytes.ToLower(body), words) {
		resp.Header.Set("Retry-After", "60")
	}
}

// why says that an answer took too long where that is the reason for err.
func (t *transport) why(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("no answer within %s", t.timeout)
	}
	return err
}

// judge says why body is no answer of the API, or nil.
func judge(resp *http.Response, body []byte) error {
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	isJSON := kind == "application/json" || strings.HasSuffix(kind, "+json")
	switch {
	case resp.StatusCode >= 500 || isLimit(resp) || resp.StatusCode/100 == 3 || resp.StatusCode == http.StatusNoContent:
		return nil // its status says enough
	case len(body) > maxAnswer:
		return fmt.Errorf("the answer has over %d MB", maxAnswer>>20)
	case isRaw(resp):
		return nil
	case !isJSON && kind != "":
		return fmt.Errorf("the answer (%d) is %q, not JSON; is GITHUB_API_URL right, and is there a proxy or a login page between", resp.StatusCode, kind)
	case !json.Valid(body):
		return errCut
	}
	return nil
}

// isRaw reports whether an answer is the bytes of a file, which were asked for.
func isRaw(resp *http.Response) bool {
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return resp.StatusCode == http.StatusOK && strings.HasPrefix(kind, "application/vnd.github.") && strings.Contains(kind, "raw")
}

// pause says how long to wait before a request is sent again, and whether that can help.
func pause(resp *http.Response, err error, try int) (wait time.Duration, again bool) {
	backoff := time.Second << (try - 1)
	switch {
	case err != nil:
		return backoff, resp == nil || errors.Is(err, errCut)
	case isLimit(resp):
		return max(limitEnds(resp), time.Second), true
	}
	return backoff, resp.StatusCode >= 500
}

// isLimit reports whether resp says that there were too many requests, which a host also
// says as 403.
// https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
func isLimit(resp *http.Response) bool {
	h := resp.Header
	return resp.StatusCode == http.StatusTooManyRequests ||
		resp.StatusCode == http.StatusForbidden && (h.Get("Retry-After") != "" || h.Get("X-RateLimit-Remaining") == "0")
}

// unlimited takes out what an answer says of the next request: the library would refuse it
// by its own clock, while the transport asks, and waits.
func unlimited(resp *http.Response) *http.Response {
	for _, name := range []string{"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"} {
		resp.Header.Del(name)
	}
	return resp
}

// limitEnds says how long the limit lasts, by the clock of the host; a minute where it
// doesn't say.
func limitEnds(resp *http.Response) time.Duration {
	now, _ := http.ParseTime(resp.Header.Get("Date"))
	after := resp.Header.Get("Retry-After")
	if n, err := strconv.Atoi(after); err == nil {
		return seconds(int64(n))
	}
	if at, err := http.ParseTime(after); err == nil && !now.IsZero() {
		return at.Sub(now)
	}
	if reset, err := strconv.ParseInt(resp.Header.Get("X-RateLimit-Reset"), 10, 64); err == nil && !now.IsZero() {
		return seconds(reset - now.Unix())
	}
	return time.Minute
}

// seconds keeps a number that a host gave within a day.
func seconds(n int64) time.Duration {
	return time.Duration(min(max(n, 0), 24*60*60)) * time.Second
}

// refusal says that an answer with which nothing can be done stays one.
func refusal(resp *http.Response, wait time.Duration) error {
	if resp.StatusCode < 500 {
		return fmt.Errorf("there were too many requests (%d); run the job again in %s", resp.StatusCode, wait.Round(time.Second))
	}
	return fmt.Errorf("the API failed with %d", resp.StatusCode)
}
