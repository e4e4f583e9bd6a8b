package sync

import (
	"maps"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// untold is the part of the team's index that the agent is not told by the files of the
// repository; "" when they tell all of it. What the team changed since those were checked
// out is in it.
func (p *planning) untold(x *memory.Index) string {
	var b strings.Builder
	linked := map[string]bool{}
	for i := range x.Entries {
		e := &x.Entries[i]
		found := p.linksIn(e)
		for _, l := range found {
			at := strings.TrimPrefix(l.Target.Path, memory.Dir+"/")
			linked[at] = true
		}
		if len(found) > 0 && !p.seen.Told[x.Said(e)] {
			b.WriteString(entryOf(x, e, found))
		}
	}
	for _, at := range slices.Sorted(maps.Keys(p.files)) {
		if !linked[at] && !p.seen.Told[saidOf(p.files[at])] {
			b.WriteString(entry("team/", p.files[at]))
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "# Team memory\n\nReviewed by the team, and not in the files that this clone has checked out.\n\n" + b.String()
}

// linksIn gives the links of an entry that lead to what is delivered; none when the entry is
// about something that is not.
func (p *planning) linksIn(e *memory.IndexEntry) (found []memory.IndexLink) {
	if at, in := strings.CutPrefix(e.Target(), memory.Dir+"/"); !in || p.files[at].Path == "" {
		return nil
	}
	for _, l := range e.Links {
		if at, in := strings.CutPrefix(l.Target.Path, memory.Dir+"/"); in && p.files[at].Path != "" {
			found = append(found, l)
		}
	}
	return found
}

// entryOf is an entry with its links into the mirror. A link whose target stands elsewhere in
// the index gets it here.
func entryOf(x *memory.Index, e *memory.IndexEntry, links []memory.IndexLink) string {
	src := x.Text.Bytes()
	var b strings.Builder
	from := e.Span.Start
	for _, l := range links {
		into := "team/" + strings.TrimPrefix(l.Target.Path, memory.Dir+"/")
		switch to := l.DestSpan; {
		case from <= to.Start && to.End <= e.Span.End:
			b.Write(src[from:to.Start])
			b.WriteString("team/")
			from = to.Start
		case from <= l.Span.Start:
			b.Write(src[from:l.Span.Start])
			b.WriteString("[" + l.Text + "](" + memory.LinkTarget(into) + ")")
			from = l.Span.End
		}
	}
	b.Write(src[from:e.Span.End])
	return b.String() + "\n"
}

// saidOf is what the entry says that stands for a memory which the index does not link.
func saidOf(f File) string {
	x := memory.ParseIndex(source.NewText([]byte(entry("", f))))
	if len(x.Entries) == 0 {
		return ""
	}
	return x.Said(&x.Entries[0])
}
