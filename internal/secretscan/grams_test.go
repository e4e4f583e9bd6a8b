package secretscan

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What stands in a text is never said not to, whatever its case; and most of what does not is.
func TestGramsHoldWhatStandsThere(t *testing.T) {
	var set gramSet // which is used for one text after the other
	text := rapid.SliceOfN(rapid.SampledFrom([]byte("aAbBzZ@[`{ \n\x00\xe5\xaf\x86")), 0, 200)
	rapid.Check(t, func(t *rapid.T) {
		b := text.Draw(t, "text")
		start := rapid.IntRange(0, len(b)).Draw(t, "start")
		end := rapid.IntRange(start, min(len(b), start+8)).Draw(t, "end")
		word := string(b[start:end])
		set.of(b)
		for _, w := range []string{word, strings.ToLower(word), strings.ToUpper(word)} {
			if len(w) == len(word) && !set.mayHold(w) {
				t.Fatalf("%q stands in %q", w, b)
			}
		}
	})
	set.of([]byte(strings.Repeat("The export queue waits for each printer.\n", 10)))
	for _, w := range []string{"password", "mot de passe", "密码", "sk-", "queues", "exports"} {
		if set.mayHold(w) {
			t.Errorf("%q may stand there", w)
		}
	}
}

func TestEachFindsEveryPlace(t *testing.T) {
	var s scan
	s.begin(&view{text: []byte("a Token, tokentoken: ToKe TOKEN")})
	var got []int
	s.each("token", func(at int) { got = append(got, at) })
	if want := []int{2, 9, 14, 26}; !slices.Equal(got, want) {
		t.Errorf("%d, want %d", got, want)
	}
}

// Patterns that begin with a run are looked for only where a stretch without blanks is as long as they are.
func TestNoOpenPatternHoldsABlank(t *testing.T) {
	k := shapes.Get()
	for _, n := range k.open {
		if spec := k.all[n].spec(); strings.Contains(spec, "{s") {
			t.Errorf("%s holds a blank", spec)
		}
	}
	for text, want := range map[string]int{"": 0, "a": 1, "ab cde f": 3, "ab\ncdef": 4, "abc密de": 3, "a\x7fbc": 2, "~!": 2} {
		if got := longestStretch([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
