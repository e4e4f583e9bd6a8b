package rules

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/teammem/teammem/internal/wordset"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
)

var danglingWikiLink = &Rule{
	ID:    "dangling-wiki-link",
	Title: "a [[link]] names no memory",
	Class: WeakensMemory,
	Wide:  true,
	Doc: `[[name]] is how memories refer to each other. It is found by the name in the frontmatter or by the name of the file, with or without
.md and folder, and case, blanks, - and _ make no difference; archived memories and files of the repository count as well. What can't be a name,
such as [[ -f x ]] of a shell, is left alone.`,
	Check: func(in *Input, report func(Report)) {
		names := sync.OnceValue(func() wikiIndex { return wikiNames(in.Snapshot) })
		for _, f := range living(in.Snapshot) {
			var hits []hit
			for _, l := range f.Doc.Links {
				if l.Kind == markdown.Wiki && isName(l.Dest) && !names().resolve(l.Dest, in.Snapshot.Tree) {
					hits = append(hits, hit{l.Span, strconv.Quote(l.Dest)})
				}
			}
			for _, line := range hitLines(f.Text, hits) {
				report(Report{
					File: f, Span: line[0].span, Depends: wikiPaths(f, line),
					Message: "no memory is called " + named(line),
					Fix:     names().fix(line),
				})
			}
		}
	},
}

// A wikiIndex knows what a wiki link can mean.
type wikiIndex struct {
	names *memory.Names
	// prefixed gives the stem of the only memory whose key is this after a first
	// word; "" when there are several.
	prefixed map[string]string
}

func wikiNames(s *memory.Snapshot) wikiIndex {
	files := slices.DeleteFunc(slices.Clone(s.Files), func(f *memory.File) bool { return f.Kind == memory.KindForeign })
	x := wikiIndex{memory.NewNames(files), map[string]string{}}
	for _, f := range files {
		stem := strings.TrimSuffix(f.Name(), ".md")
		if _, rest, ok := strings.Cut(memory.Key(stem), "-"); ok && !f.Archived {
			if _, several := x.prefixed[rest]; several {
				stem = ""
			}
			x.prefixed[rest] = stem
		}
	}
	return x
}

func (x wikiIndex) resolve(dest string, tree *memory.Tree) bool {
	name := memory.WikiName(dest)
	if name == "" || x.names.Find(dest) != nil {
		return true
	}
	return len(tree.Suffixed(name)) > 0 || len(tree.Suffixed(name+".md")) > 0
}

// fix names the memories that were meant, where just one file each is called the same
// after its prefix.
func (x wikiIndex) fix(hits []hit) string {
	var meant []string
	for _, h := range hits {
		name, _ := strconv.Unquote(h.what)
		if near := x.prefixed[memory.Key(memory.WikiName(name))]; near != "" {
			meant = append(meant, "[["+near+"]]")
		}
	}
	if len(meant) == len(hits) {
		return "write " + strings.Join(meant, ", ")
	}
	return "write the name of an existing memory, or write the memory"
}

// wikiWords stand between brackets where a text speaks of such links.
var wikiWords = wordset.Of(`name names link links wiki wikilink wikilinks wiki-link wiki-links brackets page note slug title
	target memory memory-name other-memory file filename file-name reference references crosslink cross-link their-name related x foo`)

// isName reports whether s can be the name of a memory: it holds a letter and
// nothing of what code and placeholders are written with.
func isName(s string) bool {
	return !wikiWords.Has(s) && s != "double brackets" && strings.ContainsFunc(s, unicode.IsLetter) && !strings.ContainsAny(s, "$=!<>\"'`{}|&;,*…") && s[0] != '-' && !strings.Contains(s, "...")
}

// wikiPaths are where the memories that are missing were before, as far as their
// names tell.
func wikiPaths(f *memory.File, hits []hit) []string {
	var out []string
	for _, h := range hits {
		name, err := strconv.Unquote(h.what)
		if name = memory.WikiName(name); err == nil && name != "" {
			out = append(out, path.Join(path.Dir(f.Path), name+".md"), path.Join(memory.Dir, name+".md"))
		}
	}
	return out
}
