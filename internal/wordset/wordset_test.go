package wordset

import "testing"

func TestOf(t *testing.T) {
	s := Of("a bee\n\tsea a")
	for word, want := range map[string]bool{"a": true, "bee": true, "sea": true, "be": false, "": false, "a bee": false} {
		if got := s.Has(word); got != want {
			t.Errorf("Has(%q) = %v", word, got)
		}
	}
	if n := len(s.Words()); n != 3 {
		t.Errorf("%d words", n)
	}
	if Of("").Has("") {
		t.Error("the empty set holds a word")
	}
}
