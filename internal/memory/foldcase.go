package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/lazy"
)

// foldCase is the full case folding of Unicode: texts that differ in case alone become
// the same. https://www.unicode.org/Public/UCD/latest/ucd/CaseFolding.txt
func foldCase(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if r < utf8.RuneSelf {
			b.WriteRune(unicode.ToLower(r))
		} else if several := folds.Get()[r]; several != "" {
			b.WriteString(several)
		} else {
			b.WriteRune(foldRune(r))
		}
	}
	return b.String()
}

// foldRune folds what one letter comes of. Cherokee folds to its capitals, and the i
// without a dot is nobody's small letter.
func foldRune(r rune) rune {
	switch {
	case r == 'ı', 0x13a0 <= r && r <= 0x13f5:
		return r
	case 0x13f8 <= r && r <= 0x13fd:
		return r - 8
	case 0xab70 <= r && r <= 0xabbf:
		return r - 0xab70 + 0x13a0
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// folds are the letters that become several, each before those.
var folds = lazy.Value[map[rune]string]{Make: func() map[rune]string {
	m := map[rune]string{}
	for _, f := range strings.Fields("ßss İi\u0307 ŉʼn ǰj\u030c ΐι\u0308\u0301 ΰυ\u0308\u0301 ևեւ ẖh\u0331 ẗt\u0308 ẘw\u030a ẙy\u030a ẚaʾ ẞss " +
		"ὐυ\u0313 ὒυ\u0313\u0300 ὔυ\u0313\u0301 ὖυ\u0313\u0342 ᾀἀι ᾁἁι ᾂἂι ᾃἃι ᾄἄι ᾅἅι ᾆἆι ᾇἇι ᾈἀι ᾉἁι ᾊἂι ᾋἃι ᾌἄι ᾍἅι " +
		"ᾎἆι ᾏἇι ᾐἠι ᾑἡι ᾒἢι ᾓἣι ᾔἤι ᾕἥι ᾖἦι ᾗἧι ᾘἠι ᾙἡι ᾚἢι ᾛἣι ᾜἤι ᾝἥι ᾞἦι ᾟἧι ᾠὠι ᾡὡι ᾢὢι ᾣὣι ᾤὤι ᾥὥι ᾦὦι ᾧὧι ᾨὠι " +
		"ᾩὡι ᾪὢι ᾫὣι ᾬὤι ᾭὥι ᾮὦι ᾯὧι ᾲὰι ᾳαι ᾴάι ᾶα\u0342 ᾷα\u0342ι ᾼαι ῂὴι ῃηι ῄήι ῆη\u0342 ῇη\u0342ι ῌηι " +
		"ῒι\u0308\u0300 ΐι\u0308\u0301 ῖι\u0342 ῗι\u0308\u0342 ῢυ\u0308\u0300 ΰυ\u0308\u0301 ῤρ\u0313 ῦυ\u0342 " +
		"ῧυ\u0308\u0342 ῲὼι ῳωι ῴώι ῶω\u0342 ῷω\u0342ι ῼωι ﬀff ﬁfi ﬂfl ﬃffi ﬄffl ﬅst ﬆst ﬓմն ﬔմե ﬕմի ﬖվն ﬗմխ") {
		r, size := utf8.DecodeRuneInString(f)
		m[r] = f[size:]
	}
	return m
}}
