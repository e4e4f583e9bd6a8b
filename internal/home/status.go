package home

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

// A Difference is how a memory on the checked-out branch stands to the reviewed one.
type Difference struct {
	Path   string     // below the team directory
	What   sync.Label // Added, Edited or Deleted
	Reason string     // why it would be refused; mostly ""
}

// Unreviewed lists what the files on disk have and the trusted ref does not, by path.
func (d *Desk) Unreviewed(ctx context.Context, reviewed Team) ([]Difference, error) {
	if d.repo.Top() == "" {
		return nil, nil
	}
	here, err := d.Team(ctx, From{Worktree: true})
	if err != nil {
		return nil, err
	}
	sums := map[string]sync.Sum{}
	for _, f := range reviewed.Files {
		sums[f.Path] = f.Sum
	}
	refused := map[string]string{}
	for _, r := range reviewed.Refused {
		refused[r.Path] = r.Reason
	}
	var out []Difference
	disk := map[string]sync.File{}
	for _, f := range here.Files {
		disk[f.Path] = f
		switch old, known := sums[f.Path]; {
		case !known:
			out = append(out, Difference{Path: f.Path, What: sync.Added})
		case !checkedOut(f, old):
			out = append(out, Difference{Path: f.Path, What: sync.Edited})
		}
		delete(sums, f.Path)
	}
	for _, r := range here.Refused {
		if refused[r.Path] != r.Reason {
			what := sync.Added
			if _, known := sums[r.Path]; known {
				what = sync.Edited
			}
			out = append(out, Difference{r.Path, what, r.Reason})
		}
		delete(sums, r.Path)
	}
	for p := range sums {
		out = append(out, Difference{Path: p, What: sync.Deleted})
	}
	slices.SortFunc(out, func(a, b Difference) int { return cmp.Compare(a.Path, b.Path) })
	return d.withoutBehind(ctx, out, disk)
}

// checkedOut reports whether f may be what git made of the text with that sum: on some machines it
// gives lines a longer end.
func checkedOut(f sync.File, sum sync.Sum) bool {
	return f.Sum == sum || sync.SumOf(bytes.ReplaceAll(f.Data, []byte("\r\n"), []byte("\n"))) == sum
}

// withoutBehind leaves out what differs only because the branch is behind the trusted ref.
func (d *Desk) withoutBehind(ctx context.Context, all []Difference, disk map[string]sync.File) ([]Difference, error) {
	if len(all) == 0 || d.Trusted.Commit == "" {
		return all, nil
	}
	head, err := d.repo.Head(ctx)
	if err != nil || head.Commit == "" {
		return all, err
	}
	bases, err := d.repo.MergeBases(ctx, head.Commit, d.Trusted.Commit)
	if err != nil {
		return all, nil // a shallow clone, say: then nothing is known to be behind
	}
	var out []Difference
	for _, diff := range all {
		behind := false
		for _, base := range bases {
			data, err := d.repo.FileAt(ctx, base, memory.Dir+"/"+diff.Path)
			if err != nil {
				return nil, err
			}
			behind = behind || diff.Reason == "" && (data == nil) == disk[diff.Path].Sum.IsZero() && (data == nil || checkedOut(disk[diff.Path], sync.SumOf(data)))
		}
		if !behind {
			out = append(out, diff)
		}
	}
	return out, nil
}

// Uninstall takes out of all stores what sync put there. What somebody wrote stays: private
// memories, drafts, and edits of the mirror, which become drafts.
func (d *Desk) Uninstall(s *Store) (*Sync, store.Outcome, error) {
	out := &Sync{}
	for _, l := range d.layouts() {
		seen, err := s.Observe(l)
		if err != nil {
			return nil, store.Outcome{}, err
		}
		out.Seen = append(out.Seen, seen)
	}
	out.Plans = sync.Clear(out.Seen, s.Record.Layouts)
	done, err := s.Apply(out.steps(), nil)
	if err != nil || len(done.Overtaken) > 0 {
		return out, done, err
	}
	return out, done, s.Erase(d.options(0), MirrorDir)
}

// Named reports whether one of the names asked for is that of a file: its path, its stem, or
// the name it has of itself. It is when none are asked for.
func Named(names []string, p, name string) bool {
	stem := strings.TrimSuffix(p[strings.LastIndexByte(p, '/')+1:], ".md")
	return len(names) == 0 || slices.ContainsFunc(names, func(want string) bool {
		return want == p || want == stem || name != "" && memory.Key(want) == memory.Key(name)
	})
}
