package page

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestCompareWords(t *testing.T) {
	for _, c := range []struct{ name, old, now, want string }{
		{"one word", "we ship on Fridays at noon", "we ship on Thursdays at noon", "we ship on [-Fridays-] at noon|we ship on {+Thursdays+} at noon"},
		{"neighbours are one", "we ship the old code on Fridays", "we ship some new code on Fridays", "we ship [-the old-] code on Fridays|we ship {+some new+} code on Fridays"},
		{"a date is a word", "it ends on 2026-12-31 at 12:30", "it ends on 2027-06-30 at 12:45", "it ends on [-2026-12-31-] at [-12:30-]|it ends on {+2027-06-30+} at {+12:45+}"},
		{"a path is a word", "see src/a.go:3.", "see src/b.go:3.", "see [-src/a.go:3-].|see {+src/b.go:3+}."},
		{"only added", "we ship", "we ship on Fridays", "we ship|we ship {+on Fridays+}"},
		{"only wrapped anew", "we ship on\nFridays", "we ship\non Fridays", "we ship on\nFridays|we ship\non Fridays"},
		{"nothing in common", "one two three", "four five six", "one two three|four five six"},
		{"a character of Chinese", "周五上午准备发布", "周四上午准备发布", "周[-五-]上午准备发布|周{+四+}上午准备发布"},
		{"empty", "", "x", "|x"},
	} {
		old, now := compareWords(c.old, c.now)
		if got := bracketed("-", old) + "|" + bracketed("+", now); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// No script keeps more words than are counted in both.
func TestInBothIsABound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		token := rapid.SampledFrom([]string{"one", "two", "two", "3", ",", " "})
		a, b := rapid.SliceOfN(token, 0, 12).Draw(t, "a"), rapid.SliceOfN(token, 0, 12).Draw(t, "b")
		same := 0
		for _, e := range edits(a, b) {
			if e.op == kept {
				same += words(a[e.i : e.i+1])
			}
		}
		if most := inBoth(a, b); same > most || most > min(words(a), words(b)) {
			t.Fatalf("%d are kept, and %d counted, of %q and %q", same, most, a, b)
		}
	})
}

// An edit script leads from one list to the other, and is as short as can be.
func TestEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"a", "b", "c", "d"})
		a, b := rapid.SliceOfN(word, 0, 12).Draw(t, "a"), rapid.SliceOfN(word, 0, 12).Draw(t, "b")
		var old, now []string
		steps, i, j := 0, 0, 0
		for _, e := range edits(a, b) {
			switch e.op {
			case kept:
				if e.i != i || a[i] != b[j] {
					t.Fatalf("%d of a is kept at %d, where %q and %q stand", e.i, i, a[i], b[j])
				}
				old, now, i, j = append(old, a[i]), append(now, b[j]), i+1, j+1
			case gone:
				old, steps, i = append(old, a[e.i]), steps+1, i+1
			case come:
				now, steps, j = append(now, b[e.i]), steps+1, j+1
			}
		}
		if strings.Join(old, "") != strings.Join(a, "") || strings.Join(now, "") != strings.Join(b, "") {
			t.Fatalf("%q and %q became %q and %q", a, b, old, now)
		}
		if want := len(a) + len(b) - 2*common(a, b); steps != want {
			t.Fatalf("%q to %q takes %d edits, want %d", a, b, steps, want)
		}
	})
}

// common is how long the longest list is that is part of both.
func common(a, b []string) int {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	if a[0] == b[0] {
		return 1 + common(a[1:], b[1:])
	}
	row := make([]int, len(b)+1)
	for _, x := range a {
		before := 0
		for j, y := range b {
			old := row[j+1]
			if x == y {
				row[j+1] = before + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			before = old
		}
	}
	return row[len(b)]
}

// What is shown of two texts is these texts: nothing is invented and nothing is lost.
func FuzzCompare(f *testing.F) {
	for _, s := range [][2]string{{"", ""}, {"a", ""}, {"a\nb\nc", "a\nx\nc"}, {"a b c d", "a x c d"}, {"\n\n", "\n"}, {"周五\n\x00", "周四"}, {"a  b", "a b"}, {strings.Repeat("x ", 900), strings.Repeat("y ", 900)}, {"é", "é é"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		old, now := strings.Split(a, "\n"), strings.Split(b, "\n")
		if !utf8.ValidString(a) || !utf8.ValidString(b) || len(a)+len(b) > 4<<10 || len(old)+len(now) > mostLines {
			return
		}
		var left, right []string
		whole := true
		for _, l := range compare(old, now) {
			text := plainText(l.Parts)
			switch l.Kind {
			case Same:
				left, right = append(left, text), append(right, text)
			case Old:
				left = append(left, text)
			case Now:
				right = append(right, text)
			case Left:
				whole = false
			}
		}
		if whole && (strings.Join(left, "\n") != a || strings.Join(right, "\n") != b) {
			t.Errorf("%q and %q are shown as %q and %q", a, b, left, right)
		}
	})
}

// Lines that are broken hold the same words, and none is wider than a screen.
func FuzzWrap(f *testing.F) {
	f.Add(strings.Repeat("many words ", 20), "a mark", strings.Repeat("x", 300))
	f.Add(strings.Repeat("宽", 90), "", " ")
	f.Fuzz(func(t *testing.T, a, marked, b string) {
		if strings.ContainsAny(a+marked+b, "\t\n\r\v\f") || strings.ToValidUTF8(a+marked+b, "") != a+marked+b {
			return
		}
		parts := []Part{{a, false}, {marked, true}, {b, false}}
		var all strings.Builder
		for _, line := range wrap(parts, width) {
			text := plainText(line)
			all.WriteString(text)
			if n := columns(strings.TrimRight(text, " ")); n > screen {
				t.Errorf("a line has %d columns: %q", n, text)
			}
		}
		blanks := strings.NewReplacer(" ", "")
		if got := blanks.Replace(all.String()); got != blanks.Replace(a+marked+b) {
			t.Errorf("%q became %q", a+marked+b, got)
		}
	})
}

func TestBar(t *testing.T) {
	for _, c := range []struct {
		m    Measure
		want string
	}{
		{Measure{0, 0, 200}, "░░░░░░░░░░░░░░░░░░░░"},
		{Measure{100, 100, 200}, "██████████░░░░░░░░░░"},
		{Measure{50, 100, 200}, "█████▓▓▓▓▓░░░░░░░░░░"},
		{Measure{100, 50, 200}, "█████▒▒▒▒▒░░░░░░░░░░"},
		{Measure{100, 101, 200}, "██████████▓░░░░░░░░░"},
		{Measure{101, 102, 200}, "██████████▓░░░░░░░░░"},
		{Measure{100, 400, 200}, "█████▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓"},
		{Measure{0, 0, 0}, "░░░░░░░░░░░░░░░░░░░░"},
	} {
		if got := bar(c.m); got != c.want {
			t.Errorf("%+v: %s, want %s", c.m, got, c.want)
		}
	}
}
