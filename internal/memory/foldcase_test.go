package memory

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
)

// Every letter folds as x/text folds it, which swaps the two cases of Cherokee.
func TestFoldCase(t *testing.T) {
	if unicode.Version != cases.UnicodeVersion {
		t.Skipf("this Go knows Unicode %s, x/text %s", unicode.Version, cases.UnicodeVersion)
	}
	fold := cases.Fold()
	several := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		want := fold.String("a" + string(r) + "B")
		if unicode.Is(unicode.Cherokee, r) {
			want = "a" + string(unicode.ToUpper(r)) + "b"
		}
		if got := foldCase("a" + string(r) + "B"); got != want {
			t.Errorf("%U folds to %+q, want %+q", r, got, want)
		}
		if utf8.RuneCountInString(want) > 3 {
			several++
		}
	}
	if several != len(folds.Get()) {
		t.Errorf("%d letters become several, the table has %d", several, len(folds.Get()))
	}
}
