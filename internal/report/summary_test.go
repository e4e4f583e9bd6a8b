package report

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gtext "github.com/yuin/goldmark/text"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
)

func summaryOf(t *testing.T, res *engine.Result) string {
	t.Helper()
	var b strings.Builder
	if err := WriteSummary(&b, res, Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// checkSummary reads a summary as GitHub does, and fails if there is anything in it but lists,
// emphasis, code spans and links to the pages of rules.
func checkSummary(t *testing.T, out string, spans ...string) {
	t.Helper()
	src := []byte(out)
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(gtext.NewReader(src))
	code := map[string]bool{}
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.CodeSpan:
			code[textOf(n, src)] = true
			return ast.WalkSkipChildren, nil
		case *ast.Link:
			if !strings.HasPrefix(string(n.Destination), Repository+"/blob/main/docs/rules/") {
				t.Errorf("a link to %q", n.Destination)
			}
		case *ast.Text:
			if strings.ContainsAny(string(n.Value(src)), "@<#") {
				t.Errorf("the text %q is live", n.Value(src))
			}
		case *ast.Document, *ast.Heading, *ast.Paragraph, *ast.List, *ast.ListItem, *ast.TextBlock, *ast.Emphasis:
		default:
			t.Errorf("a %s: %q", n.Kind(), out)
		}
		return ast.WalkContinue, nil
	})
	for _, s := range spans {
		if !code[s] {
			t.Errorf("no code span %q in %q", s, out)
		}
	}
	for line := range strings.Lines(out) {
		if c, ok := runLine(line); ok {
			t.Errorf("the line %q is the command %+v", line, c)
		}
	}
}

func textOf(n ast.Node, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if text, ok := c.(*ast.Text); ok {
			b.Write(text.Value(src))
		}
	}
	return b.String()
}

func TestSummary(t *testing.T) {
	out := summaryOf(t, &engine.Result{
		Verdict: engine.Block, Base: "", Head: "abc", Counts: engine.Counts{Memories: 2, Commits: 3},
		Notices: []string{"a `notice` for @someone"},
		Findings: []finding.Finding{
			{Rule: "email", Severity: finding.Warn, Path: "a.md", Line: 1, Column: 1, EndLine: 1, EndColumn: 2, Message: "a warning"},
			{Rule: "secret", Severity: finding.Error, Path: "b.md", Line: 2, Column: 1, EndLine: 2, EndColumn: 2, Message: "an <b>error</b>", Fix: "mend it"},
			{Rule: "secret", Severity: finding.Error, Older: true, Path: "c.md", Line: 1, Column: 1, EndLine: 1, EndColumn: 2, Message: "an older one"},
		},
	})
	checkSummary(t, out, "an <b>error</b>", "mend it", "b.md:2:1")
	if !strings.HasPrefix(out, "### teammem: the team memory must not be merged like this\n") || !strings.Contains(out, "Errors: 1, warnings: 1, notes: 0, older: 1") {
		t.Errorf("the head of %q", out)
	}
	if e, w, o := strings.Index(out, "**error**"), strings.Index(out, "**warn**"), strings.Index(out, "**older error**"); e < 0 || w < e || o < w {
		t.Errorf("not worst first: %d %d %d in %q", e, w, o, out)
	}
}

func TestSummaryIsCut(t *testing.T) {
	res := &engine.Result{Verdict: engine.Block}
	for i := range 5000 {
		res.Findings = append(res.Findings, finding.Finding{Rule: "secret", Severity: finding.Error, Path: fmt.Sprint(i), Line: 1, Message: strings.Repeat("é", 900)})
		res.Notices = append(res.Notices, strings.Repeat("n", 900))
	}
	out := summaryOf(t, res)
	if len(out) > 1<<20-100_000 || !strings.Contains(out, " more: see the log of this step\n") {
		t.Errorf("%d bytes, ends with %q", len(out), out[len(out)-80:])
	}
	checkSummary(t, out)
}

func TestSummaryError(t *testing.T) {
	var b strings.Builder
	if err := WriteSummaryError(&b, errors.New("first @someone\n::error::fetch `it` <img src=x>\n\n# x")); err != nil {
		t.Fatal(err)
	}
	checkSummary(t, b.String(), "first @someone", "# x")
}

func FuzzSummary(f *testing.F) {
	for _, s := range []string{"", " ", "`", "``` ```", "a`b``c", "\\`", "@team", "[a](https://example.com)", "<script>", "![x](y)", "::error::x", "##[error]x",
		"\n\n# h", "\r::set-output name=a::b", "| a | b |", "https://example.com", "www.example.com", "a@example.com", "#12", "~~x~~", "- [ ] x", "\x00\x1b[31m", "\xff", "\u2028x", "<!--", "&lt;", "x\u00a0"} {
		f.Add(s, s, s, s)
	}
	f.Fuzz(func(t *testing.T, rule, path, message, notice string) {
		at := finding.Finding{Rule: rule, Severity: finding.Error, Path: path, Line: 1, Column: 2, EndLine: 3, EndColumn: 4, Message: message, Fix: notice}
		in := at
		in.Commit, in.Ref = notice, path
		checkSummary(t, summaryOf(t, &engine.Result{Verdict: engine.Block, Base: notice, Head: path, Notices: []string{notice}, Findings: []finding.Finding{at, in}}))
		var b strings.Builder
		if err := WriteSummaryError(&b, errors.New(message)); err != nil {
			t.Fatal(err)
		}
		checkSummary(t, b.String())
	})
}
