package home

import (
	"cmp"
	"context"
	"strings"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/sync"
)

// From says which state of the repository team memory is read from. The zero value is the
// trusted ref.
type From struct {
	Worktree bool   // the files on disk, reviewed or not
	Ref      string // a revision
}

// A Team is team memory with what a person should know of it.
type Team struct {
	sync.Team
	Notices []string
}

// Team reads and judges team memory.
func (d *Desk) Team(ctx context.Context, from From) (Team, error) {
	req := engine.TeamRequest{At: memory.At{Commit: d.Trusted.Commit}, Ref: shortRef(d.Trusted.Ref), Now: d.o.Now}
	switch {
	case from.Worktree:
		req.At, req.Ref = memory.At{Kind: memory.AtWorktree}, "the work tree"
	case from.Ref != "":
		commit, err := d.repo.Resolve(ctx, from.Ref)
		if err != nil {
			return Team{}, err
		}
		req.At.Commit, req.Ref = commit, from.Ref
	}
	team, notices, err := engine.Team(ctx, d.repo, req)
	return Team{team, notices}, err
}

// teamFor is Team for a view whose state may know it already. Of what it knows no text is
// read, which is enough where nothing has to be written.
func (d *Desk) teamFor(ctx context.Context, v *View, seen []sync.Observed, from From) (Team, error) {
	k := v.Record.Team
	if (from == From{}) && d.holds(k) && mirrored(k, seen) {
		return k.team(), nil
	}
	return d.Team(ctx, from)
}

// holds reports whether what was judged then would be judged the same now: the same
// commit, on the same day, by the same teammem.
func (d *Desk) holds(k Known) bool {
	return k.By == d.o.Version && k.Day == day(d.o.Now) && k.Commit == d.Trusted.Commit && k.Ref == shortRef(d.Trusted.Ref)
}

// mirrored reports whether every store holds the texts of k.
func mirrored(k Known, seen []sync.Observed) bool {
	for _, o := range seen {
		for _, f := range k.Files {
			if !f.Archived && o.Mirror[f.Path] != f.Sum {
				return false
			}
		}
	}
	return true
}

// date gives memories that do not say it themselves the time of the last commit that
// changed them, as far as that can be seen. What old knows is not looked up again.
func (d *Desk) date(ctx context.Context, team *Team, old Known) error {
	known := map[string]File{}
	for _, f := range old.Files {
		known[f.Path] = f
	}
	var undated []string
	for i, f := range team.Files {
		switch was := known[f.Path]; {
		case !f.Changed.IsZero() || f.Archived:
		case was.Sum == f.Sum && !was.Changed.IsZero():
			team.Files[i].Changed = was.Changed
		default:
			undated = append(undated, memory.Dir+"/"+f.Path)
		}
	}
	if len(undated) == 0 || team.Commit == "" || team.Commit == old.Commit {
		return nil
	}
	touched, err := d.repo.Touched(ctx, team.Commit, memory.Dir, undated)
	for i, f := range team.Files {
		if at, found := touched[memory.Dir+"/"+f.Path]; found && f.Changed.IsZero() {
			team.Files[i].Changed = at
		}
	}
	return err
}

// shortRef is a ref as a person names it.
func shortRef(ref string) string {
	return cmp.Or(strings.TrimPrefix(ref, "refs/remotes/"), "HEAD")
}
