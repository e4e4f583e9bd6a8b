//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hook status proves every client, and leaves the hooks as they are.
func TestHookStatus(t *testing.T) {
	r := newRig(t)
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := r.copy(t, c, r.prepare(t, c))
			judge(t, scenario{}, c.name, attempt(scenario{play: func(w *world) {
				before := w.hooks()
				out := w.run(teammem, "hook", "status")
				if !strings.Contains(out, "proven: a commit of a private memory was refused\n") {
					w.fail("nothing is proven:\n%s", out)
				}
				if after := w.hooks(); after != before {
					w.fail("the hooks changed; before:\n%s\nafter:\n%s", before, after)
				}
				w.same(w.state())
			}}, w))
		})
	}
}

// A manager whose program is not there can't be proven; git's own hooks can.
func TestHookStatusWithoutTheManager(t *testing.T) {
	r := newRig(t)
	for _, c := range clients {
		if c.name != "pre-commit" && c.name != "lefthook" {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := r.copy(t, c, r.prepare(t, c))
			for _, hook := range []string{"pre-commit", "pre-merge-commit", "commit-msg", "pre-push"} {
				name := ".git/hooks/" + hook
				if _, err := os.Stat(filepath.Join(w.dir, name)); err == nil {
					gone := "#!/bin/sh\n# " + strings.ReplaceAll(w.readTop(name), "\n", "\n# ") + "\necho it is not here\n"
					w.writeTop(name, gone)
				}
			}
			out, code := w.exec(teammem, "hook", "status")
			if code != 3 || !strings.Contains(out, "installed, not proven\n") {
				t.Errorf("status ended with %d, want 3 and that nothing is proven:\n%s", code, out)
			}
		})
	}
}

// none is a repository without hooks.
var none = client{name: "none", install: func(*world) {}}

// What hook install says to add works when pasted, and again it finds it there.
func TestHookInstallSays(t *testing.T) {
	r := newRig(t)
	for name, c := range map[string]struct {
		config, empty, setup string
	}{
		"lefthook":   {"lefthook.yml", "", "lefthook install"},
		"pre-commit": {".pre-commit-config.yaml", "", "pre-commit install --install-hooks"},
		"prek":       {"prek.toml", "", "prek install --prepare-hooks"},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			w := r.copy(t, none, r.prepare(t, none))
			w.writeTop(c.config, c.empty)
			out, code := w.exec(teammem, "hook", "install")
			lines, talk, ok := strings.Cut(out, "teammem: error: ")
			if code != 3 || !ok || !strings.Contains(talk, "then run "+c.setup+"\n") {
				t.Fatalf("install ended with %d, want 3, lines to add and %q:\n%s", code, c.setup, out)
			}
			judge(t, scenario{}, name, attempt(scenario{play: func(w *world) {
				w.writeTop(c.config, lines)
				w.git("add", "-A")
				setup := strings.Fields(c.setup)
				w.run(setup[0], setup[1:]...)
				if out := w.run(teammem, "hook", "install"); !strings.HasPrefix(out, "kept "+c.config) {
					w.fail("again it says:\n%s", out)
				}
				w.run(teammem, "hook", "status")
				w.write(note, leak("pasted"))
				w.git("add", "-A")
				w.refused("commit", "-m", "docs: note")
			}}, w))
		})
	}
}

// Beside real managers: husky's folder is used, pre-commit keeps what it found, and nothing is
// left after uninstall.
func TestHookInstallBeside(t *testing.T) {
	r := newRig(t)
	husky := client{name: "husky", install: func(w *world) { w.run("husky") }}
	cases := map[string]func(w *world){
		"husky": func(w *world) {
			husky.install(w)
			w.writeTop(".husky/pre-commit", "echo of the project >&2")
		},
		"git lfs and others": func(w *world) {
			w.writeTop(".git/hooks/pre-push", "#!/bin/sh\ncat >&2\n")
			w.run("chmod", "+x", ".git/hooks/pre-push")
		},
	}
	for name, set := range cases {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			w := r.copy(t, none, r.prepare(t, none))
			judge(t, scenario{}, name, attempt(scenario{play: func(w *world) {
				set(w)
				before, files := w.hooks(), w.state()
				w.run(teammem, "hook", "install")
				w.run(teammem, "hook", "status")
				w.writeTop("README.md", "# Changed\n")
				w.git("commit", "-a", "-m", "docs: readme")
				if out := w.git("push", "origin", "main"); name != "husky" && !strings.Contains(out, "refs/heads/main") {
					w.fail("the hook that was there did not read what is pushed:\n%s", out)
				}
				w.slip(note, leak("beside"))
				w.stopped("[secret]", "push", "origin", "main")
				w.git("reset", "-q", "--hard", "HEAD^^")
				w.git("push", "-q", "--no-verify", "-f", "origin", "main")
				w.run(teammem, "hook", "uninstall")
				w.same(files)
				if after := w.hooks(); after != before {
					w.fail("the hooks changed; before:\n%s\nafter:\n%s", before, after)
				}
			}}, w))
		})
	}
}

// pre-commit sets a hook aside that it finds, and starts it; uninstall finds it there.
func TestHookInstallBeforePreCommit(t *testing.T) {
	r := newRig(t)
	w := r.copy(t, none, r.prepare(t, none))
	judge(t, scenario{}, "pre-commit", attempt(scenario{play: func(w *world) {
		w.run(teammem, "hook", "install")
		w.writeTop(".pre-commit-config.yaml", "repos: []\n")
		w.git("add", "-A")
		w.run("pre-commit", "install")
		if out := w.run(teammem, "hook", "install"); strings.Contains(out, "wrote") {
			w.fail("a hook that pre-commit starts is installed again:\n%s", out)
		}
		w.write(note, leak("legacy"))
		w.git("add", "-A")
		w.refused("commit", "-m", "docs: note")
		w.run(teammem, "hook", "uninstall")
		if left := w.hooks(); strings.Contains(left, "teammem") {
			w.fail("this is left:\n%s", left)
		}
	}}, w))
}

// hooks is every file that git or husky may start.
func (w *world) hooks() string {
	return w.run("sh", "-c", `find .git/hooks .githooks .husky -type f ! -name '*.sample' 2>/dev/null | sort | while read -r f; do echo "== $f $(stat -c %a "$f")"; cat "$f"; done`)
}
