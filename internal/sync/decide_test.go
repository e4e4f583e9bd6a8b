package sync

import (
	"slices"
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
	got := Decide(s)
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
	again := Decide(Sides{Base: got.Mirror, Ours: got.Mirror, Theirs: s.Theirs, Buried: append(s.Buried, got.Bury)})
	if again.Draft || again.Mirror != got.Mirror || !again.Bury.IsZero() {
		t.Errorf("%v: the same again gives %v", s, again)
	}
	back := Decide(Sides{Ours: s.Base, Buried: []Sum{got.Bury}})
	if !got.Bury.IsZero() && (back.Draft || !back.Mirror.IsZero()) {
		t.Errorf("%v: comes back from the dead", s)
	}
	ours, theirs := s.Labels()
	o, u := Sides{Base: s.Base, Ours: s.Theirs, Theirs: s.Ours}.Labels()
	if ours != u || theirs != o {
		t.Errorf("%v: labels %s %s, swapped %s %s", s, ours, theirs, o, u)
	}
	if (ours == Unchanged) != (s.Ours == s.Base) || (ours == Agree) != (s.Ours == s.Theirs && s.Ours != s.Base) {
		t.Errorf("%v: ours is %s", s, ours)
	}
	if ours != Agree && ((ours == Deleted) != (s.Ours.IsZero() && !s.Base.IsZero()) || (ours == Added) != (s.Base.IsZero() && !s.Ours.IsZero())) {
		t.Errorf("%v: ours is %s", s, ours)
	}
}
