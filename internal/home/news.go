package home

import (
	"maps"
	"path"
	"slices"
	"time"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/sync"
)

// maxNews is how many changes are remembered, the newest ones.
const maxNews = 50

// news are the changes that syncs brought to the mirror of the native store, the oldest first, when
// it had before and has after now. The first sync of a project brings no news, since all is new.
func news(old []delivery.Change, before, after map[string]sync.Sum, now time.Time) []delivery.Change {
	if len(before) == 0 {
		return old
	}
	all := maps.Clone(before)
	maps.Copy(all, after)
	out := slices.Clone(old)
	for _, at := range slices.Sorted(maps.Keys(all)) {
		what := ""
		switch {
		case before[at] == after[at]:
			continue
		case before[at].IsZero():
			what = "added"
		case after[at].IsZero():
			what = "removed"
		default:
			what = "changed"
		}
		p := path.Join(MirrorDir, at)
		out = slices.DeleteFunc(out, func(c delivery.Change) bool { return c.Path == p })
		out = append(out, delivery.Change{Path: p, What: what, At: now.UTC().Truncate(time.Second)})
	}
	return out[max(0, len(out)-maxNews):]
}
