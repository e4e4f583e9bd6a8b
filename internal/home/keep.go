package home

import (
	"maps"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

// Keep writes one private memory of the native store, at p below its private directory. Where
// nothing else is to be synced, its entry goes into the index in the same step; listed tells.
// Team is what the index lists besides.
func (s *Store) Keep(team Team, p string, before, after []byte) (out store.Outcome, listed bool, err error) {
	step := sync.Step{Kind: sync.Write, Layout: sync.Native, Path: PrivateDir + "/" + p, After: sync.SumOf(after), Data: after, Reason: "it is remembered"}
	if before != nil {
		step.Before = sync.SumOf(before)
	}
	plan, listed, err := s.withEntry(team, p, after)
	if err != nil {
		return out, false, err
	}
	if !listed {
		state, err := s.View.withClone()
		if err == nil {
			out, err = s.Apply([]sync.Step{step}, state)
		}
		return out, false, err
	}
	next, err := plan.Next.encoded()
	if err != nil {
		return out, false, err
	}
	old, _ := cached(s.View.View)
	if out, err = s.Apply(append([]sync.Step{step}, plan.steps()...), next); err == nil {
		err = s.keepDigest(plan, old)
	}
	return out, true, err
}

// withEntry plans how the index is brought up to date once a memory is written. It is not
// found where more than the index is out of date, or nothing was ever synced.
func (v *View) withEntry(team Team, p string, data []byte) (s *Sync, found bool, err error) {
	if v.Record.Layouts == nil {
		return nil, false, nil
	}
	s = &Sync{Team: team, Next: v.Record}
	for _, l := range v.desk.layouts() {
		seen, err := v.Observe(l)
		if err != nil {
			return nil, false, err
		}
		s.Seen = append(s.Seen, seen)
	}
	for _, plan := range sync.MakeAll(team.Team, s.Seen, v.Record.Layouts) {
		if len(plan.Steps) > 0 {
			return nil, false, nil
		}
	}
	native := &s.Seen[0]
	native.Private = slices.DeleteFunc(slices.Clone(native.Private), func(f sync.File) bool { return f.Path == p })
	native.Private = append(native.Private, engine.Described(p, data))
	slices.SortFunc(native.Private, func(a, b sync.File) int { return strings.Compare(a.Path, b.Path) })
	s.Plans = sync.MakeAll(team.Team, s.Seen, v.Record.Layouts)
	s.Next.Layouts = maps.Clone(v.Record.Layouts)
	for i, plan := range s.Plans {
		s.Next.Layouts[s.Seen[i].Layout] = plan.Next
	}
	more := func(step sync.Step) bool { return step.Layout != sync.Native || step.Path != IndexFile }
	return s, !slices.ContainsFunc(s.steps(), more), nil
}
