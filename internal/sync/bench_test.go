package sync

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Each benchmark gives the time for one memory, which is the same for few and for many.

func BenchmarkMake(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		team := manyMemories(n, "x")
		first := Make(team, Observed{Layout: Native}, State{})
		done := Observed{Layout: Native, Mirror: first.Next.Base, Index: last(first).Data}
		folded := done
		folded.Folds = true
		edited := Observed{Layout: Native, Mirror: map[string]Sum{}, Texts: map[Sum][]byte{}, Private: manyMemories(n, "private").Files, Now: time.Unix(0, 0)}
		for _, f := range manyMemories(n, "edit").Files {
			edited.Mirror[f.Path], edited.Texts[f.Sum] = f.Sum, f.Data
		}
		for _, c := range []struct {
			name  string
			team  Team
			seen  Observed
			state State
		}{
			{"first", team, Observed{Layout: Native}, State{}},
			{"again", team, done, first.Next},
			{"folding", team, folded, first.Next},
			{"edited", manyMemories(n, "new"), edited, first.Next},
			{"deleted", Team{}, done, first.Next},
			{"claude", team, Observed{Layout: Claude, Index: []byte(strings.Repeat("- an entry\n", n))}, State{}},
		} {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					Make(c.team, c.seen, c.state)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/memory")
			})
		}
	}
}

// manyMemories are all of one file name, so that their drafts are, too.
func manyMemories(n int, text string) (team Team) {
	var index strings.Builder
	for i := range n {
		at := fmt.Sprintf("d%05d/note.md", i)
		team.Files = append(team.Files, named(at, fmt.Sprint(text, i), fmt.Sprintf("Name %d", i)))
		if i%2 == 0 {
			fmt.Fprintf(&index, "- [Name %d](%s) — what it says\n", i, at)
		}
	}
	team.Index = []byte(index.String())
	return team
}
