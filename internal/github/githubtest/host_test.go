package githubtest

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// ask sends a request and gives the status and the body of the answer.
func (h *Host) ask(t *testing.T, method, path, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, h.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+Token())
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(text)
}

func TestComments(t *testing.T) {
	for _, prefix := range []string{"", "/api/v3"} {
		h := New(t, prefix)
		s := Default()
		s.Comments = []Comment{{ID: 5, Pull: 7, By: "alice", Body: "mine"}}
		h.Load(s)
		if code, _ := h.ask(t, "POST", h.Repo+"/issues/7/comments", `{"body": "first"}`); code != 201 {
			t.Errorf("a comment gives %d", code)
		}
		id := h.Repo + "/issues/comments/1001"
		if code, text := h.ask(t, "PATCH", id, `{"body": "second"}`); code != 200 {
			t.Errorf("a change gives %d %s", code, text)
		}
		if code, text := h.ask(t, "GET", h.Repo+"/issues/7/comments?per_page=1&page=2", ""); code != 200 || !strings.Contains(text, `"second"`) || !strings.Contains(text, `"Bot"`) {
			t.Errorf("the second page is %d %s", code, text)
		}
		if code, _ := h.ask(t, "DELETE", id, ""); code != 204 || len(h.Comments()) != 1 {
			t.Errorf("taking it away gives %d and leaves %v", code, h.Comments())
		}
	}
}

// TestContract has requests and answers that GitHub doesn't know, and wants them found.
func TestContract(t *testing.T) {
	cases := []struct{ name, method, path, body, words string }{
		{"a word that is no state", "POST", "/statuses/" + ID("a"), `{"state": "fine"}`, "is not what GitHub takes"},
		{"no body", "POST", "/statuses/" + ID("a"), "", "is not what GitHub takes"},
		{"no such request", "GET", "/pulls/7/secrets", "", "GitHub has no"},
		{"no such parameter", "GET", "/pulls/7/files?size=3", "", "knows no parameter"},
		{"a state of no pull request", "GET", "/pulls?state=odd", "", "is not what GitHub takes"},
		{"an answer that lacks its number", "GET", "/pulls/7", "", "is not what GitHub answers"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h, err := Start(Default(), "")
			if err != nil {
				t.Fatal(err)
			}
			delete(h.Answers[h.Repo+"/pulls/7"].(Object), "number")
			h.ask(t, c.method, h.Repo+c.path, c.body)
			if got := h.Close(); len(got) != 1 || !strings.Contains(got[0], c.words) {
				t.Errorf("found is %q, want %q", got, c.words)
			}
		})
	}
}

func TestFaults(t *testing.T) {
	s, err := Parse([]byte(`{"queue": [{"pull": 7, "on": "b", "head": "e"}], "faults": [
		{"on": "GET /pulls/7", "from": 2, "times": 1, "code": 403}, {"on": "GET /pulls/7", "from": 2, "head": "c"}, {"on": "GET /git/*", "code": 500, "how": "html"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	h := New(t, "")
	h.Load(s)
	var got []int
	for range 3 {
		code, _ := h.ask(t, "GET", h.Repo+"/pulls/7", "")
		got = append(got, code)
	}
	if !slices.Equal(got, []int{200, 403, 200}) {
		t.Errorf("the answers are %v", got)
	}
	if _, text := h.ask(t, "GET", h.Repo+"/pulls/7", ""); !strings.Contains(text, ID("c")) {
		t.Errorf("the head did not move: %s", text)
	}
	if code, text := h.ask(t, "GET", h.Repo+"/git/trees/"+ID("b"), ""); code != 500 || !strings.HasPrefix(text, "<html>") {
		t.Errorf("the tree is %d %s", code, text)
	}
	if _, err := Parse([]byte(`{"pulls": [{"reviewers": []}]}`)); err == nil {
		t.Error("an unknown word in a state is no error")
	}
}

func TestQueue(t *testing.T) {
	s := Default()
	s.Queue = []Queued{{Pull: 7, On: "b", Head: "e"}, {Pull: 8, On: "e", Head: "f"}}
	h := New(t, "/api/v3")
	h.Load(s)
	code, text := h.ask(t, "GET", h.Repo+"/git/matching-refs/heads/gh-readonly-queue/main/", "")
	if code != 200 || !strings.Contains(text, "pr-8-"+ID("e")) || !strings.Contains(text, ID("f")) {
		t.Errorf("the queue is %d %s", code, text)
	}
	if code, text := h.ask(t, "GET", h.Repo+"/git/matching-refs/heads/gh-readonly-queue/other/", ""); code != 200 || strings.TrimSpace(text) != "[]" {
		t.Errorf("a queue that is not there is %d %s", code, text)
	}
}
