package github

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/teammem/teammem/internal/review"
)

// A host is a GitHub that knows one repository, team/notes, with pull request 7.
type host struct {
	*httptest.Server
	t        *testing.T
	prefix   string
	contract contract
	lax      bool // answers what the description of the API doesn't have, and the host does
	// answers are by path. A list is cut into pages; what is not there is 404.
	answers map[string]any
	// odd answers come first, by method and path.
	odd map[string]http.HandlerFunc

	mu       sync.Mutex
	asked    []string
	statuses []object
	slept    []time.Duration
}

type (
	object = map[string]any
	list   = []any
)

const repo = "/repos/team/notes"

// id makes an id of one digit.
func id(digit string) string { return strings.Repeat(digit, 40) }

var headID, baseID, oldID = id("a"), id("b"), id("c")

func account(login string) object {
	n := 0
	for _, r := range strings.ToLower(login) {
		n = n*31 + int(r)
	}
	return object{"login": login, "id": n & 0xffffff, "type": "User"}
}

func commitBy(login, sha string) object {
	who := object{"name": login, "email": login + "@example.com"}
	return object{"sha": sha, "author": account(login), "committer": account(login), "commit": object{"message": "say why", "tree": object{"sha": id("7")}, "author": who, "committer": who}}
}

func reviewBy(login, state, sha string) object {
	return object{"id": 1, "user": account(login), "state": state, "commit_id": sha, "submitted_at": "2026-01-02T03:04:05Z"}
}

func entry(name, kind, mode, sha string, size int) object {
	return object{"path": name, "type": kind, "mode": mode, "sha": sha, "size": size}
}

func file(name string) object { return object{"filename": name, "sha": id("8"), "status": "modified"} }

func pushBy(login string) object {
	return object{"id": 1, "actor": account(login), "ref": "refs/heads/say-why"}
}

func may(word string) object { return object{"permission": word, "user": nil} }

func tree(entries ...any) object {
	return object{"sha": id("9"), "tree": append(list{}, entries...), "truncated": false}
}

// raw is the content of a file.
type raw string

// newHost is a host on which alice proposes a memory that olga owns.
func newHost(t *testing.T, prefix string) *host {
	t.Helper()
	const owned = "/.agent/ @olga\n"
	h := &host{t: t, prefix: prefix, odd: map[string]http.HandlerFunc{}}
	h.answers = map[string]any{
		repo + "/pulls/7":                          pull(7),
		repo + "/pulls/7/files":                    list{file(".agent/team-memory/build.md")},
		repo + "/pulls/7/commits":                  list{commitBy("alice", headID)},
		repo + "/pulls/7/reviews":                  list{},
		repo + "/activity":                         list{pushBy("alice")},
		repo + "/git/trees/" + baseID:              tree(entry("CODEOWNERS", "blob", "100644", id("d"), len(owned))),
		repo + "/git/blobs/" + id("d"):             raw(owned),
		repo + "/commits/" + headID + "/pulls":     list{pull(7)},
		repo + "/collaborators/olga/permission":    may("write"),
		repo + "/collaborators/alice/permission":   may("admin"),
		repo + "/collaborators/mallory/permission": may("read"),
	}
	h.Server = httptest.NewServer(http.HandlerFunc(h.checked))
	h.contract = newContract(t, h.URL+prefix)
	t.Cleanup(h.Close)
	return h
}

func pull(number int) object {
	return object{
		"id": number, "number": number, "state": "open", "draft": false, "user": account("alice"), "assignees": list{}, "changed_files": 1, "commits": 1,
		"head": branch(headID, "say-why"), "base": branch(baseID, "main"),
	}
}

func branch(sha, ref string) object {
	notes := object{"id": 1, "name": "notes", "owner": account("team"), "description": nil, "size": 1}
	return object{"sha": sha, "ref": ref, "repo": notes, "user": account("team")}
}

// pr is the answer for pull request 7, to be changed.
func (h *host) pr() object { return h.answers[repo+"/pulls/7"].(object) }

func (h *host) reviewed(reviews ...any) {
	h.answers[repo+"/pulls/7/reviews"] = append(list{}, reviews...)
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p, ok := strings.CutPrefix(r.URL.Path, h.prefix)
	h.asked = append(h.asked, r.Method+" "+p)
	if !ok || r.Header.Get("Authorization") != "Bearer "+token() && r.Header.Get("Authorization") != "Bearer "+token()+"-teams" {
		answer(w, 401, object{"message": "Bad credentials"})
		return
	}
	if odd := h.odd[r.Method+" "+p]; odd != nil {
		odd(w, r)
		return
	}
	if r.Method == http.MethodPost {
		h.post(w, r)
		return
	}
	switch a := h.answers[p].(type) {
	case nil:
		answer(w, 404, object{"message": "Not Found"})
	case raw:
		w.Header().Set("Content-Type", "application/vnd.github.raw+json; charset=utf-8")
		fmt.Fprint(w, string(a))
	case list:
		page(w, r, a)
	default:
		answer(w, 200, a)
	}
}

func (h *host) post(w http.ResponseWriter, r *http.Request) {
	var s object
	if err := json.NewDecoder(r.Body).Decode(&s); err != nil {
		answer(w, 400, object{"message": "Problems parsing JSON"})
		return
	}
	h.statuses = append(h.statuses, s)
	posted := object{"id": 1, "target_url": ""}
	maps.Copy(posted, s)
	answer(w, 201, posted)
}

func answer(w http.ResponseWriter, code int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(v)
}

// page answers with one page of a list, and says in Link where the next is.
func page(w http.ResponseWriter, r *http.Request, all list) {
	n, size := number(r, "page", 1), number(r, "per_page", 30)
	from, to := min((n-1)*size, len(all)), min(n*size, len(all))
	if to < len(all) {
		next := *r.URL
		q := next.Query()
		q.Set("page", strconv.Itoa(n+1))
		next.RawQuery = q.Encode()
		w.Header().Set("Link", fmt.Sprintf(`<http://%s%s>; rel="next"`, r.Host, next.String()))
	}
	answer(w, 200, all[from:to])
}

func number(r *http.Request, name string, otherwise int) int {
	if n, err := strconv.Atoi(r.URL.Query().Get(name)); err == nil {
		return n
	}
	return otherwise
}

// token is no credential of anybody.
func token() string { return strings.Join([]string{"not", "a", "token"}, "-") }

func (h *host) client(t *testing.T) *Client {
	t.Helper()
	c, err := New(Options{
		API: h.URL + h.prefix, Repository: "team/notes", Token: token(), TeamToken: token() + "-teams",
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
	g, err := h.client(t).Gather(t.Context(), 7)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// fails reads pull request 7 and wants an error with words, without the token.
func (h *host) fails(t *testing.T, words ...string) {
	t.Helper()
	g, err := h.client(t).Gather(t.Context(), 7)
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
