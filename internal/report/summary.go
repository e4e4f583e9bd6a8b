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
		return "✅ teammem: the team memory is clean"
	case engine.Warn:
		return "⚠️ teammem: the team memory has warnings"
	}
	return "⛔ teammem: the team memory must not be merged like this"
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
	fmt.Fprintf(&b, "### %s\n\n%s\n\n", headline(res.Verdict), judged(res))
	writeList(&b, fs, limit)
	writeNotices(&b, res.Notices, limit)
	_, err := io.WriteString(w, b.String())
	return err
}

// judged says what was found and in what; what is zero is left out, but that no commit was read.
func judged(res *engine.Result) string {
	s := strings.TrimPrefix(counts(res, res.Findings), ", ")
	if res.Counts.Commits == 0 {
		s += ", commits: 0"
	}
	switch {
	case res.Head == "":
		return s
	case res.Base == "":
		return s + ", " + Span(brief(res.Head))
	}
	return s + ", " + Span(brief(res.Base)+".."+brief(res.Head))
}

// brief is the beginning of the name of a commit, and any other name as it is.
func brief(id string) string {
	if len(id) < 40 || strings.Trim(id, "0123456789abcdef") != "" {
		return id
	}
	return id[:12]
}

// mostOpen is how many findings are seen at once; the others open at a click, so that what follows
// the list is seen, too.
const mostOpen = 10

// writeList writes fs, the first of them open, up to limit bytes in all.
func writeList(b *strings.Builder, fs []finding.Finding, limit int) {
	const end = "\n</details>\n"
	for i, f := range fs {
		item := listItem(f)
		if i == mostOpen {
			item = fmt.Sprintf("\n<details><summary>%d more</summary>\n\n", len(fs)-i) + item
		}
		if b.Len()+len(item)+len(end) > limit {
			fmt.Fprintf(b, "\n%d more: see the log of this step\n", len(fs)-i)
			fs = fs[:i]
			break
		}
		b.WriteString(item)
	}
	if len(fs) > mostOpen {
		b.WriteString(end)
	}
}

// WriteSummaryError writes, in place of a summary, why there is no result.
func WriteSummaryError(w io.Writer, err error) error {
	_, err = io.WriteString(w, "### ⛔ teammem: the check could not finish, so nothing is promised\n\n"+codeSpans(inert(message(err)))+"\n")
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
	s := fmt.Sprintf("- **%s** %s: %s (%s)\n", word, Span(Place(f)), Span(f.Message), rule)
	if f.Fix != "" {
		s += "  fix: " + Span(f.Fix) + "\n"
	}
	return s
}
