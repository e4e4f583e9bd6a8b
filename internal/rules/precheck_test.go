package rules

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A cheap look before a pattern is tried must never spare what the pattern finds.
func TestPartsOfFixedMissNothing(t *testing.T) {
	form := fixedBugForm()
	around := rapid.SampledFrom([]string{"", " ", "x", "a bug was ", "é"})
	rapid.Check(t, func(t *rapid.T) {
		s := around.Draw(t, "before") + rapid.StringMatching(form.String()).Draw(t, "match") + around.Draw(t, "after")
		s = rapid.SampledFrom([]string{s, strings.ToUpper(s), strings.ReplaceAll(s, "s", "ſ")}).Draw(t, "spelt")
		if form.MatchString(s) != saysFixed(s) {
			t.Fatalf("spared %q", s)
		}
	})
}

func TestDevicesByHand(t *testing.T) {
	form := regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(\.|$)`)
	piece := rapid.SampledFrom([]string{"con", "PRN", "aux", "nul", "com", "LPT", "1", "²", "4", "conin$", "CONOUT$", "clock$", "cloc\u212a$", " ", ".", "x", "é"})
	rapid.Check(t, func(t *rapid.T) {
		name := strings.Join(rapid.SliceOfN(piece, 0, 4).Draw(t, "pieces"), "")
		if got, want := isDevice(name), form.MatchString(name); got != want {
			t.Fatalf("device %q: %v, want %v", name, got, want)
		}
	})
}
