package sync

import "testing"

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
