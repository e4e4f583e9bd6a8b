package github

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/teammem/teammem/internal/github/githubtest"
	"github.com/teammem/teammem/internal/review"
)

// says answers with a status and the JSON of an error.
func says(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { answer(w, code, object{"message": "no"}) }
}

// times answers n times oddly, and then with the files.
func times(n int, odd http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if n--; n >= 0 {
			odd(w, r)
			return
		}
		answer(w, 200, list{file(".agent/team-memory/build.md")})
	}
}

func limited(code int, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		answer(w, code, object{"message": "rate limit"})
	}
}

func half(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, `[{"filename": "a`)
}

// TestAgain has the host fail in ways that pass.
func TestAgain(t *testing.T) {
	const now, later = "Mon, 05 Jan 2026 10:00:00 GMT", "Mon, 05 Jan 2026 10:00:20 GMT"
	cases := []struct {
		name string
		odd  http.HandlerFunc
		want []time.Duration
	}{
		{"500", times(1, says(500)), []time.Duration{time.Second}},
		{"503 three times", times(3, says(503)), []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}},
		{"cut off", times(1, githubtest.Cut), []time.Duration{time.Second}},
		{"half of the JSON", times(1, half), []time.Duration{time.Second}},
		{"429 with Retry-After", times(1, limited(429, "Retry-After", "7")), []time.Duration{7 * time.Second}},
		{"403 with Retry-After", times(1, limited(403, "Retry-After", "0")), []time.Duration{time.Second}},
		{"a date", times(1, limited(429, "Date", now, "Retry-After", later)), []time.Duration{20 * time.Second}},
		{"the end of the limit", times(1, limited(403, "Date", now, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "1767607230")), []time.Duration{30 * time.Second}},
		{"403 in words alone", times(1, func(w http.ResponseWriter, _ *http.Request) {
			answer(w, 403, object{"message": "You have exceeded a Secondary rate limit. Please wait."})
		}), []time.Duration{time.Minute}},
		{"403 in words and with Retry-After", times(1, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "7")
			answer(w, 403, object{"message": "You have exceeded a secondary rate limit."})
		}), []time.Duration{7 * time.Second}},
		{"429 alone", times(1, limited(429)), []time.Duration{time.Minute}},
		{"the last request of the hour", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-RateLimit-Limit", "60")
			w.Header().Set("X-RateLimit-Remaining", "0")
			w.Header().Set("X-RateLimit-Reset", "4000000000")
			answer(w, 200, list{file(".agent/team-memory/build.md")})
		}, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := newHost(t, "")
			h.Odd["GET "+repo+"/pulls/7/files"] = c.odd
			if g := h.gather(t); !g.Files.Whole {
				t.Error("the files are not whole")
			}
			if fmt.Sprint(h.slept) != fmt.Sprint(c.want) {
				t.Errorf("it slept %v, want %v", h.slept, c.want)
			}
		})
	}
}

// TestGivesUp has the host fail for good. Nothing of it may become a fact.
func TestGivesUp(t *testing.T) {
	html := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(code)
			fmt.Fprint(w, "<html>Sign in</html>")
		}
	}
	endless := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", fmt.Sprintf(`<http://%s%s?page=%d>; rel="next"`, r.Host, r.URL.Path, githubtest.Number(r, "page", 1)+1))
		answer(w, 200, list{})
	}
	circle := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", fmt.Sprintf(`<http://%s%s?page=1>; rel="next"`, r.Host, r.URL.Path))
		answer(w, 200, list{})
	}
	gap := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", fmt.Sprintf(`<http://%s%s?page=3>; rel="next"`, r.Host, r.URL.Path))
		answer(w, 200, list{file("main.go")})
	}
	owned := newHost(t, "").Answers[repo+"/git/trees/"+baseID].(object)["tree"].(list)[0].(object)["sha"].(string)
	cases := []struct {
		name, path string
		odd        http.HandlerFunc
		asked      int // 0: don't care
		words      []string
	}{
		{"500", "/pulls/7", says(500), 4, []string{"pull request 7", "500"}},
		{"a long limit", "/pulls/7", limited(403, "Retry-After", "3600"), 1, []string{"too many requests", "1h0m0s"}},
		{"cut off", "/pulls/7/commits", githubtest.Cut, 4, []string{"commits", "cut off"}},
		{"a page to sign in", "/pulls/7/reviews", html(200), 1, []string{"reviews", "text/html", "GITHUB_API_URL"}},
		{"a page that is not found", "/collaborators/olga/permission", html(404), 1, []string{"text/html"}},
		{"a token that expired", "/pulls/7", says(401), 1, []string{"expired", "401"}},
		{"pulls refused", "/pulls/7", says(403), 1, []string{"403", "pull-requests: read"}},
		{"no such pull request", "/pulls/7", says(404), 1, []string{"404", "for this repository"}},
		{"files refused", "/pulls/7/files", says(403), 1, []string{"list the files", "pull-requests: read"}},
		{"files unprocessable", "/pulls/7/files", says(422), 1, []string{"422"}},
		{"the answer to another question", "/pulls/7", func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, object{}) }, 1, []string{"is no pull request"}},
		{"a list without an end", "/pulls/7/files", endless, maxPages, []string{"no end"}},
		{"a list that leaves a page out", "/pulls/7/files", gap, 1, []string{"page 3 after page 1"}},
		{"a list in a circle", "/pulls/7/files", circle, 1, []string{"no end"}},
		{"another branch", "/git/ref/heads/main", func(w http.ResponseWriter, _ *http.Request) {
			answer(w, 200, object{"ref": "refs/heads/mainly", "object": object{"sha": baseID}})
		}, 1, []string{"another branch"}},
		{"a branch at nothing", "/git/ref/heads/main", func(w http.ResponseWriter, _ *http.Request) {
			answer(w, 200, object{"ref": "refs/heads/main", "object": object{"sha": "main"}})
		}, 1, []string{"another branch"}},
		{"a pull request into nothing", "/pulls/7", func(w http.ResponseWriter, _ *http.Request) {
			answer(w, 200, object{"number": 7, "state": "open", "head": object{"sha": headID}, "base": object{"sha": baseID}})
		}, 1, []string{"is no pull request"}},
		{"permission fails", "/collaborators/olga/permission", says(500), 4, []string{"permission", "500"}},
		{"a tree without its end", "/git/trees/" + baseID, func(w http.ResponseWriter, _ *http.Request) {
			answer(w, 200, object{"tree": list{}, "truncated": true})
		}, 1, []string{"without its end"}},
		{"a file of another size", "/git/blobs/" + owned, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/vnd.github.v3.raw")
			fmt.Fprint(w, "/.agent/ @ol")
		}, 1, []string{"cut off"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := newHost(t, "")
			h.reviewed(reviewBy("olga", "APPROVED", headID))
			h.Odd["GET "+repo+c.path] = c.odd
			h.fails(t, c.words...)
			n := 0
			for _, a := range h.Asked() {
				if a == "GET "+repo+c.path {
					n++
				}
			}
			if n != c.asked {
				t.Errorf("it was asked %d times, want %d", n, c.asked)
			}
		})
	}
}

// TestLargeAnswer holds how long an answer may be.
func TestLargeAnswer(t *testing.T) {
	const most = 16 << 20
	for _, size := range []int{most, most + 1} {
		h := newHost(t, "")
		h.Odd["GET "+repo+"/pulls/7/reviews"] = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, "["+strings.Repeat(" ", size-2)+"]")
		}
		if size == most {
			h.gather(t)
			continue
		}
		h.fails(t, "over 16 MB")
	}
}

// TestEndlessAnswer holds that no more of an answer is read than it may have.
func TestEndlessAnswer(t *testing.T) {
	h := newHost(t, "")
	sent := make(chan int, 1)
	h.Odd["GET "+repo+"/pulls/7/reviews"] = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		n := 0
		for block := make([]byte, 1<<20); n < 200; n++ {
			if _, err := w.Write(block); err != nil {
				break
			}
		}
		sent <- n
	}
	h.fails(t, "over 16 MB")
	if n := <-sent; n == 200 {
		t.Error("all of 200 MB were read")
	}
}

// TestSendsAgain holds that a request which is sent again has its body again.
func TestSendsAgain(t *testing.T) {
	h := newHost(t, "")
	var bodies []string
	h.Odd["POST "+repo+"/statuses/"+headID] = func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies = append(bodies, string(body))
		says(502)(w, r)
	}
	d := review.Decision{State: review.Waiting, Description: "an approval is missing"}
	wantError(t, h.client(t).Post(t.Context(), headID, d, ""), "502")
	if len(bodies) != 4 || bodies[0] == "" || len(slices.Compact(bodies)) != 1 {
		t.Errorf("sent were %q", bodies)
	}
}

// TestWaitsEnd holds that all waits together end.
func TestWaitsEnd(t *testing.T) {
	h := newHost(t, "")
	for p := range h.Answers {
		h.Odd["GET "+p] = limited(429, "Retry-After", "50")
	}
	h.fails(t, "too many requests")
	if len(h.slept) != 2 {
		t.Errorf("it slept %v, want two waits", h.slept)
	}
}

func TestSlow(t *testing.T) {
	h := newHost(t, "")
	h.Odd["GET "+repo+"/pulls/7"] = func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	c := h.client(t)
	c.api = Options{Timeout: time.Millisecond, Sleep: noSleep}.client(c.api.BaseURL, token())
	_, err := c.Gather(t.Context(), 7, nil)
	wantError(t, err, "no answer within 1ms")
}

func noSleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }

// TestElsewhere holds that the token goes to no other host.
func TestElsewhere(t *testing.T) {
	got := ""
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Header.Get("Authorization") + "!" }))
	defer other.Close()
	h := newHost(t, "")
	h.Odd["GET "+repo+"/pulls/7"] = func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) }
	h.fails(t, "another host")
	if got != "" {
		t.Errorf("the other host was asked with %d bytes of authorization", len(got)-1)
	}
}

// TestEnterprise asks a host of which the API is below a path.
func TestEnterprise(t *testing.T) {
	h := newHost(t, "/api/v3")
	h.reviewed(reviewBy("olga", "APPROVED", headID))
	wantState(t, h.gather(t), review.Success, "olga")
}

func TestPost(t *testing.T) {
	h := newHost(t, "/api/v3")
	d := review.Decision{State: review.Waiting, Description: "an approval is missing"}
	h.Odd["POST "+repo+"/statuses/"+headID] = func(w http.ResponseWriter, r *http.Request) {
		delete(h.Odd, "POST "+repo+"/statuses/"+headID)
		says(502)(w, r)
	}
	if err := h.client(t).Post(t.Context(), headID, d, "https://example.com/run"); err != nil {
		t.Fatal(err)
	}
	want := []githubtest.Status{{Commit: headID, State: "pending", Description: "an approval is missing", Context: "teammem/review", TargetURL: "https://example.com/run"}}
	if got := h.Statuses(); !slices.Equal(got, want) {
		t.Errorf("posted are %v, want %v", got, want)
	}
	for _, other := range []object{{"state": "success", "context": Context}, {"state": "pending", "context": "other"}} {
		h.Odd["POST "+repo+"/statuses/"+headID] = func(w http.ResponseWriter, _ *http.Request) { answer(w, 201, other) }
		wantError(t, h.client(t).Post(t.Context(), headID, d, ""), "answers with another one")
	}
	h.Odd["POST "+repo+"/statuses/"+headID] = says(403)
	wantError(t, h.client(t).Post(t.Context(), headID, d, ""), "403", "statuses: write")
	wantError(t, h.client(t).Post(t.Context(), headID, review.Decision{}, ""), "no state")
	wantError(t, h.client(t).Post(t.Context(), "main", d, ""), "no commit id")
}

func TestOptions(t *testing.T) {
	cases := []struct{ name, api, repository, token, words string }{
		{"all is well", "https://ghe.example.com/api/v3", "team/notes", token(), ""},
		{"no address", "", "team/notes", token(), ""},
		{"no token", "", "team/notes", "", "no token"},
		{"no repository", "", "", token(), "OWNER/NAME"},
		{"a folder above", "", "team/..", token(), "OWNER/NAME"},
		{"three parts", "", "team/notes/more", token(), "OWNER/NAME"},
		{"no host", "api/v3", "team/notes", token(), "GITHUB_API_URL"},
		{"somebody else's login", "https://ann@ghe.example.com", "team/notes", token(), "GITHUB_API_URL"},
		{"a question", "https://ghe.example.com?x", "team/notes", token(), "GITHUB_API_URL"},
		{"without TLS", "http://ghe.example.com", "team/notes", token(), "https"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := New(Options{API: c.api, Repository: c.repository, Token: c.token})
			if c.words == "" && err != nil {
				t.Error(err)
			}
			if c.words != "" && (err == nil || !strings.Contains(err.Error(), c.words)) {
				t.Errorf("the error is %v, want %q in it", err, c.words)
			}
		})
	}
}

// TestRenamed holds where a request with the token may go: to the address of the API and, for a repository that was
// renamed, to another path there.
func TestRenamed(t *testing.T) {
	base, err := address("https://git.example.com/api/v3")
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"http://git.example.com/api/v3/x", "https://git.example.com:8443/api/v3/x", "https://git.example.org/api/v3/x"} {
		r := httptest.NewRequest("GET", to, nil)
		if _, err := (&transport{base: base}).RoundTrip(r); err == nil || !strings.Contains(err.Error(), "must not go") {
			t.Errorf("%s: %v", to, err)
		}
	}
	h := newHost(t, "")
	h.Odd["GET "+repo+"/pulls/7/reviews"] = func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, strings.Replace(r.URL.Path, "/notes/", "/renamed/", 1), http.StatusMovedPermanently)
	}
	h.Odd["GET /repos/team/renamed/pulls/7/reviews"] = func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+token() {
			t.Errorf("the renamed repository is asked with %q", r.Header.Get("Authorization"))
		}
		answer(w, 200, list{reviewBy("olga", "APPROVED", headID)})
	}
	h.Lax = true
	if g, err := h.client(t).Gather(t.Context(), 7, nil); err != nil || len(g.Reviews.Items) != 1 {
		t.Errorf("a renamed repository: %v", err)
	}
	// A host that sends in a circle, or that makes a question of what was to be written, is one that failed.
	h.Odd["GET /repos/team/renamed/pulls/7/reviews"] = func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path, http.StatusMovedPermanently)
	}
	h.fails(t, "list the reviews")
	h.Odd["POST "+repo+"/statuses/"+headID] = func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, repo+"/pulls/7", http.StatusMovedPermanently)
	}
	if err := h.client(t).Post(t.Context(), headID, review.Decision{State: review.Success, Description: "x"}, ""); err == nil {
		t.Error("a status that was never posted counts as posted")
	}
}
