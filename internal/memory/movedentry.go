package memory

import (
	"path"
	"strings"

	"github.com/teammem/teammem/internal/source"
)

// DeadTargets lists the paths to which entries of an index lead, and at which a snapshot has nothing.
func DeadTargets(index *source.Text, s *Snapshot) (paths []string) {
	x := ParseIndex(index)
	for i := range x.Entries {
		if p := x.Entries[i].Target(); p != "" && !s.Tree.Has(p) {
			paths = append(paths, p)
		}
	}
	return paths
}

// moved finds, for entries that lead to no file, where the file is now among the memories that nothing links.
// The first of these decides that fits one of them alone: the name of the file, its text as it was, the text below
// its frontmatter, what it calls itself there, and the title of the entry.
func (w *reconciler) moved(x *Index) map[int]*File {
	homeless := map[string][]int{} // entries, by where they lead
	for i := range x.Entries {
		e := &x.Entries[i]
		if p := e.Target(); p != "" && !w.exists(p) && e.Span.Contains(e.Main.DestSpan.Start) {
			homeless[p] = append(homeless[p], i)
		}
	}
	free := w.unlinked(x)
	found := map[int]*File{}
	for _, t := range traits {
		byTrait := map[string][]*File{}
		for f := range free {
			if key := t.of(f.Name(), f.Memory); key != "" {
				byTrait[key] = append(byTrait[key], f)
			}
		}
		for p, f := range claimed(w.wanted(x, homeless, t), byTrait) {
			for _, i := range distinct(x, homeless[p]) {
				found[i] = f
			}
			delete(homeless, p)
			delete(free, f)
		}
	}
	w.reworded(x, homeless, found)
	return found
}

// reworded leads entries of a conflict to where the other side has led them: one side moved the memory, the other one
// changed the words. The same title tells.
func (w *reconciler) reworded(x *Index, homeless map[string][]int, found map[int]*File) {
	if w.done.Conflicts == 0 {
		return
	}
	titled := map[string][]int{} // entries that lead to a memory
	for i := range x.Entries {
		e := &x.Entries[i]
		if f := w.Snapshot.File(e.Target()); f != nil && f.Kind == KindMemory && e.Span.Contains(e.Main.DestSpan.Start) {
			title := e.Title(x.Text)
			titled[title] = append(titled[title], i)
		}
	}
	for _, entries := range homeless {
		for _, i := range distinct(x, entries) {
			e := &x.Entries[i]
			if other := titled[e.Title(x.Text)]; len(other) == 1 && wordsOf(x, e) != wordsOf(x, &x.Entries[other[0]]) {
				found[i] = w.Snapshot.File(x.Entries[other[0]].Target())
			}
		}
	}
}

// wordsOf is an entry without where it leads.
func wordsOf(x *Index, e *IndexEntry) string {
	text, dest := x.Text.Bytes(), e.Main.DestSpan
	return strings.Join(strings.Fields(string(text[e.Span.Start:dest.Start])+string(text[dest.End:e.Span.End])), " ")
}

// distinct leaves out an entry that says word for word what one before it says: it is dropped.
func distinct(x *Index, entries []int) (out []int) {
	seen := map[string]bool{}
	for _, i := range entries {
		e := &x.Entries[i]
		if text := textOf(x, e); !seen[text] || e.First != e.Last || e.Nested || e.Table {
			seen[text] = true
			out = append(out, i)
		}
	}
	return out
}

// A trait is something by which a memory is known again; "" is known by nothing.
type trait struct {
	of func(name string, m *Memory) string
	// titled is for an entry whose file nobody can read any more; nil for nothing.
	titled func(title string) string
}

var traits = []trait{
	{of: func(name string, _ *Memory) string { return strings.ToLower(name) }},
	{of: func(_ string, m *Memory) string { return textFrom(m, func(*Memory) int { return 0 }) }},
	{of: func(_ string, m *Memory) string { return textFrom(m, func(m *Memory) int { return m.Body.Start }) }},
	{of: nameIn},
	{of: nameIn, titled: Key},
}

// textFrom is the end of a memory, from where start says, without what git and editors change of it.
func textFrom(m *Memory, start func(*Memory) int) string {
	if m == nil {
		return ""
	}
	return strings.TrimSpace(strings.ReplaceAll(string(m.Text.Bytes()[start(m):]), "\r\n", "\n"))
}

func nameIn(_ string, m *Memory) string {
	if m == nil {
		return ""
	}
	return Key(m.Value("name"))
}

// wanted gives the trait of what lay at each of the paths to which homeless entries lead.
func (w *reconciler) wanted(x *Index, homeless map[string][]int, t trait) map[string]string {
	want := map[string]string{}
	for p, entries := range homeless {
		if t.titled != nil {
			want[p] = t.titled(x.Entries[entries[0]].Title(x.Text))
		} else {
			want[p] = t.of(path.Base(p), w.Was[p])
		}
	}
	return want
}

// claimed gives each path the one memory with its trait, where no other path claims that one.
func claimed(want map[string]string, byTrait map[string][]*File) map[string]*File {
	claims := map[string]int{}
	for _, key := range want {
		claims[key]++
	}
	got := map[string]*File{}
	for p, key := range want {
		if files := byTrait[key]; key != "" && claims[key] == 1 && len(files) == 1 {
			got[p] = files[0]
		}
	}
	return got
}

// unlinked are the memories that the index does not link yet, and may.
func (w *reconciler) unlinked(x *Index) map[*File]bool {
	linked := x.Mentions(w.Snapshot)
	out := map[*File]bool{}
	for _, f := range w.Snapshot.Memories() {
		if !linked[f.Path].Linked && (w.Hold == nil || w.Hold(f) == "") {
			out[f] = true
		}
	}
	return out
}
