package gate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/github"
	"github.com/teammem/teammem/internal/review"
)

var (
	aaa, bbb, eee, fff = id("a"), id("b"), id("e"), id("f")
	errDown            = errors.New("the API failed with 500")
)

func id(digit string) string { return strings.Repeat(digit, 40) }

// fake is a host of which every pull request changes no memory.
type fake struct {
	closed, broken []int
	elsewhere      []int
	moved          map[int]string
	open           []int
	queue          map[string]string
	down           map[string]bool // by method
	posted, merged []string
}

func (f *fake) Gather(_ context.Context, n int, merge *github.Merge) (*github.Gathered, error) {
	if merge != nil {
		f.merged = append(f.merged, fmt.Sprintf("%d %.1s..%.1s", n, merge.Base, merge.Commit))
	}
	switch {
	case slices.Contains(f.closed, n):
		return nil, github.ErrNotOpen
	case slices.Contains(f.elsewhere, n):
		return nil, github.ErrNotJudged
	case slices.Contains(f.broken, n):
		return nil, errDown
	}
	g := &github.Gathered{Facts: review.Facts{Number: n, Head: aaa, HeadNow: aaa, Files: review.All[review.File](), Siblings: review.All[review.Sibling]()}}
	if to := f.moved[n]; to != "" {
		g.HeadNow = to
	}
	return g, nil
}

func (f *fake) Open(context.Context, string) ([]int, error) {
	if f.down["open"] {
		return nil, errDown
	}
	return f.open, nil
}

func (f *fake) Head(ctx context.Context, n int) (string, error) {
	switch {
	case f.down["head"]:
		return "", errDown
	case slices.Contains(f.closed, n):
		return "", ctx.Err()
	}
	return aaa, ctx.Err()
}

func (f *fake) Queued(_ context.Context, base string) (map[string]string, error) {
	if f.down["queue"] || base != "main" {
		return nil, errDown
	}
	return f.queue, nil
}

func (f *fake) Post(ctx context.Context, commit string, d review.Decision, link string) error {
	if f.down["post"] {
		return errDown
	}
	f.posted = append(f.posted, fmt.Sprintf("%.1s %s %s", commit, d.State, link))
	return ctx.Err()
}

func branch(n int, on string) review.QueueBranch {
	return review.QueueBranch{Base: "main", Number: n, On: on}
}

func name(n int, on string) string {
	return fmt.Sprintf("refs/heads/gh-readonly-queue/main/pr-%d-%s", n, on)
}

func TestJudge(t *testing.T) {
	one := &Request{Number: 7, Head: aaa}
	head := &Request{Head: aaa}
	group := &Request{Head: fff, Group: &Group{Base: bbb, Branch: branch(8, eee)}}
	cases := []struct {
		name   string
		req    *Request
		host   fake
		posted string // all of them
		fails  bool
		words  string // in the lines
	}{
		{"all is well", one, fake{}, "a success link", false, "no memory change"},
		{"closed", one, fake{closed: []int{7}}, "", false, "not open"},
		{"broken", one, fake{broken: []int{7}}, "a error link", true, "posted teammem/review: error"},
		{"closed, and another one has the head", one, fake{closed: []int{7}, open: []int{7, 9}}, "a success link", false, "pull request 9 at aaaaaaa"},
		{"closed, and who has the head is not known", one, fake{closed: []int{7}, down: map[string]bool{"open": true}}, "a error link", true, "7 is not open"},
		{"closed, by hand", &Request{Number: 7}, fake{closed: []int{7}, open: []int{9}}, "", false, "posted nothing"},
		{"closed, and the other one, too", one, fake{closed: []int{7, 9}, open: []int{7, 9}}, "", false, "pull request 9 is not open"},
		{"into another branch", one, fake{elsewhere: []int{7}}, "", false, "not judged here"},
		{"into another branch, and another one has the head", one, fake{elsewhere: []int{7}, open: []int{9}}, "a success link", false, "pull request 9"},
		{"a group of another branch", group, fake{queue: map[string]string{eee: name(7, bbb)}, elsewhere: []int{7, 8}}, "", false, "not judged here"},
		{"broken, by hand", &Request{Number: 7}, fake{broken: []int{7}}, "a error link", true, "posted teammem/review: error"},
		{"broken, by hand, and the head, too", &Request{Number: 7}, fake{broken: []int{7}, down: map[string]bool{"head": true}}, "", true, "could not be read either, so the status that it has stays"},
		{"broken, and no status", one, fake{broken: []int{7}, down: map[string]bool{"post": true}}, "", true, "already stays"},
		{"moved", one, fake{moved: map[int]string{7: bbb}}, "", false, "the head moved from aaaaaaa to bbbbbbb"},
		{"nobody has the head", head, fake{}, "", false, "nothing to judge"},
		{"two have the head", head, fake{open: []int{7, 9}, broken: []int{9}}, "a success link", false, "pull request 7"},
		{"who has the head is not known", head, fake{down: map[string]bool{"open": true}}, "a error link", true, ""},
		{"a group", group, fake{queue: map[string]string{eee: name(7, bbb)}}, "f success link", false, "pull request 7"},
		{"a group, one of it closed", group, fake{queue: map[string]string{eee: name(7, bbb)}, closed: []int{7}}, "f failure link", false, "pull request 7 is not approved"},
		{"a group, one of it moved", group, fake{queue: map[string]string{eee: name(7, bbb)}, moved: map[int]string{7: bbb}}, "f failure link", false, "moved"},
		{"a group, one of it broken", group, fake{queue: map[string]string{eee: name(7, bbb)}, broken: []int{7}}, "f error link", true, ""},
		{"a group, the middle of it gone", group, fake{}, "f failure link", false, "could not be read"},
		{"a group in a circle", group, fake{queue: map[string]string{eee: name(7, eee)}}, "f failure link", false, "could not be read"},
		{"a group on another branch", group, fake{queue: map[string]string{eee: strings.Replace(name(7, bbb), "main", "next", 1)}}, "f failure link", false, "could not be read"},
		{"a group that is not listed", group, fake{down: map[string]bool{"queue": true}}, "f error link", true, ""},
		{"a group of one", &Request{Head: fff, Group: &Group{Base: bbb, Branch: branch(8, bbb)}}, fake{down: map[string]bool{"queue": true}}, "f success link", false, "pull request 8"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			rep, err := (&Gate{Host: &c.host, Link: "link"}).Judge(t.Context(), c.req)
			if (err != nil) != c.fails {
				t.Errorf("the error is %v", err)
			}
			if got := strings.Join(c.host.posted, "; "); got != c.posted {
				t.Errorf("posted is %q, want %q", got, c.posted)
			}
			if lines := strings.Join(rep.Lines(), "\n"); !strings.Contains(lines, c.words) {
				t.Errorf("it says %q, want %q", lines, c.words)
			}
		})
	}
}

// TestInterrupted holds that an older success is taken back also when the job is ended.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	host := &fake{broken: []int{7}}
	rep, err := (&Gate{Host: host}).Judge(ctx, &Request{Number: 7, Head: aaa})
	if err == nil || !rep.Posted || len(host.posted) != 1 {
		t.Errorf("%v, posted %q", err, host.posted)
	}
}

// TestLongGroup holds how many pull requests a group may have.
func TestLongGroup(t *testing.T) {
	commit := func(n int) string { return fmt.Sprintf("%040x", n) }
	for _, n := range []int{maxGroup, maxGroup + 1} {
		queue := map[string]string{}
		for i := 1; i < n; i++ {
			queue[commit(i)] = name(i, commit(i-1))
		}
		g := &Gate{Host: &fake{queue: queue}}
		numbers, whole, err := g.members(t.Context(), &Request{Group: &Group{Base: commit(0), Branch: branch(n, commit(n-1))}})
		if err != nil || whole != (n <= maxGroup) || len(numbers) != maxGroup {
			t.Errorf("of %d there are %d, whole %v, %v", n, len(numbers), whole, err)
		}
	}
}

func TestShare(t *testing.T) {
	many := &review.Share{Paths: slices.Repeat([]string{"a.md"}, maxNamed+2), Missing: 1, Next: []string{"an administrator"}}
	want := `"a.md", "a.md", "a.md", "a.md", "a.md" and 2 more: nobody owns it, so an administrator approves; approvals missing: 1, of an administrator`
	if got := share(many); got != want {
		t.Errorf("it is %q", got)
	}
}

// Of each pull request of a queue that is looked at which its own branch adds.
func TestQueueMerges(t *testing.T) {
	f := &fake{queue: map[string]string{eee: name(7, bbb)}}
	if _, err := (&Gate{Host: f}).Judge(t.Context(), &Request{Head: fff, Group: &Group{Base: bbb, Branch: branch(8, eee)}}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"8 e..f", "7 b..e"}; !slices.Equal(f.merged, want) {
		t.Errorf("looked at %q, want %q", f.merged, want)
	}
}

// Who writes a commit can name as many co-authors as they like; the report stays short.
func TestManyNotes(t *testing.T) {
	for n, want := range map[int]string{maxNotes: "unknown: x", maxNotes + 1: "unknown: and 1 more"} {
		j := &Judged{Decision: review.Decision{Notes: slices.Repeat([]string{"x"}, n)}}
		lines := j.lines()
		if got := strings.TrimSpace(lines[len(lines)-1]); got != want || len(lines) != 1+maxNotes+n-maxNotes {
			t.Errorf("of %d notes the last of %d lines is %q, want %q", n, len(lines), got, want)
		}
	}
}
