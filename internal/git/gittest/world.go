package gittest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A World is a directory of its own with a home, fixed names and dates, and
// nothing of the machine's git configuration.
type World struct {
	t     testing.TB
	root  string
	env   []string
	extra []string // variables for the code under test, and for git when asked
	clock int
	stop  func(error) // ends a subtest that must be refused; else nil
}

// NewWorld returns an empty World that goes away with the test.
func NewWorld(t testing.TB) *World {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &World{t: t, root: root}
	w.env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + w.Path("home"), "XDG_CONFIG_HOME=" + w.Path("home/.config"),
		"LC_ALL=C", "TZ=UTC", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0",
		"GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com",
		"GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com",
		"GIT_TEST_FSYNC=0",        // nobody needs what a test wrote after a crash
		"GIT_ALLOW_PROTOCOL=file", // submodules and partial clones of this very disk
	}
	w.Mkdir("home")
	return w
}

// Path is the absolute path of a slash-separated one inside the World.
func (w *World) Path(p string) string { return filepath.Join(w.root, filepath.FromSlash(p)) }

// Env is the environment for the code under test.
func (w *World) Env() []string { return append(append([]string(nil), w.env...), w.extra...) }

// Setenv adds a variable for the code under test.
func (w *World) Setenv(name, value string) { w.extra = append(w.extra, name+"="+value) }

// Git runs git in dir and returns what it printed without the last line end.
func (w *World) Git(dir string, args ...string) string {
	w.t.Helper()
	return w.GitIn(dir, "", args...)
}

// GitIn is Git with something on standard input.
func (w *World) GitIn(dir, stdin string, args ...string) string {
	w.t.Helper()
	out, err := w.TryGit(dir, stdin, args...)
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// TryGit is GitIn for a git that may refuse.
func (w *World) TryGit(dir, stdin string, args ...string) (string, error) {
	return w.gitWith(w.env, dir, stdin, args...)
}

func (w *World) gitWith(env []string, dir, stdin string, args ...string) (string, error) {
	w.clock++
	date := fmt.Sprintf("%d +0000", 1767323045+60*w.clock) // from 2026-01-02 on
	cmd := exec.Command("git", args...)
	cmd.Dir = w.Path(dir)
	cmd.Env = append(append([]string(nil), env...), "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
	cmd.Stdin = strings.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("git %s: %w\n%s%s", strings.Join(args, " "), err, stdout.String(), stderr.String())
	}
	return strings.TrimSuffix(stdout.String(), "\n"), nil
}

// Init makes a repository at dir whose branch is main.
func (w *World) Init(dir string, args ...string) {
	w.t.Helper()
	w.Mkdir(dir)
	w.Git(dir, append([]string{"init", "-q", "-b", "main"}, args...)...)
}

// Commit stages everything in dir and commits it.
func (w *World) Commit(dir, message string) string {
	w.t.Helper()
	w.Git(dir, "add", "-A")
	w.Git(dir, "commit", "-q", "--allow-empty", "-m", message)
	return w.Git(dir, "rev-parse", "HEAD")
}

// Mkdir makes a directory.
func (w *World) Mkdir(dir string) {
	w.t.Helper()
	w.must(os.MkdirAll(w.Path(dir), 0o755))
}

// Write writes a file and the directories above it.
func (w *World) Write(p, text string) {
	w.t.Helper()
	w.must(os.MkdirAll(filepath.Dir(w.Path(p)), 0o755))
	w.must(os.WriteFile(w.Path(p), []byte(text), 0o644))
}

// Append adds text to a file.
func (w *World) Append(p, text string) {
	w.t.Helper()
	w.Write(p, w.Read(p)+text)
}

// Read returns the contents of a file.
func (w *World) Read(p string) string {
	w.t.Helper()
	b, err := os.ReadFile(w.Path(p))
	w.must(err)
	return string(b)
}

// Remove removes a file or directory.
func (w *World) Remove(p string) {
	w.t.Helper()
	w.must(os.RemoveAll(w.Path(p)))
}

// Symlink makes a link at p to target.
func (w *World) Symlink(target, p string) {
	w.t.Helper()
	w.must(os.Symlink(target, w.Path(p)))
}

func (w *World) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// Object stores an object of any form, checked by nobody.
func (w *World) Object(dir, kind string, raw string) string {
	w.t.Helper()
	return w.GitIn(dir, raw, "hash-object", "-t", kind, "-w", "--stdin", "--literally")
}

// RawTree stores a tree with the items as they are: "mode name id" each.
func (w *World) RawTree(dir string, items ...string) string {
	w.t.Helper()
	var raw strings.Builder
	for _, item := range items {
		mode, rest, _ := strings.Cut(item, " ")
		i := strings.LastIndex(rest, " ")
		raw.WriteString(mode + " " + rest[:i] + "\x00" + unhex(rest[i+1:]))
	}
	return w.Object(dir, "tree", raw.String())
}

func unhex(s string) string {
	var b []byte
	if _, err := fmt.Sscanf(s, "%x", &b); err != nil {
		panic(err)
	}
	return string(b)
}

// Blob stores a blob.
func (w *World) Blob(dir, text string) string { return w.Object(dir, "blob", text) }

// CommitTree commits a tree on top of parents.
func (w *World) CommitTree(dir, tree, message string, parents ...string) string {
	w.t.Helper()
	args := []string{"commit-tree", tree, "-m", message}
	for _, p := range parents {
		args = append(args, "-p", p)
	}
	return w.Git(dir, args...)
}

// gitRaw runs git and returns all that it printed.
func (w *World) gitRaw(env []string, dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = w.Path(dir), env
	out, err := cmd.Output()
	return string(out), err
}

func renameIn(w *World, from, to string) error { return os.Rename(w.Path(from), w.Path(to)) }
