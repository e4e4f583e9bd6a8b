package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/inerttest"
	"github.com/teammem/teammem/internal/rules"
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
	page := inerttest.Read(t, out)
	for _, tag := range page.Tags {
		name, _, _ := strings.Cut(tag, " ")
		switch {
		case strings.HasPrefix(tag, "a href="+Repository+"/blob/main/docs/rules/"):
		case !slices.Contains([]string{"h3", "p", "ul", "li", "strong", "code", "details", "summary"}, name), name != tag:
			t.Errorf("the element <%s> in %q", tag, out)
		}
	}
	if len(page.Live) > 0 {
		t.Errorf("the text %q is live in %q", page.Live, out)
	}
	for _, s := range spans {
		if !strings.Contains(page.Text, s) {
			t.Errorf("no words %q in %q", s, out)
		}
	}
	if c := inerttest.Commands(out); len(c) > 0 {
		t.Errorf("the runner obeys %+v", c)
	}
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
	if !strings.HasPrefix(out, "### ⛔ teammem: the team memory must not be merged like this\n\nerrors: 1, warnings: 1, older: 1, commits: 3, memories: 2, `abc`\n") {
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

// Of many findings the first ten are seen at once, and whatever the limit, what is opened is closed.
func TestSummaryFolds(t *testing.T) {
	res := &engine.Result{Verdict: engine.Block, Base: strings.Repeat("a", 40), Head: strings.Repeat("b", 40)}
	for i := range 12 {
		res.Findings = append(res.Findings, finding.Finding{Rule: "secret", Severity: finding.Error, Path: fmt.Sprintf("%02d.md", i), Line: 1, Column: 1, Message: "found"})
	}
	out := summaryOf(t, res)
	before, folded, _ := strings.Cut(out, "\n<details><summary>2 more</summary>\n\n")
	if strings.Count(before, "**error**") != 10 || strings.Count(folded, "**error**") != 2 || !strings.Contains(before, "`aaaaaaaaaaaa..bbbbbbbbbbbb`") {
		t.Errorf("the list is %q", out)
	}
	checkSummary(t, out)
	for limit := 1; limit < len(out)+100; limit++ {
		var b strings.Builder
		if err := WriteSummary(&b, res, Options{Limit: limit}); err != nil {
			t.Fatal(err)
		}
		cut := b.String()
		if strings.Count(cut, "<details>") != strings.Count(cut, "</details>") || len(cut) > limit+200 {
			t.Fatalf("of %d bytes: %q", limit, cut)
		}
		if all := limit >= len(out); all != (cut == out) || all == strings.Contains(cut, "see the log") {
			t.Fatalf("of %d bytes: %q", limit, cut)
		}
	}
	res.Findings = res.Findings[:10]
	if out := summaryOf(t, res); strings.Contains(out, "details") {
		t.Errorf("ten are folded: %q", out)
	}
}

func TestSummaryError(t *testing.T) {
	var b strings.Builder
	if err := WriteSummaryError(&b, errors.New("first @someone\n::error::fetch `it` <img src=x>\n\n# x")); err != nil {
		t.Fatal(err)
	}
	checkSummary(t, b.String(), "first @someone", "# x")
}

// What a result holds is text and no more: the elements are those of a result of plain words.
func FuzzSummary(f *testing.F) {
	for _, s := range inerttest.Awkward {
		f.Add("secret", s, s, s)
		f.Add(s, s, "x", s)
	}
	f.Fuzz(func(t *testing.T, rule, path, message, notice string) {
		out := summaryOf(t, summarised(rule, path, message, notice))
		checkSummary(t, out)
		plain := "x"
		if rules.Find(rule) != nil {
			plain = rule
		}
		want := summaryOf(t, summarised(plain, "x", "x", "x"))
		if got, want := inerttest.Read(t, out).Tags, inerttest.Read(t, want).Tags; !slices.Equal(got, want) && path != "" && message != "" && notice != "" && len(out) < maxSummary {
			t.Errorf("the elements are %q, want %q", got, want)
		}
		var b strings.Builder
		if err := WriteSummaryError(&b, errors.New(message)); err != nil {
			t.Fatal(err)
		}
		checkSummary(t, b.String())
	})
}

func summarised(rule, path, message, notice string) *engine.Result {
	at := finding.Finding{Rule: rule, Severity: finding.Error, Path: path, Line: 1, Column: 2, EndLine: 3, EndColumn: 4, Message: message, Fix: notice}
	in := at
	in.Commit, in.Ref = notice, path
	return &engine.Result{Verdict: engine.Block, Base: notice, Head: path, Notices: []string{notice}, Findings: []finding.Finding{at, in}}
}
