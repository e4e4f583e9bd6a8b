//go:build e2e

package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/teammemtest"
)

// A scenario is one way to commit or push something that has to be refused, and what
// has to go through beside it. It panics through world.fail when that is not so.
type scenario struct {
	name string
	play func(w *world)
	// unable names the clients that can't do it, and why. If one of them can after all,
	// the test fails, so that no reason outlives its cause.
	unable map[string]string
}

const (
	oneRef    = "it tells a hook the first ref of a push alone"
	noNews    = "it runs no hook when the remote has every commit"
	noWorkdir = "its core.hooksPath is relative and ignored, so that a linked worktree has no hooks before npm install"
)

var frameworks = map[string]string{"pre-commit": oneRef, "prek": oneRef}

var scenarios = []scenario{
	{name: "add", play: func(w *world) {
		w.write("reference_ci.md", other+secret("add")+"\n")
		w.list("reference_ci.md", note)
		w.git("add", "-A")
		w.refused("commit", "-m", "docs: ci")
		w.write("reference_ci.md", other)
		w.git("add", "-A")
		w.git("commit", "-m", "docs: ci")
	}},
	{name: "modify", play: func(w *world) {
		w.write(note, leak("modify"))
		w.git("add", "-u")
		w.refused("commit", "-m", "docs: note")
		w.write(note, changed)
		w.git("add", "-u")
		w.git("commit", "-m", "docs: note")
	}},
	{name: "delete only", play: func(w *world) {
		w.git("rm", "-q", memories+"/"+note)
		w.refusedFor("dead-link", "commit", "-m", "docs: drop it")
		w.list()
		w.git("add", "-u")
		w.git("commit", "-m", "docs: drop it")
	}},
	{name: "rename", play: func(w *world) {
		w.git("mv", memories+"/"+note, memories+"/project_moved.md")
		w.refusedFor("dead-link", "commit", "-m", "docs: move it")
		w.write("project_moved.md", leak("rename"))
		w.list("project_moved.md")
		w.git("add", "-A")
		w.refused("commit", "-m", "docs: move it")
		w.write("project_moved.md", clean)
		w.git("add", "-A")
		w.git("commit", "-m", "docs: move it")
	}},
	{name: "amend", play: func(w *world) {
		w.write(note, changed)
		w.git("commit", "-a", "-m", "docs: note")
		w.write(note, leak("amend"))
		w.git("add", "-u")
		w.refused("commit", "--amend", "--no-edit")
		w.write(note, moved)
		w.git("add", "-u")
		w.git("commit", "--amend", "--no-edit")
	}},
	{name: "amend that takes it away", play: func(w *world) {
		w.slip(note, leak("taken"))
		w.write(note, changed)
		w.git("add", "-u")
		w.git("commit", "--amend", "--no-edit")
		w.git("push", "origin", "main")
	}},
	{name: "empty amend", play: func(w *world) {
		w.write(note, changed)
		w.git("commit", "-a", "-m", "docs: note")
		w.git("commit", "--amend", "-m", "docs: another message")
		// git shows a hook no difference between this and a commit of nothing new: the
		// secret is older, and the push stops it.
		w.slip(note, leak("empty"))
		w.git("commit", "--amend", "--no-edit")
		w.refused("push", "origin", "main")
	}},
	{name: "message", play: func(w *world) {
		w.write(note, changed)
		w.git("add", "-u")
		w.refused("commit", "-m", secret("message"))
		w.refused("commit", "--amend", "-m", secret("message"))
		w.git("commit", "-m", "docs: note")
		w.git("checkout", "-q", "-b", "side", "HEAD^")
		w.writeTop("README.md", "# Side\n")
		w.git("commit", "-a", "-m", "docs: readme")
		w.stopped("[secret]", "merge", "--no-ff", "-m", secret("message"), "main")
		w.git("merge", "--abort")
		w.git("merge", "--no-ff", "-m", "merge main", "main")
	}},
	{name: "message at the push", play: func(w *world) {
		w.write(note, changed)
		w.git("commit", "--no-verify", "-a", "-m", secret("pushed"))
		w.refused("push", "origin", "main")
	}},
	{name: "commit -a", play: func(w *world) {
		w.write(note, leak("all"))
		w.refused("commit", "-a", "-m", "docs: note")
		w.write(note, changed)
		w.git("commit", "-a", "-m", "docs: note")
	}},
	{name: "commit -p", play: func(w *world) {
		w.write(note, leak("patch"))
		w.answer("y\n").refused("commit", "-p", "-m", "docs: note")
		w.write(note, changed)
		w.answer("y\n").git("commit", "-p", "-m", "docs: note")
	}},
	{name: "commit -- path", play: func(w *world) {
		w.writeTop("README.md", "# Staged\n")
		w.git("add", "README.md")
		w.write(note, leak("path"))
		w.refused("commit", "-m", "docs: note", "--", memories+"/"+note)
		w.write(note, changed)
		w.git("commit", "-m", "docs: note", "--", memories+"/"+note)
		// What is staged beside the path does not count.
		w.write(note, leak("beside"))
		w.git("add", "-u")
		w.git("commit", "-m", "docs: readme", "--", "README.md")
	}},
	{name: "commit -i", play: func(w *world) {
		w.writeTop("README.md", "# Staged\n")
		w.git("add", "README.md")
		w.write(note, leak("include"))
		w.refused("commit", "-m", "docs: both", "-i", memories+"/"+note)
		w.write(note, changed)
		w.git("commit", "-m", "docs: both", "-i", memories+"/"+note)
	}},
	{name: "conflict merge", play: func(w *world) {
		w.git("checkout", "-q", "-b", "side")
		w.write(note, moved)
		w.git("commit", "-a", "-m", "docs: side")
		w.git("checkout", "-q", "main")
		w.write(note, changed)
		w.git("commit", "-a", "-m", "docs: main")
		w.stopped("CONFLICT", "merge", "side")
		w.write(note, leak("conflict"))
		w.git("add", "-u")
		w.refused("commit", "-m", "merge side")
		w.write(note, moved)
		w.git("add", "-u")
		w.git("commit", "-m", "merge side")
	}},
	{name: "clean merge", play: func(w *world) {
		w.git("checkout", "-q", "-b", "side")
		w.slip(note, leak("merge"))
		w.git("checkout", "-q", "main")
		w.writeTop("README.md", "# Main\n")
		w.git("commit", "-a", "-m", "docs: readme")
		before := w.state()
		w.stopped("[secret]", "merge", "--no-ff", "-m", "merge side", "side")
		w.git("merge", "--abort")
		w.same(before)
		w.git("checkout", "-q", "side")
		w.write(note, changed)
		w.git("commit", "-a", "--amend", "--no-edit")
		w.git("checkout", "-q", "main")
		w.git("merge", "--no-ff", "-m", "merge side", "side")
	}},
	{name: "rebase then push", play: func(w *world) {
		w.git("checkout", "-q", "-b", "side")
		w.slip(note, leak("rebase"))
		w.mend()
		w.git("checkout", "-q", "main")
		w.writeTop("README.md", "# Main\n")
		w.git("commit", "-a", "-m", "docs: readme")
		w.git("push", "origin", "main")
		w.git("checkout", "-q", "side")
		w.git("rebase", "-q", "main")
		w.refused("push", "origin", "side")
	}},
	{name: "rebase onto what others pushed", play: func(w *world) {
		w.git("checkout", "-q", "-b", "side")
		w.writeTop("README.md", "# Side\n")
		w.git("commit", "-a", "-m", "docs: readme")
		w.git("checkout", "-q", "main")
		w.slip(note, leak("foreign"))
		w.git("push", "--no-verify", "origin", "main")
		w.git("checkout", "-q", "side")
		w.git("rebase", "-q", "main")
		w.git("push", "origin", "side") // what the remote has is not judged again
	}},
	{name: "secret in the merge alone, then push", play: func(w *world) {
		w.git("checkout", "-q", "-b", "side")
		w.writeTop("README.md", "# Side\n")
		w.git("commit", "-a", "-m", "docs: readme")
		w.git("checkout", "-q", "main")
		w.git("merge", "-q", "--no-ff", "--no-commit", "side")
		w.slip(note, leak("evil"))
		w.mend()
		w.refused("push", "origin", "main")
	}},
	{name: "cherry-pick then push", play: func(w *world) {
		w.git("checkout", "-q", "-b", "side")
		w.slip(note, leak("pick"))
		w.git("checkout", "-q", "main")
		w.git("cherry-pick", "side")
		w.refused("push", "origin", "main")
		w.git("reset", "-q", "--hard", "HEAD^")
		w.write(note, changed)
		w.git("commit", "-a", "-m", "docs: note")
		w.git("push", "origin", "main")
	}},
	{name: "linked worktree", play: func(w *world) {
		w.git("worktree", "add", "-q", "-b", "linked", w.dir+"-linked")
		w = w.in(w.dir + "-linked")
		w.write(note, leak("linked"))
		w.refused("commit", "-a", "-m", "docs: note")
		w.write(note, changed)
		w.git("commit", "-a", "-m", "docs: note")
	}, unable: map[string]string{"husky": noWorkdir}},
	{name: "linked worktree, set up", play: func(w *world) {
		w.git("worktree", "add", "-q", "-b", "linked", w.dir+"-linked")
		w = w.in(w.dir + "-linked")
		w.client.install(w)
		w.write(note, leak("linked"))
		w.refused("commit", "-a", "-m", "docs: note")
	}},
	{name: "submodule", play: func(w *world) {
		w.git("submodule", "--quiet", "add", w.remote, "lib")
		w.git("commit", "-a", "-m", "chore: add lib")
		w = w.in(w.dir + "/lib")
		w.client.install(w)
		w.write(note, leak("submodule"))
		w.refused("commit", "-a", "-m", "docs: note")
		w.write(note, changed)
		w.git("commit", "-a", "-m", "docs: note")
	}},
	{name: "detached HEAD", play: func(w *world) {
		w.git("checkout", "-q", "--detach")
		w.write(note, leak("detached"))
		w.refused("commit", "-a", "-m", "docs: note")
		w.slip(note, leak("detached"))
		w.refused("push", "origin", "HEAD:refs/heads/new")
		w.write(note, changed)
		w.git("commit", "-a", "--amend", "-m", "docs: note")
		w.git("push", "origin", "HEAD:refs/heads/new")
	}},
	{name: "first commit", play: func(w *world) {
		w.git("checkout", "-q", "--orphan", "first")
		w.git("branch", "-q", "-D", "main")
		w.write(note, leak("first"))
		w.git("add", "-A")
		w.refused("commit", "-m", "chore: begin")
		w.write(note, changed)
		w.git("add", "-A")
		w.git("commit", "-m", "chore: begin")
	}},
	{name: "first push", play: func(w *world) {
		w.git("init", "-q", "--bare", w.dir+"-new.git")
		w.git("remote", "add", "new", w.dir+"-new.git")
		w.slip(note, leak("whole"))
		w.mend()
		w.refused("push", "new", "main")
		w.git("reset", "-q", "--hard", "HEAD^^")
		w.git("push", "new", "main")
	}},
	{name: "push of two refs", play: func(w *world) {
		w.git("checkout", "-q", "-b", "aaa")
		w.write(note, changed)
		w.git("commit", "-a", "-m", "docs: note")
		w.git("checkout", "-q", "-b", "zzz", "main")
		w.slip(note, leak("two"))
		w.git("checkout", "-q", "main")
		w.refused("push", "origin", "aaa", "zzz")
	}, unable: frameworks},
	{name: "push of another branch", play: func(w *world) {
		w.git("checkout", "-q", "-b", "side")
		w.slip(note, leak("other"))
		w.git("checkout", "-q", "main")
		w.refused("push", "origin", "side:refs/heads/elsewhere")
	}},
	{name: "force push", play: func(w *world) {
		w.write(note, changed)
		w.git("commit", "-a", "-m", "docs: note")
		w.git("push", "origin", "main")
		w.git("reset", "-q", "--hard", "HEAD^")
		w.slip(note, leak("force"))
		w.refused("push", "--force", "origin", "main")
	}},
	{name: "tag push", play: func(w *world) {
		w.slip(note, leak("tag"))
		w.git("tag", "light")
		w.git("tag", "-a", "-m", "a release", "v1.0.0")
		w.git("reset", "-q", "--hard", "HEAD^")
		w.refused("push", "origin", "light")
		w.refused("push", "origin", "v1.0.0")
		w.git("tag", "-a", "-m", "a release", "v0.9.0")
		w.git("push", "origin", "v0.9.0")
	}},
	{name: "message and name of a tag", play: func(w *world) {
		w.writeTop("README.md", "# Tagged\n")
		w.git("commit", "-a", "-m", "docs: readme")
		w.git("tag", "-a", "-m", secret("told"), "v1.0.0")
		w.stopped("tag v1.0.0 message:1:", "push", "origin", "v1.0.0")
		w.stopped("the name of the tag holds a secret", "push", "origin", "HEAD:refs/tags/"+teammemtest.Expand("${ghp:named}"))
		w.git("tag", "-f", "-a", "-m", "a release", "v1.0.0")
		w.git("push", "origin", "v1.0.0")
	}},
	{name: "message of a tag on what the remote has", play: func(w *world) {
		w.git("tag", "-a", "-m", secret("late"), "v1.0.0")
		w.stopped("tag v1.0.0 message:1:", "push", "origin", "v1.0.0")
	}, unable: map[string]string{"pre-commit": noNews, "prek": noNews}},
	{name: "branch deletion", play: func(w *world) {
		w.git("push", "origin", "main:refs/heads/old")
		w.slip(note, leak("deletion")) // not pushed, and no reason to keep a branch
		w.git("push", "origin", "--delete", "old")
	}},
	{name: "unstaged and untracked work", play: func(w *world) {
		w.writeTop("README.md", "# Not staged\n")
		w.writeTop("notes.txt", "not tracked\n")
		w.write(note, leak("work"))
		w.git("add", memories)
		w.refused("commit", "-m", "docs: note")
		w.write(note, changed)
		w.git("add", memories)
		w.git("commit", "-m", "docs: note")
		if got := w.readTop("README.md") + w.readTop("notes.txt"); got != "# Not staged\nnot tracked\n" {
			w.fail("what was not committed is now %q", got)
		}
	}},
	{name: "mended in the work tree alone", play: func(w *world) {
		w.write(note, leak("staged"))
		w.git("add", "-u")
		w.write(note, changed)
		w.refused("commit", "-m", "docs: note")
		w.git("add", "-u")
		w.git("commit", "-m", "docs: note")
	}},
	{name: "unstaged work with line ends of Windows", play: func(w *world) {
		w.git("config", "core.autocrlf", "true")
		w.writeTop("README.md", "# Not staged\r\n")
		w.write(note, leak("crlf"))
		w.git("add", memories)
		w.refused("commit", "-m", "docs: note")
		w.write(note, changed)
		w.git("add", memories)
		w.git("commit", "-m", "docs: note")
		if got := w.readTop("README.md"); got != "# Not staged\r\n" {
			w.fail("what was not staged is now %q", got)
		}
	}},
	{name: "name beyond ASCII", play: func(w *world) {
		w.write("reference_größe 1.md", other+secret("name")+"\n")
		w.list(note, "reference_gr%C3%B6%C3%9Fe%201.md")
		w.git("add", "-A")
		w.refused("commit", "-m", "docs: ci")
		w.write("reference_größe 1.md", other)
		w.git("add", "-A")
		w.git("commit", "-m", "docs: ci")
	}},
	{name: "from a folder", play: func(w *world) {
		w.write(note, leak("folder"))
		w.git("add", "-u")
		w.in(w.dir+"/src").refusedHere("commit", "-m", "docs: note")
	}},
}

// Every way to commit and push, with every client.
func TestHooks(t *testing.T) {
	r := newRig(t)
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			template := r.prepare(t, c)
			for _, s := range scenarios {
				t.Run(strings.ReplaceAll(s.name, " ", "_"), func(t *testing.T) {
					t.Parallel()
					judge(t, s, c.name, attempt(s, r.copy(t, c, template)))
				})
			}
		})
	}
}

func judge(t *testing.T, s scenario, client string, err error) {
	t.Helper()
	reason, unable := s.unable[client]
	switch {
	case unable && err == nil:
		t.Errorf("%s can do it after all; take the reason away: %s", client, reason)
	case unable:
		t.Logf("%s can't: %s", client, reason)
	case err != nil:
		t.Error(err)
	}
}

// attempt plays a scenario and says what was not as it has to be.
func attempt(s scenario, w *world) (err error) {
	defer func() {
		if r := recover(); r != nil {
			failed, ok := r.(failure)
			if !ok {
				panic(r)
			}
			err = failed
		}
	}()
	s.play(w)
	return nil
}

// Every client is named by a scenario as it is called.
func TestHooksNameClients(t *testing.T) {
	for _, s := range scenarios {
		for name := range s.unable {
			if !slices.ContainsFunc(clients, func(c client) bool { return c.name == name }) {
				t.Errorf("%s names %q, which is no client", s.name, name)
			}
		}
	}
}
