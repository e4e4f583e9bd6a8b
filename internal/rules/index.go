package rules

import (
	"slices"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// Index returns MEMORY.md as a file and as an index, which is parsed once. Both are
// nil when there is none that can be parsed.
func (in *Input) Index() (*memory.File, *memory.Index) {
	f := in.Snapshot.Index()
	if f == nil || f.Doc == nil {
		return nil, nil
	}
	if in.index == nil {
		in.index = memory.NewIndex(f.Text, f.Doc)
	}
	return f, in.index
}

// loaded lists the entries of x that begin within its limits. What lies beyond is not
// loaded by anybody: index-size says so, and no other rule speaks of it as well.
func (in *Input) loaded(x *memory.Index) []memory.IndexEntry {
	limits := in.Policy.Limits
	for i, e := range x.Entries {
		if limits.IndexLines > 0 && e.First > limits.IndexLines || limits.IndexBytes > 0 && e.Span.Start >= limits.IndexBytes {
			return x.Entries[:i]
		}
	}
	return x.Entries
}

// Mentions says how the index leads to each memory, by path; see memory.Index.
func (in *Input) Mentions() map[string]memory.Mention {
	if _, x := in.Index(); x != nil && in.mentions == nil {
		in.mentions = x.Mentions(in.Snapshot)
	}
	return in.mentions
}

// oldIndex returns the index of the base, parsed once; nil when there was none.
func (b *Base) oldIndex() *memory.Index {
	if b.index == nil && b.Index != nil {
		b.index = memory.ParseIndex(b.Index)
	}
	return b.index
}

// hasUnit reports whether the index of the base held what stands around the byte at
// off of x: the same entry, or the same line.
func (b *Base) hasUnit(x *memory.Index, off int) bool {
	old := b.oldIndex()
	if old == nil {
		return false
	}
	if b.units == nil {
		b.units = map[string]bool{}
		for n := 1; n <= old.Text.Lines(); {
			s := old.Unit(old.Text.Line(n).Start)
			b.units[string(old.Text.Slice(s))] = true
			n = max(n, old.Text.LineAt(s.End)) + 1
		}
	}
	return b.units[string(x.Text.Slice(x.Unit(off)))]
}

// WithIndexOf returns in as it would be with the index of b, with nothing to compare
// with and all of the index loaded; nil when there is no index now or there was none.
func (in *Input) WithIndexOf(b *Base) *Input {
	f, _ := in.Index()
	if f == nil || b.Index == nil {
		return nil
	}
	old := *f
	old.Text, old.Doc = b.Index, markdown.Parse(b.Index.Bytes(), 0)
	s := *in.Snapshot
	s.Files = slices.Clone(s.Files)
	s.Files[slices.Index(s.Files, f)] = &old
	then := &Input{Snapshot: &s, Policy: in.Policy, Now: in.Now, secrets: in.secrets, proses: in.proses, scanned: in.scanned}
	then.Policy.Limits.IndexLines, then.Policy.Limits.IndexBytes = 0, 0
	return then
}

// fresh reports whether what stands at s in the index, or one of the paths it
// depends on, differs from the base.
func (in *Input) fresh(x *memory.Index, s source.Span, paths ...string) bool {
	for _, p := range paths {
		if in.Changed(p) {
			return true
		}
	}
	return in.Base == nil || in.Changed(memory.IndexPath) && !in.Base.hasUnit(x, s.Start)
}
