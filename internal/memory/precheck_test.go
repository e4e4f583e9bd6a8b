package memory

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A cheap look before a pattern is tried must never spare what the pattern finds.
func TestPrechecksMissNothing(t *testing.T) {
	tests := []struct {
		name  string
		form  *regexp.Regexp
		check func(string) bool
	}{
		{"citation", citeForm.Get(), func(s string) bool { return mayCite([]byte(s)) }},
		{"loose link", looseForm.Get(), func(s string) bool { return mayBeLoose([]byte(s)) }},
		{"private by line", lineReading.Get(), mayBePrivate},
		{"private anywhere", looseReading.Get(), mayBePrivate},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			around := rapid.SampledFrom([]string{"", " ", "x", "](", ")", ":", "#L", "- ", "\n", "é", "[a](b c", "type"})
			rapid.Check(t, func(t *rapid.T) {
				s := around.Draw(t, "before") + rapid.StringMatching(tt.form.String()).Draw(t, "match") + around.Draw(t, "after")
				if tt.form.MatchString(s) && !tt.check(s) {
					t.Fatalf("spared %q", s)
				}
			})
			if tt.check("- a list: of nothing, (really) [so](far)") {
				t.Error("spares nothing")
			}
		})
	}
}

// What is read by hand is read as the pattern says.
func TestLineFormsByHand(t *testing.T) {
	bullet := regexp.MustCompile(`^(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|$)`)
	head := regexp.MustCompile(`^#{1,6}(?:[ \t]|$)`)
	piece := rapid.SampledFrom([]string{"-", "*", "+", "1", "123456789", ".", ")", "#", "##", " ", "\t", "x", "é"})
	rapid.Check(t, func(t *rapid.T) {
		line := []byte(strings.Join(rapid.SliceOfN(piece, 0, 5).Draw(t, "pieces"), ""))
		if got, want := bulletLen(line), len(bullet.Find(line)); got != want {
			t.Fatalf("bullet of %q: %d, want %d", line, got, want)
		}
		if got, want := isHead(line), head.Match(line); got != want {
			t.Fatalf("head %q: %v, want %v", line, got, want)
		}
		ruler := rulerForm.Get().Match(line)
		if ruler && len(bytes.Trim(line, "-*_ \t")) > 0 {
			t.Fatalf("%q is no ruler", line)
		}
	})
}

func TestPlainPathsAreDecodedLikeOthers(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "b.md", "..", ".", "/", "//", "\\", "%2e", "%", "~", "$X", "c:", "file:", " ", "\t", "é", "．", "\x7f"})
	rapid.Check(t, func(t *rapid.T) {
		dest := strings.Join(rapid.SliceOfN(piece, 0, 5).Draw(t, "pieces"), "")
		plain, why := decode(dest)
		if all, because := decodeAll(dest); plain != all || why != because {
			t.Fatalf("%q: %q, %q; want %q, %q", dest, plain, why, all, because)
		}
	})
}

func TestPlainKeyIsTheFoldedOne(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "Z", "9", " ", "-", "_", "--", ".", "/", "~", "\x7f", "\t", "é"})
	rapid.Check(t, func(t *rapid.T) {
		name := strings.Join(rapid.SliceOfN(piece, 0, 8).Draw(t, "pieces"), "")
		if got, want := Key(name), foldedKey(name); got != want {
			t.Fatalf("key of %q: %q, want %q", name, got, want)
		}
	})
}
