package gittest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/memory"
)

// randomHistories holds the law that every blob of a range is named by a commit
// of it: what "rev-list --objects" lists, and else only what the base has too.
func randomHistories(t *testing.T, open Opener) {
	w := NewWorld(t)
	w.Init("r")
	repo, o := w.open(open, "r"), oracle{w, "r"}
	rapid.Check(t, func(rt *rapid.T) {
		commits := strings.Fields(w.GitIn("r", randomHistory(rt), "fast-import", "--quiet", "--force"))
		base := rapid.SampledFrom(commits).Draw(rt, "base")
		head := commits[len(commits)-1]
		got, err := repo.Commits(context.Background(), head, since(base))
		if err != nil {
			rt.Fatal(err)
		}
		named, want, known := blobsOf(got), o.blobs(head, "^"+base), o.blobs(base)
		for id := range want {
			if !named[id] {
				rt.Errorf("blob %s is in the range and no commit names it", id)
			}
		}
		for id := range named {
			if !want[id] && !known[id] {
				rt.Errorf("blob %s is named and is not in the range", id)
			}
		}
		forks, err := repo.Forks(context.Background(), head, since(base))
		if bases := strings.Fields(o.git("merge-base", "--all", base, head)); err != nil || !slices.Equal(forks, sorted(bases)) {
			rt.Errorf("forks are %v, %v, want %v", forks, err, bases)
		}
	})
}

// randomHistory draws a history of few files and contents, so that they collide,
// as input of fast-import that prints the ids of the commits.
func randomHistory(rt *rapid.T) string {
	var in strings.Builder
	n := rapid.IntRange(2, 8).Draw(rt, "commits")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&in, "reset refs/heads/random\ncommit refs/heads/random\nmark :%d\ncommitter Ann <ann@example.com> %d +0000\ndata 1\n%d\n", i, 1767323045+i, i)
		if i > 1 {
			parents := rapid.SliceOfNDistinct(rapid.IntRange(1, i-1), 1, min(3, i-1), rapid.ID[int]).Draw(rt, "parents")
			fmt.Fprintf(&in, "from :%d\n", parents[0])
			for _, p := range parents[1:] {
				fmt.Fprintf(&in, "merge :%d\n", p)
			}
		}
		in.WriteString("deleteall\n")
		for _, name := range []string{"a", "d/a", "d/b"} {
			if content := rapid.IntRange(0, 5).Draw(rt, name); content > 0 {
				fmt.Fprintf(&in, "M 100644 inline %s\ndata 1\n%d\n", name, content)
			}
		}
		fmt.Fprintf(&in, "get-mark :%d\n", i)
	}
	return in.String()
}

func blobsOf(commits []memory.Commit) map[string]bool {
	ids := map[string]bool{}
	for _, c := range commits {
		for _, ch := range c.Changes {
			ids[ch.New.Hash] = true
		}
	}
	return ids
}

// blobs lists the blobs that are reachable from revs.
func (o oracle) blobs(revs ...string) map[string]bool {
	ids := map[string]bool{}
	out := o.git(append([]string{"rev-list", "--objects", "--filter=object:type=blob", "--filter-provided-objects"}, revs...)...)
	for line := range strings.Lines(out) {
		ids[strings.Fields(line)[0]] = true
	}
	return ids
}
