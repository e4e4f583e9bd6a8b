package gittest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// rangePlaces are repositories in which a history is read in ways of their own: objects lie elsewhere, have
// other ids, or are told to be others.
var rangePlaces = []struct {
	name   string
	format string
	alter  func(w *World, commits []string) (dir string)
}{
	{"loose", "sha1", func(*World, []string) string { return "r" }},
	{"packed", "sha1", func(w *World, _ []string) string {
		w.Git("r", "repack", "-a", "-k", "-d", "-q")
		return "r"
	}},
	{"replaced", "sha1", func(w *World, commits []string) string {
		w.Git("r", "update-ref", "refs/replace/"+commits[0], commits[len(commits)-1])
		w.Write("r/.git/info/grafts", commits[len(commits)-1]+"\n")
		return "r"
	}},
	{"alternates", "sha1", func(w *World, commits []string) string {
		w.Remove("s")
		w.Git(".", "clone", "-q", "--shared", "-n", "r", "s")
		w.Git("s", "update-ref", "refs/heads/random", commits[len(commits)-1])
		return "s"
	}},
	{"sha256", "sha256", func(*World, []string) string { return "r" }},
}

func (s *suite) randomRanges(t *testing.T) {
	for _, place := range rangePlaces {
		name := "history/random-range-" + place.name
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.hold(name, NewWorld(t), func(w *World, open Opener) {
				w.Init("r", "--object-format="+place.format)
				w.Git("r", "symbolic-ref", "HEAD", "refs/heads/random") // a branch without commits is not usual
				rapid.Check(w.t.(*testing.T), func(rt *rapid.T) { w.randomRange(rt, open, place.alter) })
			})
		})
	}
}

// randomRange holds the law that the commits of a range, their order, their parents and the best common
// ancestors are those that git names, whatever the dates of commits say.
func (w *World) randomRange(rt *rapid.T, open Opener, alter func(*World, []string) string) {
	printed, err := w.gitWith(oracle{w, "r"}.env(), "r", datedHistory(rt), "fast-import", "--quiet", "--force")
	w.must(err)
	commits := strings.Fields(printed)
	ends := rapid.Permutation(commits).Draw(rt, "ends")
	base, head := ends[0], ends[len(ends)-1]
	dir := alter(w, commits)
	repo, err := open(context.Background(), w.Path(dir), w.Env())
	if err != nil {
		rt.Fatal(err)
	}
	if c, ok := repo.(interface{ Close() }); ok {
		defer c.Close()
	}
	o := oracle{w, dir}
	if id, err := repo.Resolve(context.Background(), "random"); err != nil || id != o.git("rev-parse", "refs/heads/random") {
		rt.Fatalf("the branch is %s, %v", id, err)
	}
	best, _ := w.gitRaw(o.env(), dir, "merge-base", "--all", base, head) // none is a code of 1
	if got, err := repo.MergeBases(context.Background(), base, head); !slices.Equal(got, sorted(strings.Fields(best))) {
		rt.Errorf("merge bases are %v, %v, want %q", got, err, best)
	}
	got, err := repo.Commits(context.Background(), head, since(base))
	if err != nil {
		rt.Fatal(err)
	}
	var listed []string
	for _, c := range got {
		listed = append(listed, strings.Join(append([]string{c.Hash}, c.Parents...), " "))
	}
	want := lines(strings.ReplaceAll(o.git("rev-list", "--topo-order", "--reverse", "--parents", head, "^"+base), "\n", "\x00"))
	if !slices.Equal(listed, want) && o.walksRight(base, head, len(want)) {
		rt.Errorf("%s..%s is\n%s\nwant\n%s", base, head, strings.Join(listed, "\n"), strings.Join(want, "\n"))
	}
}

// walksRight reports whether git, which goes by the dates of commits, lists as many as there are.
func (o oracle) walksRight(base, head string, listed int) bool {
	known := strings.Fields(o.git("rev-list", base))
	n := 0
	for _, id := range strings.Fields(o.git("rev-list", head)) {
		if !slices.Contains(known, id) {
			n++
		}
	}
	return n == listed
}

// datedHistory draws commits with up to four parents, some of them empty, whose dates may be in any order.
func datedHistory(rt *rapid.T) string {
	var in strings.Builder
	n := 12 - rapid.IntRange(0, 11).Draw(rt, "commits fewer")
	in.WriteString("reset refs/heads/random\n")
	for i := 1; i <= n; i++ {
		date := 1767323045 + 60*i
		if rapid.IntRange(0, 3).Draw(rt, "skewed") == 0 {
			date += rapid.SampledFrom([]int{-1000, -400, -100, 100, 400, 1000}).Draw(rt, "skew")
		}
		fmt.Fprintf(&in, "reset refs/heads/random\ncommit refs/heads/random\nmark :%d\ncommitter Ann <ann@example.com> %d +0000\ndata 1\n%d\n", i, date, i%10)
		if i > 1 && rapid.IntRange(0, 9).Draw(rt, "root") < 9 {
			near := []int{i - 1, i - 2, i - 3, i - 4}[:min(4, i-1)]
			parents := rapid.Permutation(near).Draw(rt, "near")[:rapid.IntRange(1, len(near)).Draw(rt, "parents")]
			fmt.Fprintf(&in, "from :%d\n", parents[0])
			for _, p := range parents[1:] {
				fmt.Fprintf(&in, "merge :%d\n", p)
			}
		}
		if content := rapid.IntRange(0, 2).Draw(rt, "content"); content > 0 {
			fmt.Fprintf(&in, "M 100644 inline d/a\ndata 1\n%d\n", content)
		}
		fmt.Fprintf(&in, "get-mark :%d\n", i)
	}
	return in.String()
}
