package rules

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A cheap look before a pattern is tried must never spare what the pattern finds.
func TestPartsOfFixedMissNothing(t *testing.T) {
	form := fixedBugForm.Get()
	around := rapid.SampledFrom([]string{"", " ", "x", "a bug was ", "é"})
	rapid.Check(t, func(t *rapid.T) {
		s := around.Draw(t, "before") + rapid.StringMatching(form.String()).Draw(t, "match") + around.Draw(t, "after")
		s = rapid.SampledFrom([]string{s, strings.ToUpper(s), strings.ReplaceAll(s, "s", "ſ")}).Draw(t, "spelt")
		if form.MatchString(s) != saysFixed(s) {
			t.Fatalf("spared %q", s)
		}
	})
}
