package sync

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/teammem/teammem/internal/memory"
)

// twins knows files and folders by what they are on a disk that folds names.
type twins struct{ files, folders map[string]string }

// add says which file or folder of another path p would be on some disk; if there is
// none, it keeps p and says "".
func (t *twins) add(p string) string {
	if t.files == nil {
		t.files, t.folders = map[string]string{}, map[string]string{}
	}
	folded := memory.Folded(p)
	other, taken := t.files[folded]
	if !taken {
		other, taken = t.folders[folded]
	}
	for i := range folded {
		if at, file := t.files[folded[:i]]; file && folded[i] == '/' {
			other, taken = at, true
		}
	}
	if taken {
		return "it is the same file as " + strconv.Quote(other) + " on some disks"
	}
	t.files[folded] = p
	for i := range folded {
		if folded[i] == '/' {
			t.folders[folded[:i]] = p
		}
	}
	return ""
}

// fold gives one spelling to names that are one file on this disk, that of the team first,
// so that a change of case alone is no change of the mirror.
func (p *planning) fold() {
	spelt := map[string]string{}
	for _, side := range []iter.Seq[string]{maps.Keys(p.files), maps.Keys(p.seen.Mirror), maps.Keys(p.state.Base)} {
		for _, at := range slices.Sorted(side) {
			if folded := memory.Folded(at); spelt[folded] == "" {
				spelt[folded] = at
			}
		}
	}
	p.seen.Mirror = respelt(p.seen.Mirror, spelt)
	p.state.Base = respelt(p.state.Base, spelt)
	p.state.Names = respelt(p.state.Names, spelt)
}

func respelt[V any](by map[string]V, spelt map[string]string) map[string]V {
	out := make(map[string]V, len(by))
	for _, at := range slices.Sorted(maps.Keys(by)) {
		out[cmp.Or(spelt[memory.Folded(at)], at)] = by[at]
	}
	return out
}
