//go:build e2e

package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A release is prepared in one folder and built again from its tag in another, with nothing compiled
// beforehand: the bytes are those whose checksums were committed. A change of the source or of the
// tag is seen.
func TestRelease(t *testing.T) {
	target := runtime.GOOS + "/" + runtime.GOARCH
	first := filepath.Join(t.TempDir(), "a folder", "with", "a long name")
	command(t, "..", nil, "git", "clone", "-q", ".", first)
	// What is changed here and not committed is tried, too.
	copyChanged(t, first)
	env := []string{"TARGETS=" + target, "GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com",
		"GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com"}
	command(t, first, env, "scripts/release", "v99.0.1")
	command(t, first, env, "git", "add", "release")
	command(t, first, env, "git", "commit", "-q", "-m", "Release v99.0.1")
	command(t, first, env, "git", "tag", "v99.0.1")

	second := filepath.Join(t.TempDir(), "b")
	command(t, first, nil, "git", "clone", "-q", "--branch", "v99.0.1", ".", second)
	command(t, second, []string{"GOCACHE=" + t.TempDir()}, "scripts/build", "built", target)
	command(t, second, nil, "scripts/verify", "built", "v99.0.1")

	built, err := os.ReadDir(filepath.Join(second, "built"))
	if err != nil || len(built) != 2 {
		t.Fatalf("%d programs, want teammem and teammem-action: %v", len(built), err)
	}
	program := filepath.Join(second, "built", built[1].Name())
	if out := command(t, second, nil, program, "version"); !strings.HasPrefix(out, "teammem v99.0.1 ") {
		t.Errorf("the version is %q", out)
	}
	for _, folder := range []string{first, second} {
		if text, err := os.ReadFile(program); err != nil || bytes.Contains(text, []byte(folder)) {
			t.Errorf("the program names the folder it was built in: %v", err)
		}
	}

	refused(t, second, "scripts/verify", "built", "v99.0.2")
	appendTo(t, program, "x")
	refused(t, second, "scripts/verify", "built", "v99.0.1")
	if err := os.Remove(program); err != nil {
		t.Fatal(err)
	}
	refused(t, second, "scripts/verify", "built", "v99.0.1")
	refused(t, first, "scripts/release", "v99.0.1") // the tag is there
	refused(t, first, "scripts/release", "99.0.2")
	appendTo(t, filepath.Join(first, "README.md"), "x")
	refused(t, first, "scripts/release", "v99.0.2") // a change that is not committed
}

// copyChanged brings what differs from HEAD in this work tree into the clone, as a commit.
func copyChanged(t *testing.T, clone string) {
	t.Helper()
	patch := command(t, "..", nil, "git", "diff", "--binary", "HEAD")
	if patch == "" {
		return
	}
	apply := exec.Command("git", "apply", "--index")
	apply.Dir, apply.Stdin = clone, strings.NewReader(patch)
	if out, err := apply.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	command(t, clone, nil, "git", "-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit", "-q", "-m", "What is not committed")
}

func command(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	out, err := start(dir, env, name, args...)
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return out
}

func refused(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	if out, err := start(dir, nil, name, args...); err == nil {
		t.Errorf("%s %q was not refused:\n%s", name, args, out)
	}
}

func start(dir string, env []string, name string, args ...string) (string, error) {
	if strings.HasPrefix(name, "scripts/") {
		name, args = "bash", append([]string{name}, args...)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, "GIT_") }), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func appendTo(t *testing.T, name, text string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
}
