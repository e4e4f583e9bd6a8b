package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/rules"
)

// maxSummary is how many bytes of findings a summary holds: GitHub takes 1 MiB a step,
// and of a larger file nothing. maxCell is how many bytes of one text it shows.
const (
	maxSummary = 900_000
	maxCell    = 1000
)

var headlines = map[engine.Verdict]string{
	engine.Pass:  "the team memory is clean",
	engine.Warn:  "the team memory has warnings",
	engine.Block: "the team memory must not be merged like this",
}

// WriteSummary writes res as the summary of a step of GitHub Actions: Markdown in which
// all that comes from memory stands in code spans, where nothing is a link, a mention,
// a picture or markup. Errors are those of w.
func WriteSummary(w io.Writer, res *engine.Result, opt Options) error {
	res = safe(res)
	fs := wanted(res, opt)
	forReading(fs)
	slices.SortStableFunc(fs, func(a, b finding.Finding) int {
		if c := last(a.Older, b.Older); c != 0 {
			return c
		}
		return int(b.Severity) - int(a.Severity)
	})
	var b strings.Builder
	fmt.Fprintf(&b, "### teammem: %s\n\n", headlines[res.Verdict])
	fmt.Fprintf(&b, "Memories: %d, commits: %d", res.Counts.Memories, res.Counts.Commits)
	if res.Head != "" {
		fmt.Fprintf(&b, ", from %s to %s", span(res.Base), span(res.Head))
	}
	t := count(res.Findings)
	fmt.Fprintf(&b, "\n\nErrors: %d, warnings: %d, notes: %d, older: %d, allowed: %d\n\n",
		t.by[finding.Error], t.by[finding.Warn], t.by[finding.Note], t.older, res.Counts.Allowed)
	for i, f := range fs {
		item := listItem(f)
		if b.Len()+len(item) > maxSummary {
			fmt.Fprintf(&b, "\n%d more: see the log of this step\n", len(fs)-i)
			break
		}
		b.WriteString(item)
	}
	writeNotices(&b, res.Notices)
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteSummaryError writes, in place of a summary, why there is no result.
func WriteSummaryError(w io.Writer, err error) error {
	_, err = io.WriteString(w, "### teammem: the check could not finish, so nothing is promised\n\n"+codeSpans(inert(message(err)))+"\n")
	return err
}

// writeNotices leaves out the notices that would make the summary too long.
func writeNotices(b *strings.Builder, notices []string) {
	if len(notices) > 0 {
		b.WriteString("\n")
	}
	for _, n := range notices {
		if b.Len() < maxSummary+2*maxCell {
			b.WriteString("- notice: " + span(n) + "\n")
		}
	}
}

func listItem(f finding.Finding) string {
	word := f.Severity.String()
	if f.Older {
		word = "older " + word
	}
	rule := span(f.Rule)
	if rules.Find(f.Rule) != nil {
		rule = fmt.Sprintf("[%s](%s)", f.Rule, ruleURL(f.Rule))
	}
	s := fmt.Sprintf("- **%s** %s: %s (%s)\n", word, span(place(f)), span(f.Message), rule)
	if f.Fix != "" {
		s += "  fix: " + span(f.Fix) + "\n"
	}
	return s
}

// Span is a code span of Markdown that shows s as one line, cut where it is long. Nothing in it is
// a mention, a link, a picture or a tag, whoever wrote s.
func Span(s string) string { return span(finding.Visible(s)) }

// span is a code span of s as one line, cut where it is long.
func span(s string) string {
	s = strings.Join(strings.Fields(inert(s)), " ")
	if len(s) > maxCell {
		end := maxCell
		for !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end] + "…"
	}
	if s == "" {
		s = "-"
	}
	return codeSpan(s)
}
