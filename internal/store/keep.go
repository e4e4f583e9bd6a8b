package store

import (
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/sync"
)

// A keeping sees to it that a text which a transaction takes to another place leaves its
// old one only when it has arrived: an edit of the mirror in drafts/, and, when that is
// undone, in the mirror.
type keeping struct {
	drafts, all map[sync.Sum]bool // texts that are on their way
	arrived     map[sync.Sum]bool
}

func keepingOf(steps []sync.Step) keeping {
	k := keeping{map[sync.Sum]bool{}, map[sync.Sum]bool{}, map[sync.Sum]bool{}}
	for _, s := range steps {
		if s.Kind == sync.Write {
			k.all[s.After] = true
			k.drafts[s.After] = k.drafts[s.After] || isDraft(s)
		}
	}
	return k
}

// mayGo reports whether a step replaces nothing that has yet to arrive.
func (k keeping) mayGo(s sync.Step) bool {
	onTheWay := k.drafts[s.Before]
	if isDraft(s) {
		onTheWay = k.all[s.Before]
	}
	return !onTheWay || k.arrived[s.Before]
}

func isDraft(s sync.Step) bool {
	return s.Layout == sync.Native && strings.HasPrefix(s.Path, "drafts/")
}

// inOrder puts what comes into drafts/ first and what leaves it last.
func inOrder(steps []sync.Step) []sync.Step {
	rank := func(s sync.Step) int {
		switch {
		case !isDraft(s):
			return 1
		case s.Kind == sync.Write:
			return 0
		}
		return 2
	}
	return slices.SortedStableFunc(slices.Values(steps), func(a, b sync.Step) int { return rank(a) - rank(b) })
}

// stay leaves out of todo what would replace a text that can't arrive.
func stay(todo []target, out *Outcome, k keeping) []target {
	for _, s := range out.Done {
		k.arrived[s.After] = true
	}
	for _, t := range todo {
		k.arrived[t.After] = true
	}
	return slices.DeleteFunc(todo, func(t target) bool {
		if k.mayGo(t.Step) {
			return false
		}
		out.add(t.Step, Changed)
		return true
	})
}

// untouched reports whether nothing was done yet of a step that would replace a text.
func (d *directory) untouched(e entry) bool {
	now, err := d.sum(e.Path)
	aside, err2 := d.sum(e.Aside)
	return err == nil && err2 == nil && now == e.Before && aside.IsZero()
}
