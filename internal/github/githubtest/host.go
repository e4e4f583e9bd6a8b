package githubtest

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A Host is a running server. Its state may change while nobody asks it.
type Host struct {
	URL  string // the address of the API, as GITHUB_API_URL has it
	Repo string // the path of the repository below it

	// Answers are by path below URL. A List is cut into pages; what is not there is 404.
	Answers map[string]any
	// Odd answers come first, by method and path. The description does not bind them.
	Odd map[string]http.HandlerFunc
	// Lax is for what the description of the API doesn't have, and the real host does.
	Lax bool

	server   *httptest.Server
	prefix   string
	contract contract

	mu       sync.Mutex
	asked    []string
	statuses []Status
	comments []Comment
	bots     *State
	faults   []*trouble
	problems []string
}

// A Status is one that was posted.
type Status struct {
	Commit      string `json:"-"`
	State       string `json:"state"`
	Description string `json:"description"`
	Context     string `json:"context"`
	TargetURL   string `json:"target_url,omitempty"`
}

// Token is what the host knows a workflow by. It is no credential of anybody.
func Token() string { return strings.Join([]string{"not", "a", "token"}, "-") }

// TeamToken is a token that may also ask who is in a team.
func TeamToken() string { return Token() + "-teams" }

// PersonToken is the token of robin, who may write comments.
func PersonToken() string { return Token() + "-robin" }

// AppToken is the token of an App, helper[bot], which may write comments.
func AppToken() string { return Token() + "-helper" }

// Start serves a state on this machine, with the API at "" or at /api/v3, until Close.
func Start(s *State, prefix string) (*Host, error) {
	c, err := contractAt(prefix)
	if err != nil {
		return nil, err
	}
	h := &Host{prefix: prefix, contract: c, Odd: map[string]http.HandlerFunc{}}
	h.Load(s)
	h.server = httptest.NewServer(http.HandlerFunc(h.serve))
	h.URL = h.server.URL + prefix
	return h, nil
}

// New serves Default for a test, which fails at its end where the contract was broken.
func New(t testing.TB, prefix string) *Host {
	t.Helper()
	h, err := Start(Default(), prefix)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, p := range h.Close() {
			t.Error(p)
		}
	})
	return h
}

// Load puts another state in the place of what the host knows. What was asked and posted stays.
func (h *Host) Load(s *State) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Repo = "/repos/" + s.Repository
	h.Answers, h.comments, h.bots = render(s), slices.Clone(s.Comments), s
	h.faults = nil
	for _, f := range s.Faults {
		h.faults = append(h.faults, &trouble{Fault: f})
	}
}

// Close ends the host and says where the contract was broken.
func (h *Host) Close() []string {
	h.server.Close()
	return h.problems
}

// Asked lists the requests, each as its method and path.
func (h *Host) Asked() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.asked)
}

// Statuses lists what was posted, the first one first.
func (h *Host) Statuses() []Status {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.statuses)
}

// Comments lists the comments that are there.
func (h *Host) Comments() []Comment {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.comments)
}

// serve answers, and holds both sides to the contract.
func (h *Host) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client is gone
	}
	if graphql := strings.TrimSuffix(h.prefix, "/v3") + "/graphql"; r.URL.Path == graphql {
		if odd := h.odd(r.Method, "/graphql"); odd != nil {
			odd(w, r)
			return
		}
		h.viewer(w, r, body)
		return
	}
	in, wrong := h.contract.asks(r, body)
	h.found(wrong)
	r.Body = io.NopCloser(bytes.NewReader(body))
	p := strings.TrimPrefix(r.URL.Path, h.prefix)
	if odd := h.odd(r.Method, p); odd != nil {
		odd(w, r)
		return
	}
	rec := httptest.NewRecorder()
	h.answer(rec, r, p)
	if !h.Lax && rec.Code != http.StatusUnauthorized {
		h.found(h.contract.answers(in, rec))
	}
	for name, values := range rec.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(rec.Code)
	_, _ = w.Write(rec.Body.Bytes())
}

func (h *Host) found(problem error) {
	if problem != nil {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.problems = append(h.problems, problem.Error())
	}
}

// odd notes a request and gives what answers it out of order, or nil.
func (h *Host) odd(method, p string) http.HandlerFunc {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = append(h.asked, method+" "+p)
	if odd := h.Odd[method+" "+p]; odd != nil {
		return odd
	}
	for _, f := range h.faults {
		if f.meets(method, strings.TrimPrefix(p, h.Repo)) {
			if f.Head != "" {
				h.move(p, ID(f.Head))
				return nil
			}
			return f.answer
		}
	}
	return nil
}

// move puts the head of a pull request elsewhere.
func (h *Host) move(p, head string) {
	if pr, ok := h.Answers[p].(Object); ok {
		pr["head"].(Object)["sha"] = head
	}
}

func (h *Host) answer(w http.ResponseWriter, r *http.Request, p string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case !knows(r):
		Answer(w, 401, Object{"message": "Bad credentials"})
		return
	case isHidden(r, p):
		nothing(w, p)
		return
	}
	if r.Method != http.MethodGet {
		h.write(w, r, strings.TrimPrefix(p, h.Repo))
		return
	}
	if p == "/user" {
		h.whoami(w, r)
		return
	}
	if h.listComments(w, r, p) {
		return
	}
	if p == h.Repo+"/commits" {
		page(w, r, h.bots.writtenBy(r.URL.Query().Get("author")))
		return
	}
	if from, to, ok := strings.Cut(strings.TrimPrefix(p, h.Repo+"/compare/"), "..."); ok {
		Answer(w, 200, Object{"merge_base_commit": Object{"sha": ID(or(h.bots.Left[to[:1]], from))}})
		return
	}
	if same, ok := h.Answers[p].(Same); ok {
		p = string(same)
	}
	switch a := h.Answers[p].(type) {
	case nil:
		nothing(w, p)
	case Raw:
		w.Header().Set("Content-Type", "application/vnd.github.raw+json; charset=utf-8")
		fmt.Fprint(w, string(a))
	case List:
		page(w, r, ofRef(a, r.URL.Query().Get("ref")))
	default:
		Answer(w, 200, h.untried(p, a))
	}
}

// untried is a pull request as long as nobody has tried to merge it; each answer is nearer to that.
func (h *Host) untried(p string, a any) any {
	for _, pull := range h.bots.Pulls {
		one, ok := a.(Object)
		if !ok || p != fmt.Sprintf("%s/pulls/%d", h.Repo, pull.Number) || pull.Untried == 0 {
			continue
		}
		pull.Untried--
		one = maps.Clone(one)
		one["merge_commit_sha"], one["mergeable"] = nil, nil
		return one
	}
	return a
}

// knows reports whether the token is one that may ask. Who is in a team, that of a workflow may not.
func knows(r *http.Request) bool {
	return slices.Contains([]string{Token(), TeamToken(), PersonToken(), AppToken()}, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
}

func isHidden(r *http.Request, p string) bool {
	return strings.HasPrefix(p, "/orgs/") && r.Header.Get("Authorization") != "Bearer "+TeamToken()
}

// ofRef leaves of a list of pushes those to one branch.
func ofRef(all List, ref string) List {
	if ref == "" {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(push any) bool { return push.(Object)["ref"] != ref })
}

// nothing answers for what is not there. That no branch begins with a name is an empty list.
func nothing(w http.ResponseWriter, p string) {
	if strings.Contains(p, "/git/matching-refs/") {
		Answer(w, 200, List{})
		return
	}
	Answer(w, 404, Object{"message": "Not Found"})
}
