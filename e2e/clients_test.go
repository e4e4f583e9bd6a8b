//go:build e2e

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A client is a program that runs hooks, with the configuration of its example.
type client struct {
	name    string
	example string // folder in examples that is copied as it is; "" for none
	install func(w *world)
}

var clients = []client{
	{"git", "git", func(w *world) { w.git("config", "core.hooksPath", ".githooks") }},
	{"teammem", "", func(w *world) { w.run(teammem, "hook", "install") }},
	{"pre-commit", "pre-commit", func(w *world) { w.run("pre-commit", "install", "--install-hooks") }},
	{"prek", "prek", func(w *world) { w.run("prek", "install", "--prepare-hooks") }},
	{"lefthook", "lefthook", func(w *world) { w.run("lefthook", "install") }},
	{"husky", "husky", func(w *world) { w.run("husky") }},
}

// A rig is what all clients share: a home, the programs, and this project as a
// repository that hook managers clone.
type rig struct {
	home string
	path string // PATH

	mu        sync.Mutex
	templates map[string]func() (dir string, err error)
}

var sharedRig = sync.OnceValue(func() *rig { return &rig{templates: map[string]func() (string, error){}} })

// newRig installs the clients from npm and serves this work tree under the address
// that the examples name, once a run.
func newRig(t *testing.T) *rig {
	t.Helper()
	r := sharedRig()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.home == "" {
		r.build(t)
	}
	return r
}

func (r *rig) build(t *testing.T) {
	t.Helper()
	dir := filepath.Join(scratch, "rig")
	bin := filepath.Join(packages(t), "node_modules", ".bin")
	for _, tool := range []string{"prek", "lefthook", "husky"} {
		if _, err := os.Stat(filepath.Join(bin, tool)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Fatal(err)
	}
	r.path = strings.Join([]string{filepath.Dir(teammem), bin, os.Getenv("PATH")}, string(filepath.ListSeparator))
	served := filepath.Join(dir, "served")
	must(t, "..", "sh", "-c", `git ls-files -z --cached --others --exclude-standard | xargs -0 sh -c 'd=$0; for f; do [ ! -f "$f" ] || { mkdir -p "$d/$(dirname "$f")"; cp -p "$f" "$d/$f"; }; done' `+served)
	must(t, served, "git", "init", "-q", "-b", "main")
	must(t, served, "git", "add", "-A")
	must(t, served, "git", "commit", "-q", "-m", "chore: this work tree")
	must(t, served, "git", "tag", "v0.1.0")
	r.home = filepath.Join(dir, "home")
	write(t, r.home, ".gitconfig", `[user]
	name = Ann
	email = ann@example.com
[init]
	defaultBranch = main
[protocol "file"]
	allow = always
[url "file://`+served+`"]
	insteadOf = https://github.com/teammem/teammem
`)
}

// env is the environment of a person at work with one client. The module cache is that of
// the machine, so that nothing is loaded twice.
func (r *rig) env() []string {
	var env []string
	for _, kv := range os.Environ() {
		if name, _, _ := strings.Cut(kv, "="); !strings.HasPrefix(name, "GIT_") && name != "HOME" && name != "PATH" {
			env = append(env, kv)
		}
	}
	return append(env, "HOME="+r.home, "PATH="+r.path, "GOMODCACHE="+goEnv("GOMODCACHE"), "GOCACHE="+goEnv("GOCACHE"),
		"GOTOOLCHAIN=local", "PRE_COMMIT_HOME="+filepath.Join(r.home, "pre-commit"), "PREK_HOME="+filepath.Join(r.home, "prek"))
}

func goEnv(name string) string {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		panic(err)
	}
	return strings.TrimSpace(string(out))
}

// prepare makes the repository that the scenarios of a client begin with, and a remote
// that has it, once a run.
func (r *rig) prepare(t *testing.T, c client) (template string) {
	t.Helper()
	r.mu.Lock()
	made := r.templates[c.name]
	if made == nil {
		made = sync.OnceValues(func() (string, error) { return r.template(t, c) })
		r.templates[c.name] = made
	}
	r.mu.Unlock()
	template, err := made()
	if err != nil {
		t.Fatal(err)
	}
	return template
}

func (r *rig) template(t *testing.T, c client) (dir string, err error) {
	if dir, err = os.MkdirTemp(scratch, c.name+"-"); err != nil {
		return "", err
	}
	w := &world{t: t, client: c, env: r.env(), dir: filepath.Join(dir, "repo"), remote: filepath.Join(dir, "remote.git")}
	return dir, attempt(scenario{play: func(w *world) {
		if c.example != "" {
			must(t, "..", "cp", "-a", filepath.Join("examples", c.example), w.dir)
		}
		w.list(note)
		w.write(note, clean)
		w.write("feedback_reviews.md", reviews)
		w.writeTop("README.md", "# Example\n")
		w.writeTop("src/main.go", "package main\n")
		w.git("init", "-q")
		w.git("add", "-A")
		w.git("commit", "-m", "chore: begin")
		w.git("init", "-q", "--bare", w.remote)
		w.git("remote", "add", "origin", "../remote.git")
		w.git("push", "-u", "origin", "main")
		c.install(w)
	}}, w)
}

// copy gives a scenario a repository and a remote of its own.
func (r *rig) copy(t *testing.T, c client, template string) *world {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "w")
	must(t, template, "cp", "-a", template, dir)
	return &world{t: t, client: c, env: r.env(), dir: filepath.Join(dir, "repo"), remote: filepath.Join(dir, "remote.git")}
}
