package sync

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/invisible"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// index plans the step that brings MEMORY.md up to date.
func (p *planning) index() []Step {
	if p.closed["MEMORY.md"] {
		return nil
	}
	text, own, err := p.indexText()
	if err != nil {
		p.Notices = append(p.Notices, "MEMORY.md: "+err.Error())
		return nil
	}
	held := p.seen.Index
	if p.seen.Layout == Claude {
		held, _ = Marked(p.seen.Index)
	}
	out := decideIndex(p.state.Index, held, own)
	if out.Draft {
		p.draft("MEMORY.md", SumOf(held), held, out.Reason)
	}
	p.Next.Index = out.Mirror
	before, after := sumOrNone(p.seen.Index), sumOrNone(text)
	if before == after {
		return nil
	}
	step := Step{Kind: Write, Layout: p.seen.Layout, Path: "MEMORY.md", Before: before, After: after, Data: text, Reason: out.Reason}
	if after.IsZero() {
		step.Kind = Remove
	}
	return []Step{step}
}

// decideIndex says what becomes of the merged index, or of our block in a foreign one: base
// is the sum of what sync wrote last, ours what is there, theirs what it shall be; nil means
// none. What sync wrote it knows again by itself, so that ours is kept as a draft only if
// somebody edited it.
func decideIndex(base Sum, ours, theirs []byte) Outcome {
	s := Sides{Base: base, Ours: sumOrNone(ours), Theirs: sumOrNone(theirs)}
	if isSealed(ours) {
		s.Base = s.Ours
	}
	out := decide(s)
	out.Bury, out.Reason = Sum{}, "what it lists has changed"
	if out.Draft {
		out.Reason = "the index that sync writes was edited"
	}
	return out
}

// indexText gives MEMORY.md as it shall be, and what of it is ours.
func (p *planning) indexText() (text, own []byte, err error) {
	if p.clear && p.seen.Layout != Claude {
		return nil, nil, nil
	}
	if p.seen.Layout != Claude {
		text = []byte(sealed(p.teamIndex() + p.privateIndex() + p.overriddenIndex("private/") + "\n"))
		return text, text, nil
	}
	body := ""
	if len(p.files) > 0 {
		body = strings.TrimPrefix(p.teamIndex()+p.overriddenIndex(""), "\n")
	}
	if body == "" {
		text, err = Unmark(p.seen.Index)
		return text, nil, err
	}
	if text, err = Mark(p.seen.Index, body); err != nil {
		return nil, nil, err
	}
	own, err = Marked(text)
	return text, own, err
}

// sumOrNone is zero for nil alone.
func sumOrNone(data []byte) Sum {
	if data == nil {
		return Sum{}
	}
	return SumOf(data)
}

// teamIndex is the index of the team in its own words, with links into the mirror, and
// an entry for each delivered memory that it does not link. What the agent is told anyway is
// left out.
func (p *planning) teamIndex() string {
	x := memory.ParseIndex(source.NewText(p.team.Index))
	if len(p.seen.Told) > 0 {
		return p.untold(x)
	}
	var b strings.Builder
	b.WriteString("# Team memory\n\nReviewed by the team.\n\n")
	linked := p.rewrite(&b, x)
	for _, at := range slices.Sorted(maps.Keys(p.files)) {
		if !linked[at] {
			b.WriteString(entry("team/", p.files[at]))
		}
	}
	return b.String()
}

// rewrite copies the index without the entries of what is not delivered.
func (p *planning) rewrite(b *strings.Builder, x *memory.Index) map[string]bool {
	linked, insert, drop := map[string]bool{}, map[int]bool{}, map[int]int{}
	for _, l := range x.Links {
		at, in := strings.CutPrefix(l.Target.Path, memory.Dir+"/")
		if _, found := p.files[at]; in && found {
			linked[at] = true
			insert[l.DestSpan.Start] = true
		}
	}
	for _, e := range x.Entries {
		at, in := strings.CutPrefix(e.Target(), memory.Dir+"/")
		if _, found := p.files[at]; in && !found {
			drop[e.Span.Start] = e.Span.End
		}
	}
	src := p.team.Index
	for i := 0; i < len(src); i++ {
		if end := drop[i]; end > i {
			i = end - 1
			continue
		}
		if insert[i] {
			b.WriteString("team/")
		}
		b.WriteByte(src[i])
	}
	if len(src) > 0 && src[len(src)-1] != '\n' {
		b.WriteByte('\n')
	}
	return linked
}

func (p *planning) privateIndex() string {
	hidden := map[string]bool{}
	for _, o := range p.Overridden {
		hidden[o.Private] = true
	}
	var b strings.Builder
	for _, f := range p.seen.Private {
		if !hidden[f.Path] {
			b.WriteString(entry("private/", f))
		}
	}
	return section("Private memory", b.String())
}

func (p *planning) overriddenIndex(dir string) string {
	var b strings.Builder
	for _, o := range p.Overridden {
		b.WriteString("- `" + strings.ReplaceAll(memory.LinkTarget(dir+o.Private), "`", "%60") + "` — " + o.Reason + ": " + memory.LinkTarget("team/"+o.Team) + "\n")
	}
	return section("Overridden", b.String())
}

func section(title, lines string) string {
	if lines == "" {
		return ""
	}
	return "\n# " + title + "\n\n" + lines
}

func entry(dir string, f File) string {
	line := "- [" + entryText(cmp.Or(f.Label, f.Name, f.Path)) + "](" + memory.LinkTarget(dir+f.Path) + ")"
	if f.Description != "" {
		line += " — " + entryText(f.Description)
	}
	return line + "\n"
}

// seen is s without the characters that nobody sees.
func seen(s string) string {
	var b strings.Builder
	at := 0
	for _, m := range invisible.Scan([]byte(s)) {
		b.WriteString(s[at:m.Span.Start])
		at = m.Span.End
	}
	return b.String() + s[at:]
}

// entryText is s as it can stand in an entry. An agent that reads the index imports the file
// that a word with @ before it names, which nobody reviewed in a private memory.
func entryText(s string) string {
	var b strings.Builder
	before := ' '
	for _, r := range memory.EntryText(seen(s)) {
		if r == '@' && strings.ContainsRune(" ([{\"'>|*_`", before) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}
