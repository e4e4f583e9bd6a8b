package git_test

import (
	"context"
	"maps"
	"strconv"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/git/gittest"
)

func TestTouched(t *testing.T) {
	w := gittest.NewWorld(t)
	when := map[string]string{}
	commit := func(name string) {
		id := w.Commit("r", name)
		when[name] = strings.TrimSpace(w.Git("r", "show", "-s", "--format=%ct", id))
	}
	w.Init("r")
	w.Write("r/m/a.md", "a\n")
	w.Write("r/m/b.md", "b\n")
	w.Write("r/m/c.md", "c\n")
	commit("first")
	w.Write("r/m/b.md", "b, once more\n")
	commit("b")
	w.Write("r/other.md", "elsewhere\n")
	commit("elsewhere")
	w.Git("r", "checkout", "-q", "-b", "side")
	w.Write("r/m/c.md", "c, on a side branch\n")
	commit("c")
	w.Git("r", "checkout", "-q", "-")
	w.Write("r/other.md", "elsewhere again\n")
	commit("again")
	w.Git("r", "merge", "-q", "--no-edit", "side")
	w.Git(".", "clone", "-q", "--depth=3", "file://"+w.Path("r"), "shallow")

	for dir, want := range map[string]map[string]string{
		"r":       {"m/a.md": when["first"], "m/b.md": when["b"], "m/c.md": when["c"]},
		"shallow": {"m/c.md": when["c"]},
	} {
		repo := way(git.Open).in(t, w, dir)
		head, err := repo.Head(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		found, err := repo.Touched(context.Background(), head.Commit, "m", []string{"m/a.md", "m/b.md", "m/c.md", "m/never.md"})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for p, at := range found {
			got[p] = strconv.FormatInt(at.Unix(), 10)
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", dir, got, want)
		}
	}
}
