package gogit_test

import (
	"context"
	"errors"
	"math"
	"os/exec"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/git/gittest"
	"github.com/teammem/teammem/internal/gogit"
	"github.com/teammem/teammem/internal/memory"
)

// TestRefused holds that what would be answered otherwise than by git is refused by name.
func TestRefused(t *testing.T) {
	worktree := func(r *git.Repo) error {
		_, err := r.Entries(context.Background(), memory.At{Kind: memory.AtWorktree})
		return err
	}
	ignored := func(r *git.Repo) error {
		_, err := r.Ignored(context.Background(), "sub/x.md")
		return err
	}
	for _, c := range []struct {
		name  string
		build func(w *gittest.World)
		ask   func(r *git.Repo) error
		words string
	}{
		{"a link of ignore rules", func(w *gittest.World) { w.Symlink("../own", "r/.gitignore") }, worktree, `".gitignore" is no plain file`},
		{"a link of ignore rules below", func(w *gittest.World) { w.Symlink("../own", "r/sub/.gitignore") }, ignored, `"sub/.gitignore"`},
		{"ignore rules that a sparse checkout left out", func(w *gittest.World) {
			w.Write("r/sub/.gitignore", "*.log\n")
			w.Commit("r", "rules")
			w.Git("r", "update-index", "--skip-worktree", "sub/.gitignore")
			w.Remove("r/sub/.gitignore")
		}, worktree, "left out by a sparse checkout"},
		{"rules of the user on a condition", func(w *gittest.World) {
			w.Append("r/.git/config", "[includeIf \"gitdir:**\"]\n\tpath = more\n")
			w.Write("r/.git/more", "[include]\n\tpath = again\n")
			w.Write("r/.git/again", "[core]\n\texcludesFile = /nowhere\n")
		}, worktree, `"core.excludesfile" is set by the configuration on the condition "gitdir:**"`},
		{"the home of somebody", func(w *gittest.World) { w.Git("r", "config", "core.excludesFile", "~ann/rules") }, worktree, `"~ann/rules"`},
		{"a truth that is none", func(w *gittest.World) { w.Append("r/.git/config", "[core]\n\tignoreCase = perhaps\n") }, worktree, `core.ignorecase = "perhaps"`},
		{"a repository inside", func(w *gittest.World) {
			w.Init("r/sub")
			w.Commit("r/sub", "inside")
		}, ignored, "a repository of its own"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := gittest.NewWorld(t)
			w.Init("r")
			w.Write("r/sub/x.md", "x\n")
			w.Commit("r", "some")
			c.build(w)
			err := c.ask(openWith(t, w, gogit.Open))
			if !errors.Is(err, git.ErrUnsupported) && !errors.Is(err, git.ErrMalformed) || !strings.Contains(err.Error(), c.words) {
				t.Errorf("got %v, want a refusal with %q", err, c.words)
			}
		})
	}
}

// TestTrust holds whose repositories are read to git's own word.
func TestTrust(t *testing.T) {
	w := gittest.NewWorld(t)
	w.Init("r")
	w.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	w.Setenv("GIT_CONFIG_GLOBAL", w.Path("own"))
	for _, c := range []struct {
		values []string
		want   bool
	}{
		{nil, false}, {[]string{"*"}, true}, {[]string{w.Path("r")}, true}, {[]string{w.Path("other")}, false}, {[]string{w.Path("r"), ""}, false},
		{[]string{"", w.Path("r")}, true}, {[]string{w.Path("r") + "/sub"}, false}, {[]string{"r"}, false}, {[]string{"~/../r"}, false}, {[]string{"~/r"}, false}, {[]string{"~nobody/r", w.Path("r")}, true},
	} {
		w.Write("own", "[safe]\n")
		for _, v := range c.values {
			w.Append("own", "\tdirectory = "+v+"\n")
		}
		cmd := exec.Command("git", "rev-parse", "--git-dir")
		cmd.Dir, cmd.Env = w.Path("r"), w.Env()
		aided := cmd.Run()
		_, err := gogit.Open(context.Background(), git.Options{Dir: w.Path("r"), Env: w.Env()})
		if (aided == nil) != c.want || (err == nil) != c.want || err != nil && !errors.Is(err, git.ErrNotTrusted) {
			t.Errorf("%q: %v; git: %v, want %t", c.values, err, aided, c.want)
		}
	}
}

// TestRepacked holds that objects are found that git packed anew after they were looked for,
// and that a pack which is damaged is said.
func TestRepacked(t *testing.T) {
	w := gittest.NewWorld(t)
	w.Init("r")
	large := strings.Repeat("a long line of text, and so on\n", 1<<17) // 4 MiB
	w.Write("r/large.md", large)
	first := w.Commit("r", "first")
	w.Git("r", "gc", "-q")
	repo := openWith(t, w, gogit.Open)
	contents := func(commit string) string {
		t.Helper()
		at := memory.At{Commit: commit}
		entries, err := repo.Entries(context.Background(), at)
		if err != nil {
			return err.Error()
		}
		text := ""
		err = repo.Read(context.Background(), at, entries, math.MaxInt64, func(_ memory.Entry, data []byte, err error) {
			if text = string(data); err != nil {
				text = err.Error()
			}
		})
		if err != nil {
			return err.Error()
		}
		return text
	}
	if contents(first) != large {
		t.Error("what was packed is read otherwise")
	}
	w.Append("r/large.md", "more\n")
	second := w.Commit("r", "second")
	w.Git("r", "repack", "-q", "-a", "-d", "-f")
	if contents(second) != large+"more\n" || contents(first) != large {
		t.Error("what was packed anew is read otherwise")
	}
	repo.Close()
	if contents(second) != large+"more\n" {
		t.Error("after Close it is read otherwise")
	}
	pack := "r/.git/objects/pack/" + strings.TrimSpace(w.Git("r/.git/objects/pack", "-c", "alias.name=!ls *.pack", "name"))
	whole := w.Read(pack)
	for at := 12; at < len(whole)-20; at += len(whole) / 40 {
		repo.Close()
		w.Remove(pack)
		w.Write(pack, whole[:at]+string(whole[at]^0x55)+whole[at+1:])
		if got := contents(second); got != large+"more\n" && !strings.Contains(got, "damaged") && !strings.Contains(got, "can't be read") && !strings.Contains(got, "missing") {
			t.Errorf("with the byte at %d changed it holds %.80q", at, got)
		}
	}
}
