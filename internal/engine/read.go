package engine

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// headBytes is how much of a Markdown file outside the team directory is read:
// its frontmatter decides whether it is a private memory.
const headBytes = 64 << 10

// readTexts makes a File of each entry, and parses none.
func (l *loader) readTexts(at memory.At, entries []memory.Entry) ([]*memory.File, error) {
	return l.readUpTo(at, entries, memory.MaxParsed, func(f *memory.File, data []byte) {
		if f.Size > memory.MaxParsed {
			f.Unread = fmt.Sprintf("it has %d bytes; at most %d are read", f.Size, memory.MaxParsed)
			return
		}
		f.Text = source.NewText(data)
	})
}

// readHeads reads the beginnings of files outside the team directory.
func (l *loader) readHeads(at memory.At, entries []memory.Entry) ([]*memory.File, error) {
	return l.readUpTo(at, entries, headBytes, func(f *memory.File, data []byte) { f.Text = source.NewText(data) })
}

func (l *loader) readUpTo(at memory.At, entries []memory.Entry, limit int64, take func(*memory.File, []byte)) ([]*memory.File, error) {
	files := make([]*memory.File, 0, len(entries))
	byBlob := make(map[blob]*memory.File, len(entries))
	var wanted []memory.Entry
	for _, e := range entries {
		f := newFile(e)
		files, byBlob[blobOf(e)] = append(files, f), f
		if readable(e) && e.Stage == 0 {
			wanted = append(wanted, e)
		}
	}
	if len(wanted) == 0 {
		return files, nil
	}
	var missing error
	err := l.repo.Read(l.ctx, at, wanted, limit, func(e memory.Entry, data []byte, err error) {
		f := byBlob[blobOf(e)]
		if errors.Is(err, memory.ErrMissing) && missing == nil {
			missing = fmt.Errorf("read %q: %w", e.Path, err)
		}
		if err != nil {
			f.Unread = strings.ReplaceAll(err.Error(), "\n", "; ")
			return
		}
		f.Size = e.Size
		if f.Mode == memory.Symlink {
			f.Target = source.NewText(data)
			return
		}
		take(f, data)
	})
	return files, cmp.Or(err, missing)
}

func newFile(e memory.Entry) *memory.File {
	return &memory.File{Entry: e, Kind: memory.KindOf(e.Path), Archived: strings.HasPrefix(e.Path, memory.ArchiveDir+"/")}
}

// readable reports whether e has contents: text, or where a link leads.
func readable(e memory.Entry) bool { return e.IsFile() || e.Mode == memory.Symlink }

// model gives a file its memory and view, where it can be parsed.
func model(f *memory.File) {
	if f.Text == nil || !utf8.Valid(f.Text.Bytes()) {
		return
	}
	data := f.Text.Bytes()
	switch {
	case f.Kind == memory.KindMemory:
		if f.Memory == nil {
			f.Memory = memory.Parse(f.Text)
		}
		f.Doc = markdown.Parse(data, f.Memory.Body.Start)
	case f.Kind == memory.KindIndex, memory.IsMarkdown(f.Path):
		f.Doc = markdown.Parse(data, 0)
	}
}
