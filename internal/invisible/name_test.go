package invisible

import (
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/runenames"
)

// TestNames holds that characters are called as Unicode calls them, and that those that attacks
// are made of have a name of their own.
func TestNames(t *testing.T) {
	groups := []*unicode.RangeTable{unicode.Cc, unicode.Co, unicode.Variation_Selector, unicode.Noncharacter_Code_Point}
	for r := rune(0xA0); r <= unicode.MaxRune; r++ {
		official := runenames.Name(r)
		if KindOf(r) == Seen || unicode.In(r, groups...) || tag(r) || official == "" || r == 0xFEFF { // of which the other name is the older one
			continue
		}
		_, called, _ := strings.Cut(Name(r), " ")
		if called == "FORMAT CHARACTER" && (r < 0x200B || r > 0x2064 && r < 0x2066 || r > 0x2069) { // rare
			continue
		}
		if called != official {
			t.Errorf("%U is called %q, want %q", r, called, official)
		}
	}
}
