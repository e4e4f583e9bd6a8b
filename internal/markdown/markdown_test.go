package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/source"
)

// show writes a Doc as lines of "kind: text", so that a case can be read.
func show(src string, d *Doc) string {
	var b strings.Builder
	at := func(s source.Span) string { return fmt.Sprintf("%q", src[s.Start:s.End]) }
	for _, s := range d.Code {
		fmt.Fprintf(&b, "code %s\n", at(s))
	}
	for _, s := range d.Comments {
		fmt.Fprintf(&b, "comment %s\n", at(s))
	}
	for _, e := range d.HTML {
		fmt.Fprintf(&b, "html %s %v %v %v\n", at(e.Span), e.Name, e.Close, e.Attrs)
	}
	for _, l := range d.Links {
		fmt.Fprintf(&b, "link %d %s text %q dest %q at %s\n", l.Kind, at(l.Span), l.Text, l.Dest, at(l.DestSpan))
	}
	for _, l := range d.Definitions {
		fmt.Fprintf(&b, "def %s label %q dest %q at %s title %q used %v\n", at(l.Span), l.Label, l.Dest, at(l.DestSpan), l.Title, l.Used)
	}
	for _, s := range d.Prose {
		fmt.Fprintf(&b, "prose %s\n", at(s))
	}
	for _, s := range d.Quotes {
		fmt.Fprintf(&b, "quote %s\n", at(s))
	}
	for _, s := range d.Dropped {
		fmt.Fprintf(&b, "dropped %s\n", at(s))
	}
	return b.String()
}

func TestParse(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"empty", "", ""},
		{"code span", "a `b` c", "code \"`b`\"\nprose \"a \"\nprose \" c\"\n"},
		{"ticks that nothing closes", "a ``b` c", "prose \"a ``b` c\"\n"},
		{"fence", "a\n\n```go\nx [y](z)\n```\nb\n", "code \"```go\\nx [y](z)\\n```\\n\"\nprose \"a\"\nprose \"b\"\n"},
		{"open fence", "~~~\nx\n", "code \"~~~\\nx\\n\"\n"},
		{"empty fence", "```\n```\na\n", "code \"```\\n```\\n\"\nprose \"a\"\n"},
		{"fence in a list", "- a\n  ```\n  x\n  ```\n- b\n", "code \"```\\n  x\\n  ```\\n\"\nprose \"a\"\nprose \"b\"\n"},
		{"fence outside of a quote behind one in it", ">~~~\n~~~\n<b>\n", "code \"~~~\\n~~~\\n\"\ncode \"<b>\\n\"\nquote \">~~~\\n~~~\\n\"\n"},
		{"indented code", "a\n\n    x `y`\n\nb\n", "code \"x `y`\\n\"\nprose \"a\"\nprose \"b\"\n"},
		{"link", "see [the *b*](c_\\(d.md \"t\") now",
			"link 1 \"[the *b*](c_\\\\(d.md \\\"t\\\")\" text \"the b\" dest \"c_(d.md\" at \"c_\\\\(d.md\"\nprose \"see [the *b*\"\nprose \"t\"\nprose \" now\"\n"},
		{"image in a link", "[![a](b)](c)", "link 1 \"[![a](b)](c)\" text \"a\" dest \"c\" at \"c\"\nlink 5 \"![a](b)\" text \"a\" dest \"b\" at \"b\"\nprose \"[![a\"\n"},
		{"no link in a link", "[a [b](c) d](e)", "link 1 \"[b](c)\" text \"b\" dest \"c\" at \"c\"\nprose \"[a [b\"\nprose \" d](e)\"\n"},
		{"code wins over a link", "[a `](b)`", "code \"`](b)`\"\nprose \"[a \"\n"},
		{"footnotes", "a[^1] [^b]\n\n[^1]: note\n[^b]: [c](d)\n", "link 1 \"[c](d)\" text \"c\" dest \"d\" at \"d\"\nprose \"a[^1] [^b]\"\nprose \"[^1]: note\"\nprose \"[^b]: [c\"\n"},
		{"references", "[x] [y][X] [x][] ![z][x] [no]\n\n[x]: <a b> 'T'\n",
			"link 2 \"[x]\" text \"x\" dest \"a b\" at \"a b\"\nlink 2 \"[y][X]\" text \"y\" dest \"a b\" at \"a b\"\n" +
				"link 2 \"[x][]\" text \"x\" dest \"a b\" at \"a b\"\nlink 5 \"![z][x]\" text \"z\" dest \"a b\" at \"a b\"\n" +
				"def \"[x]: <a b> 'T'\" label \"x\" dest \"a b\" at \"a b\" title \"T\" used true\n" +
				"prose \"[x\"\nprose \" [y\"\nprose \" [x\"\nprose \" ![z\"\nprose \" [no]\"\n"},
		{"unused definitions", "[//]: # (hid)\n[x]: <#> \"hid\"\ntext\n",
			"def \"[//]: # (hid)\" label \"//\" dest \"#\" at \"#\" title \"hid\" used false\n" +
				"def \"[x]: <#> \\\"hid\\\"\" label \"x\" dest \"#\" at \"#\" title \"hid\" used false\nprose \"text\"\n"},
		{"parentheses nested too deep", "[a](" + strings.Repeat("(", 40) + strings.Repeat(")", 40) + ")", "prose \"[a](" + strings.Repeat("(", 40) + strings.Repeat(")", 40) + ")\"\n"},
		{"no definition", "[x]: a b\n", "prose \"[x]: a b\"\n"},
		{"autolinks", "<https://a.example/b> <me@a.example> <Foo@>",
			"link 3 \"<https://a.example/b>\" text \"https://a.example/b\" dest \"https://a.example/b\" at \"https://a.example/b\"\n" +
				"link 3 \"<me@a.example>\" text \"me@a.example\" dest \"mailto:me@a.example\" at \"me@a.example\"\nprose \" <Foo@>\"\n"},
		{"bare URLs", "(see https://a.example/b_(c)). www.b.example, [https://c.example](d)",
			"link 4 \"https://a.example/b_(c)\" text \"https://a.example/b_(c)\" dest \"https://a.example/b_(c)\" at \"https://a.example/b_(c)\"\n" +
				"link 4 \"www.b.example\" text \"www.b.example\" dest \"http://www.b.example\" at \"www.b.example\"\n" +
				"link 1 \"[https://c.example](d)\" text \"https://c.example\" dest \"d\" at \"d\"\n" +
				"prose \"(see \"\nprose \"). \"\nprose \", [\"\n"},
		{"wiki", "see [[a-b]] and [[ c | d ]] not [[e](f)",
			"link 6 \"[[a-b]]\" text \"a-b\" dest \"a-b\" at \"a-b\"\nlink 6 \"[[ c | d ]]\" text \"c\" dest \"c\" at \"c\"\n" +
				"link 1 \"[e](f)\" text \"e\" dest \"f\" at \"f\"\nprose \"see \"\nprose \" and \"\nprose \" not [[e\"\n"},
		{"comments", "a <!-- b --> c\n\n<!--\nd\n\ne\n-->\n\n<!-- f",
			"comment \"<!-- b -->\"\ncomment \"<!--\\nd\\n\\ne\\n-->\"\ncomment \"<!-- f\"\nprose \"a \"\nprose \" c\"\n"},
		{"tags", "a <B C=\"d&amp;e\" hidden>f</b> 1 < 2 <3",
			"html \"<B C=\\\"d&amp;e\\\" hidden>\" b false map[c:d&e hidden:]\nhtml \"</b>\" b true map[]\nprose \"a \"\nprose \"f\"\nprose \" 1 < 2 <3\"\n"},
		{"HTML block", "<div>\n*x* <i>y</i>\n</div>\n",
			"html \"<div>\" div false map[]\nhtml \"<i>\" i false map[]\nhtml \"</i>\" i true map[]\nhtml \"</div>\" div true map[]\nprose \"*x* \"\nprose \"y\"\n"},
		{"quote", "a\n\n> b\n> > c\nlazy\n\nd\n", "prose \"a\"\nprose \"b\"\nprose \"c\"\nprose \"lazy\"\nprose \"d\"\nquote \"> b\\n> > c\\nlazy\"\n"},
		{"table rows stand alone", "|a `b|c|\n|-|-|\n|d|e` [f](g) extra|h|\n",
			"link 1 \"[f](g)\" text \"f\" dest \"g\" at \"g\"\nprose \"a `b\"\nprose \"c\"\nprose \"d\"\nprose \"e` [f\"\nprose \" extra\"\nprose \"h\"\ndropped \"h\"\n"},
		{"no code over the end of a cell", "a|b\n:-|-:\n`c|<i> `d \\| `e|f`\n", "code \"`d \\\\| `\"\nhtml \"<i>\" i false map[]\nprose \"a\"\nprose \"b\"\nprose \"`c\"\nprose \"e\"\nprose \"f`\"\ndropped \"f`\"\n"},
		{"table below text", "`a\n|b|\n|-|\n|c`|\nd", "prose \"`a\"\nprose \"b\"\nprose \"c`\"\nprose \"d\"\n"},
		{"no table, since its heading has more cells", "`a|b|c\n|-|-|\n<i>`", "code \"`a|b|c\\n|-|-|\\n<i>`\"\n"},
		{"footnote that goes on", "a[^1]\n\n[^1]: b\n\n    <i>`c`\n\n    d\n\ne\n\n    f\n",
			"code \"`c`\"\ncode \"f\\n\"\nhtml \"<i>\" i false map[]\nprose \"a[^1]\"\nprose \"[^1]: b\"\nprose \"d\"\nprose \"e\"\n"},
		{"CRLF", "a `b`\r\nc\r\n", "code \"`b`\"\nprose \"a \"\nprose \"c\"\n"},
		{"byte order mark", "\ufeff# a\n", "prose \"a\"\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, show(tt.in, Parse([]byte(tt.in), 0))); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestTooDeep(t *testing.T) {
	tests := []struct {
		name, in string
		want     bool
	}{
		{"quotes", strings.Repeat(">", maxDepth+1) + " a", true},
		{"as deep as may be", strings.Repeat(">", maxDepth) + " a", false},
		{"lists in a line", strings.Repeat("- ", maxDepth+1) + "a", true},
		{"numbers", strings.Repeat("1. ", maxDepth+1) + "a", true},
		{"indented list", strings.Repeat("  ", maxDepth+1) + "* a", true},
		{"indented code", strings.Repeat("  ", maxDepth+1) + "a", false},
		{"many lines", "> > a\n" + strings.Repeat("\n", maxLooks/2), true},
		{"many flat lines", "> a\n" + strings.Repeat("\n", maxLooks/2), false},
		{"no marks", strings.Repeat("-", 200) + strings.Repeat("1.", 200), false},
	}
	for _, tt := range tests {
		if got := tooDeep([]byte(tt.in)); got != tt.want {
			t.Errorf("%s: tooDeep = %v, want %v", tt.name, got, tt.want)
		}
	}
}

// What is too deep is still read: everything is prose, links and tags are found.
func TestTooDeepHidesNothing(t *testing.T) {
	in := strings.Repeat(">", 2*maxDepth) + " a\n\n    b [c](d) <e>\n\n[f]: g\n"
	d := Parse([]byte(in), 0)
	if len(d.Links) != 1 || len(d.HTML) != 1 || len(d.Definitions) != 1 || len(d.Prose) != 2 || len(d.Code) != 0 {
		t.Errorf("got %s", show(in, d))
	}
}
