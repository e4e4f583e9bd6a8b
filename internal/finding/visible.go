package finding

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible writes s so that it can be printed anywhere: what a terminal would obey,
// what shows nothing and what is not UTF-8 is written as an escape. The joiners and
// variation selectors of ordinary emoji and scripts stay as they are.
func Visible(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\t':
			b.WriteByte(' ')
		case !shows(r):
			fmt.Fprintf(&b, `\u{%04X}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

func shows(r rune) bool {
	switch r {
	case 0x200C, 0x200D, 0xFE0E, 0xFE0F:
		return true
	case 0x2800:
		return false
	}
	return !unicode.In(r, unicode.C, unicode.Zl, unicode.Zp,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
