package sync

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/memory"
)

// TestRefusedAlone holds that a team memory which no store takes is refused by its name, and
// that all others are delivered.
func TestRefusedAlone(t *testing.T) {
	for _, bad := range []string{".teammem/x.md", "sub/.TEAMMEM/x.md", ".teammem-1.tmp", "a/.Teammem-x.md", "a\\b.md", "../x.md", "/x.md", ".", "a//b.md", "a\x00.md", "a\xff.md",
		"con.md", "sub/NUL", "lpt1.x.md", "a:b.md", "a?.md", "dot./x.md", "blank /x.md", "a\tb.md", strings.Repeat("é", 130) + ".md", strings.Repeat("d/", MaxDepth+1) + "x.md",
		"GOOD.md", "good.md/x.md", "sub"} {
		team := Team{Files: []File{file("good.md", "1"), file("sub/good.md", "2"), file(bad, "3"), file("z.md", "4")}}
		plan := Make(team, Observed{Layout: Native}, State{})
		if len(plan.Refused) != 1 || plan.Refused[0].Path != bad || plan.Refused[0].Reason == "" {
			t.Errorf("%q: refused %v", bad, plan.Refused)
		}
		if got := written(plan); !slices.Equal(got, []string{"team/good.md", "team/sub/good.md", "team/z.md", "MEMORY.md"}) {
			t.Errorf("%q: writes %q", bad, got)
		}
	}
}

func written(p Plan) (paths []string) {
	for _, s := range p.Steps {
		if s.Kind == Write {
			paths = append(paths, s.Path)
		}
	}
	return paths
}

// TestStrayWithABadName holds that what a store can't name is left where it is and named.
func TestStrayWithABadName(t *testing.T) {
	x := SumOf([]byte("x"))
	plan := Make(Team{}, Observed{Layout: Native, Mirror: map[string]Sum{`a\b.md`: x}, Texts: map[Sum][]byte{x: []byte("x")}}, State{})
	if len(plan.Drafts) != 0 || len(plan.Notices) != 1 || !strings.Contains(plan.Notices[0], `a\b.md`) {
		t.Errorf("drafts %v, notices %q", plan.Drafts, plan.Notices)
	}
}

// TestDraftNames holds that a draft has a name of its own that every disk takes, whatever
// its origin is called.
func TestDraftNames(t *testing.T) {
	for origin, want := range map[string]string{
		"a.md": "a.19700101T000000Z.md", "sub/a b.md": "a b.19700101T000000Z.md", "con.md": "draft.19700101T000000Z.md", ".md": "draft.19700101T000000Z.md",
		"a:b?.md": "a-b-.19700101T000000Z.md", ".teammem-x.md": "draft.19700101T000000Z.md",
	} {
		d := drafting{map[string]bool{}, map[Sum]bool{}, map[string]int{}}
		if got := d.name(origin, time.Unix(0, 0)); got != want {
			t.Errorf("%q becomes %q, not %q", origin, got, want)
		}
	}
	origins := rapid.OneOf(rapid.String(), rapid.StringN(80, 300, -1), rapid.SampledFrom([]string{"a.md", "A.md", "b/a.md", "a.19700101T000000Z-2.md"}))
	rapid.Check(t, func(t *rapid.T) {
		d := drafting{map[string]bool{"a.19700101t000000z.md": true, "a.19700101t000000z-3.md": true}, map[Sum]bool{}, map[string]int{}}
		taken := map[string]bool{"a.19700101t000000z.md": true, "a.19700101t000000z-3.md": true}
		for _, origin := range rapid.SliceOfN(origins, 1, 9).Draw(t, "origins") {
			name := d.name(origin, time.Unix(0, 0))
			if len(name) > 143 || !utf8.ValidString(name) || teamFlaw("drafts/"+name) != "" || strings.Contains(name, "/") || taken[memory.Folded(name)] {
				t.Fatalf("%q gets %q", origin, name)
			}
			taken[memory.Folded(name)] = true
		}
	})
}

// TestManyDraftsOfOneName holds that names are not searched from the start each time.
func TestManyDraftsOfOneName(t *testing.T) {
	d := drafting{map[string]bool{}, map[Sum]bool{}, map[string]int{}}
	for n := range 100_000 {
		if got := d.name("a.md", time.Unix(0, 0)); n == 99_999 && got != fmt.Sprintf("a.19700101T000000Z-%d.md", n+1) {
			t.Errorf("the last one is %q", got)
		}
	}
}

// TestCaseAlone holds that on a disk that folds names a change of case changes no file, and
// that elsewhere it is a move.
func TestCaseAlone(t *testing.T) {
	old, edit := SumOf([]byte("x")), SumOf([]byte("edit"))
	for _, c := range []struct {
		folds bool
		held  Sum
		text  string // of the team now
		want  []string
	}{
		{true, old, "x", nil},
		{true, old, "y", []string{"write team/sub/a.md"}},
		{true, edit, "x", []string{"write drafts/a.00010101T000000Z.md", "write team/sub/a.md"}},
		{false, old, "x", []string{"remove team/Sub/A.md", "write team/sub/a.md"}},
		{false, edit, "x", []string{"write drafts/A.00010101T000000Z.md", "remove team/Sub/A.md", "write team/sub/a.md"}},
	} {
		seen := Observed{Layout: Native, Folds: c.folds, Mirror: map[string]Sum{"Sub/A.md": c.held}, Texts: map[Sum][]byte{edit: []byte("edit")}}
		plan := Make(Team{Files: []File{file("sub/a.md", c.text)}}, seen, State{Base: map[string]Sum{"Sub/A.md": old}})
		var got []string
		for _, s := range plan.Steps {
			if s.Path != "MEMORY.md" {
				got = append(got, string(s.Kind)+" "+s.Path)
			}
		}
		if !slices.Equal(got, c.want) || plan.Next.Base["sub/a.md"] != SumOf([]byte(c.text)) || len(plan.Next.Base) != 1 {
			t.Errorf("%+v: steps %q, base %v", c, got, plan.Next.Base)
		}
	}
	named := Make(Team{Files: []File{named("new.md", "y", "my-name")}}, Observed{Layout: Native, Folds: true, Mirror: map[string]Sum{"old.md": old}},
		State{Base: map[string]Sum{"Old.md": old}, Names: map[string]string{"Old.md": "My name"}})
	if len(named.Moves) != 1 {
		t.Errorf("moves are %v", named.Moves)
	}
	dead := Make(Team{}, Observed{Layout: Native, Folds: true, Mirror: map[string]Sum{"A.md": old}, Texts: map[Sum][]byte{old: []byte("x")}}, State{Buried: map[string][]Sum{"a.md": {old}}})
	if len(dead.Drafts) != 0 {
		t.Errorf("a buried text becomes the draft %v", dead.Drafts)
	}
}

func TestDraftedFrom(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	long := strings.Repeat("ü", 120)
	for _, origin := range []string{"a.md", "sub/a.b.md", "a:b?.md", long + ".md", "con.md", ".teammem.md", "a.20260102T030405Z.md"} {
		d := drafting{names: map[string]bool{}, last: map[string]int{}}
		for range 3 {
			if name := d.name(origin, now); !DraftedFrom(name, origin) || DraftedFrom(name, "other.md") {
				t.Errorf("%q is a draft of %q: %v, and of another: %v", name, origin, DraftedFrom(name, origin), DraftedFrom(name, "other.md"))
			}
		}
	}
	for file, want := range map[string]string{
		"a.20260102T030405Z.md": "a", "a.20260102T030405Z-12.md": "a", "a.md": "a", "a.b.md": "a.b", "a": "a", "": "",
		"a.20260102T030405Z-x.md": "a.20260102T030405Z-x", "a.20269902T030405Z.md": "a.20269902T030405Z", ".20260102T030405Z.md": "",
	} {
		if got := DraftStem(file); got != want {
			t.Errorf("%q: %q, want %q", file, got, want)
		}
	}
}
