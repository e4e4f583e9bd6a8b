package memory

import (
	"bytes"
	"iter"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/source"
)

// A Mention says how the index leads to one memory.
type Mention struct {
	Linked bool
	// Named is where the index first names the memory without linking it; zero
	// when it does not.
	Named source.Span
	Wiki  bool // Named is a [[wiki]] link
}

// Mentions says for each memory of s how the index leads to it, by path. A memory
// that the index does not name at all is absent. A file that the index links is an
// index of what it lists itself, in bullets or rows that begin with a link; a link to a
// folder names what lies in it.
func (x *Index) Mentions(s *Snapshot) map[string]Mention {
	m := mentions{s: s, names: NewNames(s.Memories()), found: make(map[string]Mention, len(s.Files)), folders: map[string]bool{}}
	m.follow(x.Links)
	for _, l := range x.Links {
		if l.Kind == markdown.Wiki {
			m.name(m.names.Find(l.Text), Mention{Named: l.Span, Wiki: true})
		}
	}
	for _, c := range x.Doc.Code {
		m.name(m.called(strings.Trim(string(x.Text.Slice(c)), "` ")), Mention{Named: c})
	}
	comments := walk{spans: sorted(x.Doc.Comments)}
	for word := range pathWords(x.Text) {
		name := string(bytes.TrimRight(x.Text.Slice(word), "."))
		if (strings.HasSuffix(name, ".md") || noPlainWord(name)) && comments.at(word.Start).Len() == 0 {
			m.name(m.called(name), Mention{Named: source.Span{Start: word.Start, End: word.Start + len(name)}})
		}
	}
	return m.found
}

// noPlainWord reports whether nobody writes name but for what is called so. The end of an address may be anything.
func noPlainWord(name string) bool {
	return !strings.Contains(name, "/") && (strings.Contains(name, "_") || strings.Count(name, "-") > 1)
}

type mentions struct {
	s     *Snapshot
	names *Names
	found map[string]Mention
	// folders are those that were linked already.
	folders map[string]bool
}

// follow marks what links lead to.
func (m *mentions) follow(links []IndexLink) {
	for _, l := range links {
		t := l.Target
		if l.Kind == markdown.Wiki || t.Reach != Within {
			continue
		}
		switch f := m.s.File(t.Path); {
		case f != nil:
			m.link(f)
		case m.s.Tree != nil && m.s.Tree.IsDir(t.Path):
			m.folder(t.Path, l.Span)
		}
	}
}

// link marks f, and what f lists if this is the first link to it.
func (m *mentions) link(f *File) {
	v := m.found[f.Path]
	if v.Linked {
		return
	}
	v.Linked = true
	m.found[f.Path] = v
	if f.Kind != KindIndex && f.Text != nil && utf8.Valid(f.Text.Bytes()) {
		m.follow(listed(f))
	}
}

// listed returns the links that bullets and rows of f begin with.
func listed(f *File) []IndexLink {
	doc := f.Doc
	if doc == nil && bytes.IndexByte(f.Text.Bytes(), '[') < 0 {
		return nil
	}
	if doc == nil {
		doc = markdown.Parse(f.Text.Bytes(), 0)
	}
	if len(doc.Links) == 0 {
		return nil
	}
	var links []IndexLink
	x := newIndex(f.Text, doc, f.Path)
	for i := range x.Entries {
		if l := x.Entries[i].Main; l != nil {
			links = append(links, *l)
		}
	}
	return links
}

func (m *mentions) folder(dir string, at source.Span) {
	if m.folders[dir] {
		return
	}
	m.folders[dir] = true
	for _, f := range m.s.Files {
		if strings.HasPrefix(f.Path, dir+"/") {
			m.name(f, Mention{Named: at})
		}
	}
}

// name notes how f is named, if it is a file: the first place counts, a [[wiki]] link
// only where there is nothing else.
func (m *mentions) name(f *File, how Mention) {
	if f == nil {
		return
	}
	if v := m.found[f.Path]; v.Named.IsZero() || v.Wiki && !how.Wiki {
		how.Linked = v.Linked
		m.found[f.Path] = how
	}
}

// called returns the memory whose file has that name, with or without folder and
// ".md"; a name in the frontmatter is too weak a hint where there are no brackets.
func (m *mentions) called(name string) *File {
	if name == "" || len(name) > 255 {
		return nil
	}
	f := m.names.Find(name)
	if f == nil || path.Base(strings.TrimSuffix(name, ".md"))+".md" != f.Name() {
		return nil
	}
	return f
}

// pathWords gives each run of letters, digits and the marks of a path.
func pathWords(text *source.Text) iter.Seq[source.Span] {
	return func(yield func(source.Span) bool) {
		start := -1
		for at, r := range string(text.Bytes()) {
			switch {
			case isWord(r) && start < 0:
				start = at
			case !isWord(r) && start >= 0:
				if !yield(source.Span{Start: start, End: at}) {
					return
				}
				start = -1
			}
		}
		if start >= 0 {
			yield(source.Span{Start: start, End: text.Len()})
		}
	}
}

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return '-' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || r == '_'
	}
	return r == '.' || r == '_' || r == '-' || r == '/' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}
