package invisible

import "unicode"

// Characters that have excuses of their own.
const (
	softHyphen       = 0x00AD
	arabicLetterMark = 0x061C
	zwsp             = 0x200B
	zwnj             = 0x200C
	zwj              = 0x200D
	leftToRightMark  = 0x200E
	rightToLeftMark  = 0x200F
	popIsolate       = 0x2069
	textStyle        = 0xFE0E
	emojiStyle       = 0xFE0F
	tagBase          = 0xE0000
)

// joiner reports whether r shapes the text around it and counts in a chain.
func joiner(r rune) bool {
	switch r {
	case softHyphen, arabicLetterMark, zwsp, zwnj, zwj, leftToRightMark, rightToLeftMark, 0x180B, 0x180C, 0x180D, 0x180E, 0x180F:
		return true
	}
	return 0xE0100 <= r && r <= 0xE01EF
}

func tag(r rune) bool     { return 0xE0020 <= r && r <= 0xE007F }
func isolate(r rune) bool { return 0x2066 <= r && r <= 0x2068 }

func skinTone(r rune) bool { return 0x1F3FB <= r && r <= 0x1F3FF }

// emoji reports whether r can be the base of an emoji, now or in a later version of
// Unicode: whole blocks, and the few that lie elsewhere.
// https://www.unicode.org/Public/15.0.0/ucd/emoji/emoji-data.txt
func emoji(r rune) bool {
	switch {
	case 0x1F000 <= r && r <= 0x1FAFF,
		0x2190 <= r && r <= 0x21FF, 0x2300 <= r && r <= 0x23FF, 0x2460 <= r && r <= 0x24FF,
		0x25A0 <= r && r <= 0x27BF, 0x2900 <= r && r <= 0x297F, 0x2B00 <= r && r <= 0x2BFF:
		return true
	}
	switch r {
	case 0xA9, 0xAE, 0x203C, 0x2049, 0x2122, 0x2139, 0x3030, 0x303D, 0x3297, 0x3299:
		return true
	}
	return false
}

func inWord(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.Nd) }

// joins reports whether r belongs to a script whose letters change with their
// neighbours, so that a joiner between them is seen.
func joins(r rune) bool {
	if r < 0x600 || !inWord(r) {
		return false
	}
	return unicode.In(r,
		unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mandaic, unicode.Mongolian, unicode.Phags_Pa,
		unicode.Manichaean, unicode.Psalter_Pahlavi, unicode.Hanifi_Rohingya, unicode.Sogdian, unicode.Adlam,
		unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
		unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Grantha, unicode.Newa,
		unicode.Tirhuta, unicode.Kaithi, unicode.Modi, unicode.Chakma, unicode.Meetei_Mayek,
		unicode.Balinese, unicode.Javanese, unicode.Sundanese, unicode.Khmer, unicode.Myanmar, unicode.Tibetan)
}

// unspaced reports whether r belongs to a script that puts no spaces between words,
// where a zero width space says where a line may break.
func unspaced(r rune) bool {
	return r >= 0xE00 && unicode.In(r,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Balinese,
		unicode.Javanese, unicode.Tai_Le, unicode.New_Tai_Lue, unicode.Tai_Tham, unicode.Tai_Viet, unicode.Cham)
}

// virama reports whether r takes the vowel from a consonant: after it a non-joiner
// may end a word.
func virama(r rune) bool {
	switch r {
	case 0x94D, 0x9CD, 0xA4D, 0xACD, 0xB4D, 0xBCD, 0xC4D, 0xCCD, 0xD4D, 0xDCA:
		return true
	}
	return false
}

func mongolian(r rune) bool { return unicode.Is(unicode.Mongolian, r) && unicode.IsLetter(r) }

// rightToLeft reports whether r is a letter in one of the blocks that Unicode keeps
// for scripts written from right to left.
// https://www.unicode.org/Public/15.0.0/ucd/extracted/DerivedBidiClass.txt
func rightToLeft(r rune) bool {
	switch {
	case 0x590 <= r && r <= 0x8FF, 0xFB1D <= r && r <= 0xFDFF, 0xFE70 <= r && r <= 0xFEFE,
		0x10800 <= r && r <= 0x10FFF, 0x1E800 <= r && r <= 0x1EFFF:
		return unicode.IsLetter(r)
	}
	return false
}
