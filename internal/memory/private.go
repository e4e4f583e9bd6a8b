package memory

import (
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/source"
)

// privatePlaces are directories, anywhere in a repository, in which agents keep what
// they know of one person.
var privatePlaces = [][2]string{
	{".claude", "projects"},
	{".claude", "memory"},
	{".claude", "agent-memory-local"}, // of a subagent with "memory: local"
	{".agent", "memory"},
	{".agent", "team-memory"}, // of another place than the top, which no review guards
}

// localNames are the files beside which agents read one of the team's, and which are for one person.
var localNames = []string{"claude.local.md", "agents.local.md", "qwen.local.md"}

// PrivateLooking reports whether a path outside the team directory is where
// agents and people keep private memories. What TeamPath calls alike is not outside.
func PrivateLooking(p string) bool {
	if in, alike := TeamPath(p); in || alike {
		return false
	}
	elems := strings.Split(read(p), "/")
	if slices.Contains(localNames, elems[len(elems)-1]) {
		return true
	}
	for i := 0; i+2 < len(elems); i++ {
		for _, place := range privatePlaces {
			if elems[i] == place[0] && elems[i+1] == place[1] {
				return true
			}
		}
	}
	return false
}

// IsMarkdown reports whether the name of p is that of a Markdown file, those of editors and site
// generators included.
func IsMarkdown(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdx", ".mdc", ".qmd", ".rmd":
		return true
	}
	return false
}

// nameReading finds a key that some reader takes for the name, with a value.
var nameReading = lazy.Regexp(`(?:^|[{,\s"'?-])name["'\s]*[:=]\s*["']?[^\s"']`)

// Personal returns what makes the text somebody's private memory wherever it lies: frontmatter of any
// form that has a name, and the type user or the scope private.
func (m *Memory) Personal() (Reading, bool) {
	if m.Has(NoFront) {
		return Reading{}, false
	}
	for _, r := range m.Readings {
		if r.Private() && (r.Key == "type" || foldWord(r.Value) == "private") && (m.named() || m.dressedName(r)) {
			return r, true
		}
	}
	return Reading{}, false
}

func (m *Memory) named() bool {
	return slices.ContainsFunc(m.Fields, func(f Field) bool { return reservedLike(f.Key) == "name" && f.Value != "" })
}

// dressedName reports whether a name stands near r in frontmatter that has no fields: in the paragraph
// that it begins with, for where it ends is for each reader to say.
func (m *Memory) dressedName(r Reading) bool {
	at, _ := firstInk(m.Text.Bytes())
	top := firstParagraph(m.Text, at)
	if len(m.Fields) > 0 || !top.Overlaps(r.Span) {
		return false
	}
	found := false
	eachLine(m.Text.Bytes(), top, func(line source.Span) {
		found = found || nameReading.Get().MatchString(foldLine(string(m.Text.Slice(line))))
	})
	return found
}
