package page

import (
	"cmp"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/age"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/likeness"
	"github.com/teammem/teammem/internal/memory"
)

// A pair is a memory before and after the change; one of the two may be nil.
type pair struct{ old, now *memory.File }

// file is the memory as it is, or was.
func (p pair) file() *memory.File {
	if p.now != nil {
		return p.now
	}
	return p.old
}

// pairUp finds the memories that the change touches, and which of the deleted and the new
// ones are the same under another path.
func (m *maker) pairUp() {
	var left, found []*memory.File
	for _, c := range m.Changes {
		old, now := m.Before.File(c.Path), m.After.File(c.Path)
		switch {
		case memory.KindOf(c.Path) != memory.KindMemory || !strings.HasPrefix(c.Path, memory.Dir+"/"):
			if in, _ := memory.TeamPath(c.Path); in && c.Path != memory.IndexPath && !memory.IsControl(c.Path) {
				m.page.Others = append(m.page.Others, m.Safe(c.Path))
			}
		case old != nil && now != nil:
			m.pairs = append(m.pairs, pair{old, now})
		case old != nil:
			left = append(left, old)
		case now != nil:
			found = append(found, now)
		}
	}
	for _, same := range []func(old, now *memory.File) bool{sameBytes, sameName, m.sameWords} {
		left, found = m.match(left, found, same)
	}
	for _, f := range left {
		m.pairs = append(m.pairs, pair{old: f})
	}
	for _, f := range found {
		m.pairs = append(m.pairs, pair{now: f})
	}
	bad := map[string]int{} // an error of the check puts a memory first: of a long page the end is left out
	for _, p := range m.pathsWith(finding.Error) {
		bad[p] = 1
	}
	slices.SortFunc(m.pairs, func(a, b pair) int {
		return cmp.Or(bad[b.file().Path]-bad[a.file().Path], slices.Index(kinds, m.kind(a))-slices.Index(kinds, m.kind(b)), cmp.Compare(a.file().Path, b.file().Path))
	})
}

// mostMoved is how many deleted and new memories are compared with each other.
const mostMoved = 300

// match pairs each of left with the first of found that is the same, and gives the rest.
func (m *maker) match(left, found []*memory.File, same func(old, now *memory.File) bool) (alone, still []*memory.File) {
	if len(left) > mostMoved || len(found) > mostMoved {
		return left, found
	}
	for _, old := range left {
		i := slices.IndexFunc(found, func(now *memory.File) bool { return same(old, now) })
		if i < 0 {
			alone = append(alone, old)
			continue
		}
		m.pairs = append(m.pairs, pair{old, found[i]})
		found = slices.Delete(slices.Clone(found), i, i+1)
	}
	return alone, found
}

func sameBytes(old, now *memory.File) bool { return old.Hash != "" && old.Hash == now.Hash }

func sameName(old, now *memory.File) bool { return identity(old) == identity(now) }

func (m *maker) sameWords(old, now *memory.File) bool {
	a, b := m.Words(old), m.Words(now)
	return a.Comparable() && b.Comparable() && likeness.Same(a, b)
}

// identity is by what sync knows a memory again: the key of its name, else of its file.
func identity(f *memory.File) string {
	name := ""
	if f.Memory != nil {
		name = strings.TrimSpace(f.Memory.Value("name"))
	}
	return memory.Key(cmp.Or(name, strings.TrimSuffix(f.Name(), ".md")))
}

// kind says what became of a pair.
func (m *maker) kind(p pair) Kind {
	switch {
	case p.old == nil:
		return New
	case p.now == nil:
		return Deleted
	case !p.old.Archived && p.now.Archived:
		return Archived
	case p.old.Archived && !p.now.Archived:
		return Restored
	case !m.takenBack(p.old) && m.takenBack(p.now):
		return Invalidated
	case p.old.Path != p.now.Path:
		return Renamed
	}
	return Changed
}

func (m *maker) takenBack(f *memory.File) bool {
	return f.Memory != nil && age.Invalidated(f.Memory, m.Now)
}
