package invisible

import (
	"fmt"
	"unicode"
)

// Name returns the code point of r and, for a character that Scan can return, what
// it is called: "U+200B ZERO WIDTH SPACE".
func Name(r rune) string {
	if n := name(r); n != "" {
		return fmt.Sprintf("U+%04X %s", r, n)
	}
	return fmt.Sprintf("U+%04X", r)
}

func name(r rune) string {
	if n := named(r); n != "" {
		return n
	}
	switch {
	case unicode.Is(unicode.Cc, r):
		return "CONTROL CHARACTER"
	case 0xFE00 <= r && r <= 0xFE0F:
		return fmt.Sprintf("VARIATION SELECTOR-%d", r-0xFE00+1)
	case 0xE0100 <= r && r <= 0xE01EF:
		return fmt.Sprintf("VARIATION SELECTOR-%d", r-0xE0100+17)
	case unicode.Is(unicode.Variation_Selector, r):
		return "MONGOLIAN FREE VARIATION SELECTOR"
	case tag(r):
		return "TAG CHARACTER"
	case unicode.Is(unicode.Co, r):
		return "PRIVATE USE CHARACTER"
	case unicode.Is(unicode.Noncharacter_Code_Point, r):
		return "NONCHARACTER"
	case unicode.Is(unicode.Cf, r):
		return "FORMAT CHARACTER"
	case KindOf(r) == Hidden:
		return "INVISIBLE CHARACTER"
	}
	return ""
}

// named is the name of a character that has one here, else "".
func named(r rune) string {
	switch r {
	case 0x00:
		return "NULL"
	case 0x07:
		return "BELL"
	case 0x08:
		return "BACKSPACE"
	case 0x0B:
		return "LINE TABULATION"
	case 0x0C:
		return "FORM FEED"
	case 0x0D:
		return "CARRIAGE RETURN"
	case 0x1B:
		return "ESCAPE"
	case 0x7F:
		return "DELETE"
	case 0x85:
		return "NEXT LINE"
	case 0x9B:
		return "CONTROL SEQUENCE INTRODUCER"
	case 0x9D:
		return "OPERATING SYSTEM COMMAND"
	case 0xAD:
		return "SOFT HYPHEN"
	case 0x34F:
		return "COMBINING GRAPHEME JOINER"
	case 0x61C:
		return "ARABIC LETTER MARK"
	case 0x115F:
		return "HANGUL CHOSEONG FILLER"
	case 0x1160:
		return "HANGUL JUNGSEONG FILLER"
	case 0x17B4:
		return "KHMER VOWEL INHERENT AQ"
	case 0x17B5:
		return "KHMER VOWEL INHERENT AA"
	case 0x180E:
		return "MONGOLIAN VOWEL SEPARATOR"
	case 0x200B:
		return "ZERO WIDTH SPACE"
	case 0x200C:
		return "ZERO WIDTH NON-JOINER"
	case 0x200D:
		return "ZERO WIDTH JOINER"
	case 0x200E:
		return "LEFT-TO-RIGHT MARK"
	case 0x200F:
		return "RIGHT-TO-LEFT MARK"
	case 0x2028:
		return "LINE SEPARATOR"
	case 0x2029:
		return "PARAGRAPH SEPARATOR"
	case 0x202A:
		return "LEFT-TO-RIGHT EMBEDDING"
	case 0x202B:
		return "RIGHT-TO-LEFT EMBEDDING"
	case 0x202C:
		return "POP DIRECTIONAL FORMATTING"
	case 0x202D:
		return "LEFT-TO-RIGHT OVERRIDE"
	case 0x202E:
		return "RIGHT-TO-LEFT OVERRIDE"
	case 0x2060:
		return "WORD JOINER"
	case 0x2061:
		return "FUNCTION APPLICATION"
	case 0x2062:
		return "INVISIBLE TIMES"
	case 0x2063:
		return "INVISIBLE SEPARATOR"
	case 0x2064:
		return "INVISIBLE PLUS"
	case 0x2066:
		return "LEFT-TO-RIGHT ISOLATE"
	case 0x2067:
		return "RIGHT-TO-LEFT ISOLATE"
	case 0x2068:
		return "FIRST STRONG ISOLATE"
	case 0x2069:
		return "POP DIRECTIONAL ISOLATE"
	case 0x2800:
		return "BRAILLE PATTERN BLANK"
	case 0x3164:
		return "HANGUL FILLER"
	case 0xFEFF:
		return "BYTE ORDER MARK"
	case 0xFFA0:
		return "HALFWIDTH HANGUL FILLER"
	case 0xFFF9:
		return "INTERLINEAR ANNOTATION ANCHOR"
	case 0xFFFA:
		return "INTERLINEAR ANNOTATION SEPARATOR"
	case 0xFFFB:
		return "INTERLINEAR ANNOTATION TERMINATOR"
	case 0x16FE4:
		return "KHITAN SMALL SCRIPT FILLER"
	case 0x1BC9D:
		return "DUPLOYAN THICK LETTER SELECTOR"
	case 0x1D159:
		return "MUSICAL SYMBOL NULL NOTEHEAD"
	case 0xE0001:
		return "LANGUAGE TAG"
	}
	return ""
}
