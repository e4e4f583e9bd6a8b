package home

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/sync"
)

// base has a file for each word "path=text".
func base(words string) map[string]sync.Sum {
	out := map[string]sync.Sum{}
	for _, w := range strings.Fields(words) {
		at, text, _ := strings.Cut(w, "=")
		out[at] = sync.SumOf([]byte(text))
	}
	return out
}

func saidNews(all []delivery.Change) string {
	var b strings.Builder
	for _, c := range all {
		fmt.Fprintf(&b, " %s:%s:%d", c.What, c.Path, c.At.Unix())
	}
	return strings.TrimPrefix(b.String(), " ")
}

func TestNews(t *testing.T) {
	now := time.Unix(100, 999)
	old := []delivery.Change{{Path: "team/a", What: "added", At: time.Unix(1, 0)}, {Path: "team/z", What: "removed", At: time.Unix(2, 0)}}
	for _, c := range []struct{ before, after, want string }{
		{"", "a=1 b=1", "added:team/a:1 removed:team/z:2"}, // the first sync
		{"a=1", "a=1", "added:team/a:1 removed:team/z:2"},
		{"a=1 c=1", "a=2 b=1", "removed:team/z:2 changed:team/a:100 added:team/b:100 removed:team/c:100"},
		{"a=1", "", "removed:team/z:2 removed:team/a:100"},
	} {
		if got := saidNews(news(old, base(c.before), base(c.after), now)); got != c.want {
			t.Errorf("from %q to %q: got %q, want %q", c.before, c.after, got, c.want)
		}
	}
	var many strings.Builder
	for i := range 2 * maxNews {
		fmt.Fprintf(&many, " m%03d=1", i)
	}
	if got := news(old, base("x=1"), base("x=1"+many.String()), now); len(got) != maxNews || got[maxNews-1].Path != "team/m099" {
		t.Errorf("%d changes are kept, the last %v", len(got), got[len(got)-1])
	}
	if saidNews(old) != "added:team/a:1 removed:team/z:2" {
		t.Error("what was known before has changed")
	}
}
