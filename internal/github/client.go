package github

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	gh "github.com/google/go-github/v62/github"
)

// Options say which repository of which host is asked, and how.
type Options struct {
	// API is the address of the API, as GITHUB_API_URL has it: https://api.github.com, or
	// https://HOST/api/v3 of a GitHub Enterprise Server. Empty is github.com.
	API string
	// Repository is OWNER/NAME, as GITHUB_REPOSITORY has it.
	Repository string
	// Token reads the pull request and posts the status.
	Token string
	// TeamToken asks who is in a team, which the token of a workflow may not. Empty: Token does.
	TeamToken string
	// Workflows are the paths of the gate's own workflow files; without any, every
	// workflow file is one.
	Workflows []string
	// Branches are those of which the pull requests into them are judged; without any, all are.
	Branches []string
	// Sleep waits before a request is made again; nil waits for real. It returns an error
	// when ctx is done.
	Sleep func(ctx context.Context, d time.Duration) error
	// Timeout is for one answer; 0 is 30 seconds.
	Timeout time.Duration
}

// A Client asks one repository. It is for one goroutine.
type Client struct {
	owner, repo string
	workflows   []string
	branches    []string
	api, teams  *gh.Client
	canSee      map[string]bool // teams by org/slug
	sleep       func(context.Context, time.Duration) error
}

// New makes a Client; it asks nothing yet. The error says which option is wrong.
func New(o Options) (*Client, error) {
	base, err := address(o.API)
	if err != nil {
		return nil, err
	}
	owner, repo, _ := strings.Cut(o.Repository, "/")
	if !isName(owner) || !isName(repo) {
		return nil, fmt.Errorf("the repository is %q, want OWNER/NAME", o.Repository)
	}
	if o.Token == "" {
		return nil, errors.New("there is no token; give the step github.token, and the job pull-requests: read and statuses: write")
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	c := &Client{owner: owner, repo: repo, workflows: o.Workflows, branches: o.Branches, canSee: map[string]bool{}, sleep: o.Sleep}
	c.api = o.client(base, o.Token)
	c.teams = c.api
	if o.TeamToken != "" {
		c.teams = o.client(base, o.TeamToken)
	}
	return c, nil
}

func (o Options) client(base *url.URL, token string) *gh.Client {
	t := &transport{base: base, token: token, sleep: o.Sleep, timeout: o.Timeout, left: maxWait}
	if t.timeout == 0 {
		t.timeout = 30 * time.Second
	}
	c := gh.NewClient(&http.Client{Transport: t})
	c.BaseURL = base
	c.UserAgent = "teammem"
	return c
}

// address reads the address of an API. A token goes over TLS alone, but for a host that
// is this machine.
func address(s string) (*url.URL, error) {
	if s == "" {
		s = "https://api.github.com"
	}
	u, err := url.Parse(strings.TrimRight(s, "/") + "/")
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("GITHUB_API_URL is no address of an API; want https://HOST or https://HOST/api/v3")
	}
	local := u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback()
	if u.Scheme != "https" && !(u.Scheme == "http" && local) {
		return nil, fmt.Errorf("GITHUB_API_URL begins with %q, want https, since the token is sent there", u.Scheme)
	}
	return u, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

var (
	namePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_.-]{1,100}$`) })
	idPattern   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`) })
)

// isName reports whether s can stand in the path of a request as a name.
func isName(s string) bool { return namePattern().MatchString(s) && s != "." && s != ".." }

// isID reports whether s is the id of a commit, a tree or a blob.
func isID(s string) bool { return idPattern().MatchString(s) }
