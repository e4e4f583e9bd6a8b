package secretscan

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What stands in a text is never said not to, whatever its case; and most of what does not is.
func TestGramsHoldWhatStandsThere(t *testing.T) {
	text := rapid.SliceOfN(rapid.SampledFrom([]byte("aAbBzZ@[`{ \n\x00\xe5\xaf\x86")), shortestText, 2*shortestText)
	rapid.Check(t, func(t *rapid.T) {
		b := text.Draw(t, "text")
		start := rapid.IntRange(0, len(b)).Draw(t, "start")
		end := rapid.IntRange(start, min(len(b), start+8)).Draw(t, "end")
		word, set := string(b[start:end]), gramsOf(b)
		for _, w := range []string{word, strings.ToLower(word), strings.ToUpper(word)} {
			if len(w) == len(word) && !set.mayHold(w) {
				t.Fatalf("%q stands in %q", w, b)
			}
		}
	})
	set := gramsOf([]byte(strings.Repeat("The export queue waits for each printer.\n", 10)))
	for _, w := range []string{"password", "mot de passe", "密码", "sk-", "queues", "exports"} {
		if set.mayHold(w) {
			t.Errorf("%q may stand there", w)
		}
	}
}

func TestEachFindsEveryPlace(t *testing.T) {
	for _, filler := range []int{0, shortestText} {
		text := []byte(strings.Repeat(".", filler) + "a Token, tokentoken: ToKe TOKEN")
		s := &scan{view: &view{text: text}, lower: lowerASCII(text), grams: gramsOf(text)}
		var got []int
		s.each("token", func(at int) { got = append(got, at-filler) })
		if want := []int{2, 9, 14, 26}; !slices.Equal(got, want) {
			t.Errorf("behind %d bytes: %d, want %d", filler, got, want)
		}
	}
}
