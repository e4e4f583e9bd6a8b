package report

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
)

// excerptWidth is how many characters of an excerpt are shown.
const excerptWidth = 100

// A Look is how a part of a report looks at a terminal, as SGR parameters.
type Look string

// The looks.
const (
	Bold   Look = "1"
	Dim    Look = "2"
	Red    Look = "1;31"
	Yellow Look = "1;33"
	Cyan   Look = "1;36"
	Green  Look = "32"
)

var severityLook = [...]Look{Dim, Cyan, Yellow, Red}

func verdictLook(v engine.Verdict) Look {
	switch v {
	case engine.Pass:
		return Green
	case engine.Warn:
		return Yellow
	}
	return Red
}

// page is a text report as it grows.
type page struct {
	strings.Builder
	opt Options
}

func writeText(w io.Writer, res *engine.Result, opt Options) error {
	t := count(res.Findings)
	if opt.Brief && res.Verdict == engine.Pass && t.by[finding.Error]+t.by[finding.Warn] == 0 {
		return nil
	}
	p := &page{opt: opt}
	fs := wanted(res, opt)
	if opt.Brief {
		fs = slices.DeleteFunc(fs, isOlder)
	}
	forReading(fs)
	found := len(fs)
	if opt.Brief && opt.Max > 0 {
		fs = fs[:min(opt.Max, found)]
	}
	for i, f := range fs {
		if i > 0 && groupOf(f) != groupOf(fs[i-1]) && (!f.Older || !fs[i-1].Older || opt.Verbose) {
			p.WriteByte('\n')
		}
		p.finding(f)
	}
	if p.Len() > 0 {
		p.WriteByte('\n')
	}
	for _, n := range res.Notices {
		p.line("notice: " + n)
	}
	if opt.Brief {
		p.outcome(res, fs, found)
	} else {
		p.line(p.summary(res, fs))
	}
	_, err := io.WriteString(w, p.String())
	return err
}

func (p *page) line(s string) {
	p.WriteString(Inert(s))
	p.WriteByte('\n')
}

// finding writes f with all that helps to mend it. An older one takes one line: it
// does not block, and whoever looks for it asks for more.
func (p *page) finding(f finding.Finding) {
	word, look := f.Severity.String(), severityLook[f.Severity]
	if f.Older {
		word, look = "older "+word, Dim
	}
	where := p.link(p.fileURL(f), p.paint(Bold, Place(f)))
	p.line(fmt.Sprintf("%s: %s %s %s", where, p.paint(look, word+":"), f.Message, p.paint(Dim, "["+p.link(ruleURL(f.Rule), f.Rule)+"]")))
	if f.Older && !p.opt.Verbose {
		return
	}
	if f.Excerpt != "" {
		p.line("    " + p.paint(Dim, window(f, excerptWidth)))
	}
	if f.Fix != "" {
		p.line("    " + p.paint(Green, "fix:") + " " + f.Fix)
	}
	for _, r := range f.Related {
		p.line("    see " + related(r))
	}
	if p.opt.Fingerprints {
		p.line("    fingerprint: " + f.Fingerprint)
	}
}

func related(r finding.Related) string {
	s := r.Path
	if r.Line > 0 {
		s = fmt.Sprintf("%s:%d", s, r.Line)
	}
	if r.Message != "" {
		s += ": " + r.Message
	}
	return s
}

// summary is the last line: the verdict, the counts and where to read on. shown is
// what was written above it.
func (p *page) summary(res *engine.Result, shown []finding.Finding) string {
	s := p.paint(verdictLook(res.Verdict), "verdict: "+string(res.Verdict)) + counts(res, shown)
	if len(shown) > 0 {
		worst := slices.MaxFunc(shown, func(a, b finding.Finding) int {
			return cmp.Or(last(b.Older, a.Older), cmp.Compare(a.Severity, b.Severity))
		})
		s += "; more: teammem explain " + worst.Rule
	}
	return s
}

// outcome are the last lines for a hook: what it comes to, what to do, where to read
// on, and what is not shown. found is how many findings there were to show.
func (p *page) outcome(res *engine.Result, shown []finding.Finding, found int) {
	if left := found - len(shown); left > 0 {
		p.line(fmt.Sprintf("and %s", number(left, "more finding")))
	}
	t := count(res.Findings)
	verdict, advice := "teammem: ", "nothing is blocked"
	if res.Verdict == engine.Block {
		verdict, advice = "teammem: blocked: ", finding.Visible(p.opt.Advice)
	}
	p.line(p.paint(verdictLook(res.Verdict), verdict+t.words()) + "; " + advice)
	if len(shown) > 0 {
		where := "teammem explain " + shown[0].Rule
		if p.opt.Pages {
			where = ruleURL(shown[0].Rule)
		}
		p.line("about the rule: " + where)
	}
	if n := visiblyOlder(res.Findings); n > 0 {
		p.line(number(n, "older finding") + ": teammem check")
	}
}

// visiblyOlder counts the older findings that a check shows without -v.
func visiblyOlder(fs []finding.Finding) (n int) {
	for _, f := range fs {
		if f.Older && f.Severity > finding.Note {
			n++
		}
	}
	return n
}

// words says how many new errors and warnings there are.
func (t tally) words() string {
	var all []string
	if n := t.by[finding.Error]; n > 0 {
		all = append(all, number(n, "error"))
	}
	if n := t.by[finding.Warn]; n > 0 {
		all = append(all, number(n, "warning"))
	}
	return strings.Join(all, ", ")
}

func number(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// counts says how much was found and judged. What is zero is left out.
func counts(res *engine.Result, shown []finding.Finding) string {
	var b strings.Builder
	add := func(what string, n int, remark string) {
		if n > 0 {
			fmt.Fprintf(&b, ", %s: %d%s", what, n, remark)
		}
	}
	t, s := count(res.Findings), count(shown)
	notes, older := "", ""
	if s.by[finding.Note] < t.by[finding.Note] {
		notes = " (-v shows them)"
	}
	if s.older < t.older {
		older = " (-v shows all)"
	}
	add("errors", t.by[finding.Error], "")
	add("warnings", t.by[finding.Warn], "")
	add("notes", t.by[finding.Note], notes)
	add("older", t.older, older)
	add("allowed", res.Counts.Allowed, "")
	add("outside the paths given", res.Counts.Hidden, "")
	add("commits", res.Counts.Commits, "")
	if res.Source == engine.Files {
		fmt.Fprintf(&b, ", files: %d", res.Counts.Files)
		return b.String()
	}
	fmt.Fprintf(&b, ", memories: %d", res.Counts.Memories)
	return b.String()
}

// window is the excerpt of f without the blanks around it, cut to width characters
// about the place.
func window(f finding.Finding, width int) string {
	at := f.Column - 1 - (len(f.Excerpt) - len(strings.TrimLeft(f.Excerpt, " ")))
	if strings.HasPrefix(f.Excerpt, "…") {
		at = finding.ExcerptLead
	}
	r := []rune(strings.TrimSpace(f.Excerpt))
	if len(r) <= width {
		return string(r)
	}
	start := max(0, min(at-width/3, len(r)-width))
	cut := strings.TrimSuffix(strings.TrimPrefix(string(r[start:start+width]), "…"), "…")
	if start > 0 || r[0] == '…' {
		cut = "…" + cut
	}
	if start+width < len(r) || r[len(r)-1] == '…' {
		cut += "…"
	}
	return cut
}

func (p *page) paint(look Look, s string) string { return p.opt.Paint(look, s) }

// Paint gives s that look, where there is colour.
func (o Options) Paint(look Look, s string) string {
	if !o.Color || s == "" {
		return s
	}
	return "\x1b[" + string(look) + "m" + s + "\x1b[0m"
}

// link makes a hyperlink of s, as terminals know it: OSC 8.
func (p *page) link(to, s string) string {
	if !p.opt.Links || to == "" {
		return s
	}
	return "\x1b]8;;" + to + "\x1b\\" + s + "\x1b]8;;\x1b\\"
}

// fileURL is where the file of f lies on this machine; "" when it does not.
func (p *page) fileURL(f finding.Finding) string {
	if p.opt.Top == "" || f.Path == "" || f.Commit != "" {
		return ""
	}
	top := strings.ReplaceAll(p.opt.Top, `\`, "/")
	u := url.URL{Scheme: "file", Path: "/" + strings.Trim(top, "/") + "/" + f.Path}
	return u.String()
}
