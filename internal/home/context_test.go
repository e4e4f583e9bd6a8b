package home

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/git"
)

// a town is a home directory and clones of one repository with a team memory.
type town struct {
	t   *testing.T
	dir string
}

func newTown(t *testing.T) town {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := town{t, dir}
	w.sh(`mkdir -m 700 home; git init -q -b main origin; mkdir -p origin/.agent/team-memory
		printf -- '- [A](a.md) — first\n' >origin/.agent/team-memory/MEMORY.md
		printf -- '---\nname: a\ndescription: first\ntype: project\n---\ntext\n' >origin/.agent/team-memory/a.md
		git -C origin add -A; git -C origin commit -q -m one; git clone -q origin clone; git clone -q origin second`)
	return w
}

func (w town) env() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(w.dir, "home"), "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_TEST_FSYNC=0",
		"GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com", "GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com"}
}

func (w town) sh(script string) {
	w.t.Helper()
	cmd := exec.Command("sh", "-e", "-c", script)
	cmd.Dir, cmd.Env = w.dir, w.env()
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("%v\n%s", err, out)
	}
}

func (w town) options(version string) Options {
	getenv := func(name string) string {
		for _, kv := range w.env() {
			if v, ok := strings.CutPrefix(kv, name+"="); ok {
				return v
			}
		}
		return ""
	}
	return Options{Getenv: getenv, Agents: []string{}, Now: time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC), Version: version}
}

// desk is what Find gives for a clone.
func (w town) desk(clone string) *Desk {
	w.t.Helper()
	repo, err := git.Open(context.Background(), git.Options{Dir: filepath.Join(w.dir, clone), Env: w.env()})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { repo.Close() })
	d, err := Find(context.Background(), repo, w.options("v1"))
	if err != nil {
		w.t.Fatal(err)
	}
	return d
}

func (w town) sync(clone string) {
	w.t.Helper()
	s, err := w.desk(clone).Open(0)
	if err != nil {
		w.t.Fatal(err)
	}
	defer s.Close()
	if _, _, err := s.desk.Sync(context.Background(), s, From{}); err != nil {
		w.t.Fatal(err)
	}
}

// glance is what an agent gets at a glance; ok is false where one has to look closely.
func (w town) glance(clone, version string) (text string, ok bool) {
	w.t.Helper()
	seen, ok := git.GlanceAt(filepath.Join(w.dir, clone), w.env())
	if !ok {
		w.t.Fatal("the clone is not a usual one")
	}
	in, ok := ContextAt(seen, w.options(version))
	return string(delivery.Make(in, delivery.Default).Text), ok
}

// TestContextAt holds when a glance is enough, and that it then shows what a close look does.
func TestContextAt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("git is asked there")
	}
	w := newTown(t)
	refused := func(why, clone, version string) {
		t.Helper()
		if text, ok := w.glance(clone, version); ok {
			t.Errorf("%s: a glance was enough and showed:\n%s", why, text)
		}
	}
	refused("never synced", "clone", "v1")
	w.sync("clone")
	at, ok := w.glance("clone", "v1")
	v, err := w.desk("clone").Look()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	in, err := v.desk.Context(context.Background(), v)
	if closely := string(delivery.Make(in, delivery.Default).Text); !ok || err != nil || at != closely || !strings.Contains(at, "- [A](team/a.md) — first") {
		t.Errorf("at a glance (%v):\n%s\nclosely (%v):\n%s", ok, at, err, closely)
	}
	refused("another version", "clone", "v2")
	refused("another clone, which no sync has been at", "second", "v1")
	w.sync("second")
	for _, clone := range []string{"clone", "second"} {
		if _, ok := w.glance(clone, "v1"); !ok {
			t.Errorf("%s: both were synced, and a glance is not enough", clone)
		}
	}
	w.sh(`f=$(ls home/.agent/memory/*/team/a.md); cp $f kept; echo more >>$f`)
	refused("an edit in the mirror", "clone", "v1")
	w.sh(`cp kept $(ls home/.agent/memory/*/team/a.md); git -C origin commit -q --allow-empty -m two; git -C clone fetch -q`)
	refused("the trusted ref moved", "clone", "v1")
}
