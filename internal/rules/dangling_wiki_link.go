package rules

import (
	"path"
	"strconv"
	"strings"
	"unicode"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
)

var danglingWikiLink = &Rule{
	ID:    "dangling-wiki-link",
	Title: "a [[link]] names no memory",
	Class: WeakensMemory,
	Doc: `[[name]] is how memories refer to each other. It is found by the name in the frontmatter or by the name of the file, with or without
.md and folder, and case, blanks, - and _ make no difference; archived memories and files of the repository count as well. What can't be a name,
such as [[ -f x ]] of a shell, is left alone.`,
	Check: func(in *Input, report func(Report)) {
		known := wikiNames(in.Snapshot)
		for _, f := range living(in.Snapshot) {
			var hits []hit
			for _, l := range f.Doc.Links {
				if l.Kind == markdown.Wiki && isName(l.Dest) && !resolves(l.Dest, known, in.Snapshot.Tree) {
					hits = append(hits, hit{l.Span, strconv.Quote(l.Dest)})
				}
			}
			for _, line := range hitLines(f.Text, hits) {
				report(Report{
					File: f, Span: line[0].span, Depends: wikiPaths(f, line),
					Message: "no memory is called " + named(line),
					Fix:     wikiFix(in.Snapshot, line),
				})
			}
		}
	},
}

// wikiFix names the memories that were meant, where just one file each is called the
// same after its prefix.
func wikiFix(s *memory.Snapshot, hits []hit) string {
	var meant []string
	for _, h := range hits {
		name, _ := strconv.Unquote(h.what)
		if near := afterPrefix(s, memory.Key(wikiName(name))); near != "" {
			meant = append(meant, "[["+near+"]]")
		}
	}
	if len(meant) == len(hits) {
		return "write " + strings.Join(meant, ", ")
	}
	return "write the name of an existing memory, or write the memory"
}

// afterPrefix gives the stem of the only memory whose key is key after a first word.
func afterPrefix(s *memory.Snapshot, key string) string {
	near := ""
	for _, f := range s.Memories() {
		stem := strings.TrimSuffix(f.Name(), ".md")
		if _, rest, ok := strings.Cut(memory.Key(stem), "-"); ok && rest == key {
			if near != "" {
				return ""
			}
			near = stem
		}
	}
	return near
}

// wikiNames gives the keys by which memories are found.
func wikiNames(s *memory.Snapshot) map[string]bool {
	known := map[string]bool{}
	for _, f := range s.Files {
		if f.Kind != memory.KindMemory && f.Kind != memory.KindIndex && f.Kind != memory.KindPlain {
			continue
		}
		known[memory.Key(strings.TrimSuffix(f.Name(), ".md"))] = true
		known[memory.Key(strings.TrimSuffix(f.Rel(), ".md"))] = true
		if f.Memory != nil {
			known[memory.Key(f.Memory.Value("name"))] = true
		}
	}
	return known
}

func resolves(dest string, known map[string]bool, tree *memory.Tree) bool {
	name := wikiName(dest)
	if name == "" || known[memory.Key(name)] || known[memory.Key(path.Base(name))] {
		return true
	}
	return len(tree.Suffixed(name)) > 0 || len(tree.Suffixed(name+".md")) > 0
}

// wikiName is what a link names, without heading, block and ending.
func wikiName(dest string) string {
	if i := strings.IndexAny(dest, "#^"); i >= 0 {
		dest = dest[:i]
	}
	return strings.TrimSuffix(strings.TrimSpace(dest), ".md")
}

// isName reports whether s can be the name of a memory: it holds a letter and
// nothing of what code and placeholders are written with.
func isName(s string) bool {
	return strings.ContainsFunc(s, unicode.IsLetter) && !strings.ContainsAny(s, "$=!<>\"'`{}|&;,*…") && s[0] != '-' && !strings.Contains(s, "...")
}

// wikiPaths are where the memories that are missing were before, as far as their
// names tell.
func wikiPaths(f *memory.File, hits []hit) []string {
	var out []string
	for _, h := range hits {
		name, err := strconv.Unquote(h.what)
		if name = wikiName(name); err == nil && name != "" {
			out = append(out, path.Join(path.Dir(f.Path), name+".md"), path.Join(memory.Dir, name+".md"))
		}
	}
	return out
}
