package github

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/teammem/teammem/internal/github/githubtest"
	"github.com/teammem/teammem/internal/review"
)

// A host is a GitHub that knows one repository, team/notes, in which alice proposes a memory in
// pull request 7, and olga owns it.
type host struct {
	*githubtest.Host
	slept []time.Duration
}

type (
	object = githubtest.Object
	list   = githubtest.List
	raw    = githubtest.Raw
)

const repo = "/repos/team/notes"

var (
	id                    = githubtest.ID
	headID, baseID, oldID = id("a"), id("b"), id("c")
	token                 = githubtest.Token
	answer                = githubtest.Answer
	file                  = githubtest.ChangedFile
	entry                 = githubtest.Entry
	tree                  = githubtest.Tree
	may                   = githubtest.May
)

func newHost(t *testing.T, prefix string) *host {
	t.Helper()
	return &host{Host: githubtest.New(t, prefix)}
}

func reviewBy(login, state, sha string) object {
	return object{"id": 1, "user": githubtest.Account(login), "state": state, "commit_id": sha, "submitted_at": "2026-01-02T03:04:05Z"}
}

func pushBy(login string) object {
	return object{"id": 1, "actor": githubtest.Account(login), "ref": "refs/heads/say-why"}
}

// pull is another pull request on the same head.
func (h *host) pull(number int) object {
	one := object{}
	for k, v := range h.pr() {
		one[k] = v
	}
	for _, side := range []string{"head", "base"} {
		copied := object{}
		for k, v := range one[side].(object) {
			copied[k] = v
		}
		one[side] = copied
	}
	one["number"] = number
	h.Answers[fmt.Sprintf("%s/issues/%d/events", repo, number)] = list{}
	return one
}

// pr is the answer for pull request 7, to be changed.
func (h *host) pr() object { return h.Answers[repo+"/pulls/7"].(object) }

func (h *host) reviewed(reviews ...any) {
	for i, r := range reviews {
		r.(object)["id"] = i + 1
	}
	h.Answers[repo+"/pulls/7/reviews"] = append(list{}, reviews...)
}

func (h *host) client(t *testing.T) *Client {
	t.Helper()
	c, err := New(Options{
		API: h.URL, Repository: "team/notes", Token: token(), TeamToken: githubtest.TeamToken(),
		Sleep: func(ctx context.Context, d time.Duration) error { h.slept = append(h.slept, d); return ctx.Err() },
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// gather reads pull request 7 without an error.
func (h *host) gather(t *testing.T) *Gathered {
	t.Helper()
	g, err := h.client(t).Gather(t.Context(), 7, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// fails reads pull request 7 and wants an error with words, without the token.
func (h *host) fails(t *testing.T, words ...string) {
	t.Helper()
	g, err := h.client(t).Gather(t.Context(), 7, nil)
	wantError(t, err, words...)
	if g != nil {
		t.Error("there are facts next to the error")
	}
}

func wantError(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("there is no error, want one that says %q", words)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("the error is %q, want %q in it", err, w)
		}
	}
	if strings.Contains(err.Error(), token()) {
		t.Errorf("the error holds the token: %q", err)
	}
}

// wantState decides and wants a state, and words in what is said of it.
func wantState(t *testing.T, g *Gathered, want review.State, words string) {
	t.Helper()
	d := review.Decide(&g.Facts)
	said := d.Description
	for _, o := range d.Opinions {
		said += "\n" + o.Words
	}
	if d.State != want || !strings.Contains(said, words) {
		t.Errorf("the decision is %s, %q; want %s with %q", d.State, said, want, words)
	}
}
