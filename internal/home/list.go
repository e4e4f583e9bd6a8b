package home

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/age"
	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/scope"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/sync"
)

// A State is how a memory stands.
type State string

// The states. Of several that would do, the first one counts.
const (
	Refused     State = "refused"     // the gate refuses it, or it can't be read
	Drafted     State = "draft"       // an edit that nobody reviewed
	Archived    State = "archived"    // kept, and not delivered
	Invalidated State = "invalidated" // somebody took it back
	Overridden  State = "overridden"  // the team has a memory of the same name
	Stale       State = "stale"       // past its expiry
	Active      State = "active"
)

// States are all states.
var States = []State{Active, Overridden, Drafted, Refused, Stale, Invalidated, Archived}

// An Item is one memory of a project, wherever it lies.
type Item struct {
	// Short is how a person names it: team/…, private/…, drafts/…, or claude/… in the
	// directory of Claude Code.
	Short string
	Scope scope.Scope
	// Layout and At are where it lies in a store; Layout is "" for one of the team, which
	// lies at At in the repository.
	Layout sync.Layout
	At     string
	sync.File
	State State
	Why   string // it is overridden or refused, in words
	Rule  string // that refuses it; "" when it could not be read
	// Team is the Short of the memory that overrides it; "" when none does.
	Team string
	// Dated says what Changed comes from: "frontmatter", "commit", "mtime", or "" for nothing.
	Dated string
}

// List gives all memories of a project: those of the team as they are reviewed, in the
// order of their paths, then the private ones, then drafts.
func (d *Desk) List(ctx context.Context, v *View) ([]Item, Team, error) {
	team, err := d.Team(ctx, From{})
	if err != nil {
		return nil, team, err
	}
	items, err := d.listTeam(ctx, team)
	if err != nil {
		return nil, team, err
	}
	for _, l := range d.layouts() {
		private, err := d.listPrivate(v, l, team)
		if err != nil {
			return nil, team, err
		}
		items = append(items, private...)
	}
	drafts, err := d.listDrafts(v)
	return append(items, drafts...), team, err
}

func (d *Desk) listTeam(ctx context.Context, team Team) ([]Item, error) {
	var items []Item
	var undated []string
	for _, f := range team.Files {
		i := Item{Short: MirrorDir + "/" + f.Path, Scope: scope.Team, At: memory.Dir + "/" + f.Path, File: f}
		i.State = stateOf(f, d.o.Now, "")
		if i.Dated = "frontmatter"; f.Changed.IsZero() {
			i.Dated = ""
			undated = append(undated, i.At)
		}
		items = append(items, i)
	}
	for _, r := range team.Refused {
		items = append(items, Item{Short: MirrorDir + "/" + r.Path, Scope: scope.Team, At: memory.Dir + "/" + r.Path, File: nameless(r.Path), State: Refused, Why: r.Reason, Rule: r.Rule})
	}
	slices.SortStableFunc(items, func(a, b Item) int { return strings.Compare(a.At, b.At) })
	if team.Commit == "" || len(undated) == 0 {
		return items, nil
	}
	touched, err := d.repo.Touched(ctx, team.Commit, memory.Dir, undated)
	for i := range items {
		if at, known := touched[items[i].At]; known && items[i].Dated == "" && items[i].State != Refused {
			items[i].Changed, items[i].Dated = at, "commit"
		}
	}
	return items, err
}

// nameless is a file of which nothing but its path is known.
func nameless(p string) sync.File {
	return sync.File{Path: p, Name: strings.TrimSuffix(path.Base(p), path.Ext(p))}
}

// stateOf is the state of what was read; team is the memory that overrides it.
func stateOf(f sync.File, now time.Time, team string) State {
	m := memory.Parse(source.NewText(source.Unmarked(f.Data)))
	switch {
	case f.Archived:
		return Archived
	case age.Invalidated(m, now):
		return Invalidated
	case team != "":
		return Overridden
	case age.Expired(m, now):
		return Stale
	}
	return Active
}

func (d *Desk) listPrivate(v *View, l sync.Layout, team Team) ([]Item, error) {
	seen, err := v.Observe(l)
	if err != nil {
		return nil, err
	}
	modified, err := v.modified(l, PrivateIn(l))
	if err != nil {
		return nil, err
	}
	active := slices.DeleteFunc(slices.Clone(team.Files), func(f sync.File) bool { return f.Archived })
	over := map[string]sync.Override{}
	for _, o := range sync.Overrides(active, seen.Private) {
		over[o.Private] = o
	}
	var items []Item
	for _, f := range seen.Private {
		i := Item{Short: shortOf(l, path.Join(PrivateIn(l), f.Path)), Scope: scope.Private, Layout: l, At: path.Join(PrivateIn(l), f.Path), File: f}
		if o, found := over[f.Path]; found && !f.Archived {
			i.Team, i.Why = MirrorDir+"/"+o.Team, o.Reason
		}
		i.State = stateOf(f, d.o.Now, i.Team)
		items = append(items, i.dated(modified[f.Path]))
	}
	for _, r := range seen.Refused {
		if p := r.Path; l == sync.Native && strings.HasPrefix(p, PrivateDir+"/") || l != sync.Native && !strings.HasPrefix(p, MirrorDir+"/") {
			items = append(items, Item{Short: shortOf(l, p), Scope: scope.Private, Layout: l, At: p, File: nameless(p), State: Refused, Why: r.Reason, Rule: r.Rule})
		}
	}
	slices.SortStableFunc(items, func(a, b Item) int { return strings.Compare(a.At, b.At) })
	return items, nil
}

// shortOf is how a person names a file of a layout.
func shortOf(l sync.Layout, p string) string {
	if l == sync.Native {
		return p
	}
	return string(l) + "/" + p
}

// dated fills in when it changed where its frontmatter does not say.
func (i Item) dated(modified time.Time) Item {
	switch i.Dated = "frontmatter"; {
	case !i.Changed.IsZero():
	case modified.IsZero():
		i.Dated = ""
	default:
		i.Changed, i.Dated = modified, "mtime"
	}
	return i
}

// modified gives when the files below dir were written, by path below it.
func (v *View) modified(l sync.Layout, dir string) (map[string]time.Time, error) {
	list, err := v.View.Observe(l, dir, MirrorDir, DraftsDir)
	out := map[string]time.Time{}
	for _, f := range list.Files {
		out[f.Path] = f.Modified
	}
	return out, err
}

func (d *Desk) listDrafts(v *View) ([]Item, error) {
	list, err := v.View.Observe(sync.Native, DraftsDir)
	var items []Item
	for _, f := range list.Files {
		i := Item{Short: DraftsDir + "/" + f.Path, Scope: scope.Private, Layout: sync.Native, At: DraftsDir + "/" + f.Path, File: engine.Described(f.Path, f.Data), State: Drafted}
		items = append(items, i.dated(f.Modified))
	}
	return items, err
}

// Pick gives the items that name means: the one of that path, else those of that name, else
// those whose file is called so. Of these, one of the team comes before private ones, which
// it overrides, and these before drafts and what is archived.
func Pick(items []Item, name string) []Item {
	key := memory.Key(name)
	if key == "" {
		return nil
	}
	path := func(i Item) bool { return i.Short == name || i.At == name }
	named := func(i Item) bool { return i.Identity() == key }
	file := func(i Item) bool {
		return i.Path == name || strings.TrimSuffix(i.Path, ".md") == name || nameless(i.Path).Name == strings.TrimSuffix(name, ".md")
	}
	for _, fits := range []func(Item) bool{path, named, file} {
		for _, rank := range []func(Item) bool{Item.ofTeam, Item.current, Item.any} {
			both := func(i Item) bool { return fits(i) && rank(i) }
			if slices.ContainsFunc(items, both) {
				return slices.DeleteFunc(slices.Clone(items), func(i Item) bool { return !both(i) })
			}
		}
	}
	return nil
}

func (i Item) ofTeam() bool  { return i.Scope == scope.Team && i.State != Archived }
func (i Item) current() bool { return i.State != Drafted && i.State != Archived }
func (i Item) any() bool     { return true }

// Note is what to tell a reader of the item about its age; see age.Note.
func (i Item) Note(now time.Time) string { return age.Note(now, i.Changed, citesOf(i.Data)) }

// Age is how long ago the item changed, in words.
func (i Item) Age(now time.Time) string { return age.Words(now, i.Changed) }
