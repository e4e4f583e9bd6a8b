package sync

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// planning is a plan in the making.
type planning struct {
	Plan
	team            Team
	seen            Observed
	state           State
	files           map[string]File // that are delivered, by path
	drafts          drafting
	known           map[Sum]bool    // what the team has or had somewhere
	closed          map[string]bool // what can't be read in the store and so is left alone
	clear           bool            // nothing of sync's shall be left
	removes, writes []Step
}

// MakeAll plans one sync of several layouts, each of which is there once: a plan for each
// of seen, in its order. They belong into one transaction, since they share drafts/: the
// same text becomes one draft, of the first plan that needs it, and no two have one name.
// Drafts and Drafted of any of seen count for all. A layout that states lacks was never
// synced.
//
// The steps of a plan are in the order in which they are safe: drafts, then what leaves the
// mirror, what enters it, and the index last. The same input gives the same plans.
func MakeAll(team Team, seen []Observed, states map[Layout]State) []Plan {
	return planAll(planning{team: team}, seen, states)
}

// Clear plans how all that sync ever put into the stores leaves them. Edits of the mirror
// become drafts; what stands outside our block of a foreign index stays.
func Clear(seen []Observed, states map[Layout]State) []Plan {
	return planAll(planning{clear: true}, seen, states)
}

// planAll makes a plan like the given one for each of seen.
func planAll(like planning, seen []Observed, states map[Layout]State) []Plan {
	drafts := drafting{map[string]bool{}, map[Sum]bool{}, map[string]int{}}
	for _, o := range seen {
		maps.Copy(drafts.texts, o.Drafted)
		for _, name := range o.Drafts {
			drafts.names[memory.Folded(name)] = true
		}
	}
	plans := make([]Plan, len(seen))
	for i, o := range seen {
		p := like
		p.seen, p.state, p.drafts = o, states[o.Layout], drafts
		p.files, p.closed = map[string]File{}, map[string]bool{}
		plans[i] = p.make()
	}
	return plans
}

// make makes the plan.
func (p *planning) make() Plan {
	team, seen := p.team, p.seen
	for _, r := range seen.Refused {
		p.closed[r.Path] = true
	}
	p.deliver()
	if seen.Folds {
		p.fold()
	}
	p.Refused = slices.Concat(team.Refused, p.Refused, seen.Refused)
	p.Next = State{Base: map[string]Sum{}, Buried: map[string][]Sum{}, Ref: team.Ref, Commit: team.Commit, Index: p.state.Index}
	for at, dead := range p.state.Buried {
		p.Next.Buried[at] = slices.Clone(dead)
	}
	p.recall()
	p.mirror()
	p.override()
	index := p.index()
	p.Steps = slices.Concat(p.Steps, p.removes, p.writes, index)
	return p.Plan
}

// deliver picks what the mirror gets. Of names that are one file on some disk the first
// one is taken; the others, and what no store takes, are refused by name: they stay in the
// repository.
func (p *planning) deliver() {
	refused := map[string]bool{}
	for _, r := range p.team.Refused {
		refused[r.Path] = true
	}
	var t twins
	for _, f := range p.team.Files {
		if f.Archived || refused[f.Path] {
			continue
		}
		flaw := teamFlaw(f.Path)
		if flaw == "" {
			flaw = t.add(f.Path)
		}
		if flaw != "" {
			p.Refused = append(p.Refused, Refusal{Path: f.Path, Rule: "path", Reason: flaw + ": rename it"})
			continue
		}
		p.files[f.Path] = f
		if f.Notice != "" {
			p.Notices = append(p.Notices, f.Path+": "+f.Notice)
		}
	}
}

// recall gathers all texts that the team is known to have or to have had.
func (p *planning) recall() {
	p.known = map[Sum]bool{}
	for _, f := range p.team.Files {
		p.known[f.Sum] = true
	}
	for _, sum := range p.state.Base {
		p.known[sum] = true
	}
	for _, dead := range p.state.Buried {
		for _, sum := range dead {
			p.known[sum] = true
		}
	}
}

// mirror decides for every path that any side knows.
func (p *planning) mirror() {
	all := map[string]bool{}
	for _, side := range []map[string]Sum{p.state.Base, p.seen.Mirror} {
		for at := range side {
			all[at] = true
		}
	}
	for at := range p.files {
		all[at] = true
	}
	for _, at := range slices.Sorted(maps.Keys(all)) {
		p.one(at)
	}
	p.moves()
}

func (p *planning) one(at string) {
	f := p.files[at]
	if p.isClosed("team/" + at) {
		if base := p.state.Base[at]; !base.IsZero() {
			p.Next.Base[at] = base
		}
		return
	}
	s := Sides{Base: p.state.Base[at], Ours: p.seen.Mirror[at], Theirs: f.Sum, Buried: p.state.Buried[at], Known: p.known[p.seen.Mirror[at]]}
	if flaw := Flaw("team/" + at); flaw != "" && !s.Ours.IsZero() {
		p.Notices = append(p.Notices, "team/"+at+": "+flaw+"; it is none of the team and stays where it is")
		return
	}
	out := decide(s)
	if out.Draft && !p.draft(at, s.Ours, p.seen.Texts[s.Ours], out.Reason) {
		p.Notices = append(p.Notices, at+": "+out.Reason+", and it could not be read: it stays as it is")
		if !s.Base.IsZero() {
			p.Next.Base[at] = s.Base
		}
		return
	}
	p.bury(at, out.Bury)
	if !out.Mirror.IsZero() {
		p.Next.Base[at] = out.Mirror
	}
	step := Step{Layout: p.seen.Layout, Path: "team/" + at, Before: s.Ours, After: out.Mirror, Reason: out.Reason}
	switch {
	case s.Ours == out.Mirror:
	case out.Mirror.IsZero():
		step.Kind = Remove
		p.removes = append(p.removes, step)
	default:
		step.Kind, step.Data = Write, f.Data
		p.writes = append(p.writes, step)
	}
}

// maxBuried is how many texts are remembered for each path. An older one that turns up in the
// mirror is taken for an edit, and kept.
const maxBuried = 8

func (p *planning) bury(at string, sum Sum) {
	if sum.IsZero() {
		return
	}
	dead := slices.DeleteFunc(p.Next.Buried[at], func(s Sum) bool { return s == sum })
	p.Next.Buried[at] = append(dead[max(0, len(dead)+1-maxBuried):], sum)
}

// isClosed reports whether the file at name, or a folder that it lies in, was refused.
func (p *planning) isClosed(name string) bool {
	for ; len(p.closed) > 0 && name != "."; name = path.Dir(name) {
		if p.closed[name] {
			return true
		}
	}
	return false
}

// draft keeps data in drafts/ of the native store, once. It reports whether it is kept.
func (p *planning) draft(origin string, sum Sum, data []byte, reason string) bool {
	if p.drafts.texts[sum] || sum == SumOf(nil) { // an empty file holds no words
		return true
	}
	if SumOf(data) != sum {
		return false
	}
	name := p.drafts.name(origin, p.seen.Now)
	p.drafts.texts[sum] = true
	p.Drafts = append(p.Drafts, Draft{File: name, Origin: origin, Reason: reason})
	p.Steps = append(p.Steps, Step{Kind: Write, Layout: Native, Path: "drafts/" + name, After: sum, Data: data, Reason: reason})
	return true
}

// moves finds memories that left one path and came to another with the same bytes, or
// with the same name as their file.
func (p *planning) moves() {
	bySum, byKey := map[Sum]string{}, map[string]string{}
	for _, at := range slices.Sorted(maps.Keys(p.files)) {
		if p.state.Base[at].IsZero() {
			bySum[p.files[at].Sum], byKey[identity(p.files[at])] = at, at
		}
	}
	for _, from := range slices.Sorted(maps.Keys(p.state.Base)) {
		if _, stays := p.files[from]; stays {
			continue
		}
		to := bySum[p.state.Base[from]]
		if to == "" {
			to = byKey[identity(File{Path: from, Name: p.state.Names[from]})]
		}
		if to != "" {
			p.Moves = append(p.Moves, Move{From: from, To: to})
		}
	}
}

// identity is what makes two memories the same one.
func identity(f File) string {
	if key := memory.Key(f.Name); key != "" {
		return key
	}
	return memory.Key(strings.TrimSuffix(path.Base(f.Path), ".md"))
}

func (p *planning) override() {
	p.Next.Names = map[string]string{}
	var team []File
	for _, at := range slices.Sorted(maps.Keys(p.files)) {
		p.Next.Names[at] = p.files[at].Name
		team = append(team, p.files[at])
	}
	p.Overridden = Overrides(team, p.seen.Private)
}

// Overrides lists the private memories that a memory of team outranks, since it has the
// same identity. Of several in team the first one counts.
func Overrides(team, private []File) []Override {
	first := map[string]string{}
	for _, f := range team {
		if _, taken := first[identity(f)]; !taken {
			first[identity(f)] = f.Path
		}
	}
	var out []Override
	for _, f := range private {
		if t, found := first[identity(f)]; found {
			out = append(out, Override{Private: f.Path, Team: t, Reason: "the team has a memory of the same name"})
		}
	}
	return out
}
