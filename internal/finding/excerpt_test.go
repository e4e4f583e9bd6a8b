package finding

import (
	"strings"
	"testing"
)

func TestExcerpt(t *testing.T) {
	many := strings.Repeat("é", 1000)
	for _, tt := range []struct {
		name, line string
		at         int
		want       string
	}{
		{"short", "a line", 3, "a line"},
		{"just fits", many[:2*maxExcerpt], 399, many[:2*maxExcerpt]},
		{"at the beginning", "X" + many, 0, "X" + many[:2*399] + "…"},
		{"inside", many[:1000] + "X" + many[:1000], 500, "…" + many[:2*99] + "X" + many[:2*299] + "…"},
		{"at the end", many + "X", 1000, "…" + many[:2*99] + "X"},
		{"past the end", many, 1 << 40, "…" + many[:2*99]},
		{"before the beginning", many, -5, many[:2*400] + "…"},
	} {
		got := Excerpt(tt.line, tt.at)
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if i := strings.IndexRune(got, 'X'); i > 0 && len([]rune(got[:i])) != ExcerptLead {
			t.Errorf("%s: the place is %d characters in", tt.name, len([]rune(got[:i])))
		}
	}
}
