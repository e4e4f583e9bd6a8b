package invisible_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/invisible"
)

//go:generate go test -run TestPage -update .

var update = flag.Bool("update", false, "write docs/characters.md")

const page = "../../docs/characters.md"

// contexts are what stands around a code point, "%" being its place.
var contexts = []struct{ name, text string }{
	{"alone on a line", "%"},
	{"between Latin letters", "a%b"},
	{"between spaces", "a % b"},
	{"after a digit", "1% b"},
	{"between emoji", "\U0001F600%\U0001F680"},
	{"between emoji, after VS16", "\u2764\uFE0F%\U0001F525"},
	{"after an emoji, before a letter", "\U0001F600%a"},
	{"between Persian letters", "\u0645%\u06CC"},
	{"at the end of a Persian word", "\u0645\u06CC% \u0645"},
	{"between a Latin and a Persian letter", "a%\u0647"},
	{"on a Hebrew line, between spaces", "\u05E9\u05DC\u05D5\u05DD % a"},
	{"on a Hebrew line, as a pair", "\u05E9\u05DC\u05D5\u05DD %a\u2069"},
	{"after a Devanagari virama", "\u0915\u094D%\u0937"},
	{"after a Devanagari virama, at the end", "\u0915\u094D% \u0937"},
	{"between Thai letters", "\u0E01%\u0E02"},
	{"between Khmer and Latin", "\u1780%a"},
	{"between Mongolian letters", "\u1820%\u1828"},
	{"after a Han letter", "\u845B%\u98FE"},
	{"between Hangul syllables", "\uD55C%\uAD6D"},
	{"after a Kaithi letter", "\U00011083%\U00011083"},
	{"after a joiner between emoji", "\U0001F600\u200D%\U0001F680"},
	{"after a non-joiner in Persian", "\u0645\u200C%\u06CC"},
}

// A verdict has the kind of a code point and a bit for each context that allows it.
type verdict struct {
	kind    invisible.Kind
	allowed uint32
}

func judge(r rune) verdict {
	v := verdict{kind: invisible.KindOf(r)}
	for i, c := range contexts {
		before, after, _ := strings.Cut(c.text, "%")
		at, ok := len(before), true
		for _, m := range invisible.Scan([]byte(before + string(r) + after)) {
			ok = ok && m.Span.Start != at
		}
		if ok {
			v.allowed |= 1 << i
		}
	}
	return v
}

// TestPage judges every code point in every context. Outside the tables named here
// all are allowed everywhere; those in them are blocked wherever docs/characters.md
// does not say that they are allowed.
func TestPage(t *testing.T) {
	everywhere := uint32(1)<<len(contexts) - 1
	var rows []string
	var run verdict
	start := rune(-1)
	flush := func(end rune) {
		if start >= 0 && run.kind != invisible.Seen {
			rows = append(rows, row(start, end, run))
		}
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if unicode.Is(unicode.Cs, r) || r == '\n' { // not UTF-8; no character of a line
			continue
		}
		v := judge(r)
		if mustJudge(r) != (v.kind != invisible.Seen) {
			t.Fatalf("%U has kind %d", r, v.kind)
		}
		if v.kind == invisible.Seen && v.allowed != everywhere {
			t.Fatalf("%U is seen and yet not allowed everywhere: %b", r, v.allowed)
		}
		if v != run {
			flush(r - 1)
			run, start = v, r
		}
	}
	flush(unicode.MaxRune)
	want := preamble() + strings.Join(rows, "")
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if unicode.Version != "15.0.0" {
		t.Skip("the page is made with the tables of Unicode 15.0.0")
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(got), want); diff != "" {
		t.Errorf("run go generate ./internal/invisible; docs/characters.md (-now +want):\n%s", diff)
	}
}

// mustJudge says once more, from the tables alone, what is not simply seen.
func mustJudge(r rune) bool {
	return r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Bidi_Control,
		unicode.Noncharacter_Code_Point) || strings.ContainsRune("\u2800\U00016FE4\U0001BC9D\U0001D159", r)
}

func row(start, end rune, v verdict) string {
	points := fmt.Sprintf("%U", start)
	if end > start {
		points += fmt.Sprintf(" to %U", end)
	}
	_, name, _ := strings.Cut(invisible.Name(start), " ")
	if _, last, _ := strings.Cut(invisible.Name(end), " "); last != name {
		name += " to " + last
	}
	kind := map[invisible.Kind]string{invisible.Hidden: "hidden-unicode", invisible.Bidi: "bidi", invisible.Control: "control-char"}[v.kind]
	var where []string
	for i, c := range contexts {
		if v.allowed>>i&1 == 1 {
			where = append(where, c.name)
		}
	}
	allowed := strings.Join(where, "; ")
	switch len(where) {
	case 0:
		allowed = "never"
	case len(contexts):
		allowed = "everywhere"
	}
	return fmt.Sprintf("| %s | %s | %s | %s |\n", points, name, kind, allowed)
}

func preamble() string {
	var b strings.Builder
	b.WriteString(`# Characters

Made by ` + "`go generate ./internal/invisible`" + `; the test that makes it judges all 1,114,112 code points in
every context below. A code point that is not in the table is allowed everywhere: it draws something, or is one
of the kinds of space (runs of them are the business of the rule padding). Code points that Unicode ` + unicode.Version + `
has not assigned are drawn as a box and are allowed. Surrogates are not UTF-8; they and U+0000 are the business of the
rule encoding. Tab and line feed are allowed; a carriage return only before a line feed. A byte order mark is
allowed at the very start of the index; in a memory the rule frontmatter speaks of it.

Where a context allows a character, these limits hold too:

- tags: only the flags of England, Scotland and Wales, whole
- variation selectors: one after each base; U+FE0E and U+FE0F after an emoji, a digit, # or *; U+E0100 to U+E01EF after a
  Han letter; Mongolian ones after a Mongolian letter
- joiners, zero width spaces, soft hyphens and direction marks: never two in a row, and at most 8 in a chain with one
  character between each two
- zero width joiner: between emoji, or after a letter of a script whose letters join
- zero width non-joiner: between letters or digits, at least one of such a script; after a virama also at the end of a word
- zero width space: next to a script that is written without spaces, inside a word
- soft hyphen: between letters
- direction marks and isolates: on a line with a letter that is written from right to left; an isolate is closed on its
  line, holds something, and does not begin with another isolate
- Arabic and Syriac number signs: on such a line; Kaithi ones next to Kaithi letters

The contexts, with % for the character:

`)
	for _, c := range contexts {
		fmt.Fprintf(&b, "- %s: `%s`\n", c.name, strings.Trim(fmt.Sprintf("%+q", c.text), `"`))
	}
	b.WriteString("\n| code points | name | rule | allowed |\n|---|---|---|---|\n")
	return b.String()
}
