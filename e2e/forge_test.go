//go:build e2e

package e2e

import (
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A forge is a host on 127.0.0.1: git over HTTP for who has the token, which can read and
// not write, and the API.
type forge struct {
	url   string
	root  string       // the bare repositories, as owner/name
	token string       // of the workflows
	api   http.Handler // below /api/v3; nil: whoever asks is written down
	mu    sync.Mutex
	asked []string // what was asked of the API, where there is none
}

func newForge(t *testing.T) *forge {
	t.Helper()
	f := &forge{root: t.TempDir(), token: "the-token-of-the-workflow"}
	backend := &cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(must(t, ".", "git", "--exec-path")), "git-http-backend"),
		Dir:  f.root,
		Env:  []string{"GIT_PROJECT_ROOT=" + f.root, "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "PATH=" + os.Getenv("PATH")},
	}
	mux := http.NewServeMux()
	mux.Handle("/", f.guarded(backend))
	mux.Handle("/api/v3/", http.HandlerFunc(f.answer))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	f.url = server.URL
	return f
}

// guarded lets through who has the token, as a private repository does; a repository that
// is open is for everybody.
func (f *forge) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, password, _ := r.BasicAuth()
		if password != f.token && !f.isOpen(r.URL.Path) {
			w.Header().Set("WWW-Authenticate", `Basic realm="GitHub"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isOpen reports whether the repository of a path is for everybody.
func (f *forge) isOpen(path string) bool {
	parts := strings.Split(path, "/")
	if len(parts) < 3 {
		return false
	}
	_, err := os.Stat(filepath.Join(f.root, parts[1], parts[2], "open"))
	return err == nil
}

func (f *forge) answer(w http.ResponseWriter, r *http.Request) {
	if f.api != nil {
		f.api.ServeHTTP(w, r)
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, r.Method+" "+r.URL.Path)
	w.WriteHeader(http.StatusForbidden)
}

// silent fails the test when something was asked of an API that nobody needs.
func (f *forge) silent(t *testing.T) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.asked) > 0 {
		t.Errorf("the API was asked %q", f.asked)
	}
}

// A project is a repository of a forge, and the clone in which somebody works.
type project struct {
	t    *testing.T
	host *forge
	name string // owner/name
	dir  string // the clone
}

// newProject makes a repository that holds examples/github as it is, memories and
// their owner.
func (f *forge) newProject(t *testing.T, name string) *project {
	t.Helper()
	p := &project{t: t, host: f, name: name, dir: filepath.Join(t.TempDir(), "clone")}
	bare := filepath.Join(f.root, filepath.FromSlash(name))
	must(t, f.root, "git", "init", "-q", "--bare", "-b", "main", bare)
	must(t, "..", "cp", "-a", "examples/github", p.dir)
	w := &world{t: t, dir: p.dir}
	w.list(note)
	w.write(note, clean)
	w.write("feedback_reviews.md", reviews)
	w.writeTop("README.md", "# Example\n")
	w.writeTop(".github/CODEOWNERS", "/.agent/ @ann @olga\n/.github/ @olga\n")
	p.git("init", "-q", "-b", "main")
	p.git("remote", "add", "origin", bare)
	p.commit("chore: begin")
	p.git("push", "-q", "origin", "main")
	return p
}

func (p *project) git(args ...string) string {
	p.t.Helper()
	return strings.TrimSpace(must(p.t, p.dir, "git", args...))
}

// serve lets the host have a commit under a ref.
func (p *project) serve(id, ref string) { p.git("push", "-q", "-f", "origin", id+":"+ref) }

// commit commits all there is and gives the id.
func (p *project) commit(message string) string {
	p.t.Helper()
	p.git("add", "-A")
	p.git("commit", "-q", "--allow-empty", "-m", message)
	return p.git("rev-parse", "HEAD")
}

// memory commits a text of the note.
func (p *project) memory(text, message string) string {
	p.t.Helper()
	write(p.t, p.dir, memories+"/"+note, text)
	return p.commit(message)
}
