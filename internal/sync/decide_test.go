package sync

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// sums are few, so that sides often agree.
var sums = []Sum{{}, SumOf([]byte("a")), SumOf([]byte("b")), SumOf([]byte("c"))}

// TestDecideAll walks through every combination of sides.
func TestDecideAll(t *testing.T) {
	for n := range 4 * 4 * 4 * 8 {
		s := Sides{Base: sums[n%4], Ours: sums[n/4%4], Theirs: sums[n/16%4]}
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
	known := s.Ours == s.Base || s.Ours == s.Theirs || slices.Contains(s.Buried, s.Ours)
	if want := !s.Ours.IsZero() && !known; got.Draft != want {
		t.Errorf("%v: draft is %v", s, got.Draft)
	}
	want := Sum{}
	if s.Theirs.IsZero() {
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

// TestMarkRestores holds that a block can be put in, renewed and taken out of any file.
func TestMarkRestores(t *testing.T) {
	part := rapid.SampledFrom([]string{"\n", "\r\n", "---", "# T", bom, "é", "\xff", " ", "<!-- x -->", "---\n", "\r"})
	bodies := rapid.SliceOf(rapid.SampledFrom([]string{"- a\n", endLine + "\n", beginLine, "\r\n", "<!--"}))
	rapid.Check(t, func(t *rapid.T) {
		file := join(rapid.SliceOfN(part, 0, 8).Draw(t, "file"))
		once, err := Mark(file, string(join(bodies.Draw(t, "body"))))
		if errors.Is(err, ErrFront) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		body := string(join(bodies.Draw(t, "body2")))
		twice, err := Mark(once, body)
		if err != nil {
			t.Fatalf("%q: %v", once, err)
		}
		if b, _ := Marked(twice); len(b) == 0 {
			t.Fatalf("no block in %q", twice)
		}
		again, _ := Mark(twice, body)
		if !bytes.Equal(again, twice) {
			t.Fatalf("again: %q, then %q", twice, again)
		}
		for _, f := range [][]byte{once, twice} {
			if got, err := Unmark(f); err != nil || !bytes.Equal(got, file) {
				t.Fatalf("%q came back as %q, %v", file, got, err)
			}
		}
	})
}

func join(parts []string) (all []byte) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

func TestMarkShapes(t *testing.T) {
	b := string(block("x", "\n"))
	for _, c := range []struct {
		name, in, want string
		err            error
	}{
		{"empty", "", b, nil},
		{"no block", "# Mine", b + "# Mine", nil},
		{"byte order mark", bom + "a\n", bom + b + "a\n", nil},
		{"frontmatter", "---\na: b\n---\ntext\n", "---\na: b\n---\n" + b + "text\n", nil},
		{"frontmatter without a line end", "---\na: b\n---", "", ErrFront},
		{"a rule at the top", "---\ntext\n", b + "---\ntext\n", nil},
		{"windows", "a\r\n", string(block("x", "\r\n")) + "a\r\n", nil},
		{"renewed", "a\n" + string(block("old", "\n")) + "z", "a\n" + b + "z", nil},
		{"only begin", beginLine + "\nx\n", "", ErrDamaged},
		{"only end", "x\n" + endLine + "\n", "", ErrDamaged},
		{"out of order", endLine + "\n" + beginLine + "\n", "", ErrDamaged},
		{"two", b + b, "", ErrTwo},
	} {
		got, err := Mark([]byte(c.in), "x")
		if string(got) != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: got %q, %v", c.name, got, err)
		}
	}
}
