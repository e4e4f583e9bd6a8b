package sync

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// sums are few, so that sides often agree.
var sums = []Sum{{}, SumOf([]byte("a")), SumOf([]byte("b")), SumOf([]byte("c"))}

// TestDecideAll walks through every combination of sides.
func TestDecideAll(t *testing.T) {
	for n := range 4 * 4 * 4 * 8 * 2 {
		s := Sides{Base: sums[n%4], Ours: sums[n/4%4], Theirs: sums[n/16%4], Known: n/512 == 1}
		for i := range 3 {
			if n/64>>i&1 == 1 {
				s.Buried = append(s.Buried, sums[i+1])
			}
		}
		law(t, s)
	}
}

func law(t *testing.T, s Sides) {
	t.Helper()
	got := decide(s)
	if got.Mirror != s.Theirs {
		t.Errorf("%v: the mirror gets %v", s, got.Mirror)
	}
	known := s.Known || s.Ours == s.Base || s.Ours == s.Theirs || slices.Contains(s.Buried, s.Ours)
	if want := !s.Ours.IsZero() && !known; got.Draft != want {
		t.Errorf("%v: draft is %v", s, got.Draft)
	}
	want := Sum{}
	if s.Theirs != s.Base {
		want = s.Base
	}
	if got.Bury != want {
		t.Errorf("%v: buries %v", s, got.Bury)
	}
	if got.Reason == "" {
		t.Errorf("%v: no reason", s)
	}
	again := decide(Sides{Base: got.Mirror, Ours: got.Mirror, Theirs: s.Theirs, Buried: append(s.Buried, got.Bury)})
	if again.Draft || again.Mirror != got.Mirror || !again.Bury.IsZero() {
		t.Errorf("%v: the same again gives %v", s, again)
	}
	back := decide(Sides{Ours: s.Base, Buried: []Sum{got.Bury}})
	if !got.Bury.IsZero() && (back.Draft || !back.Mirror.IsZero()) {
		t.Errorf("%v: comes back from the dead", s)
	}
}

// TestReasons names each case of docs/sync.md.
func TestReasons(t *testing.T) {
	doc, err := os.ReadFile("../../docs/sync.md")
	if err != nil {
		t.Fatal(err)
	}
	none, base, ours, theirs := sums[0], sums[1], sums[2], sums[3]
	for _, c := range []struct {
		s      Sides
		draft  bool
		reason string
	}{
		{Sides{none, none, none, nil, false}, false, "there is no such memory any more"},
		{Sides{none, none, theirs, nil, false}, false, "the team added it"},
		{Sides{none, ours, none, nil, false}, true, "it was added in the mirror, where only team memories belong"},
		{Sides{none, ours, theirs, nil, false}, true, "the team changed it and it was edited in the mirror"},
		{Sides{none, theirs, theirs, nil, false}, false, "the mirror has what the team has"},
		{Sides{base, none, none, nil, false}, false, "there is no such memory any more"},
		{Sides{base, none, base, nil, false}, false, "it was deleted in the mirror and the team still has it"},
		{Sides{base, none, theirs, nil, false}, false, "it was deleted in the mirror and the team still has it"},
		{Sides{base, base, none, nil, false}, false, "the team deleted it"},
		{Sides{base, base, base, nil, false}, false, "the mirror has what the team has"},
		{Sides{base, base, theirs, nil, false}, false, "the team changed it"},
		{Sides{base, ours, none, nil, false}, true, "the team deleted it and it was edited in the mirror"},
		{Sides{base, ours, base, nil, false}, true, "it was edited in the mirror"},
		{Sides{base, ours, theirs, nil, false}, true, "the team changed it and it was edited in the mirror"},
		{Sides{base, theirs, theirs, nil, false}, false, "the mirror has what the team has"},
		{Sides{none, ours, none, []Sum{ours}, false}, false, "the team deleted it"},
		{Sides{base, ours, base, []Sum{ours}, false}, false, "the mirror held another text of the team, or an old one"},
		{Sides{base, ours, base, nil, true}, false, "the mirror held another text of the team, or an old one"},
	} {
		if got := decide(c.s); got.Draft != c.draft || got.Reason != c.reason {
			t.Errorf("%v: draft %v, %q", c.s, got.Draft, got.Reason)
		}
		if row := docRow(c.s, c.draft) + c.reason + " |\n"; !strings.Contains(string(doc), row) {
			t.Errorf("docs/sync.md has no row %q", row)
		}
	}
}

// docRow is the row of the table for a case, as far as its reason.
func docRow(s Sides, draft bool) string {
	base, ours, theirs, old := sums[1], sums[2], sums[3], len(s.Buried) > 0 || s.Known
	letter := func(sum Sum) string {
		return map[Sum]string{{}: "–", base: "B", ours: map[bool]string{false: "E", true: "O"}[old], theirs: "T"}[sum]
	}
	first, then, kept := letter(s.Base), letter(s.Theirs), ""
	if old && s.Theirs.IsZero() {
		first = "– or B"
	}
	if then == "–" {
		then = "nothing"
	}
	if draft {
		kept = "E "
	}
	return "| " + first + " | " + letter(s.Ours) + " | " + letter(s.Theirs) + " | " + then + " | " + kept + "| "
}
