package page

import (
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// outgrown are the memories that describe themselves in other words than before, while the index
// says of them what it said, and not the new description.
func (m *maker) outgrown() (paths []string) {
	whole := func(e *memory.IndexEntry, text *source.Text) string { return string(text.Slice(e.Span)) }
	var before, after map[string]string
	for i, p := range m.pairs {
		if m.page.Memories[i].Hushed || !redescribed(p) {
			continue
		}
		if before == nil {
			before, after = entriesOf(m.Before, whole), entriesOf(m.After, whole)
		}
		line := after[p.now.Path]
		if line != "" && line == before[p.old.Path] && !strings.Contains(line, descriptionOf(p.now)) {
			paths = append(paths, m.page.Memories[i].Path)
		}
	}
	return paths
}

func redescribed(p pair) bool {
	return p.old != nil && p.now != nil && !p.now.Archived && p.old.Memory != nil && p.now.Memory != nil && descriptionOf(p.old) != descriptionOf(p.now)
}

func descriptionOf(f *memory.File) string { return oneLine(f.Memory.Value("description")) }
