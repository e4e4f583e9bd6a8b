package delivery

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/sync"
)

// TeamLines gives the index of the team in its own words: an entry in one line, its links
// leading below the store, and other text as it stands. Entries of what is not in files
// are left out, and so are archived memories; what the index does not link comes last.
func TeamLines(index []byte, files []sync.File) []Line { return linesBelow("team/", index, files) }

// linesBelow is TeamLines with links that lead below dir, which ends in a slash.
func linesBelow(dir string, index []byte, files []sync.File) []Line {
	byPath := map[string]*sync.File{}
	for i := range files {
		if !files[i].Archived {
			byPath[files[i].Path] = &files[i]
		}
	}
	r := indexReader{x: memory.ParseIndex(source.NewText(bytes.TrimPrefix(index, []byte("\ufeff")))), files: byPath, linked: map[string]bool{}, dir: dir}
	r.read()
	for i := range files {
		if f := &files[i]; !f.Archived && !r.linked[f.Path] {
			r.lines = append(r.lines, FileLine(dir, *f))
		}
	}
	return r.lines
}

// FileLine is the line of a memory that no index describes. Dir, with a slash at its end,
// is where it lies in the store.
func FileLine(dir string, f sync.File) Line {
	name := cmp.Or(f.Label, f.Name)
	if name == "" {
		name = strings.TrimSuffix(f.Path[strings.LastIndexByte(f.Path, '/')+1:], ".md")
	}
	text := "[" + entryText(name) + "](" + memory.LinkTarget(dir+f.Path) + ")"
	if f.Description != "" {
		text += " — " + entryText(f.Description)
	}
	return Line{Path: dir + f.Path, Text: text, Changed: f.Changed, Until: f.Until}
}

// entryText is s as it can stand in an entry. Tags are dealt with where it is shown.
func entryText(s string) string { return strings.ReplaceAll(memory.EntryText(s), `\<`, "<") }

type indexReader struct {
	x      *memory.Index
	files  map[string]*sync.File
	linked map[string]bool
	dir    string
	lines  []Line
}

func (r *indexReader) read() {
	for n := 1; n <= r.x.Text.Lines(); n++ {
		if e := r.x.EntryAt(n); e != nil {
			r.entry(e)
			n = e.Last
			continue
		}
		text := strings.TrimSpace(string(r.x.Text.Slice(r.x.Text.Line(n))))
		if k := r.x.Kind(n); k != memory.Blank && k != memory.Ruler && text != "" {
			r.lines = append(r.lines, Line{Text: text})
		}
	}
}

// entry adds one line for an entry. One that leads to a memory which is not delivered is
// left out.
func (r *indexReader) entry(e *memory.IndexEntry) {
	line := Line{Text: r.text(e)}
	if at, in := strings.CutPrefix(e.Target(), memory.Dir+"/"); in {
		f := r.files[at]
		if f == nil {
			return
		}
		if !r.linked[at] {
			line.Path, line.Changed, line.Until = r.dir+at, f.Changed, f.Until
		}
		r.linked[at] = true
	}
	for _, l := range e.Links {
		if at, in := strings.CutPrefix(l.Target.Path, memory.Dir+"/"); in && r.files[at] != nil {
			r.linked[at] = true
		}
	}
	r.lines = append(r.lines, line)
}

// text is the entry without its bullet, with the directory before each target in the
// team directory.
func (r *indexReader) text(e *memory.IndexEntry) string {
	src := r.x.Text.Bytes()
	var b strings.Builder
	from := e.Span.Start
	if !e.Table {
		from += markdown.ListMark(src[from:e.Span.End])
	}
	for _, l := range e.Links {
		at, in := strings.CutPrefix(l.Target.Path, memory.Dir+"/")
		to := l.DestSpan.Start
		if !in || r.files[at] == nil || to < from || to >= e.Span.End {
			continue
		}
		if src[to] == '<' {
			to++
		}
		b.Write(src[from:to])
		b.WriteString(r.dir)
		from = to
	}
	b.Write(src[from:e.Span.End])
	return strings.Join(strings.Fields(b.String()), " ")
}
