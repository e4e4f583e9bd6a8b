package page

import (
	"fmt"
	"io"
	"strings"

	"github.com/teammem/teammem/internal/report"
)

func lookOf(k Kind) report.Look {
	switch k {
	case New:
		return report.Green
	case Changed, Invalidated:
		return report.Yellow
	case Deleted:
		return report.Red
	case Archived:
		return report.Dim
	}
	return report.Cyan
}

// A terminal is the page for a terminal as it grows.
type terminal struct {
	strings.Builder
	look report.Options
}

// line adds a line in which nothing is a command of the runner of a build.
func (s *terminal) line(format string, args ...any) {
	s.WriteString(report.Inert(fmt.Sprintf(format, args...)) + "\n")
}

func (s *terminal) head(words string) {
	s.line("")
	s.line("%s", s.look.Paint(report.Bold, words))
}

// WriteText writes the page for a person at a terminal. Errors are those of w.
func (p *Page) WriteText(w io.Writer, look report.Options) error {
	s := &terminal{look: look}
	s.line("%s", look.Paint(report.Bold, p.Headline))
	s.alerts(p)
	s.elsewhere(p)
	s.cost(p)
	s.approvals(p)
	s.lessons(p)
	for i := range p.Memories {
		s.memory(&p.Memories[i])
	}
	s.index(p)
	s.rest(p)
	_, err := io.WriteString(w, s.String())
	return err
}

func (s *terminal) alerts(p *Page) {
	for _, a := range p.Alerts {
		word := s.look.Paint(report.Yellow, "warning:")
		if a.Error {
			word = s.look.Paint(report.Red, "error:")
		}
		about := strings.Join(a.About, ", ")
		s.line("%s %s%s", word, a.Text, when(about != "", ": "+about))
	}
}

func (s *terminal) elsewhere(p *Page) {
	for _, f := range p.Elsewhere {
		s.line("  %s: %s: %s [%s]", f.Place, severityWord(f.Severity), f.Message, f.Rule)
	}
}

func (s *terminal) cost(p *Page) {
	if len(p.Memories)+len(p.Index) == 0 {
		return
	}
	s.head("What every agent always reads: " + p.effect())
	for _, l := range p.costLines() {
		s.line("  %s", l)
	}
}

func (s *terminal) approvals(p *Page) {
	if len(p.Approvals) > 0 {
		s.head("Who must approve")
	}
	for _, a := range p.Approvals {
		who := a.several() + strings.Join(a.Owners, " or ") + ", by " + a.Source
		switch {
		case a.Needed == 0:
			who = unasked
		case a.Fault != "":
			who = s.look.Paint(report.Red, "nobody can: ") + a.Fault
		case len(a.Owners) == 0:
			who = "an administrator, since nobody owns it"
		}
		if len(p.Approvals) > 1 {
			who += ": " + strings.Join(short(a.Paths), ", ")
		}
		s.line("  %s", who)
	}
}

func (s *terminal) lessons(p *Page) {
	if len(p.Lessons) > 0 {
		s.head("What agents will do differently")
	}
	for _, l := range p.Lessons {
		s.line("  %s", s.look.Paint(report.Cyan, l.Title+" ("+string(l.Kind)+")"))
		s.diff([]Line{{Kind: Old, Parts: l.Old}, {Kind: Now, Parts: l.New}})
	}
}

// diff writes lines with a sign; marked words are shown the other way round where there
// is colour, else in brackets.
func (s *terminal) diff(lines []Line) {
	for _, l := range lines {
		switch {
		case l.Kind == Left:
			s.line("    %s", s.look.Paint(report.Dim, "… "+number(l.Lines, "line")+" not shown"))
		case l.Kind == Cut:
			s.line("    %s", s.look.Paint(report.Yellow, "… "+number(l.Lines, "line")+" that differ, not shown: open the file"))
		case len(l.Parts) == 0 && l.Kind != Same:
		case l.Kind == Same:
			s.line("%s", strings.TrimRight(s.look.Paint(report.Dim, when(plainText(l.Parts) != "", "      "+plainText(l.Parts))), " "))
		case l.Kind == Old:
			s.line("    %s", s.words("-", report.Red, l.Parts))
		default:
			s.line("    %s", s.words("+", report.Green, l.Parts))
		}
	}
}

func (s *terminal) words(sign string, look report.Look, parts []Part) string {
	if !s.look.Color {
		return strings.TrimRight(sign+" "+bracketed(sign, parts), " ")
	}
	out := s.look.Paint(look, sign+" ")
	for _, p := range parts {
		of := look
		if p.Marked {
			of += ";7"
		}
		out += s.look.Paint(of, p.Text)
	}
	return out
}

func plainText(parts []Part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

func (s *terminal) memory(mem *Memory) {
	s.head(fmt.Sprintf("%s %s", s.look.Paint(lookOf(mem.Kind), mem.became()), mem.Path))
	if mem.Was != "" {
		s.line("  was %s%s", mem.Was, unchanged(mem))
	}
	if mem.Hushed {
		s.line("  nothing of it is shown: it holds a secret, or held one")
	} else {
		facts := []string{mem.Title}
		for _, fact := range []string{mem.Type, mem.Scope, when(mem.Dormant, "no agent gets it"), mem.expiry()} {
			if fact != "" {
				facts = append(facts, fact)
			}
		}
		s.line("  %s", s.look.Paint(report.Dim, strings.Join(facts, " · ")))
	}
	warning := s.look.Paint(report.Yellow, "warning:")
	as := func(word string) string { return word }
	for _, other := range mem.Similar {
		s.line("  %s %s %s%s", warning, other.words(), other.Path, other.tail(as))
	}
	for _, c := range mem.Citations {
		s.line("  %s cites %s: %s", warning, c.Place, c.words())
	}
	for _, r := range mem.untold() {
		s.line("  %s%s: %s [%s]", severityWord(r.Severity), r.where(), r.Message, r.Rule)
	}
	s.diff(mem.lines())
}

// lines are the frontmatter and the text of a memory as they changed.
func (mem *Memory) lines() []Line {
	var out []Line
	for _, f := range mem.Fields {
		key := Part{Text: f.Key + ": "}
		if len(f.Old) > 0 {
			out = append(out, Line{Kind: Old, Parts: append([]Part{key}, f.Old...)})
		}
		if len(f.New) > 0 {
			out = append(out, Line{Kind: Now, Parts: append([]Part{key}, f.New...)})
		}
	}
	if len(out) > 0 && len(mem.Text) > 0 {
		out = append(out, Line{Kind: Same, Parts: []Part{{Text: ""}}})
	}
	return append(out, mem.Text...)
}

func (s *terminal) index(p *Page) {
	if len(p.Index) > 0 {
		s.head("The index")
		s.diff(p.Index)
	}
}

func (s *terminal) rest(p *Page) {
	if len(p.Broken)+len(p.Control)+len(p.Others)+len(p.Notices) > 0 {
		s.head("Besides")
	}
	for _, c := range p.Broken {
		s.line("  %s cites %s: %s", c.In, c.Place, c.words())
	}
	for _, c := range p.Control {
		s.line("  %s decides %s%s", c.Path, c.Decides, when(c.Gone, ", and it is deleted"))
	}
	for _, path := range p.Others {
		s.line("  %s is no memory", path)
	}
	for _, n := range p.Notices {
		s.line("  notice: %s", n)
	}
}

// WriteJSON writes the page for programs. Errors are those of w.
func (p *Page) WriteJSON(w io.Writer) error { return report.Encode(w, p) }
