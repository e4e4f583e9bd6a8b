package memory

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/teammem/teammem/internal/source"
)

// Reconciling is what an index is brought in line with.
type Reconciling struct {
	Index    *source.Text // nil when there is none yet
	Snapshot *Snapshot    // with the text of every memory
	// Was holds what lay, as it was last committed, at paths to which entries lead and where nothing
	// lies any more; nil when nobody knows.
	Was map[string]*Memory
	// EntryChars is the most code points a new entry may have; zero means any.
	EntryChars int
	// Hold says why a memory may not be named in the index, or "" when it may.
	// nil holds none back.
	Hold func(*File) string
	// Only is the path of the one memory that is to get an entry; everything else
	// stays as it is, apart from conflicts. Empty means all of them.
	Only string
}

// Reconciled is an index that has been brought in line, and what that took.
type Reconciled struct {
	Text      []byte
	Added     []string // the entries that were written, without line ends
	Dropped   []string // the entries that were taken out, as they stood
	Moved     []string // the entries that lead to the new place of their file
	Conflicts int      // conflicts that were resolved
	Left      []string // what people have to look at, in words
}

// Reconcile brings an index in line with the memories of a snapshot. It keeps the
// wording of every entry that leads to a file, gives one that leads to the old place of
// a file its new place, takes out entries of one line that lead nowhere, adds an entry
// for each memory that is not linked, and sorts neighbouring entries by type and path.
// Conflict markers are resolved first, as the union of both sides.
//
// Whatever is not an entry stays where it is: headings, text, quotes, tables,
// comments, numbered lists and bullets that link no memory; entries are never sorted
// across them. The same input gives the same bytes, and a second run changes nothing.
// Line ends and a byte order mark are kept; new lines end like the first one.
func Reconcile(r Reconciling) Reconciled {
	w := &reconciler{Reconciling: r}
	var src []byte
	if r.Index != nil {
		src = r.Index.Bytes()
	}
	mended := w.resolve(src)
	if w.Only == "" {
		mended = w.mend(mended)
	}
	if len(bytes.TrimSpace(mended)) == 0 {
		mended = []byte("# Team memory" + w.eol)
	}
	w.read(mended)
	sorted := w.inOrder()
	w.add()
	if w.Only == "" || sorted {
		w.sort()
	}
	w.done.Text = append(w.mark, w.write(mended)...)
	return w.done
}

type reconciler struct {
	Reconciling
	done   Reconciled
	eol    string
	mark   []byte // the byte order mark of the index, or nothing
	index  *Index // after mending
	pieces []piece
}

// leave says what people have to look at.
func (w *reconciler) leave(format string, args ...any) {
	w.done.Left = append(w.done.Left, fmt.Sprintf(format, args...))
}

// resolve takes conflict markers out of src.
func (w *reconciler) resolve(src []byte) []byte {
	w.eol = "\n"
	first, rest, _ := bytes.Cut(src, []byte("\n"))
	if bytes.HasSuffix(first, []byte("\r")) {
		w.eol = "\r\n"
	}
	if bytes.HasPrefix(first, bom) || hasConflict(first) && bytes.HasPrefix(rest, bom) {
		w.mark = slices.Clip(bom)
	}
	if !hasConflict(src) {
		return bytes.TrimPrefix(src, bom)
	}
	u := unite(splitLines(src))
	w.done.Conflicts = u.conflicts
	if u.odd > 0 {
		w.leave("conflict markers without a counterpart were taken out: %d; read the index again", u.odd)
	}
	if u.doubled > 0 {
		w.leave("both versions of text that is no entry were kept, in conflicts: %d; read the index again", u.doubled)
	}
	return []byte(strings.Join(u.lines, w.eol) + w.eol)
}

// A piece is an entry with all that hangs below it, or a line of anything else.
type piece struct {
	text string // with its line ends
	file *File  // the memory that the entry is about; nil for everything else
	kind LineKind
}

// key orders entries; equal keys keep their order.
func (p piece) key() string {
	return fmt.Sprintf("%d\x00%s\x00%s\x00%s", typeRank(p.file), p.file.Type(), p.file.Path, strings.TrimSpace(p.text))
}

func typeRank(f *File) int {
	if i := slices.Index(Types, f.Type()); i >= 0 {
		return i
	}
	return len(Types)
}

// read cuts src into pieces.
func (w *reconciler) read(src []byte) {
	w.index = ParseIndex(source.NewText(src))
	x := w.index
	for n := 1; n <= x.Text.Lines(); {
		p := piece{kind: x.Kind(n)}
		last := n
		if e := x.EntryAt(n); e != nil && p.kind == Bullet {
			last = x.blockEnd(e)
			p.file = w.sortable(x, e, last)
		} else if x.underlined(n) {
			last++
		}
		for ; n <= last; n++ {
			p.text += string(x.Text.Slice(x.Text.Line(n))) + w.endOf(x.Text, n)
		}
		w.pieces = append(w.pieces, p)
	}
}

// endOf is the line end of line n, or the usual one when it has none.
func (w *reconciler) endOf(text *source.Text, n int) string {
	if end := text.Line(n).End; end < text.Len() {
		return string(text.Slice(source.Span{Start: end, End: text.Line(n + 1).Start}))
	}
	return w.eol
}

// sortable returns the memory that e is about when e may change places with its
// neighbours, else nil.
func (w *reconciler) sortable(x *Index, e *IndexEntry, last int) *File {
	if strings.IndexByte("-*+", x.Text.Bytes()[e.Span.Start]) < 0 || x.lines[e.First-1].indent > 0 {
		return nil
	}
	block := source.Span{Start: e.Span.Start, End: x.Text.Line(last).End}
	if crosses(x.Doc.Comments, block) || crosses(x.Doc.Code, block) {
		return nil
	}
	if f := w.Snapshot.File(e.Target()); f != nil && f.Kind == KindMemory {
		return f
	}
	return nil
}

// crosses reports whether one of spans, which are sorted, is partly inside s and partly not.
func crosses(spans []source.Span, s source.Span) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > s.Start })
	for ; i < len(spans) && spans[i].Start < s.End; i++ {
		if spans[i].Start < s.Start || spans[i].End > s.End {
			return true
		}
	}
	return false
}

// sort puts neighbouring entries in order. Where some entries of a stretch stand on
// adjoining lines, a blank line between others parts groups that people made.
func (w *reconciler) sort() {
	for _, r := range w.runs() {
		entries := make([]piece, len(r))
		for i, at := range r {
			entries[i] = w.pieces[at]
		}
		slices.SortStableFunc(entries, func(a, b piece) int { return strings.Compare(a.key(), b.key()) })
		for i, at := range r {
			w.pieces[at] = entries[i]
		}
	}
}

// inOrder reports whether sort would change nothing.
func (w *reconciler) inOrder() bool {
	for _, r := range w.runs() {
		if !slices.IsSortedFunc(r, func(a, b int) int { return strings.Compare(w.pieces[a].key(), w.pieces[b].key()) }) {
			return false
		}
	}
	return true
}

// runs lists the stretches of entries that are sorted together, as indexes of pieces.
func (w *reconciler) runs() [][]int {
	var out [][]int
	for at := 0; at < len(w.pieces); {
		var stretch []int
		for ; at < len(w.pieces) && (w.pieces[at].file != nil || w.pieces[at].kind == Blank); at++ {
			if w.pieces[at].file != nil {
				stretch = append(stretch, at)
			}
		}
		at++
		out = append(out, split(stretch)...)
	}
	return out
}

// split cuts a stretch at its blank lines, unless they stand between all of its entries.
func split(stretch []int) [][]int {
	if len(stretch) == 0 {
		return nil
	}
	out := [][]int{stretch[:1]}
	for i := 1; i < len(stretch); i++ {
		if last := len(out) - 1; stretch[i] == stretch[i-1]+1 {
			out[last] = append(out[last], stretch[i])
			continue
		}
		out = append(out, stretch[i:i+1])
	}
	if len(out) == len(stretch) {
		return [][]int{stretch}
	}
	return out
}

// write joins the pieces. Where only the line end of the last line would be new,
// nothing is.
func (w *reconciler) write(src []byte) []byte {
	var b bytes.Buffer
	for _, p := range w.pieces {
		b.WriteString(p.text)
	}
	out := b.Bytes()
	if bytes.Equal(bytes.TrimSuffix(out, []byte(w.eol)), src) {
		return src
	}
	return out
}
