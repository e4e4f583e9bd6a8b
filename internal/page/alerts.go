package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
)

// found begins the alerts that count what the check found.
const found = "the check found "

// Told leaves out what whoever shows the findings of the check above the page has told already.
func (p *Page) Told() {
	p.Alerts = slices.DeleteFunc(p.Alerts, func(a Alert) bool { return strings.HasPrefix(a.Text, found) })
	p.Elsewhere = []Found{}
}

// alerts gathers what must not be missed, errors first.
func (m *maker) alerts() {
	p := m.page
	if p.Errors > 0 {
		m.alert(finding.Error, found+number(p.Errors, "error"), short(m.pathsWith(finding.Error))...)
	}
	m.alertAbout(finding.Error, "a secret is or was in it, so nothing of it is shown; rotate the secret, whatever becomes of this change", func(mem *Memory) bool { return mem.Hushed })
	if f := m.After.Index(); f != nil && m.Hushed(f.Path) {
		m.alert(finding.Error, "the index holds a secret, so nothing of it is shown")
	}
	if c := p.Cost; c.Lines.over() || c.Bytes.over() {
		m.alert(finding.Error, "the index is over its budget: agents don't read its end")
	}
	for _, a := range p.Approvals {
		if a.Fault != "" && a.Needed > 0 {
			m.alert(finding.Error, "nobody can approve this", a.Fault)
		}
	}
	if len(p.Control) > 0 {
		m.alert(finding.Warn, "files change that steer how memory is judged and reviewed", controlPaths(p.Control)...)
	}
	m.alertAbout(finding.Warn, "it is too long to be shown whole: open the file", func(mem *Memory) bool { return cut(mem.Text) > 0 && mem.Kind != Deleted })
	if cut(p.Index) > 0 {
		m.alert(finding.Warn, "the change of the index is too long to be shown whole: open the file")
	}
	m.alertAbout(finding.Warn, "it may contradict what the team knows already", (*Memory).contradicts)
	m.alertAbout(finding.Warn, "it says nearly the same as another memory", (*Memory).repeats)
	if about := m.outgrown(); len(about) > 0 {
		m.alert(finding.Warn, "its description changes, and its line in the index, which agents read first, does not", about...)
	}
	m.alertAbout(finding.Warn, "what it cites is not there, or not any more", func(mem *Memory) bool { return len(mem.Citations) > 0 })
	if n := len(p.Broken); n > 0 {
		m.alert(finding.Warn, "this change breaks "+number(n, "citation")+" of memories that it leaves alone", brokenIn(p.Broken)...)
	}
	m.alertAbout(finding.Warn, "it has expired", func(mem *Memory) bool { return mem.Expired && !mem.Dormant && mem.Kind != Deleted })
	if p.Warnings > 0 {
		m.alert(finding.Warn, found+number(p.Warnings, "warning"), short(m.pathsWith(finding.Warn))...)
	}
}

// mostAbout is how many things an alert names.
const mostAbout = 8

// alert adds an alert: an error, or else a warning. About is safe already.
func (m *maker) alert(how finding.Severity, text string, about ...string) {
	a := Alert{Error: how == finding.Error, Text: text, About: []string{}}
	for _, s := range about {
		if slices.Contains(a.About, s) {
			continue
		}
		if len(a.About) == mostAbout {
			a.Text += ", among them"
			break
		}
		a.About = append(a.About, s)
	}
	m.page.Alerts = append(m.page.Alerts, a)
}

// alertAbout adds an alert that names the memories of which is holds, where there are any.
func (m *maker) alertAbout(how finding.Severity, text string, is func(*Memory) bool) {
	var about []string
	for i := range m.page.Memories {
		if mem := &m.page.Memories[i]; is(mem) {
			about = append(about, mem.Path)
		}
	}
	if len(about) > 0 {
		m.alert(how, text, about...)
	}
}

// pathsWith are the files in which the check found something new of that severity.
func (m *maker) pathsWith(s finding.Severity) []string {
	var paths []string
	for _, f := range m.Result.Findings {
		if !f.Older && f.Severity == s && f.Path != "" && !slices.Contains(paths, f.Path) {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

func controlPaths(all []Control) (paths []string) {
	for _, c := range all {
		paths = append(paths, c.Path)
	}
	return paths
}

func brokenIn(all []Citation) (paths []string) {
	for _, c := range all {
		paths = append(paths, c.In)
	}
	return paths
}

func number(n int, what string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(what, "y"):
		what = strings.TrimSuffix(what, "y") + "ies"
	default:
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// verb says what a change does to memories of each kind.
func verb(k Kind) string {
	switch k {
	case New:
		return "adds"
	case Changed:
		return "changes"
	case Renamed:
		return "renames"
	case Restored:
		return "brings back"
	case Invalidated:
		return "takes back"
	case Archived:
		return "archives"
	}
	return "deletes"
}

// headline is the one sentence that says it all.
func (m *maker) headline() {
	var does []string
	noun := true
	for _, k := range kinds {
		n := *m.page.Counts.of(k)
		if n == 0 {
			continue
		}
		what := fmt.Sprint(n)
		if noun {
			what = number(n, "memory")
		}
		does, noun = append(does, verb(k)+" "+what), false
	}
	switch {
	case len(does) > 0:
		m.page.Headline = "This change " + list(does) + "."
	case len(m.page.Index) > 0 || slices.ContainsFunc(m.Changes, isIndex):
		m.page.Headline = "This change touches the index and no memory."
	case len(m.page.Broken) > 0:
		m.page.Headline = "This change touches no memory, but breaks " + number(len(m.page.Broken), "citation") + "."
	case len(m.page.Control) > 0:
		m.page.Headline = "This change touches no memory, only what steers its review."
	default:
		m.page.Headline = "This change does nothing to the memory of the team."
	}
}

func isIndex(c memory.Change) bool { return c.Path == memory.IndexPath }

func list(words []string) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n], ", ") + " and " + words[n]
}
