package store

import (
	"fmt"
	"testing"

	"github.com/teammem/teammem/internal/sync"
)

// BenchmarkApply gives the time for one file, which is the same for few and for many: the
// first sync, the next one that changes all, and one with nothing to do.
func BenchmarkApply(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				o := optionsIn(b.TempDir())
				for _, texts := range [][2]string{{"", "one"}, {"one", "two"}, {"one", "two"}} {
					applyMany(b, o, n, texts[0], texts[1])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/file")
		})
	}
}

func applyMany(b *testing.B, o Options, n int, before, after string) {
	s, err := Open(o)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	var steps []sync.Step
	for i := range n {
		steps = append(steps, write(sync.Native, fmt.Sprintf("team/d%03d/%d.md", i%100, i), before, after))
	}
	if out, err := s.Apply(steps, []byte("{}")); err != nil || len(out.Done) != n {
		b.Fatalf("%d done, %v", len(out.Done), err)
	}
}
