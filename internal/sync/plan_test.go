package sync

import (
	"slices"
	"strings"
	"testing"
)

// Make plans one sync of one store.
func Make(team Team, seen Observed, state State) Plan {
	return MakeAll(team, []Observed{seen}, map[Layout]State{seen.Layout: state})[0]
}

func file(at, text string) File { return File{Path: at, Data: []byte(text), Sum: SumOf([]byte(text))} }

func TestMerged(t *testing.T) {
	team := Team{Index: []byte("- [A](a.md) — our words\n- [Gone](gone.md) — no\n- [Site](https://example.com/x) — elsewhere\n"), Files: []File{file("a.md", "x"), file("B.md", "y"), file("b.md", "z")}}
	plan := Make(team, Observed{Layout: Native, Private: []File{file("A.md", "p"), file("q.md", "q")}}, State{})
	text := string(plan.Steps[len(plan.Steps)-1].Data)
	for _, want := range []string{"- [A](team/a.md) — our words\n", "(team/B.md)", "(private/q.md)", "- `private/A.md` — the team has"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if !strings.Contains(text, "- [Site](https://example.com/x) — elsewhere\n") || strings.Count(text, "(team/a.md)") != 1 {
		t.Errorf("entries of the team are not kept as they are:\n%s", text)
	}
	if strings.Contains(text, "gone.md") || len(plan.Overridden) != 1 || len(plan.Refused) != 1 || plan.Refused[0].Path != "b.md" {
		t.Errorf("%v %v\n%s", plan.Overridden, plan.Refused, text)
	}
}

// TestUnreadEditStays holds that an edit whose words the plan was not given is left, and
// that the plan says so.
func TestUnreadEditStays(t *testing.T) {
	old, edit := SumOf([]byte("old")), SumOf([]byte("edit"))
	seen := Observed{Layout: Native, Mirror: map[string]Sum{"a.md": edit, "stray.md": edit}, Texts: map[Sum][]byte{edit: []byte("something else")}}
	plan := Make(Team{Files: []File{file("a.md", "new")}}, seen, State{Base: map[string]Sum{"a.md": old}})
	if len(plan.Steps) != 1 || plan.Steps[0].Path != "MEMORY.md" || len(plan.Notices) != 2 || len(plan.Drafts) != 0 {
		t.Errorf("steps %v, notices %q, drafts %v", plan.Steps, plan.Notices, plan.Drafts)
	}
	if _, found := plan.Next.Base["stray.md"]; plan.Next.Base["a.md"] != old || found {
		t.Errorf("the next base is %v", plan.Next.Base)
	}
}

// TestRefusedIsNotDelivered holds it also for what is among the files.
func TestRefusedIsNotDelivered(t *testing.T) {
	plan := Make(Team{Files: []File{file("a.md", "x"), file("b.md", "y")}, Refused: []Refusal{{Path: "a.md", Rule: "secret", Reason: "r"}}}, Observed{Layout: Native}, State{})
	if got := written(plan); !slices.Equal(got, []string{"team/b.md", "MEMORY.md"}) {
		t.Errorf("writes %q", got)
	}
}

func TestMoves(t *testing.T) {
	base := map[string]Sum{"old.md": SumOf([]byte("x")), "named.md": SumOf([]byte("y")), "stays.md": SumOf([]byte("z")), "gone.md": SumOf([]byte("g"))}
	state := State{Base: base, Names: map[string]string{"named.md": "My Name"}}
	team := Team{Files: []File{file("new.md", "x"), named("other.md", "y2", "my-name"), file("stays.md", "z"), file("copy.md", "z")}}
	got := Make(team, Observed{Layout: Native, Mirror: base}, state).Moves
	if want := []Move{{"named.md", "other.md"}, {"old.md", "new.md"}}; !slices.Equal(got, want) {
		t.Errorf("moves are %v", got)
	}
	team.Files = []File{file("stays.md", "g")} // it was there before
	if got := Make(team, Observed{Layout: Native, Mirror: base}, state).Moves; len(got) != 0 {
		t.Errorf("moves are %v", got)
	}
}

// TestEmptyEditIsNoDraft holds that a file without a byte is not worth a draft.
func TestEmptyEditIsNoDraft(t *testing.T) {
	none := SumOf(nil)
	seen := Observed{Layout: Native, Mirror: map[string]Sum{"a.md": none}, Texts: map[Sum][]byte{none: {}}, Index: []byte{}}
	plan := Make(Team{Files: []File{file("a.md", "x")}}, seen, State{})
	if got := written(plan); !slices.Equal(got, []string{"team/a.md", "MEMORY.md"}) || len(plan.Drafts) != 0 {
		t.Errorf("writes %q", got)
	}
}

// TestMakeChangesNothingGiven holds that the state which was given stays as it is.
func TestMakeChangesNothingGiven(t *testing.T) {
	x, y := SumOf([]byte("x")), SumOf([]byte("y"))
	state := State{Base: map[string]Sum{"a.md": x}, Buried: map[string][]Sum{"a.md": {x, y}}}
	next := Make(Team{}, Observed{Layout: Native, Mirror: map[string]Sum{"a.md": x}}, state).Next
	if !slices.Equal(state.Buried["a.md"], []Sum{x, y}) || !slices.Equal(next.Buried["a.md"], []Sum{y, x}) {
		t.Errorf("buried were %v, and are %v", state.Buried, next.Buried)
	}
}
