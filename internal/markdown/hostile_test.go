package markdown

import (
	"fmt"
	"strings"
	"testing"
)

// hostile gives texts of about n bytes that make a careless parser quadratic.
func hostile(n int) map[string]string {
	in := map[string]string{}
	for _, s := range []string{
		"[", "![", "]", "[]", "[](", "[a](", "[a](<b", "[a](b \"", "[a](b 'x [a](b \"y ", "[a]", "[a][", "[a][b]", "[[", "[[a", "[[a]]",
		"![[]()", "[![a](b)](c)", "[x]: <", "[a]: b\n", "[a]: b \"\n", "[a]: <b> (x\n", "[^1]", "*", "*a ", "*a_ ", "a**b", "`", "``a`", "`[",
		"<", "<a ", "<a b=\"", "<a b='<a b=\"", "<!--", "<!-- a -->", "<?", "<![CDATA[", "<!A", "<a@b", "<http:", "</", "<a/",
		"http://", "http://a ", "www.a(", "a@b.", ">", "> a\n", "> - ", "- ", "- > ", "1. ", "- a\n", "- a\n\n", "  ", "\t- ", "a|b\n", "|", "a\n",
		"\n", "# ", "```\n", "~~~a\n", "    a\n", "a\n=\n", "<div>\n", "<div>\n\n", "&", "\\", "\x00", "\r", "\xff", "(", "\"",
	} {
		in[s] = strings.Repeat(s, n/len(s)+1)
	}
	var ticks, nest, defs strings.Builder
	for i := 1; ticks.Len() < n; i++ {
		ticks.WriteString(strings.Repeat("`", i) + "a ")
	}
	for i := 0; nest.Len() < n/2; i++ {
		nest.WriteString(strings.Repeat("  ", i) + "* a\n")
	}
	for i := 0; defs.Len() < n; i++ {
		fmt.Fprintf(&defs, "[a%d]: b\n", i)
	}
	in["growing ticks"] = ticks.String()
	in["list in list"] = nest.String() + strings.Repeat("\n", n/2)
	in["definitions"] = defs.String()
	in["wide table"] = strings.Repeat("a|", n/4) + "\n" + strings.Repeat("-|", n/4)
	in["table"] = "a|b\n-|-\n" + strings.Repeat("`a|b\n", n/5)
	in["lazy"] = strings.Repeat(">", maxDepth) + strings.Repeat("a\n", n/2)
	in["open list"] = strings.Repeat("- ", maxDepth) + "a\n" + strings.Repeat("\n", n)
	in["open parentheses"] = "[a](" + strings.Repeat("(", n)
	return in
}

// Nothing here measures time: a text that is read in more than linear time
// keeps the test busy for minutes.
func TestParseIsLinear(t *testing.T) {
	for name, s := range hostile(1 << 19) {
		t.Run(fmt.Sprintf("%.20q", name), func(t *testing.T) {
			check(t, s, 0)
		})
	}
}
