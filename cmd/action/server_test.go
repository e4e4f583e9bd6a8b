package main

import (
	"encoding/base64"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// gitserver serves the repositories of a script over HTTP to whoever has a token, as a
// host does with private ones: "gitserver TOKEN". SERVER is its address, and LOGIN what a
// request has to bring; a request that brings two headers is refused, too.
func gitserver(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: gitserver TOKEN")
	}
	out, err := exec.Command("git", "--exec-path").Output()
	ts.Check(err)
	backend := &cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(string(out)), "git-http-backend"),
		Env:  []string{"GIT_PROJECT_ROOT=" + ts.Getenv("WORK"), "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*"},
	}
	want := base64.StdEncoding.EncodeToString([]byte("x-access-token:" + args[0]))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch got := r.Header["Authorization"]; {
		case len(got) > 1:
			w.WriteHeader(http.StatusBadRequest)
		case len(got) == 0 || got[0] != "Basic "+want:
			w.Header().Set("WWW-Authenticate", `Basic realm="GitHub"`)
			w.WriteHeader(http.StatusUnauthorized)
		default:
			backend.ServeHTTP(w, r)
		}
	}))
	ts.Defer(server.Close)
	ts.Setenv("SERVER", server.URL)
	ts.Setenv("LOGIN", want)
}
