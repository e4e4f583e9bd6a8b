package git

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/memory"
)

// How far Touched looks back, and how many commits it reads at a time.
const (
	mostTouching = 2000
	touchedBatch = 50
)

// Touched gives for each of paths, which lie below dir, when the last commit that changed it was
// made, going back from a commit. What is not known is absent: a path that the last 2,000
// changes of dir leave alone, what a shallow clone has cut off, and everything where
// there is no git.
func (r *Repo) Touched(ctx context.Context, commit, dir string, paths []string) (map[string]time.Time, error) {
	found := map[string]time.Time{}
	if err := r.wantID(commit); err != nil {
		return nil, err
	}
	if r.git == "" || len(paths) == 0 {
		return found, nil
	}
	out, err := r.run(ctx, "rev-list", "--timestamp", "--max-count="+strconv.Itoa(mostTouching), commit, "--", dir)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, p := range paths {
		wanted[p] = true
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	for len(lines) > 0 && len(wanted) > 0 {
		n := min(len(lines), touchedBatch)
		if err := r.touched(ctx, lines[:n], wanted, found); errors.Is(err, ErrMissingObject) {
			return found, nil // a shallow clone ends there
		} else if err != nil {
			return nil, err
		}
		lines = lines[n:]
	}
	return found, nil
}

// touched moves what some commits changed from wanted to found. A line has the time of a
// commit in seconds and its id; the latest comes first.
func (r *Repo) touched(ctx context.Context, lines []string, wanted map[string]bool, found map[string]time.Time) error {
	times, ids := make([]time.Time, len(lines)), make([]string, len(lines))
	for i, line := range lines {
		seconds, id, _ := strings.Cut(line, " ")
		n, err := strconv.ParseInt(seconds, 10, 64)
		if err != nil || r.wantID(id) != nil {
			return errMeaningless
		}
		times[i], ids[i] = time.Unix(n, 0), id
	}
	commits, err := r.commitsAt(ctx, ids)
	if err != nil {
		return err
	}
	for i := range commits {
		if err := r.addChanges(ctx, commits[i:i+1]); err != nil {
			return err
		}
		for _, c := range commits[i].Changes {
			if wanted[c.Path] {
				delete(wanted, c.Path)
				found[c.Path] = times[i]
			}
		}
	}
	return nil
}

// commitsAt reads commits without what they changed.
func (r *Repo) commitsAt(ctx context.Context, ids []string) ([]memory.Commit, error) {
	objects, err := r.ask.Objects(ctx)
	if err != nil {
		return nil, err
	}
	defer objects.Close()
	var commits []memory.Commit
	err = objects.Each(ids, noLimit, func(i int, o Object) error {
		c, err := asCommit(o)
		commits = append(commits, memory.Commit{Hash: ids[i], Parents: c.parents})
		return err
	})
	return commits, err
}
