// Package confusable finds text that looks like other text: hosts and words whose
// letters come from several scripts and read as if all were Latin, and sentences in
// styled letters. A whole word in one script is what it says and never confusable.
package confusable

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// alike pairs letters with the Latin ones that most fonts draw alike: first the
// letter, then its Latin twin.
// https://www.unicode.org/Public/security/15.0.0/confusables.txt has them, and many more.
var alike = pairs(
	// Cyrillic
	"\u0430a\u0435e\u043Eo\u0440p\u0441c\u0443y\u0445x\u0455s\u0456i\u0458j\u04BBh\u04CFl\u0501d\u051Bq\u051Dw\u0475v\u04AFy" +
		"\u0410A\u0412B\u0415E\u041AK\u041CM\u041DH\u041EO\u0420P\u0421C\u0422T\u0423Y\u0425X\u0405S\u0406I\u0408J\u04AEY\u04C0I\u050CG\u051AQ\u051CW\u0474V" +
		// Greek
		"\u03B1a\u03BFo\u03BDv\u03C1p\u03B9i\u03BAk\u03C5u\u03C7x\u03B3y\u03F2c\u03F3j\u03F1p" +
		"\u0391A\u0392B\u0395E\u0396Z\u0397H\u0399I\u039AK\u039CM\u039DN\u039FO\u03A1P\u03A4T\u03A5Y\u03A7X\u03F9C\u037FJ" +
		// Armenian
		"\u0585o\u0578n\u057Du\u0570h\u0581g\u0566q\u0575j\u0561w\u0555O\u054DU\u054FS" +
		// Cherokee
		"\u13A0D\u13A1R\u13A2T\u13AAA\u13ABJ\u13ACE\u13B3W\u13B7M\u13BBH\u13BDY\u13C0G\u13C3Z\u13CFb\u13D2R\u13D4W\u13D5S\u13D9V\u13DAS\u13DEL\u13DFC\u13E2P\u13E6K\u13F4B" +
		// Coptic
		"\u2C82B\u2C8EH\u2C92I\u2C94K\u2C98M\u2C9AN\u2C9EO\u2C9Fo\u2CA2P\u2CA3p\u2CA4C\u2CA5c\u2CA6T\u2CA8Y\u2CACX" +
		// Lisu
		"\uA4D0B\uA4D1P\uA4D2d\uA4D3D\uA4D4T\uA4D6G\uA4D7K\uA4D9J\uA4DAC\uA4DCZ\uA4DDF\uA4DFM\uA4E0N\uA4E1L\uA4E2S\uA4E3R\uA4E6V\uA4E7H\uA4EAW\uA4EBX\uA4ECY\uA4EEA\uA4F0E\uA4F2I\uA4F3O\uA4F4U",
)

// phonetic are Latin letters of phonetic alphabets, most of them small capitals,
// that stand for the ordinary ones.
var phonetic = pairs("\u0251a\u0261g\u0269i\u1D00a\u0299b\u1D04c\u1D05d\u1D07e\uA730f\u0262g\u029Ch\u026Ai\u1D0Aj\u1D0Bk\u029Fl\u1D0Dm\u0274n\u1D0Fo\u1D18p\u0280r\uA731s\u1D1Bt\u1D1Cu\u1D20v\u1D21w\u028Fy\u1D22z")

// loose pairs letters that are alike enough among Latin ones, and not by themselves.
var loose = pairs("\u0432b\u0433r\u043Ak\u043Cm\u043Dh\u043Fn\u0442t\u044Cb\u03B2b\u03B5e\u03B7n\u03C4t\u03C9w")

// slashes are drawn like the "/" that ends a host, and are letters of its name to a browser.
const slashes = "\u2044\u2215\u29F8"

// A twins is a table of pairs of letters, made when it is first asked for: most texts have
// no such letter.
type twins struct {
	letters string
	once    sync.Once
	table   map[rune]rune
}

func pairs(letters string) *twins { return &twins{letters: letters} }

func (t *twins) get() map[rune]rune {
	t.once.Do(func() {
		t.table = map[rune]rune{}
		letters := []rune(t.letters)
		for i := 0; i+1 < len(letters); i += 2 {
			t.table[letters[i]] = letters[i+1]
		}
	})
	return t.table
}

// plain returns the ASCII letter or digit that r is a styled form of: full-width,
// mathematical, circled, in a box or in brackets, raised or a small capital; 0 when it is none.
func plain(r rune) rune {
	switch {
	case r < 0x250:
		return 0
	case 0xFF21 <= r && r <= 0xFF3A, 0xFF41 <= r && r <= 0xFF5A: // the common ones, at once
		return r - 0xFF01 + '!'
	case 0x249C <= r && r <= 0x24B5:
		return r - 0x249C + 'a'
	case 0x1F110 <= r && r <= 0x1F129:
		return r - 0x1F110 + 'A'
	case 0x1F150 <= r && r <= 0x1F169:
		return r - 0x1F150 + 'A'
	case 0x1F170 <= r && r <= 0x1F189:
		return r - 0x1F170 + 'A'
	case 0xFF10 <= r && r <= 0xFF19, 0x1D400 <= r && r <= 0x1D7FF, 0x24B6 <= r && r <= 0x24E9, 0x1F130 <= r && r <= 0x1F149,
		0x2100 <= r && r <= 0x2138, 0x1D2C <= r && r <= 0x1D6A, 0x2B0 <= r && r <= 0x2B8, 0x2E1 <= r && r <= 0x2E3:
		if s := norm.NFKC.String(string(r)); len(s) == 1 && isAlnum(rune(s[0])) {
			return rune(s[0])
		}
	}
	return phonetic.get()[r]
}

func isAlnum(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// ScriptOf names the script of a letter that looks Latin; "" when it is Latin or has
// no twin.
func ScriptOf(r rune) string {
	switch {
	case unicode.Is(unicode.Cyrillic, r):
		return "Cyrillic"
	case unicode.Is(unicode.Greek, r):
		return "Greek"
	case unicode.Is(unicode.Armenian, r):
		return "Armenian"
	case unicode.Is(unicode.Cherokee, r):
		return "Cherokee"
	case unicode.Is(unicode.Coptic, r):
		return "Coptic"
	case unicode.Is(unicode.Lisu, r):
		return "Lisu"
	}
	return ""
}

// Possible reports whether r can make a text confusable; most text has no such
// letter, and need not be looked at any further.
func Possible(r rune) bool {
	switch {
	case r < 0x250:
		return false
	case r < 0x590, 0x13A0 <= r && r < 0x1400, 0x1C80 <= r && r < 0x1C90, 0x1D00 <= r && r < 0x2000, 0x2C60 <= r && r < 0x2D00,
		0xA4D0 <= r && r < 0xA500, 0xA640 <= r && r < 0xA800, 0xAB30 <= r && r < 0xABC0:
		return true
	}
	return plain(r) != 0 || strings.ContainsRune(slashes, r)
}

// A reading is what a text looks like.
type reading struct {
	text  string // every letter that has a twin replaced by it
	odd   rune   // the first letter that was replaced; 0 when none was
	other rune   // the first of these that is of another script; 0 when all are Latin
	loose bool   // some twin is only alike among Latin letters
	latin bool   // some letter is really Latin
	whole bool   // nothing but Latin letters is left
}

func read(s string) reading {
	r := reading{whole: true}
	var b strings.Builder
	for _, c := range s {
		twin := alike.get()[c]
		if twin == 0 {
			twin = plain(c)
		}
		if twin == 0 && loose.get()[c] != 0 {
			twin, r.loose = loose.get()[c], true
		}
		switch {
		case twin != 0:
			b.WriteRune(twin)
			if r.odd == 0 {
				r.odd = c
			}
			if r.other == 0 && ScriptOf(c) != "" {
				r.other = c
			}
			continue
		case unicode.Is(unicode.Latin, c):
			r.latin = true
		case unicode.IsLetter(c):
			r.whole = false
		}
		b.WriteRune(c)
	}
	r.text = b.String()
	return r
}
