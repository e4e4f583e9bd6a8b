package inerttest

import "strings"

// Awkward are texts that would mean something to whoever reads a log, a file of the
// runner or Markdown, if nobody wrote them so that they can't.
var Awkward = []string{
	"", " ", "plain", "two\nlines", "a\r\nb", "\n\n\n",
	// commands
	"::error::x", " ::set-output name=a::b", "\n::add-mask::x", "\r::stop-commands::x", "::stop-commands::word\n::word::", "##[error]x", "###[group]x",
	"##[##[error]", "x\n##[add-path]/tmp", "##[set-env name=A;]b", "%0A::error::x", "%250A", "a,b:c=d", "::", "]", "##[", "::error file=a,line=1::x", "\u00a0::error::x",
	"\u0085::error::x", "\u2028::error::x", "\ufeff::error::x", "\u200d::error::x", "#\u200d#[error]x", ":\u200d:error::x", "\v::debug::x",
	// files of the runner
	"verdict=pass", "\nverdict=pass\n", "x<<EOF\nverdict=pass\nEOF", "EOF", "\nEOF\nerrors=0", "verdict<<", "_GitHubActionsFileCommandDelimeter_", "=", "<<",
	// what a terminal or a browser obeys
	"\x1b[31m", "\x1b]8;;x\x1b\\", "\u202e", "\u200b", "\xff\xfe", "\x00", "\t", "\U000E0041", "🧑\u200d🚀", "\ufffe", "]]>",
	// Markdown
	"`", "```", "~~~", "``` ```", "a`b``c", "\\`", "\\", "``a` @ann", " ` ", "~~~\n", "```\n", "    code", "# h", "\n# h\n", "===", "---", "\n---\n", "- x", "* x", "1. x", "> x", "| a | b |\n|---|---|\n| c | d |",
	"|", "\\|", "*x*", "**x**", "_x_", "~~x~~", "- [ ] x", "[x](https://example.com)", "[x][y]\n\n[y]: https://example.com", "[x]: y", "![x](y)", `\](`, "[", "](", ")", "{{}}", "{0}", "&lt;", "&#64;ann", "&colon;", "x\u00a0", "  \nx", "[^1]", "[^1]: x", "\n    x",
	// HTML
	"<script>alert(1)</script>&", "<b>", "</b>", "</details>", "</summary>", "</code>", "</td>", "</table>", "<img src=x onerror=y>", "<!--", "-->", "<!-- teammem -->", "<a href=\"https://example.com\">", "\" onclick=\"x", "' onclick='x", "<![CDATA[", "<?x", "<https://example.com>", "<a@example.com>", "<details><summary>",
	// what GitHub finds in text
	"@ann", "@ann/team", "(@ann)", "a@b", "#12", "x#1", "owner/repo#1", "GH-12", "owner/repo@0123456789abcdef0123456789abcdef01234567", "0123456789abcdef0123456789abcdef01234567",
	"https://example.com", "http://x", "www.example.com", "ftp://example.com", "mailto:a@example.com", "a@example.com", "xmpp:a@b.example", ":tada:", ":+1:", "$x$", "$`x`$", "[!NOTE]\nx", "> [!WARNING]\n> x", "fixes #1", "Closes GH-1", "resolves owner/repo#1", "$$\nx\n$$", "```mermaid\ngraph TD\n```", "~~~geojson\n{}\n~~~",
	"```math\nx\n```", "- [x] done", "+1 (555) 0100", "#0969DA", "`#0969DA`", "@copilot", "x\n/approve", "[[x]]", "<br/><details open>", "@\u200dann",
	strings.Repeat("é", 300), strings.Repeat("`", 40), strings.Repeat("> ", 60), strings.Repeat("[", 60), strings.Repeat("a/", 120) + ".md",
}
