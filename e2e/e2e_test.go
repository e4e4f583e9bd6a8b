//go:build e2e

// Package e2e holds the tests that need more than Go and git: root, a small file
// system, strace, an empty network, or other programs. A missing one is a failure,
// never a skip. Run them with go test -tags e2e ./e2e
package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var (
	teammem string // the program, in a folder of its own
	scratch string // a folder that goes away with the run
)

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "teammem-e2e-")
	if err != nil {
		panic(err)
	}
	scratch = dir
	teammem = filepath.Join(dir, "bin", "teammem")
	if out, err := exec.Command("go", "build", "-o", teammem, "../cmd/teammem").CombinedOutput(); err != nil {
		panic(string(out))
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// packages is a folder with what npm provides, installed once a run.
func packages(t *testing.T) string {
	t.Helper()
	installed.Do(func() {
		dir := filepath.Join(scratch, "npm")
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		args := []string{"install", "--no-audit", "--no-fund", "--silent", "--prefix", dir,
			"@j178/prek@0.5.3", "lefthook@2.2.2", "husky@9.1.7",
			"gray-matter@4", "front-matter@4", "js-yaml@4", "yaml@2", "unified@11", "remark-parse@11", "remark-frontmatter@5"}
		for _, pause := range []time.Duration{5, 15, 45} { // a server that refuses once says nothing of teammem
			if _, code := run(t, dir, "npm", args...); code == 0 {
				return
			}
			time.Sleep(pause * time.Second)
		}
		must(t, dir, "npm", args...)
	})
	return filepath.Join(scratch, "npm")
}

var installed sync.Once

// run runs a command in dir with a home of its own and gives its output and exit code.
func run(t *testing.T, dir, name string, args ...string) (out string, code int) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	home := t.TempDir()
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "GIT_") && !strings.HasPrefix(kv, "HOME=") {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	cmd.Env = append(cmd.Env, "HOME="+home, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_TEST_FSYNC=0",
		"GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com", "GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com")
	data, err := cmd.CombinedOutput()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatalf("%s: %v", name, err)
	}
	return string(data), cmd.ProcessState.ExitCode()
}

// must is run for a command that has to succeed.
func must(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, code := run(t, dir, name, args...)
	if code != 0 {
		t.Fatalf("%s %q ended with %d:\n%s", name, args, code, out)
	}
	return out
}

const memories = ".agent/team-memory"

// repository makes a repository in dir with one memory that fmt would mend.
func repository(t *testing.T, dir string) {
	t.Helper()
	must(t, dir, "git", "init", "-q", "-b", "main")
	write(t, dir, memories+"/project_note.md", "---\nname: note\ndescription: one rule: ship on Fridays\ntype: project\n---\n\nShip on Fridays.\n")
	write(t, dir, memories+"/MEMORY.md", "- [Note](project_note.md) — one rule\n")
	must(t, dir, "git", "add", "-A")
	must(t, dir, "git", "commit", "-q", "-m", "one memory")
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	p := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
