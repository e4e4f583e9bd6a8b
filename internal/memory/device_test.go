package memory

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestDevicesByHand(t *testing.T) {
	form := regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(\.|$)`)
	piece := rapid.SampledFrom([]string{"con", "PRN", "aux", "nul", "com", "LPT", "1", "²", "4", "conin$", "CONOUT$", "clock$", "cloc\u212a$", " ", ".", "x", "é"})
	rapid.Check(t, func(t *rapid.T) {
		name := strings.Join(rapid.SliceOfN(piece, 0, 4).Draw(t, "pieces"), "")
		if got, want := IsDevice(name), form.MatchString(name); got != want {
			t.Fatalf("device %q: %v, want %v", name, got, want)
		}
	})
}
