package page

import (
	"fmt"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/report"
)

// squares stand for memories by kind: GitHub takes every other colour out of a page.
var squares = [...]string{"🟩", "🟨", "🟦", "🟪", "🟧", "⬜", "🟥"}

func square(k Kind) string {
	for i, other := range kinds {
		if k == other {
			return squares[i]
		}
	}
	return ""
}

// A sheet is a text that may not become longer than limit bytes.
type sheet struct {
	strings.Builder
	limit int
}

// fits adds s if it fits, and reports whether it did.
func (s *sheet) fits(text string) bool {
	if s.Len()+len(text) > s.limit {
		return false
	}
	s.WriteString(text)
	return true
}

// room is how many bytes are kept for the words that something was left out.
const room = 120

// Markdown is the page for a host, of at most limit bytes. All that comes from a memory
// stands in code, so that nothing of it is a link, a mention, a picture or markup. What
// does not fit is left out as a whole, and counted.
func (p *Page) Markdown(limit int) string {
	out, below := &sheet{limit: limit - room}, &sheet{limit: (limit - room) / 3}
	left := 0
	for _, section := range []func() string{p.mdTop, p.mdAlerts, p.mdElsewhere, p.mdCounts, p.mdCost, p.mdApprovals, p.mdLessons} {
		if !out.fits(section()) {
			left++
		}
	}
	for _, section := range []func() string{p.mdIndex, p.mdBroken, p.mdControl, p.mdOthers, p.mdNotices} {
		if text := section(); out.Len()+len(text) > out.limit || !below.fits(text) {
			left++
		}
	}
	out.limit -= below.Len()
	p.mdMemories(out)
	out.limit += below.Len() + room
	out.fits(below.String())
	if left > 0 {
		out.fits(fmt.Sprintf("\n%s more: `teammem review` shows all\n", number(left, "section")))
	}
	return out.String()
}

func (p *Page) mdTop() string { return "### " + p.Headline + "\n\n" }

// mdAlerts makes two boxes of the alerts, which GitHub colours.
// https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#alerts
func (p *Page) mdAlerts() string {
	var b strings.Builder
	box := ""
	for _, a := range p.Alerts {
		kind := "WARNING"
		if a.Error {
			kind = "CAUTION"
		}
		if kind != box {
			b.WriteString("\n> [!" + kind + "]\n")
			box = kind
		}
		b.WriteString("> - " + a.Text)
		between := ": "
		for _, s := range a.About {
			b.WriteString(between + report.Span(s))
			between = ", "
		}
		b.WriteString("\n")
	}
	return strings.TrimPrefix(b.String(), "\n") + when(b.Len() > 0, "\n")
}

// mdElsewhere is what the check found besides the memories that are shown.
func (p *Page) mdElsewhere() string {
	text := bullets(p.Elsewhere, mostNamed, func(f Found) string {
		return fmt.Sprintf("**%s** %s: %s (%s)", severityWord(f.Severity), report.Span(f.Place), report.Span(f.Message), report.Span(f.Rule))
	})
	return text + when(text != "", "\n")
}

// bullets are a line for each item, and how many there are beyond most.
func bullets[T any](items []T, most int, line func(T) string) string {
	var b strings.Builder
	for i, item := range items {
		if i == most {
			fmt.Fprintf(&b, "- and %d more\n", len(items)-i)
			break
		}
		b.WriteString("- " + line(item) + "\n")
	}
	return b.String()
}

// titled is a text below its title, and nothing where there is no text.
func titled(title, text string) string {
	if text == "" {
		return ""
	}
	return "**" + title + "**\n\n" + text + "\n"
}

// when is s where it is so, else nothing.
func when(so bool, s string) string {
	if so {
		return s
	}
	return ""
}

// mostSquares is how many squares stand in a row.
const mostSquares = 20

// mdCounts is a picture of the change: a row for each kind, with a square for each memory.
func (p *Page) mdCounts() string {
	var rows strings.Builder
	for _, k := range kinds {
		n := *p.Counts.of(k)
		if n == 0 {
			continue
		}
		more := when(n > mostSquares, " …")
		fmt.Fprintf(&rows, "| %s | **%d** | %s%s |\n", k, n, strings.Repeat(square(k), min(n, mostSquares)), more)
	}
	if rows.Len() == 0 {
		return ""
	}
	return "| Memories | | |\n| :-- | --: | :-- |\n" + rows.String() + "\n"
}

func (p *Page) mdCost() string {
	if len(p.Memories)+len(p.Index) == 0 {
		return ""
	}
	return "**What every agent always reads**: " + p.effect() + "\n\n" + report.Fence("text", p.costPicture()) + "\n"
}

// mostNamed is how many things of a kind are named one below the other, and mostPaths how many
// in a row.
const (
	mostNamed = 20
	mostPaths = 5
)

func (p *Page) mdApprovals() string {
	return titled("Who must approve", bullets(p.Approvals, mostNamed, func(a Approval) string {
		if len(p.Approvals) > 1 {
			return mdApproval(a) + ": " + some(short(a.Paths))
		}
		return mdApproval(a)
	}))
}

// mdApproval says who can give it.
func mdApproval(a Approval) string {
	switch {
	case a.Needed == 0:
		return unasked
	case a.Fault != "":
		return "**nobody can approve**: " + report.Span(a.Fault)
	case len(a.Owners) == 0:
		return "**an administrator**, since nobody owns it"
	}
	return a.several() + "**" + spans(a.Owners[:min(len(a.Owners), mostNamed)], " or ") + "**, by " + report.Span(a.Source)
}

// short are paths without the team directory where they lie in it.
func short(paths []string) []string {
	var out []string
	for _, p := range paths {
		out = append(out, strings.TrimPrefix(p, memory.Dir+"/"))
	}
	return out
}

func spans(texts []string, between string) string {
	var all []string
	for _, t := range texts {
		all = append(all, report.Span(t))
	}
	return strings.Join(all, between)
}

// some names the first few of paths.
func some(paths []string) string {
	if more := len(paths) - mostPaths; more > 0 {
		return spans(paths[:mostPaths], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return spans(paths, ", ")
}

// mostLessons is how many lessons are shown.
const mostLessons = 30

func (p *Page) mdLessons() string {
	var lines []string
	for i, l := range p.Lessons {
		if i == mostLessons {
			lines = append(lines, fmt.Sprintf("@@ %d more @@", len(p.Lessons)-i))
			break
		}
		lines = append(lines, "@@ "+l.Title+" ("+string(l.Kind)+") @@")
		lines = append(lines, diffLine("-", l.Old)...)
		lines = append(lines, diffLine("+", l.New)...)
	}
	if len(lines) == 0 {
		return ""
	}
	return "**What agents will do differently**\n\n" + report.Fence("diff", lines) + "\n"
}

// folded is Markdown under a line that opens it.
func folded(summary, content string) string {
	return "<details><summary>" + summary + "</summary>\n\n" + content + "\n</details>\n\n"
}

func (p *Page) mdIndex() string {
	if len(p.Index) == 0 {
		return ""
	}
	return folded("<b>The index</b>, as it changes", report.Fence("diff", diffLines(p.Index)))
}

func (p *Page) mdBroken() string {
	return titled("Citations that this change breaks elsewhere", bullets(p.Broken, mostNamed, func(c Citation) string {
		return report.Span(c.In) + " cites " + report.Span(c.Place) + ": " + c.words()
	}))
}

func (p *Page) mdControl() string {
	return titled("Files that steer the review", bullets(p.Control, len(p.Control), func(c Control) string {
		return report.Span(c.Path) + " decides " + c.Decides + when(c.Gone, ", and it is deleted")
	}))
}

func (p *Page) mdOthers() string {
	if len(p.Others) == 0 {
		return ""
	}
	return "Other files in the folder: " + some(short(p.Others)) + "\n\n"
}

func (p *Page) mdNotices() string {
	text := bullets(p.Notices, len(p.Notices), func(n string) string { return "notice: " + report.Span(n) })
	return text + when(text != "", "\n")
}
