package page

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/age"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/report"
	"github.com/teammem/teammem/internal/source"
)

// remarks counts what the check found new.
func (m *maker) remarks() {
	for _, f := range m.Result.Findings {
		switch {
		case f.Older:
		case f.Severity == finding.Error:
			m.page.Errors++
		case f.Severity == finding.Warn:
			m.page.Warnings++
		}
	}
}

// elsewhere says what was found in no memory that the page shows.
func (m *maker) elsewhere() {
	shown := map[string]bool{}
	for _, p := range m.pairs {
		shown[p.file().Path] = true
	}
	for _, f := range m.Result.Findings {
		if f.Older || f.Severity < finding.Warn || f.Commit == "" && (shown[f.Path] || m.breaks(f)) {
			continue
		}
		m.page.Elsewhere = append(m.page.Elsewhere, Found{report.Place(f), Remark{f.Severity.String(), f.Rule, f.Line, f.Message}})
	}
	slices.SortStableFunc(m.page.Elsewhere, func(a, b Found) int { return weight(b.Severity) - weight(a.Severity) })
}

// breaks reports whether f is about a memory whose citations the page names as broken.
func (m *maker) breaks(f finding.Finding) bool {
	return f.Rule == "stale-citation" && slices.ContainsFunc(m.page.Broken, func(c Citation) bool { return memory.Dir+"/"+c.In == f.Path })
}

// memories says of each pair what there is to say.
func (m *maker) memories() {
	titles, said := titlesOf(m.After), m.findingsByPath()
	for _, p := range m.pairs {
		f, kind := p.file(), m.kind(p)
		*m.page.Counts.of(kind)++
		mem := Memory{
			Kind: kind, Path: m.Safe(f.Rel()), Dormant: f.Archived, Scope: "team",
			Hushed: m.hushed(p, said[f.Path]),
			Fields: []Field{}, Text: []Line{}, Similar: []Similar{}, Citations: []Citation{}, Remarks: m.remarksOf(said[f.Path]),
		}
		if p.old != nil && p.now != nil && p.old.Path != p.now.Path {
			mem.Was = m.Safe(p.old.Rel())
		}
		if !mem.Hushed {
			m.describe(&mem, f, titles[f.Path])
			mem.Fields, mem.Text = m.fields(p), m.text(p)
		}
		mem.Title = cmp.Or(mem.Title, strings.TrimSuffix(lastOf(mem.Path), ".md"))
		if p.now != nil && !mem.Dormant {
			mem.Citations = m.citations(p.now)
		}
		m.page.Memories = append(m.page.Memories, mem)
	}
}

func (m *maker) findingsByPath() map[string][]finding.Finding {
	out := map[string][]finding.Finding{}
	for _, f := range m.Result.Findings {
		if !f.Older && f.Path != "" {
			out[f.Path] = append(out[f.Path], f)
		}
	}
	return out
}

// hushed reports whether a pair may not be shown: either side holds a secret, or the check
// says so.
func (m *maker) hushed(p pair, said []finding.Finding) bool {
	for _, f := range []*memory.File{p.old, p.now} {
		if f != nil && m.Hushed(f.Path) {
			return true
		}
	}
	return slices.ContainsFunc(said, func(f finding.Finding) bool { return f.Rule == "secret" })
}

// remarksOf are findings in a few words. The texts of findings are safe already.
func (m *maker) remarksOf(said []finding.Finding) []Remark {
	out := []Remark{}
	for _, f := range said {
		if f.Commit == "" {
			out = append(out, Remark{f.Severity.String(), f.Rule, f.Line, f.Message})
		}
	}
	slices.SortStableFunc(out, func(a, b Remark) int { return weight(b.Severity) - weight(a.Severity) })
	return out
}

func weight(severity string) int {
	s, _ := finding.ParseSeverity(severity) // of a finding, so it is one
	return int(s)
}

// describe says what a memory says of itself.
func (m *maker) describe(mem *Memory, f *memory.File, title string) {
	if f.Memory == nil {
		return
	}
	value := func(key string) string { return m.Safe(oneLine(f.Memory.Value(key))) }
	mem.Title = cmp.Or(m.Safe(title), value("name"))
	mem.Description, mem.Type = value("description"), m.Safe(f.Type())
	mem.Scope = cmp.Or(value("scope"), mem.Scope)
	if until, _, ok := age.Expiry(f.Memory); ok {
		mem.Expires = until.Add(-1).UTC().Format(time.DateOnly) // its last day
		mem.Expired = !m.Now.Before(until)
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func lastOf(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }

// titlesOf is what the index calls each memory, by path.
func titlesOf(s *memory.Snapshot) map[string]string {
	return entriesOf(s, (*memory.IndexEntry).Title)
}

// entriesOf is what the index says in the first entry of each memory, by path, as read takes it.
func entriesOf(s *memory.Snapshot, read func(*memory.IndexEntry, *source.Text) string) map[string]string {
	out := map[string]string{}
	f := s.Index()
	if f == nil || f.Doc == nil {
		return out
	}
	x := memory.NewIndex(f.Text, f.Doc)
	for i := range x.Entries {
		e := &x.Entries[i]
		if t := e.Target(); t != "" && out[t] == "" {
			out[t] = oneLine(read(e, x.Text))
		}
	}
	return out
}
