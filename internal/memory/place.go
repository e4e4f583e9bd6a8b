package memory

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/markdown"
)

// A list is a stretch of entries that are sorted together.
type list struct {
	heading int // index of the piece that heads it; -1 for none
	last    int // index of its last piece
	types   map[string]int
	size    int
}

// add writes an entry for each memory that the index does not link.
func (w *reconciler) add() {
	linked := w.index.Mentions(w.Snapshot)
	lists := w.lists()
	open := w.index.open()
	more := map[int][]piece{} // by the index of the piece they come after
	for _, f := range w.Snapshot.Memories() {
		if w.Only != "" && w.Only != f.Path || linked[f.Path].Linked || w.held(f, open) {
			continue
		}
		at := w.placeOf(f, lists)
		bullet := "-"
		if w.pieces[at].file != nil {
			bullet = w.pieces[at].text[:1]
		}
		entry := NewEntry(f, w.EntryChars)
		w.done.Added = append(w.done.Added, entry)
		more[at] = append(more[at], piece{text: bullet + entry[1:] + w.eol, file: f, kind: Bullet})
	}
	w.insert(more)
}

// held reports, and says, that no entry can be written for f; open is what the index
// ends in.
func (w *reconciler) held(f *File, open string) bool {
	why := ""
	if open != "" {
		why = "the index ends in " + open + " that is not closed"
	}
	if w.Hold != nil {
		why = cmp.Or(w.Hold(f), why)
	}
	if why != "" {
		w.leave("%s was not added: %s", f.Rel(), why)
	}
	return why != ""
}

func (w *reconciler) lists() []list {
	var out []list
	heading, at := -1, 0
	for _, r := range w.runs() {
		for ; at < r[0]; at++ {
			if w.pieces[at].kind == Heading {
				heading = at
			}
		}
		l := list{heading: heading, last: r[len(r)-1], types: map[string]int{}, size: len(r)}
		for _, i := range r {
			l.types[w.pieces[i].file.Type()]++
		}
		out = append(out, l)
	}
	return out
}

// placeOf is the piece after which an entry for f belongs: the list with most entries
// of its type; else the section whose heading names the type; else the longest list;
// else the end of the index.
func (w *reconciler) placeOf(f *File, lists []list) int {
	kind := f.Type()
	if l := most(lists, func(l list) int { return l.types[kind] }); l != nil {
		return l.last
	}
	for i, p := range w.pieces {
		if p.kind == Heading && names(p.text, kind) {
			return w.sectionEnd(i, lists)
		}
	}
	if l := most(lists, func(l list) int { return l.size }); l != nil {
		return l.last
	}
	return w.lastText(len(w.pieces))
}

// most returns the first list that counts for most; nil when none counts at all.
func most(lists []list, count func(list) int) *list {
	var found *list
	best := 0
	for i := range lists {
		if n := count(lists[i]); n > best {
			found, best = &lists[i], n
		}
	}
	return found
}

// names reports whether a heading has the word for a type in it.
func names(heading, kind string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(heading)) {
		if word = strings.Trim(word, "#*_:()"); kind != "" && (word == kind || word == kind+"s") {
			return true
		}
	}
	return false
}

// sectionEnd is the last entry of the first list below the heading at i, else the
// last piece with text there.
func (w *reconciler) sectionEnd(i int, lists []list) int {
	for _, l := range lists {
		if l.heading == i {
			return l.last
		}
	}
	end := i + 1
	for end < len(w.pieces) && w.pieces[end].kind != Heading {
		end++
	}
	return w.lastText(end)
}

// lastText is the last piece before end that is not blank.
func (w *reconciler) lastText(end int) int {
	for end > 1 && w.pieces[end-1].kind == Blank {
		end--
	}
	return end - 1
}

// open says what the index ends in when nothing can be written after it: a comment or
// fenced code without an end. It is "" otherwise.
func (x *Index) open() string {
	src := bytes.TrimRight(x.Text.Bytes(), " \t\r\n")
	for _, s := range x.Doc.Comments {
		if s.End >= len(src) && !bytes.HasSuffix(src, []byte("-->")) {
			return "a comment"
		}
	}
	for _, s := range x.Doc.Code {
		if s.End >= len(src) && fenceOpen(string(src[s.Start:])) {
			return "code"
		}
	}
	for _, s := range x.Doc.HTMLBlocks {
		if s.End >= len(src) && !endsWithBlank(x.Text.Bytes()) {
			return "HTML"
		}
	}
	return ""
}

// endsWithBlank reports whether a link that is written after src and a blank line is one: a blank line ends a block of
// HTML, but not of those like <script> and <pre>, which have an end of their own.
func endsWithBlank(src []byte) bool {
	return len(markdown.Parse(append(slices.Clip(src), "\n\n- [x](x.md)\n"...), 0).Links) > len(markdown.Parse(src, 0).Links)
}

// fenceOpen reports whether a block of code begins with a fence and lacks the other.
func fenceOpen(block string) bool {
	rest := strings.TrimLeft(block, block[:1])
	fence := block[:len(block)-len(rest)]
	if len(fence) < 3 || strings.Trim(fence, "`~") != "" {
		return false
	}
	last := strings.TrimSpace(block[strings.LastIndexByte(block, '\n')+1:])
	return last == block || !strings.HasPrefix(last, fence) || strings.Trim(last, fence) != ""
}

// insert puts new entries after pieces; after anything but an entry, they form a list
// of their own with blank lines around it.
func (w *reconciler) insert(more map[int][]piece) {
	var out []piece
	blank := piece{text: w.eol, kind: Blank}
	for i, p := range w.pieces {
		out = append(out, p)
		added := more[i]
		if len(added) == 0 {
			continue
		}
		if p.file == nil {
			out = append(out, blank)
		}
		out = append(out, added...)
		if p.file == nil && i+1 < len(w.pieces) && w.pieces[i+1].kind != Blank {
			out = append(out, blank)
		}
	}
	w.pieces = out
}
