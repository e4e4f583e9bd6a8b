package invisible_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/invisible"
)

const (
	persian    = "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645" // a word with its non-joiner
	hebrew     = "\u05E9\u05DC\u05D5\u05DD"
	devanagari = "\u0915\u094D\u200D\u0937"
	scotland   = "\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F"
)

// Each kind of abuse is found, and as what it is.
func TestHostile(t *testing.T) {
	tests := []struct {
		name, in string
		kind     invisible.Kind
		marks    int
	}{
		{"tags spell words", "note\U000E0073\U000E0061\U000E0079", invisible.Hidden, 3},
		{"tags after an emoji", "\U0001F600\U000E0073\U000E0061", invisible.Hidden, 2},
		{"tags after a black flag", "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E007F", invisible.Hidden, 4},
		{"a flag that is none", "\U0001F3F4\U000E0067\U000E0062\U000E0061\U000E0062\U000E0063\U000E007F", invisible.Hidden, 6},
		{"a flag with more behind", scotland + "\U000E0061", invisible.Hidden, 1},
		{"a flag of letters and a tag", "\U0001F3F4\U000E0067beng\U000E007F", invisible.Hidden, 2},
		{"language tag", "a\U000E0001\U000E0065", invisible.Hidden, 2},
		{"selectors carry bytes", "\U0001F600\U000E0109\U000E0150\U000E0122", invisible.Hidden, 3},
		{"selectors after a letter", "a\uFE0Fb\uFE0E", invisible.Hidden, 2},
		{"two selectors after an emoji", "\u2764\uFE0F\uFE0F", invisible.Hidden, 1},
		{"first selectors", "\u8449\uFE00\U0001F600\uFE01", invisible.Hidden, 2},
		{"two selectors after a Han letter", "\u8449\U000E0100\U000E0101", invisible.Hidden, 2},
		{"a chain of Han letters with selectors", strings.Repeat("\u8449\U000E0100", 10), invisible.Hidden, 2},
		{"zero width space in a Latin word", "pass\u200Bword", invisible.Hidden, 1},
		{"binary of zero width characters", "a" + strings.Repeat("\u200B\u200C", 32) + "b", invisible.Hidden, 64},
		{"binary inside Persian", "\u0645\u200C\u200D\u200C\u06CC", invisible.Hidden, 3},
		{"a joiner after each Persian letter", strings.Repeat("\u0645\u200C", 10) + "\u06CC", invisible.Hidden, 2},
		{"joiner in a Latin word", "pass\u200Dword", invisible.Hidden, 1},
		{"non-joiner at the end of a Persian word", "\u0645\u06CC\u200C \u062E", invisible.Hidden, 1},
		{"joiner between emoji and text", "\U0001F600\u200Dab", invisible.Hidden, 1},
		{"word joiner", "no\u2060te", invisible.Hidden, 1},
		{"invisible operators", "a\u2062b\u2064c", invisible.Hidden, 2},
		{"byte order mark inside", "no\uFEFFon", invisible.Hidden, 1},
		{"second byte order mark", "\uFEFF\uFEFFa", invisible.Hidden, 1},
		{"a byte order mark first and a mark later", "\uFEFFa\u200Bb\nc", invisible.Hidden, 1},
		{"byte order mark on the second line", "a\n\uFEFFb", invisible.Hidden, 1},
		{"Hangul and Braille blanks", "a\u3164\uFFA0\u115F\u1160\u2800b", invisible.Hidden, 5},
		{"grapheme joiner", "a\u034Fb", invisible.Hidden, 1},
		{"Khmer inherent vowel", "\u1780\u17B4", invisible.Hidden, 1},
		{"Mongolian selector after Latin", "a\u180Bb\u180Ec", invisible.Hidden, 2},
		{"private use", "a\uE000\U000F0000b", invisible.Hidden, 2},
		{"noncharacters", "a\uFDD0\uFFFE\U0010FFFFb", invisible.Hidden, 3},
		{"interlinear annotation", "\uFFF9a\uFFFAb\uFFFB", invisible.Hidden, 3},
		{"soft hyphens around a space", "a\u00AD b \u00ADc", invisible.Hidden, 2},
		{"a soft hyphen between all letters", strings.Repeat("a\u00AD", 12) + "b", invisible.Hidden, 4},
		{"musical null notehead", "a\U0001D159b", invisible.Hidden, 1},
		{"Arabic number sign in Latin", "a\u0600b", invisible.Hidden, 1},
		{"right-to-left override", "a\u202Egpj.exe\u202C", invisible.Bidi, 2},
		{"embedding on a Hebrew line", hebrew + "\u202Aabc\u202C", invisible.Bidi, 2},
		{"isolate without right-to-left text", "a\u2067b\u2069", invisible.Bidi, 2},
		{"isolate never closed", hebrew + "\u2067abc", invisible.Bidi, 1},
		{"isolate closed on the next line", hebrew + "\u2067a\n" + hebrew + "\u2069", invisible.Bidi, 2},
		{"closed but never opened", hebrew + "\u2069", invisible.Bidi, 1},
		{"empty isolates", hebrew + "\u2067\u2069\u2066\u2069", invisible.Bidi, 4},
		{"marks without right-to-left text", "a\u200Eb\u200Fc\u061Cd", invisible.Bidi, 3},
		{"two marks in a row", hebrew + "\u200F\u200E", invisible.Bidi, 2},
		{"deprecated format characters", "a\u206Ab\u206F", invisible.Hidden, 2},
		{"escape sequence", "a\x1b[8mb", invisible.Control, 1},
		{"title and bell", "\x1b]0;x\x07", invisible.Control, 2},
		{"lone carriage return", "hidden\rDeploys", invisible.Control, 1},
		{"two carriage returns before a line feed", "a\r\r\n", invisible.Control, 1},
		{"carriage return at the end", "a\r", invisible.Control, 1},
		{"delete, backspace, form feed", "a\x7f\b\fb", invisible.Control, 3},
		{"C1", "a\u009B31mb\u0085c", invisible.Control, 2},
		{"line and paragraph separators", "a\u2028b\u2029c", invisible.Control, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := invisible.Scan([]byte(tt.in))
			if len(got) != tt.marks {
				t.Errorf("Scan(%+q) gives %d marks, want %d: %v", tt.in, len(got), tt.marks, got)
			}
			for _, m := range got {
				if m.Kind != tt.kind {
					t.Errorf("Scan(%+q): %s has kind %d, want %d", tt.in, invisible.Name(m.Rune), m.Kind, tt.kind)
				}
				if !strings.Contains(invisible.Name(m.Rune), " ") {
					t.Errorf("%s has no name", invisible.Name(m.Rune))
				}
			}
		})
	}
}

// What people write passes.
func TestLegit(t *testing.T) {
	tests := []struct{ name, in string }{
		{"empty", ""},
		{"ASCII with tabs", "\tfunc main() {\n\t}\n"},
		{"CRLF", "a\r\nb\r\n"},
		{"byte order mark first", "\uFEFF# Index\r\n"},
		{"byte order mark alone", "\uFEFF"},
		{"family", "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466"},
		{"three families in a row", strings.Repeat("\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466", 3)},
		{"astronaut with skin tone", "\U0001F469\U0001F3FD\u200D\U0001F680"},
		{"heart on fire", "\u2764\uFE0F\u200D\U0001F525"},
		{"kiss", "\U0001F469\u200D\u2764\uFE0F\u200D\U0001F48B\u200D\U0001F468"},
		{"rainbow and pirate flags", "\U0001F3F3\uFE0F\u200D\U0001F308 \U0001F3F4\u200D\u2620\uFE0F"},
		{"head shaking", "\U0001F642\u200D\u2194\uFE0F"},
		{"man and woman signs", "\U0001F937\U0001F3FB\u200D\u2642\uFE0F"},
		{"emoji of a later Unicode", "\U0001FAE9\u200D\U0001FADF\uFE0F"},
		{"Scotland", "office in " + scotland},
		{"England and Wales", "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F" +
			"\U0001F3F4\U000E0067\U000E0062\U000E0077\U000E006C\U000E0073\U000E007F"},
		{"country flags", "\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7"},
		{"keycaps", "1\uFE0F\u20E3 #\uFE0F\u20E3 *\uFE0F\u20E3"},
		{"ten keycaps in a row", strings.Repeat("7\uFE0F\u20E3", 10)},
		{"warning, check, arrows", "\u26A0\uFE0F \u2714\uFE0F \u27A1\uFE0F \u2192\uFE0F"},
		{"text style", "\u2757\uFE0E \u00A9\uFE0E \u2122\uFE0F \u2139\uFE0F \u3030\uFE0F \u3299\uFE0F"},
		{"Persian", persian},
		{"Persian suffix after a Latin word and a digit", "API\u200C\u0647\u0627 \u06F1\u06F0\u200C\u0647\u0627 10\u200C\u0647\u0627"},
		{"Persian with vowel marks", "\u0645\u06CC\u064E\u200C\u062E\u0648"},
		{"a dense Persian paragraph", strings.Repeat(persian+" ", 60)},
		{"Persian date with joiner", "\u06F1\u06F4\u06F0\u06F0 \u0647\u200D.\u0634"},
		{"Arabic number sign and verse end", "\u0600\u0661\u0662 \u06DD\u0661 \u0627\u0628"},
		{"Syriac abbreviation", "\u070F\u0710\u0712"},
		{"Hebrew with Latin", hebrew + " (GitHub) " + hebrew},
		{"Hebrew with marks", hebrew + "\u200F! \u200E(API)"},
		{"mark beside an emoji", hebrew + " \u26A0\uFE0F\u200F"},
		{"Arabic letter mark", "\u0627\u0628 \u061C12"},
		{"isolates", hebrew + " \u2066git push\u2069 " + hebrew + " \u2068x \u2067y\u2069\u2069"},
		{"Devanagari", devanagari + " \u0915\u094D\u200C\u0937"},
		{"Bengali joiner before the virama", "\u09B0\u200D\u09CD\u09AF"},
		{"Malayalam chillu at the end of a word", "\u0D05\u0D35\u0D28\u0D4D\u200D \u0D05"},
		{"Telugu non-joiner at the end of a word", "\u0C2B\u0C47\u0C38\u0C4D\u200C \u0C2C\u0C41\u0C15\u0C4D\u200C."},
		{"Sinhala", "\u0D9A\u0DCA\u200D\u0DBB"},
		{"Khmer with zero width spaces", "\u1780\u17D2\u1793\u17BB\u1784\u200B\u1780\u17B6\u179A\u200BAPI\u200B\u1793\u17C1\u17C7"},
		{"a long Thai sentence", strings.Repeat("\u0E44\u0E17\u0E22\u200B\u0E01\u0E32\u0E23\u200B", 40) + "\u0E02"},
		{"Lao, Myanmar, Tibetan", "\u0EA5\u0EB2\u200B\u0EA7 \u1019\u103C\u200B\u1014 \u0F56\u0F7C\u0F51\u0F0B\u200B\u0F61"},
		{"Mongolian", "\u1820\u180B\u1828 \u182A\u180E\u1820"},
		{"Adlam", "\U0001E900\U0001E945\u200C\U0001E901"},
		{"Japanese name with a selector", "\u845B\U000E0100\u98FE\u533A\u3001\u8FBB\U000E0101"},
		{"full-width punctuation", "\u6587\u5B57\uFF0C\u300C\u5F15\u7528\u300D\u3000\uFF08\u6CE8\uFF09"},
		{"half-width katakana", "\uFF76\uFF80\uFF76\uFF85"},
		{"Korean with compatibility jamo", "\uD55C\uAD6D\uC5B4 \u314B\u314B"},
		{"old Korean jamo", "\u1112\u119E\u11AB"},
		{"soft hyphens", "Donau\u00ADdampf\u00ADschiff e\u0301\u00ADte"},
		{"no-break spaces", "Vraiment\u00A0? 10\u202F000 km\u2009/\u2009h"},
		{"machine typography", "\u201Cquoted\u201D \u2014 non\u2011breaking \u2026 \u2713 \u2264"},
		{"Cyrillic and Greek", "\u041F\u0440\u0438\u0432\u0435\u0442 \u0393\u03B5\u03B9\u03AC"},
		{"combining marks", "e\u0301 n\u0303 z\u0335"},
		{"Braille", "\u2801\u2803\u2809"},
		{"replacement character", "lost: \uFFFD"},
		{"unassigned", "\u0378\U000323B0"},
		{"invalid UTF-8 is not ours", "a\xff\xed\xa0\x80b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, m := range invisible.Scan([]byte(tt.in)) {
				t.Errorf("Scan(%+q) finds %s at byte %d", tt.in, invisible.Name(m.Rune), m.Span.Start)
			}
		})
	}
}

// Marks are in order, lie where they say, and a line judges itself: joining texts
// by a line feed joins their marks.
func TestLaws(t *testing.T) {
	alphabet := []string{"a", "\u0645", "\u05D0", "\u0915", "\u094D", "\u8449", "1", " ", "\U0001F600", "\uFE0F", "\U0001F3F4",
		"\u200B", "\u200C", "\u200D", "\u200F", "\u2067", "\u2069", "\uFEFF", "\u00AD", "\r", "\x1b", "\xff",
		"\U000E0067", "\U000E0062", "\U000E007F", "\U000E0100", "\u180B", "\u1820"}
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(alphabet), 0, 12).Draw(t, "parts"), "")
	})
	rapid.Check(t, func(t *rapid.T) {
		first, second := text.Draw(t, "first")+".", "."+text.Draw(t, "second")
		marks := invisible.Scan([]byte(first + "\n" + second))
		if n := len(invisible.Scan([]byte(first))) + len(invisible.Scan([]byte(second))); n != len(marks) {
			t.Fatalf("%d marks apart, %d together", n, len(marks))
		}
		end := 0
		for _, m := range marks {
			r, size := utf8.DecodeRuneInString((first + "\n" + second)[m.Span.Start:])
			if m.Span.Start < end || r != m.Rune || size != m.Span.Len() || m.Kind != invisible.KindOf(r) {
				t.Fatalf("mark %+v: the text has %U there", m, r)
			}
			end = m.Span.End
		}
	})
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{"", "\uFEFF", "\r", "a\r\n\x00", persian, hebrew + "\u2067", scotland, devanagari, "\xff\u200D\xff", "\u0301\u200D"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, m := range invisible.Scan(b) {
			if m.Span.Start < 0 || m.Span.End > len(b) || m.Span.Len() <= 0 || m.Kind == invisible.Seen {
				t.Errorf("bad mark %+v", m)
			}
		}
	})
}
