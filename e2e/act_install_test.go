//go:build e2e

package e2e

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var cold = flag.Bool("cold", false, "build the Action with nothing compiled beforehand")

// A delivery is a host of releases, and what comes of it.
type delivery struct {
	name string
	host func(p *program) http.HandlerFunc
	says string // the error in the log; "" where the program is run
}

var deliveries = []delivery{
	{name: "changed", says: "is not what release/checksums.txt names; it was not run", host: func(*program) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("#!/bin/sh\necho it was run >&2\n")) }
	}},
	{name: "another version", says: "is not what release/checksums.txt names; it was not run", host: func(p *program) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.Write(append(p.bytes[:len(p.bytes):len(p.bytes)], 0)) }
	}},
	{name: "a page", says: "is not what release/checksums.txt names; it was not run", host: func(*program) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>Log in</html>")) }
	}},
	{name: "empty", says: "is not what release/checksums.txt names; it was not run", host: func(*program) http.HandlerFunc {
		return func(http.ResponseWriter, *http.Request) {}
	}},
	{name: "cut", says: "could not be downloaded; try again, or name a mirror with download-base-url", host: func(p *program) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "999999999")
			w.Write(p.bytes[:len(p.bytes)/2])
		}
	}},
	{name: "gone", says: "could not be downloaded; try again, or name a mirror with download-base-url", host: func(*program) http.HandlerFunc { return http.NotFound }},
	{name: "busy at first", host: func(*program) http.HandlerFunc {
		asked := 0
		return func(w http.ResponseWriter, r *http.Request) {
			if asked++; asked == 1 {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			http.Redirect(w, r, "/bytes", http.StatusFound)
		}
	}},
}

// TestActInstall gets the program from hosts where something is wrong: it is run when it is the one whose checksum
// the tree of the Action names, and nothing is built in its place.
func TestActInstall(t *testing.T) {
	released := released(t)
	for _, d := range deliveries {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			o := cleanPush(t, released.served(t, d.host(released))).run(t)
			if d.says == "" {
				o.is(t, 0, "pass", "the team memory is clean")
				return
			}
			if o.code == 0 || o.outputs["verdict"] != "" || o.summary != "" || strings.Contains(o.log, "it was run") {
				t.Errorf("it ended with %d, outputs %q:\n%s", o.code, o.outputs, o.log)
			}
			want := "::error title=teammem::install: " + released.name + " " + d.says
			if got := commandsOf(o.log); !slices.Equal(got, []string{want}) {
				t.Errorf("the log says\n%s\nwant %q", o.log, want)
			}
		})
	}
}

// cleanPush is a job in which nothing of the memory is wrong.
func cleanPush(t *testing.T, tr *tree) *job {
	f := newForge(t)
	p := f.newProject(t, "example-org/app")
	base := p.git("rev-parse", "HEAD")
	return &job{project: p, workflow: contentCheck, tree: tr, token: f.token, event: pushed(p, "main", base, p.memory(changed, "docs: note"))}
}

// TestActStart measures what a run takes from its start to its verdict: with the released program, got from a mirror
// on this machine and compared with its checksum, and with one that is built from this work tree.
func TestActStart(t *testing.T) {
	t.Run("released", func(t *testing.T) {
		p := released(t)
		mirror := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/teammem/"+version+"/"+p.name {
				http.NotFound(w, r)
				return
			}
			w.Write(p.bytes)
		}))
		t.Cleanup(mirror.Close)
		tr := p.served(t, http.NotFound)
		var install, check []time.Duration
		for range 5 {
			j := cleanPush(t, tr)
			j.workflow = stepWith(t, teammemAction+none40, "download-base-url: "+mirror.URL+"/teammem")
			o := j.run(t)
			o.is(t, 0, "pass", "the team memory is clean")
			install, check = append(install, o.steps[0]), append(check, o.steps[1])
		}
		slices.Sort(install)
		slices.Sort(check)
		t.Logf("medians of 5: %v to install %d bytes, %v to check", install[2], len(p.bytes), check[2])
	})
	t.Run("source", func(t *testing.T) {
		tr := &tree{dir: filepath.Join(t.TempDir(), "teammem"), home: t.TempDir(), commit: none40}
		thisTree(t, tr.dir)
		if err := os.RemoveAll(filepath.Join(tr.dir, "release")); err != nil {
			t.Fatal(err)
		}
		j := cleanPush(t, tr)
		if *cold {
			j.env = append(j.env, "GOCACHE="+t.TempDir())
		}
		o := j.run(t)
		o.is(t, 0, "pass", "the team memory is clean")
		t.Logf("%v to build, %v to check", o.steps[0], o.steps[1])
	})
}
