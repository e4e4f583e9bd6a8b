package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/report"
)

// fewMemories is up to how many memories are shown unfolded.
const fewMemories = 3

// mdMemories adds one memory after the other while they fit.
func (p *Page) mdMemories(out *sheet) {
	if len(p.Memories) == 0 {
		return
	}
	if !out.fits("**The memories**\n\n") {
		return
	}
	for i := range p.Memories {
		if !out.fits(p.mdMemory(&p.Memories[i])) {
			out.limit += room / 2
			out.fits(fmt.Sprintf("%d more: `teammem review` shows all\n\n", len(p.Memories)-i))
			out.limit -= room / 2
			return
		}
	}
}

func (p *Page) mdMemory(mem *Memory) string {
	open := ""
	if len(p.Memories) <= fewMemories {
		open = " open"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<details%s><summary>%s <b>%s</b> %s%s</summary>\n\n", open, square(mem.Kind), mem.became(), report.Code(mem.Path), badges(mem))
	if mem.Was != "" {
		b.WriteString("It was " + report.Span(mem.Was) + unchanged(mem) + ".\n\n")
	}
	if facts := mdFacts(mem); facts != "" {
		b.WriteString(facts + "\n\n")
	}
	if notes := mdNotes(mem); notes != "" {
		b.WriteString(notes + "\n")
	}
	if lines := mem.diff(); len(lines) > 0 {
		b.WriteString(report.Fence("diff", lines) + "\n")
	}
	b.WriteString("</details>\n\n")
	return b.String()
}

// unchanged says that nothing but the path of a memory differs.
func unchanged(mem *Memory) string {
	return when(!mem.Hushed && len(mem.Fields)+len(mem.Text) == 0, ", and says the same")
}

// became says what the change did to a memory. That it has another path does not hide that it has another text.
func (mem *Memory) became() string {
	moved := mem.Was != "" && mem.Kind != Invalidated
	return string(mem.Kind) + when(moved && !mem.Hushed && unchanged(mem) == "", " and changed")
}

// badges say in a few words what to look at.
func badges(mem *Memory) string {
	var all []string
	errors, warnings := mem.weighed()
	switch {
	case mem.Hushed:
		all = append(all, "⛔ secret")
	case errors > 0:
		all = append(all, "⛔ "+number(errors, "error"))
	}
	switch {
	case mem.contradicts():
		all = append(all, "⚠️ may contradict")
	case mem.repeats():
		all = append(all, "⚠️ repeats")
	}
	if n := len(mem.Citations); n > 0 {
		all = append(all, "⚠️ "+number(n, "citation")+" to check")
	}
	if mem.Expired && !mem.Dormant {
		all = append(all, "⚠️ expired")
	}
	if n := cut(mem.Text); n > 0 {
		all = append(all, "⚠️ "+number(n, "line")+" not shown")
	}
	if warnings > 0 {
		all = append(all, "⚠️ "+number(warnings, "warning"))
	}
	if len(all) == 0 {
		return ""
	}
	return " " + strings.Join(all, " · ")
}

// weighed counts the errors and the warnings of the check that no other badge speaks of.
func (mem *Memory) weighed() (errors, warnings int) {
	for _, r := range mem.untold() {
		switch r.Severity {
		case finding.Error.String():
			errors++
		case finding.Warn.String():
			warnings++
		}
	}
	return errors, warnings
}

// mdFacts is what a memory is: title, type, scope and expiry.
func mdFacts(mem *Memory) string {
	if mem.Hushed {
		return "Nothing of it is shown: it holds a secret, or held one."
	}
	facts := []string{report.Span(mem.Title)}
	if mem.Type != "" {
		facts = append(facts, report.Span(mem.Type))
	}
	if facts = append(facts, report.Span(mem.Scope)); mem.Dormant {
		facts = append(facts, "no agent gets it")
	}
	if words := mem.expiry(); words != "" {
		facts = append(facts, words)
	}
	return strings.Join(facts, " · ")
}

// expiry says until when a memory holds; dates hold no input.
func (mem *Memory) expiry() string {
	switch {
	case mem.Expires == "":
		return ""
	case mem.Expired:
		return "expired after " + mem.Expires
	}
	return "holds until " + mem.Expires
}

// mdNotes are the remarks on a memory.
func mdNotes(mem *Memory) string {
	var b strings.Builder
	for _, s := range mem.Similar {
		fmt.Fprintf(&b, "- ⚠️ %s %s%s\n", s.words(), report.Span(s.Path), s.tail(report.Span))
	}
	for _, c := range mem.Citations {
		fmt.Fprintf(&b, "- ⚠️ cites %s: %s\n", report.Span(c.Place), c.words())
	}
	return b.String() + bullets(mem.untold(), mostAbout, func(r Remark) string {
		return fmt.Sprintf("**%s**%s: %s (%s)", severityWord(r.Severity), r.where(), report.Span(r.Message), report.Span(r.Rule))
	})
}

// words say what a memory is to the one that is shown.
func (s Similar) words() string {
	switch s.Relation {
	case SameName:
		return "has the same name as"
	case Numbers:
		return "may contradict, since it says the same with other numbers as"
	case Opposite:
		return "may contradict, since one of the two says not:"
	case StillSays:
		return "takes back what is still said in"
	case Supersedes:
		return "says that it replaces"
	}
	return "says nearly the same as"
}

// tail is what comes after the path; span writes a word.
func (s Similar) tail(span func(string) string) string {
	var words []string
	for _, w := range s.Words {
		words = append(words, span(w))
	}
	tail := ""
	if len(words) > 0 {
		tail = ": " + strings.Join(words, ", ")
	}
	if s.Ahead {
		tail += " (the base has got it meanwhile)"
	}
	return tail
}

// untold are the remarks that say more than the page does by itself.
func (mem *Memory) untold() []Remark {
	return slices.DeleteFunc(slices.Clone(mem.Remarks), func(r Remark) bool {
		switch r.Rule {
		case "near-duplicate":
			return len(mem.Similar) > 0
		case "stale-citation":
			return len(mem.Citations) > 0
		case "expired":
			return mem.Expired
		}
		return false
	})
}

// where names the line; what concerns the file as a whole is at its first.
func (r Remark) where() string {
	if r.Line < 2 {
		return ""
	}
	return fmt.Sprintf(" in line %d", r.Line)
}

func severityWord(s string) string {
	if s == "warn" {
		return "warning"
	}
	return s
}
