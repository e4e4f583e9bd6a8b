package github

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/github/githubtest"
)

// has puts comments on pull request 7, each "WHO BODY", with the ids 1, 2, …
func (h *host) has(comments ...string) {
	s := githubtest.Default()
	for i, c := range comments {
		who, body, _ := strings.Cut(c, " ")
		s.Comments = append(s.Comments, githubtest.Comment{ID: i + 1, Pull: 7, By: who, Body: body})
	}
	h.Load(s)
}

// wantComments wants those, each "WHO BODY".
func (h *host) wantComments(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for _, c := range h.Comments() {
		got = append(got, c.By+" "+c.Body)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the comments are %q, want %q", got, want)
	}
}

func (h *host) tell(t *testing.T, body string) {
	t.Helper()
	if err := h.client(t).Tell(t.Context(), 7, headID, body); err != nil {
		t.Fatal(err)
	}
}

const (
	ours  = workflow + " " + mark
	stray = "mallory " + mark + "not ours"
)

func TestTell(t *testing.T) {
	for _, prefix := range []string{"", "/api/v3"} {
		h := newHost(t, prefix)
		h.has(stray, workflow+" of another workflow", "alice thank you")
		h.tell(t, "")
		h.wantComments(t, stray, workflow+" of another workflow", "alice thank you")
		h.tell(t, "first")
		h.tell(t, "second")
		h.wantComments(t, stray, workflow+" of another workflow", "alice thank you", ours+"second")
		before := len(h.Asked())
		h.tell(t, "second")
		if asked := h.Asked()[before:]; slices.ContainsFunc(asked, func(a string) bool { return !strings.HasPrefix(a, "GET ") }) {
			t.Errorf("the same again takes %q", asked)
		}
		h.tell(t, "")
		h.wantComments(t, stray, workflow+" of another workflow", "alice thank you")
	}
}

func TestTellFindsItsOwn(t *testing.T) {
	h := newHost(t, "")
	many := slices.Repeat([]string{"alice thank you"}, 230)
	h.has(append(many, ours+"old", ours+"twice")...)
	h.tell(t, "new")
	h.wantComments(t, append(many, ours+"new")...)

	c, err := New(Options{API: h.URL, Repository: "team/notes", Token: githubtest.PersonToken()})
	if err != nil {
		t.Fatal(err)
	}
	// The fake lets nobody change what another login wrote.
	h.has(ours+"of the workflow", "robin "+mark+"old")
	if err := c.Tell(t.Context(), 7, headID, "new"); err != nil {
		t.Error(err)
	}
	h.wantComments(t, ours+"of the workflow", "robin "+mark+"new")
}

// TestTellAtOnce has another run that writes its comment while this one does.
func TestTellAtOnce(t *testing.T) {
	h := newHost(t, "")
	h.has()
	path := "POST " + repo + "/issues/7/comments"
	h.Odd[path] = func(w http.ResponseWriter, _ *http.Request) {
		delete(h.Odd, path)
		h.has(ours+"of another run", ours+"of this run")
		answer(w, 201, object{"id": 2, "user": githubtest.Account(workflow)})
	}
	h.tell(t, "of this run")
	h.wantComments(t, ours+"of this run")

	// The other run was quicker to take the second away.
	h.has(ours+"a", ours+"b")
	h.Odd["DELETE "+repo+"/issues/comments/2"] = says(404)
	h.tell(t, "c")
}

// An App's token can't ask who it is in the usual way; it finds its own comment all the same, also to take it away.
func TestTellAsApp(t *testing.T) {
	for _, prefix := range []string{"", "/api/v3"} {
		h := newHost(t, prefix)
		c, err := New(Options{API: h.URL, Repository: "team/notes", Token: githubtest.AppToken()})
		if err != nil {
			t.Fatal(err)
		}
		others := []string{stray, ours + "of the workflow", "other[bot] " + mark + "of another App"}
		h.has(append(others, "helper[bot] "+mark+"old")...)
		for _, body := range []string{"new", ""} {
			if err := c.Tell(t.Context(), 7, headID, body); err != nil {
				t.Error(err)
			}
			want := slices.Clone(others)
			if body != "" {
				want = append(want, "helper[bot] "+mark+body)
			}
			h.wantComments(t, want...)
		}
	}
	h := newHost(t, "")
	h.has(stray, ours+"old")
	h.tell(t, "")
	if slices.Contains(h.Asked(), "POST /graphql") {
		t.Error("the other API is asked where no other bot has commented")
	}
}

// Where the host doesn't tell an App who it is, it learns it from the comment that it writes.
func TestTellAsUnknownApp(t *testing.T) {
	h := newHost(t, "")
	h.Odd["POST /graphql"] = says(403)
	h.has("helper[bot] " + mark + "old")
	h.tell(t, "")
	h.wantComments(t, "helper[bot] "+mark+"old")
	h.Odd["POST "+repo+"/issues/7/comments"] = func(w http.ResponseWriter, _ *http.Request) {
		h.has("helper[bot] "+mark+"old", "helper[bot] "+mark+"new")
		answer(w, 201, object{"id": 2, "user": githubtest.Account("helper[bot]")})
	}
	asked := map[string]bool{}
	for _, on := range []string{"PATCH " + repo + "/issues/comments/1", "DELETE " + repo + "/issues/comments/2"} {
		h.Odd[on] = func(w http.ResponseWriter, _ *http.Request) {
			asked[on] = true
			answer(w, 200, object{"id": 1})
		}
	}
	h.tell(t, "new")
	if len(asked) != 2 {
		t.Errorf("asked is %v", asked)
	}
}

func TestTellLeavesAlone(t *testing.T) {
	h := newHost(t, "")
	h.has(ours + "old")
	h.pr()["state"] = "closed"
	h.tell(t, "new")
	h.wantComments(t, ours+"old")
	h.pr()["state"] = "open"
	if err := h.client(t).Tell(t.Context(), 7, oldID, "new"); err != nil {
		t.Error(err)
	}
	h.wantComments(t, ours+"old")
}

func TestTellTooLong(t *testing.T) {
	h := newHost(t, "")
	h.has()
	for _, letter := range []string{"é", "ü"} { // written anew, and changed
		h.tell(t, strings.Repeat(letter, MaxComment/2))
		if err := h.client(t).Tell(t.Context(), 7, headID, strings.Repeat("x", MaxComment+1)); err == nil || !strings.Contains(err.Error(), "bytes") {
			t.Errorf("the error is %v", err)
		}
	}
}

func TestTellFails(t *testing.T) {
	comments := repo + "/issues/7/comments"
	for on, words := range map[string][]string{
		"GET " + repo + "/pulls/7":              {"whether the pull request is open", "pull-requests: read"},
		"GET /user":                             {"see whose the token is", "read access to the account"},
		"GET " + comments:                       {"list the comments", "pull-requests: read"},
		"POST " + comments:                      {"write the comment", "pull-requests: write", "fork", "dependabot"},
		"PATCH " + repo + "/issues/comments/1":  {"write the comment", "pull-requests: write"},
		"DELETE " + repo + "/issues/comments/2": {"take the comment away", "pull-requests: write"},
	} {
		for _, how := range []struct {
			name  string
			serve http.HandlerFunc
			words []string
		}{
			{"403", says(403), append([]string{"403"}, words...)},
			{"404", says(404), []string{"404"}},
			{"422", says(422), []string{"422"}},
			{"429", says(429), []string{"too many requests"}},
			{"500", says(500), []string{"500"}},
			{"HTML", html, []string{"not JSON"}},
			{"cut", githubtest.Cut, []string{"cut off"}},
		} {
			if how.name == "404" && strings.HasPrefix(on, "DELETE") {
				continue // it is gone
			}
			if on == "GET /user" && slices.Contains([]string{"403", "404"}, how.name) {
				continue // see TestTellAsApp
			}
			t.Run(on+" "+how.name, func(t *testing.T) {
				h := newHost(t, "")
				if strings.HasPrefix(on, "POST") {
					h.has()
				} else {
					h.has(ours+"old", ours+"twice")
				}
				h.Odd[on] = how.serve
				wantError(t, h.client(t).Tell(t.Context(), 7, headID, "new"), how.words...)
			})
		}
	}
}

func html(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprint(w, "<html>Unicorn</html>")
}

func TestTellSlow(t *testing.T) {
	h := newHost(t, "")
	h.has()
	ctx, cancel := context.WithCancel(t.Context())
	h.Odd["GET "+repo+"/issues/7/comments"] = func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}
	wantError(t, h.client(t).Tell(ctx, 7, headID, "new"), "list the comments")
}
