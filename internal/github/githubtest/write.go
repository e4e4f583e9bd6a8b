package githubtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// who is whom a token writes as.
func who(r *http.Request) string {
	switch r.Header.Get("Authorization") {
	case "Bearer " + PersonToken():
		return person
	case "Bearer " + AppToken():
		return "helper[bot]"
	}
	return "github-actions[bot]"
}

const person = "robin"

// viewer answers the one question of the other API, which has no part in the description.
func (h *Host) viewer(w http.ResponseWriter, r *http.Request, body []byte) {
	if r.Method != http.MethodPost || strings.TrimSpace(string(body)) != `{"query":"{viewer{login}}"}` || !knows(r) {
		Answer(w, 400, Object{"message": "Problems parsing JSON"})
		return
	}
	Answer(w, 200, Object{"data": Object{"viewer": Object{"login": who(r)}}})
}

// whoami answers whose a token is, which that of a workflow or an App may not ask.
func (h *Host) whoami(w http.ResponseWriter, r *http.Request) {
	if who(r) != person {
		Answer(w, 403, Object{"message": "Resource not accessible by integration"})
		return
	}
	Answer(w, 200, h.bots.account(person))
}

// write takes what is posted. Path is below the repository.
func (h *Host) write(w http.ResponseWriter, r *http.Request, path string) {
	words := strings.Split(strings.TrimPrefix(path, "/"), "/")
	switch {
	case r.Method == http.MethodPost && len(words) == 2 && words[0] == "statuses":
		h.postStatus(w, r, words[1])
	case r.Method == http.MethodPost && len(words) == 3 && words[0] == "issues" && words[2] == "comments":
		h.postComment(w, r, words[1])
	case len(words) == 3 && words[0] == "issues" && words[1] == "comments":
		h.changeComment(w, r, words[2])
	default:
		Answer(w, 404, Object{"message": "Not Found"})
	}
}

func (h *Host) postStatus(w http.ResponseWriter, r *http.Request, commit string) {
	s := Status{Commit: commit}
	if err := json.NewDecoder(r.Body).Decode(&s); err != nil {
		Answer(w, 400, Object{"message": "Problems parsing JSON"})
		return
	}
	h.statuses = append(h.statuses, s)
	Answer(w, 201, Object{"id": len(h.statuses), "state": s.State, "description": s.Description, "context": s.Context, "target_url": s.TargetURL})
}

// maxComment is how many characters a comment may have.
const maxComment = 65536

func (h *Host) postComment(w http.ResponseWriter, r *http.Request, number string) {
	n, err := strconv.Atoi(number)
	if _, known := h.Answers[h.Repo+"/pulls/"+number]; err != nil || !known {
		Answer(w, 404, Object{"message": "Not Found"})
		return
	}
	c := Comment{ID: 1000 + len(h.asked), Pull: n, By: who(r)}
	if h.body(w, r, &c) {
		h.comments = append(h.comments, c)
		Answer(w, 201, h.comment(c))
	}
}

func (h *Host) changeComment(w http.ResponseWriter, r *http.Request, id string) {
	i := slices.IndexFunc(h.comments, func(c Comment) bool { return strconv.Itoa(c.ID) == id })
	switch {
	case i < 0:
		Answer(w, 404, Object{"message": "Not Found"})
	case h.comments[i].By != who(r):
		Answer(w, 403, Object{"message": "Resource not accessible by integration"})
	case r.Method == http.MethodDelete:
		h.comments = slices.Delete(h.comments, i, i+1)
		w.WriteHeader(http.StatusNoContent)
	case h.body(w, r, &h.comments[i]):
		Answer(w, 200, h.comment(h.comments[i]))
	}
}

// body takes the text of a comment, or refuses it.
func (h *Host) body(w http.ResponseWriter, r *http.Request, c *Comment) bool {
	var in struct{ Body string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Body == "" || len([]rune(in.Body)) > maxComment {
		Answer(w, 422, Object{"message": "Validation Failed"})
		return false
	}
	c.Body = in.Body
	return true
}

func (h *Host) comment(c Comment) Object {
	return Object{
		"id": c.ID, "body": c.Body, "user": h.bots.account(c.By), "html_url": fmt.Sprintf("https://example.com/comments/%d", c.ID),
		"created_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-02T03:04:05Z",
	}
}

// listComments answers for the comments of a pull request, and reports whether p asks for them.
func (h *Host) listComments(w http.ResponseWriter, r *http.Request, p string) bool {
	rest, ok := strings.CutPrefix(p, h.Repo+"/issues/")
	number, ok2 := strings.CutSuffix(rest, "/comments")
	if !ok || !ok2 {
		return false
	}
	all := List{}
	for _, c := range h.comments {
		if strconv.Itoa(c.Pull) == number {
			all = append(all, h.comment(c))
		}
	}
	page(w, r, all)
	return true
}

// Answer writes JSON.
func Answer(w http.ResponseWriter, code int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(v)
}

// page answers with one page of a list, and says in Link where the next is.
func page(w http.ResponseWriter, r *http.Request, all List) {
	n, size := Number(r, "page", 1), Number(r, "per_page", 30)
	from, to := min((n-1)*size, len(all)), min(n*size, len(all))
	if to < len(all) {
		next := *r.URL
		q := next.Query()
		q.Set("page", strconv.Itoa(n+1))
		next.RawQuery = q.Encode()
		w.Header().Set("Link", fmt.Sprintf(`<http://%s%s>; rel="next"`, r.Host, next.String()))
	}
	Answer(w, 200, all[from:to])
}

// Number is a parameter of a request.
func Number(r *http.Request, name string, otherwise int) int {
	if n, err := strconv.Atoi(r.URL.Query().Get(name)); err == nil {
		return n
	}
	return otherwise
}
