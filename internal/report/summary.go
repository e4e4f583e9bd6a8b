package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

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

func headline(v engine.Verdict) string {
	switch v {
	case engine.Pass:
		return "the team memory is clean"
	case engine.Warn:
		return "the team memory has warnings"
	}
	return "the team memory must not be merged like this"
}

// WriteSummary writes res as the summary of a step of GitHub Actions: Markdown in which
// all that comes from memory stands in code spans, where nothing is a link, a mention,
// a picture or markup. Errors are those of w.
func WriteSummary(w io.Writer, res *engine.Result, opt Options) error {
	res = safe(res)
	limit := cmp.Or(opt.Limit, maxSummary)
	fs := wanted(res, opt)
	forReading(fs)
	slices.SortStableFunc(fs, func(a, b finding.Finding) int {
		if c := last(a.Older, b.Older); c != 0 {
			return c
		}
		return int(b.Severity) - int(a.Severity)
	})
	var b strings.Builder
	fmt.Fprintf(&b, "### teammem: %s\n\n", headline(res.Verdict))
	fmt.Fprintf(&b, "Memories: %d, commits: %d", res.Counts.Memories, res.Counts.Commits)
	if res.Head != "" {
		fmt.Fprintf(&b, ", from %s to %s", Span(res.Base), Span(res.Head))
	}
	t := count(res.Findings)
	fmt.Fprintf(&b, "\n\nErrors: %d, warnings: %d, notes: %d, ", t.by[finding.Error], t.by[finding.Warn], t.by[finding.Note])
	if !res.NewOnly {
		fmt.Fprintf(&b, "older: %d, ", t.older)
	}
	fmt.Fprintf(&b, "allowed: %d\n\n", res.Counts.Allowed)
	for i, f := range fs {
		item := listItem(f)
		if b.Len()+len(item) > limit {
			fmt.Fprintf(&b, "\n%d more: see the log of this step\n", len(fs)-i)
			break
		}
		b.WriteString(item)
	}
	writeNotices(&b, res.Notices, limit)
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteSummaryError writes, in place of a summary, why there is no result.
func WriteSummaryError(w io.Writer, err error) error {
	_, err = io.WriteString(w, "### teammem: the check could not finish, so nothing is promised\n\n"+codeSpans(inert(message(err)))+"\n")
	return err
}

// writeNotices leaves out the notices that would make the summary too long.
func writeNotices(b *strings.Builder, notices []string, limit int) {
	if len(notices) > 0 {
		b.WriteString("\n")
	}
	for _, n := range notices {
		if line := "- notice: " + Span(n) + "\n"; b.Len()+len(line) <= limit+2*maxCell {
			b.WriteString(line)
		}
	}
}

func listItem(f finding.Finding) string {
	word := f.Severity.String()
	if f.Older {
		word = "older " + word
	}
	rule := Span(f.Rule)
	if rules.Find(f.Rule) != nil {
		rule = fmt.Sprintf("[%s](%s)", f.Rule, ruleURL(f.Rule))
	}
	s := fmt.Sprintf("- **%s** %s: %s (%s)\n", word, Span(place(f)), Span(f.Message), rule)
	if f.Fix != "" {
		s += "  fix: " + Span(f.Fix) + "\n"
	}
	return s
}
