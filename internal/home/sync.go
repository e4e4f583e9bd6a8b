package home

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

// A Sync is all that one sync of a project does and says.
type Sync struct {
	Team  Team
	Seen  []sync.Observed // of each layout, the native one first
	Plans []sync.Plan     // of each of Seen
	Next  Record
}

// Plan says what a sync would do now.
func (d *Desk) Plan(ctx context.Context, v *View, from From) (*Sync, error) {
	s := &Sync{Next: Record{Layouts: maps.Clone(v.Record.Layouts)}}
	for _, l := range d.layouts() {
		seen, err := v.Observe(l)
		if err != nil {
			return nil, err
		}
		s.Seen = append(s.Seen, seen)
	}
	var err error
	if s.Team, err = d.teamFor(ctx, v, s.Seen, from); err != nil {
		return nil, err
	}
	if err := d.date(ctx, &s.Team, v.Record.Team); err != nil {
		return nil, err
	}
	s.Plans = sync.MakeAll(s.Team.Team, s.Seen, v.Record.Layouts)
	if s.Next.Layouts == nil {
		s.Next.Layouts = map[sync.Layout]sync.State{}
	}
	for i, p := range s.Plans {
		s.Next.Layouts[s.Seen[i].Layout] = p.Next
	}
	s.Next.Team = v.Record.Team
	if (from == From{}) {
		s.Next.Team = known(s.Team, d.o.Version, d.o.Now)
	}
	s.Next.Origins = origins(v.Record.Origins, s)
	s.Next.News = news(v.Record.News, v.Record.Layouts[sync.Native].Base, s.Next.Layouts[sync.Native].Base, d.o.Now)
	s.Next.Main = v.clones()
	return s, nil
}

// origins keeps what is known of the drafts that are there and adds the new ones.
func origins(old map[string]string, s *Sync) map[string]string {
	out := map[string]string{}
	for _, seen := range s.Seen {
		for _, file := range seen.Drafts {
			if at, known := old[file]; known {
				out[file] = at
			}
		}
	}
	for _, p := range s.Plans {
		for _, f := range p.Drafts {
			out[f.File] = f.Origin
		}
	}
	return out
}

// layouts lists those of the desk, the native one first.
func (d *Desk) layouts() []sync.Layout {
	return slices.SortedFunc(maps.Keys(d.Places), func(a, b sync.Layout) int {
		return strings.Compare(rank(a), rank(b))
	})
}

func rank(l sync.Layout) string {
	if l == sync.Native {
		return ""
	}
	return string(l)
}

// steps are those of all layouts: drafts first, in one transaction.
func (s *Sync) steps() []sync.Step {
	var drafts, rest []sync.Step
	for _, p := range s.Plans {
		for _, step := range p.Steps {
			if strings.HasPrefix(step.Path, DraftsDir+"/") && step.Layout == sync.Native {
				drafts = append(drafts, step)
			} else {
				rest = append(rest, step)
			}
		}
	}
	return append(drafts, rest...)
}

// Apply has w do what is planned.
func (s *Sync) Apply(w store.Writer) (store.Outcome, error) {
	next, err := s.Next.encoded()
	if err != nil {
		return store.Outcome{}, err
	}
	return w.Apply(s.steps(), next)
}

// made gives the drafts of s that done wrote, by the layout that they are from.
func (s *Sync) made(done []sync.Step) map[sync.Layout][]sync.Draft {
	all := map[sync.Layout][]sync.Draft{}
	for i, p := range s.Plans {
		for _, f := range p.Drafts {
			if slices.ContainsFunc(done, func(s sync.Step) bool { return s.Path == path.Join(DraftsDir, f.File) }) {
				all[s.Seen[i].Layout] = append(all[s.Seen[i].Layout], f)
			}
		}
	}
	return all
}

// recall puts what an earlier try made before the drafts of this one, so that all are named.
func (s *Sync) recall(made map[sync.Layout][]sync.Draft) {
	for i := range s.Plans {
		s.Plans[i].Drafts = append(made[s.Seen[i].Layout], s.Plans[i].Drafts...)
	}
}

// worthwhile reports whether to plan again can bring more about: every file that was left
// was changed in the meantime, or this try made room, as it does where a file has become a
// folder. The last steps of out are those of this try; before them there are that many.
func worthwhile(out store.Outcome, before int) bool {
	return !slices.ContainsFunc(out.Overtaken, func(o store.Overtaken) bool { return o.Reason != store.Changed }) ||
		slices.ContainsFunc(out.Done[before:], func(s sync.Step) bool { return s.Kind == sync.Remove })
}

// Rehearse is Sync that writes nothing: its outcome is what would be done.
func (d *Desk) Rehearse(ctx context.Context, v *View, from From) (*Sync, store.Outcome, error) {
	plan, err := d.Plan(ctx, v, from)
	if err != nil {
		return nil, store.Outcome{}, err
	}
	out, err := plan.Apply(store.Dry{View: v.View})
	return plan, out, err
}

// maxTries is how often a sync starts again because somebody else was faster.
const maxTries = 5

// Sync brings the stores up to date. What somebody writes meanwhile is taken up by planning
// again, so that it becomes a draft or stays where it is.
func (d *Desk) Sync(ctx context.Context, s *Store, from From) (*Sync, store.Outcome, error) {
	var done []sync.Step
	made := map[sync.Layout][]sync.Draft{}
	old, _ := cached(s.View.View)
	for range maxTries {
		plan, err := d.Plan(ctx, s.View, from)
		if err != nil {
			return nil, store.Outcome{}, err
		}
		plan.recall(made)
		out, err := plan.Apply(s.Store)
		if err != nil {
			return nil, store.Outcome{}, err
		}
		before := len(done)
		out.Done = append(done, out.Done...)
		if len(out.Overtaken) == 0 {
			if err := s.keepDigest(plan, old); err != nil {
				plan.Team.Notices = append(plan.Team.Notices, err.Error())
			}
			return plan, out, nil
		}
		done, made = out.Done, plan.made(out.Done)
		if v, err := d.read(s.View.View); err == nil {
			s.View = v
		} else {
			return nil, store.Outcome{}, err
		}
		if !worthwhile(out, before) {
			return plan, out, nil
		}
	}
	return nil, store.Outcome{}, fmt.Errorf("the files in the store changed %d times while they were synced\nwait for who writes them and run teammem sync again", maxTries)
}
