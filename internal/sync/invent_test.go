package sync

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
)

// TestNothingInvented holds that a change of the team alone makes no draft, that a draft
// is not written twice, and that a move is seen.
func TestNothingInvented(t *testing.T) {
	seen := Observed{Layout: Native}
	one := Make(Team{Files: []File{file("a.md", "x")}}, seen, State{})
	seen.Mirror, seen.Texts = map[string]Sum{"a.md": SumOf([]byte("x"))}, map[Sum][]byte{SumOf([]byte("x")): []byte("x")}
	two := Make(Team{Files: []File{file("b.md", "x")}}, seen, one.Next)
	if len(two.Drafts) != 0 || len(two.Moves) != 1 || two.Moves[0] != (Move{From: "a.md", To: "b.md"}) {
		t.Errorf("drafts %v, moves %v", two.Drafts, two.Moves)
	}
	seen.Drafted = map[Sum]bool{SumOf([]byte("x")): true}
	if got := Make(Team{}, seen, State{}); len(got.Drafts) != 0 {
		t.Errorf("written twice: %v", got.Drafts)
	}
}

// TestLayoutsShareDrafts holds that two layouts with the same edit make one draft, and with
// other edits of one memory two of different names.
func TestLayoutsShareDrafts(t *testing.T) {
	edited := func(l Layout, text string) Observed {
		sum := SumOf([]byte(text))
		return Observed{Layout: l, Mirror: map[string]Sum{"a.md": sum}, Texts: map[Sum][]byte{sum: []byte(text)}}
	}
	for _, c := range []struct {
		native, claude string
		drafts         int
	}{{"x", "x", 1}, {"x", "y", 2}} {
		names := map[string]bool{}
		plans := MakeAll(Team{}, []Observed{edited(Native, c.native), edited(Claude, c.claude)}, nil)
		for _, p := range plans {
			for _, s := range p.Steps {
				if s.Kind == Write && s.Path != "MEMORY.md" {
					names[s.Path] = true
				}
			}
		}
		if len(plans) != 2 || len(plans[0].Drafts)+len(plans[1].Drafts) != c.drafts || len(names) != c.drafts {
			t.Errorf("%v: drafts %v and %v, names %v", c, plans[0].Drafts, plans[1].Drafts, names)
		}
	}
	seen := []Observed{{Layout: Claude, Drafted: map[Sum]bool{SumOf([]byte("x")): true}}, edited(Native, "x")}
	if plans := MakeAll(Team{}, seen, nil); len(plans[1].Drafts) != 0 {
		t.Errorf("a draft that is there is made again: %v", plans[1].Drafts)
	}
}

func TestStateIsJSON(t *testing.T) {
	x := SumOf([]byte("x"))
	want := map[Layout]State{Native: {Base: map[string]Sum{"a.md": x}, Names: map[string]string{"a.md": "A"}, Buried: map[string][]Sum{"b.md": {x}}, Index: x, Ref: "main", Commit: "c"}, Claude: {}}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got map[Layout]State
	if err := json.Unmarshal(data, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s came back as %v, %v", data, got, err)
	}
	for _, bad := range []string{"00", x.String() + "0", "x" + x.String()[1:]} {
		s := x
		if err := s.UnmarshalText([]byte(bad)); err == nil || !s.IsZero() {
			t.Errorf("%q is read as %v", bad, s)
		}
	}
}

// TestTextOfTheTeamIsNoDraft holds that what lies in the mirror and is or was a text of the
// team anywhere is not taken for an edit.
func TestTextOfTheTeamIsNoDraft(t *testing.T) {
	x := SumOf([]byte("x"))
	archived := file("archive/o.md", "x")
	archived.Archived = true
	for name, c := range map[string]struct {
		team  Team
		state State
	}{
		"of another path":          {Team{Files: []File{file("b.md", "x")}}, State{}},
		"archived":                 {Team{Files: []File{archived}}, State{}},
		"delivered to another one": {Team{}, State{Base: map[string]Sum{"b.md": x}}},
		"deleted":                  {Team{}, State{Buried: map[string][]Sum{"b.md": {SumOf([]byte("y")), x}}}},
	} {
		for _, at := range []string{"a.md", "b.md"} {
			seen := Observed{Layout: Native, Mirror: map[string]Sum{at: x}, Texts: map[Sum][]byte{x: []byte("x")}}
			if got := Make(c.team, seen, c.state); len(got.Drafts) != 0 {
				t.Errorf("%s, at %s: %v", name, at, got.Drafts)
			}
		}
	}
}

// TestOldTextsAreKnown holds that the last texts of a memory are known, and that they do not
// grow without end.
func TestOldTextsAreKnown(t *testing.T) {
	var state State
	text := func(n int) string { return fmt.Sprint("text ", n%20) }
	for n := range 50 {
		state = Make(Team{Files: []File{file("a.md", text(n))}}, Observed{Layout: Native, Mirror: state.Base}, state).Next
	}
	if len(state.Buried["a.md"]) != maxBuried {
		t.Fatalf("%d are remembered", len(state.Buried["a.md"]))
	}
	for n := range 50 {
		sum := SumOf([]byte(text(n)))
		seen := Observed{Layout: Native, Mirror: map[string]Sum{"a.md": sum}, Texts: map[Sum][]byte{sum: []byte(text(n))}}
		drafts := Make(Team{Files: []File{file("a.md", "new")}}, seen, state).Drafts
		if n >= 49-maxBuried && len(drafts) != 0 {
			t.Errorf("text %d becomes a draft", n)
		}
	}
}
