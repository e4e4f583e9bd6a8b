package home

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/scope"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

// Context gives what an agent is to be told: what the last sync verified, with the private
// memories as they are now. A file of the mirror that is not what sync put there is judged
// again, and never taken for the team's. Where nothing was synced yet, it is what sync
// would bring. It writes nothing.
func (d *Desk) Context(ctx context.Context, v *View) (delivery.Input, error) {
	in, err := d.whole(ctx, v)
	if err == nil {
		in.LeaveOut(d.agentTold(d.repo.Top()))
	}
	return in, err
}

// whole is the context of an agent that knows nothing.
func (d *Desk) whole(ctx context.Context, v *View) (delivery.Input, error) {
	switch v.Record.Team.By {
	case d.o.Version:
		in, _, err := d.tell(v.View, v.digest())
		return in, err
	case "":
		return d.unsynced(ctx, v)
	}
	s, err := d.Plan(ctx, v, From{}) // another version may know more that must not pass
	if err != nil {
		return delivery.Input{}, err
	}
	g := digestOf(s.Team, s.Plans[0].Next.Base)
	g.News = v.Record.News
	in, _, err := d.tell(v.View, g)
	return in, err
}

// ContextAt is Context for a usual repository where all is as the last sync left it, without asking
// git and without reading what sync has kept of it. False is for everything else: Find and Context
// look more closely then, and once more, since a sync may be at work. What configuration seen
// does not know of is known to the last sync: it has been at this work tree and came to this
// project.
func ContextAt(seen git.Glance, o Options) (in delivery.Input, ok bool) {
	o.Agents = []string{}
	d := &Desk{Trusted: seen.Trusted, main: seen.Top, o: o}
	if seen.Trusted.Notice != "" {
		d.Notices = []string{seen.Trusted.Notice}
	}
	var err error
	if d.Project, err = projectAt(seen); err != nil || d.place() != nil {
		return in, false
	}
	v, err := store.Look(d.options(0))
	if err != nil {
		return in, false
	}
	in, ok = d.unchanged(v)
	return in, v.Close() == nil && ok
}

// unchanged is the context if all is as the last sync left it.
func (d *Desk) unchanged(v *store.View) (in delivery.Input, ok bool) {
	g, found := cached(v)
	if !found || g.By != d.o.Version || !slices.Contains(g.Main, d.main) || d.moved(g) {
		return in, false // the policy of another commit may name another remote
	}
	in, untouched, err := d.tell(v, g)
	in.LeaveOut(d.agentTold(d.main))
	return in, untouched && err == nil
}

func projectAt(seen git.Glance) (scope.Project, error) {
	if seen.URL == "" {
		return scope.ProjectAt(seen.Top)
	}
	return scope.ProjectOf(seen.URL)
}

// digest is the one that the last sync kept, else one without the private memories.
func (v *View) digest() digest {
	if g, ok := cached(v.View); ok {
		return g
	}
	return v.Record.digest()
}

func cached(v *store.View) (digest, bool) {
	data, err := v.Cache()
	if err != nil || data == nil {
		return digest{}, false
	}
	return decodeDigest(data)
}

func (r Record) digest() digest {
	g := digestOf(r.Team.team(), r.Layouts[sync.Native].Base)
	g.By, g.Main, g.News = r.Team.By, r.Main, r.News
	return g
}

// unsynced is the context of a project that was never synced.
func (d *Desk) unsynced(ctx context.Context, v *View) (delivery.Input, error) {
	s, err := d.Plan(ctx, v, From{})
	if err != nil {
		return delivery.Input{}, err
	}
	t := telling{digest: digestOf(s.Team, s.Plans[0].Next.Base)}
	t.begin(d)
	t.Input.Notices = append(t.Input.Notices, "the reviewed team memory was never synced here; teammem sync puts its files below the home directory")
	return t.Input, t.private(v.View)
}

// tell is the context of what the last sync verified. untouched says that the mirror is as
// that left it.
func (d *Desk) tell(v *store.View, g digest) (in delivery.Input, untouched bool, err error) {
	t := telling{digest: g}
	t.begin(d)
	place := d.Places[sync.Native]
	t.Store = filepath.Join(place.Base, filepath.FromSlash(place.Dir))
	if d.moved(g) {
		t.Input.Notices = append(t.Input.Notices, shortRef(d.Trusted.Ref)+" has moved since the last sync; teammem sync brings what is new")
	}
	if untouched, err = t.mirror(v); err != nil {
		return delivery.Input{}, false, err
	}
	if !untouched && v.Unfinished() {
		t.Input.Notices = append(t.Input.Notices, "a sync was cut off or is at work, so what is called edited can be new from the team; teammem sync completes it")
	}
	return t.Input, untouched, t.private(v)
}

// moved reports whether the trusted ref is not what it was at the last sync.
func (d *Desk) moved(g digest) bool {
	return d.Trusted.Commit != g.Commit || shortRef(d.Trusted.Ref) != g.Ref
}

// A telling is the input of a context in the making.
type telling struct {
	delivery.Input
	digest digest
}

func (t *telling) begin(d *Desk) {
	t.Now, t.Team = d.o.Now, t.digest.Lines
	if t.digest.Commit != "" {
		t.Ref = t.digest.Ref
	}
	t.Refused, t.Changes = slices.Clone(t.digest.Refused), t.digest.News
	t.Input.Notices = slices.Concat(d.Notices, t.digest.Notices)
}

// mirror takes out what is not as sync left it, and says so.
func (t *telling) mirror(v *store.View) (untouched bool, err error) {
	left := make(map[string]sync.Sum, len(t.digest.Files)) // what sync left, and is not found yet
	for _, f := range t.digest.Files {
		left[f.Path] = f.Sum
	}
	list, err := v.Compare(sync.Native, MirrorDir, left)
	if err != nil {
		return false, err
	}
	odd := map[string]bool{}
	for _, r := range list.Refused {
		odd[r.Path] = true
		delete(left, r.Path)
		t.Refused = append(t.Refused, sync.Refusal{Path: path.Join(MirrorDir, r.Path), Reason: r.Reason})
	}
	for _, f := range list.Files {
		if left[f.Path] != f.Sum {
			odd[f.Path] = true
			err = t.edited(f)
		}
		if err != nil {
			return false, err
		}
		delete(left, f.Path)
	}
	if len(left) > 0 {
		t.Input.Notices = append(t.Input.Notices, fmt.Sprintf("files missing below team/: %d; teammem sync puts them back", len(left)))
	}
	if len(odd) > 0 {
		t.Team = slices.DeleteFunc(slices.Clone(t.Team), func(l delivery.Line) bool {
			return isOdd(odd, strings.TrimPrefix(l.Path, MirrorDir+"/"))
		})
	}
	return len(left)+len(odd) == 0, nil
}

// isOdd reports whether the file at p, or a folder that it lies in, is odd: behind a link lies
// what nobody looked at.
func isOdd(odd map[string]bool, p string) bool {
	for ; p != "."; p = path.Dir(p) {
		if odd[p] {
			return true
		}
	}
	return odd["."]
}

// edited takes a file of the mirror that somebody wrote.
func (t *telling) edited(f store.Seen) error {
	if !isMarkdown(f.Path) {
		return nil
	}
	refused, err := engine.TeamFile(f.Path, f.Data, t.Now)
	if err != nil {
		return err
	}
	if refused != nil {
		t.Refused = append(t.Refused, sync.Refusal{Path: path.Join(MirrorDir, f.Path), Rule: refused.Rule, Reason: "it was edited on this machine, and " + refused.Reason})
		return nil
	}
	t.Edited = append(t.Edited, describe(MirrorDir, engine.Described(f.Path, f.Data)).Line)
	return nil
}

// private takes the private memories that are not overridden.
func (t *telling) private(v *store.View) error {
	known := make(map[string]sync.Sum, len(t.digest.Private))
	for _, n := range t.digest.Private {
		known[n.Path] = n.Sum
	}
	list, err := v.Compare(sync.Native, PrivateDir, known)
	if err != nil {
		return err
	}
	for _, r := range list.Refused {
		t.Refused = append(t.Refused, sync.Refusal{Path: path.Join(PrivateDir, r.Path), Reason: r.Reason})
	}
	var files []sync.File
	for _, f := range list.Files {
		n, known := t.digest.privateNote(f.Path, f.Sum)
		switch {
		case !isMarkdown(f.Path):
			continue
		case !known && conflicted(f.Data):
			t.Refused = append(t.Refused, sync.Refusal{Path: path.Join(PrivateDir, f.Path), Reason: hasConflict})
			continue
		case !known:
			n = describe(PrivateDir, engine.Described(f.Path, f.Data))
		}
		if n.Line.Changed.IsZero() {
			n.Line.Changed = f.Modified
		}
		files = append(files, sync.File{Path: n.Path, Name: n.Name})
		t.Private = append(t.Private, n.Line)
	}
	t.override(files)
	return nil
}

// override moves what the team outranks out of the private memories.
func (t *telling) override(private []sync.File) {
	team := make([]sync.File, len(t.digest.Files))
	for i, f := range t.digest.Files {
		team[i] = sync.File{Path: f.Path, Name: f.Name}
	}
	t.Overridden = sync.Overrides(team, private)
	if len(t.Overridden) == 0 {
		return
	}
	out := map[string]bool{}
	for _, o := range t.Overridden {
		out[path.Join(PrivateDir, o.Private)] = true
	}
	t.Private = slices.DeleteFunc(t.Private, func(l delivery.Line) bool { return out[l.Path] })
}

// privateNote finds what is known of a file, if it is still the same.
func (g digest) privateNote(at string, sum sync.Sum) (note, bool) {
	i, found := slices.BinarySearchFunc(g.Private, at, func(n note, p string) int { return strings.Compare(n.Path, p) })
	if !found || g.Private[i].Sum != sum {
		return note{}, false
	}
	return g.Private[i], true
}

// keepDigest spares the next context what plan has read. old is the digest before it.
func (s *Store) keepDigest(plan *Sync, old digest) error {
	g := plan.Next.digest()
	for _, f := range plan.Seen[0].Private {
		n, known := old.privateNote(f.Path, f.Sum)
		if !known {
			n = describe(PrivateDir, f)
		}
		g.Private = append(g.Private, n)
	}
	return s.SaveCache(g.encode())
}
