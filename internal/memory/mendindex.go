package memory

import (
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/source"
)

// mend takes out the entries that lead to no file, or leads them to where it is now,
// and the second of two entries that are the same.
func (w *reconciler) mend(src []byte) []byte {
	x := ParseIndex(source.NewText(src))
	moved := w.moved(x)
	dead := w.dead(x, moved)
	seen := map[string]int{}
	var edits []Edit
	for i := range x.Entries {
		e := &x.Entries[i]
		switch p := e.Target(); {
		case p == "":
		case moved[i] != nil:
			edits = append(edits, retarget(x, e.Main, moved[i]))
			w.done.Moved = append(w.done.Moved, textOf(x, e))
			edits = append(edits, w.again(x, e, moved[i].Path, seen)...)
		case dead[i]:
			edits = append(edits, cutLine(x, e))
			w.done.Dropped = append(w.done.Dropped, textOf(x, e))
		case w.exists(p):
			edits = append(edits, w.again(x, e, p, seen)...)
		}
	}
	return apply(src, edits)
}

// dead finds the entries that lead to no file and hold nothing more than that.
func (w *reconciler) dead(x *Index, moved map[int]*File) map[int]bool {
	dead := map[int]bool{}
	said := len(w.done.Left)
	var below *IndexEntry // the entry after this one that stays
	for i := len(x.Entries) - 1; i >= 0; i-- {
		e := &x.Entries[i]
		p := e.Target()
		dead[i] = p != "" && moved[i] == nil && !w.exists(p) && !w.holdsMore(x, e, below)
		if !dead[i] {
			below = e
		}
	}
	slices.Reverse(w.done.Left[said:])
	return dead
}

// holdsMore reports, and says, that e holds more than a link to a file that is gone.
// below is the next entry that stays.
func (w *reconciler) holdsMore(x *Index, e, below *IndexEntry) bool {
	switch {
	case e.Last > e.First:
		w.leave("the entry %q leads to no file and runs over several lines: move its text to a memory", e.Title(x.Text))
	case below != nil && below.Nested && below.indent >= e.inner && !e.Table:
		w.leave("the entry %q leads to no file and has entries below it: move those", e.Title(x.Text))
	case slices.ContainsFunc(e.Links, w.leads):
		w.leave("the entry %q leads to no file and to others: take the dead link out", e.Title(x.Text))
	default:
		return false
	}
	return true
}

func (w *reconciler) exists(p string) bool { return w.Snapshot.Tree.Has(p) }

// retarget leads link to f.
func retarget(x *Index, link *IndexLink, f *File) Edit {
	target, s := LinkTarget(f.Rel()), link.DestSpan
	if s.Start > 0 && x.Text.Bytes()[s.Start-1] == '<' {
		target = strings.Trim(target, "<>")
	}
	if _, anchor, ok := strings.Cut(string(x.Text.Slice(s)), "#"); ok {
		target = strings.TrimSuffix(target, ">") + "#" + anchor + target[len(strings.TrimSuffix(target, ">")):]
	}
	return Edit{Span: s, New: target}
}

// leads reports whether l leads to something of the repository that exists.
func (w *reconciler) leads(l IndexLink) bool {
	return l.Target.Reach == Within && l.Kind != markdown.Wiki && w.exists(l.Target.Path)
}

// again takes out an entry that has been seen before, word for word, and tells of one
// that has been seen in other words.
func (w *reconciler) again(x *Index, e *IndexEntry, p string, seen map[string]int) []Edit {
	text := textOf(x, e)
	if f := w.Snapshot.File(p); f != nil && f.Archived && f.Kind == KindMemory {
		w.leave("the entry %q leads to an archived memory: remove it, or move the memory out of archive/", e.Title(x.Text))
	}
	switch before := seen[p+"\x00"+text]; {
	case before > 0 && e.First == e.Last && !e.Nested && !e.Table:
		w.done.Dropped = append(w.done.Dropped, text)
		return []Edit{cutLine(x, e)}
	case seen[p] > 0 && before == 0:
		w.leave("%s has two entries in different words: keep one", strings.TrimPrefix(p, Dir+"/"))
	}
	seen[p+"\x00"+text] = e.First
	if seen[p] == 0 {
		seen[p] = e.First
	}
	return nil
}

func textOf(x *Index, e *IndexEntry) string {
	return strings.Join(strings.Fields(string(x.Text.Slice(e.Span))), " ")
}

// cutLine takes out the line of e with its line end.
func cutLine(x *Index, e *IndexEntry) Edit {
	return Edit{Span: source.Span{Start: x.Text.Line(e.First).Start, End: x.Text.Line(e.First + 1).Start}}
}

// apply makes edits, which are sorted and do not overlap.
func apply(src []byte, edits []Edit) []byte {
	if len(edits) == 0 {
		return src
	}
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, src[at:e.Span.Start]...), e.New...)
		at = e.Span.End
	}
	return append(out, src[at:]...)
}
