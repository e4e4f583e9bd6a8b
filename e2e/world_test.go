//go:build e2e

package e2e

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/teammemtest"
)

// note is the memory that scenarios change.
const note = "project_note.md"

const (
	clean   = "---\nname: note\ndescription: when we ship\ntype: project\ncreated: 2026-01-02\nexpires: 2036-01-02\n---\n\nWe ship on Fridays.\n\n**Why:** the customer tests on Mondays.\n**How to apply:** plan releases for Friday morning.\n"
	changed = "---\nname: note\ndescription: when we ship\ntype: project\ncreated: 2026-01-02\nexpires: 2036-01-02\n---\n\nWe ship on Thursdays.\n\n**Why:** the customer tests on Fridays.\n**How to apply:** plan releases for Thursday morning.\n"
	moved   = "---\nname: note\ndescription: when we ship\ntype: project\ncreated: 2026-01-02\nexpires: 2036-01-02\n---\n\nWe ship on Mondays.\n\n**Why:** the customer tests on Wednesdays.\n**How to apply:** plan releases for Monday morning.\n"
	other   = "---\nname: ci\ndescription: where the builds run\ntype: reference\n---\n\nBuilds run at https://ci.example.com, in the group of this project.\n\n**How to apply:** look there first when a build is red.\n"
	reviews = "---\nname: reviews\ndescription: how reviews are done\ntype: feedback\n---\n\nTwo people read a change.\n\n**Why:** one pair of eyes missed an outage.\n**How to apply:** ask a second person.\n"
)

// secret is text with something that no commit may hold.
func secret(seed string) string {
	return teammemtest.Expand("The robot logs in with ${ghp:" + seed + "}.")
}

// leak is the note with a secret.
func leak(seed string) string { return clean + "\n" + secret(seed) + "\n" }

// A world is one repository with hooks, and a remote.
type world struct {
	t      *testing.T
	client client
	env    []string
	dir    string // the work tree
	remote string // a bare repository
	stdin  string
}

// A failure says what was not as it has to be.
type failure string

func (f failure) Error() string { return string(f) }

func (w *world) fail(format string, args ...any) { panic(failure(fmt.Sprintf(format, args...))) }

// in is the same world from another folder.
func (w *world) in(dir string) *world {
	other := *w
	other.dir = dir
	return &other
}

// answer is the same world with a person who types.
func (w *world) answer(text string) *world {
	other := *w
	other.stdin = text
	return &other
}

func (w *world) write(name, text string)    { write(w.t, w.dir, memories+"/"+name, text) }
func (w *world) writeTop(name, text string) { write(w.t, w.dir, name, text) }
func (w *world) readTop(name string) string { return read(w.t, w.dir, name) }

// list writes an index of the memories named, and of the one that is always there.
func (w *world) list(names ...string) {
	lines := "# Team memory\n\n- [Reviews](feedback_reviews.md) — how reviews are done\n"
	for _, name := range names {
		lines += "- [" + name + "](" + name + ") — read it before a release\n"
	}
	w.write("MEMORY.md", lines)
}

// slip commits what the hooks were told not to look at.
func (w *world) slip(name, text string) {
	w.write(name, text)
	w.git("commit", "--no-verify", "-a", "-m", "docs: slipped")
}

// mend takes the secret out of the note in a further commit.
func (w *world) mend() { w.slip(note, changed) }

// exec runs a program and gives what it printed.
func (w *world) exec(name string, args ...string) (out string, code int) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = w.dir, w.env, strings.NewReader(w.stdin)
	if path, err := lookPath(name, w.env); err == nil {
		cmd.Path, cmd.Err = path, nil
	}
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		w.t.Fatalf("%s: %v", name, err)
	}
	return said.String(), cmd.ProcessState.ExitCode()
}

// lookPath finds a program on the PATH of env.
func lookPath(name string, env []string) (string, error) {
	for _, kv := range env {
		list, ok := strings.CutPrefix(kv, "PATH=")
		for _, dir := range filepath.SplitList(list) {
			if path, err := exec.LookPath(filepath.Join(dir, name)); ok && err == nil {
				return path, nil
			}
		}
	}
	return exec.LookPath(name)
}

// run is exec for a program that has to succeed.
func (w *world) run(name string, args ...string) string {
	out, code := w.exec(name, args...)
	if code != 0 {
		w.fail("%s %q ended with %d:\n%s", name, args, code, out)
	}
	return out
}

func (w *world) git(args ...string) string { return w.run("git", args...) }

// stopped runs a git that has to fail and say something.
func (w *world) stopped(says string, args ...string) {
	out, code := w.exec("git", args...)
	if code == 0 || !strings.Contains(out, says) {
		w.fail("git %q ended with %d, want it stopped with %q:\n%s", args, code, says, out)
	}
	for line := range strings.Lines(out) { // git itself shows the lines that commit -p adds
		if strings.Contains(line, teammemtest.Expand("${ghp:x}")[:4]) && !strings.HasPrefix(line, "+") {
			w.fail("git %q shows the secret:\n%s", args, out)
		}
	}
}

// refused runs a git that the hook has to stop because of a secret, with everything left
// as it was.
func (w *world) refused(args ...string) { w.refusedFor("secret", args...) }

func (w *world) refusedFor(rule string, args ...string) {
	before := w.state()
	w.stopped("["+rule+"]", args...)
	w.same(before)
}

// refusedHere is refused from a folder below the top.
func (w *world) refusedHere(args ...string) {
	top := w.in(strings.TrimSpace(w.git("rev-parse", "--show-toplevel")))
	before := top.state()
	w.stopped("[secret]", args...)
	top.same(before)
}

func (w *world) same(before string) {
	if after := w.state(); after != before {
		w.fail("the repository changed; before:\n%s\nafter:\n%s", before, after)
	}
}

// state is every ref here and at the remote, HEAD, the index and every file.
func (w *world) state() string {
	var s strings.Builder
	s.WriteString(w.git("for-each-ref") + w.git("ls-files", "--stage") + w.git("status", "--porcelain") + read(w.t, w.gitDir(), "HEAD"))
	s.WriteString(w.run("git", "--git-dir", w.remote, "for-each-ref"))
	err := filepath.WalkDir(w.dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Name() == ".git" && d.IsDir():
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(&s, "%s %q\n", path, text)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return s.String()
}

func (w *world) gitDir() string { return strings.TrimSpace(w.git("rev-parse", "--absolute-git-dir")) }
