package home

import (
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

// Keep writes one private memory of the native store, at p below its private directory. Where
// nothing else is to be synced, its entry goes into the index with it, which listed tells.
// Team is what the index lists besides.
func (s *Store) Keep(team Team, p string, before, after []byte) (out store.Outcome, listed bool, err error) {
	step := sync.Step{Kind: sync.Write, Layout: sync.Native, Path: PrivateDir + "/" + p, After: sync.SumOf(after), Data: after, Reason: "it is remembered"}
	if before != nil {
		step.Before = sync.SumOf(before)
	}
	next, err := s.View.State()
	if err != nil {
		return out, false, err
	}
	steps := []sync.Step{step}
	index, record, listed, err := s.entryOf(team, p, after)
	if err != nil {
		return out, false, err
	}
	if listed {
		steps = append(steps, index...)
		if next, err = record.Encoded(); err != nil {
			return out, false, err
		}
	}
	out, err = s.Apply(steps, next)
	return out, listed, err
}

// entryOf gives the steps that bring the index up to date once a memory is written, and the
// record that goes with them. It is not found where more than the index is out of date.
func (v *View) entryOf(team Team, p string, data []byte) (steps []sync.Step, r Record, found bool, err error) {
	var seen []sync.Observed
	for _, l := range v.desk.layouts() {
		o, err := v.Observe(l)
		if err != nil {
			return nil, r, false, err
		}
		seen = append(seen, o)
	}
	for _, plan := range sync.MakeAll(team.Team, seen, v.Record.Layouts) {
		if len(plan.Steps) > 0 {
			return nil, r, false, nil
		}
	}
	native := &seen[0]
	native.Private = slices.DeleteFunc(slices.Clone(native.Private), func(f sync.File) bool { return f.Path == p })
	native.Private = append(native.Private, engine.Described(p, data))
	slices.SortFunc(native.Private, func(a, b sync.File) int { return strings.Compare(a.Path, b.Path) })
	r = v.Record
	r.Layouts = map[sync.Layout]sync.State{}
	for i, plan := range sync.MakeAll(team.Team, seen, v.Record.Layouts) {
		steps = append(steps, plan.Steps...)
		r.Layouts[seen[i].Layout] = plan.Next
	}
	for l, state := range v.Record.Layouts { // of agents that do not take part now
		if _, planned := r.Layouts[l]; !planned {
			r.Layouts[l] = state
		}
	}
	onlyIndex := !slices.ContainsFunc(steps, func(s sync.Step) bool { return s.Layout != sync.Native || s.Path != IndexFile })
	return steps, r, onlyIndex, nil
}
