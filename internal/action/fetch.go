package action

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

// depths are how many commits of each end are fetched into a clone that is cut off, one
// after the other until nothing is missing. After them comes the whole history.
var depths = []string{"--depth=50", "--depth=500", "--depth=5000", "--unshallow"}

const advice = "give actions/checkout \"fetch-depth: 0\""

// A fetcher brings what a clone lacks of a task. Git does it, with the credentials that
// the checkout has left.
type fetcher struct {
	task    *task
	dir     string
	env     []string
	allowed bool
	tries   int
}

// lacking fetches what a check lacked and gives nil, or gives the error to show.
func (f *fetcher) lacking(ctx context.Context, err error) error {
	if !errors.Is(err, git.ErrMissingHistory) && !errors.Is(err, git.ErrUnknownRevision) && !errors.Is(err, git.ErrNoHistory) {
		return err
	}
	shallow := f.isShallow(ctx)
	if !f.allowed || f.tries == len(depths) || !shallow && f.tries > 0 {
		if !shallow && f.task.forget() {
			return nil
		}
		// The reason is printed and not wrapped: a revision that is unknown to a person
		// is a wrong command line, and this is none.
		first, _, _ := strings.Cut(err.Error(), "\n")
		return fmt.Errorf("can't judge %v: %s\n%s", f.task, first, advice)
	}
	said, err := f.fetch(ctx, shallow)
	f.tries++
	switch {
	case err == nil:
		return nil
	case isGone(said) && f.task.forget():
		f.tries = 0
		return nil
	}
	return fmt.Errorf("can't judge %v: git fetch: %s\n%s", f.task, reason(said, err), advice)
}

func (f *fetcher) fetch(ctx context.Context, shallow bool) (string, error) {
	args := []string{"fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--no-auto-maintenance"}
	if shallow {
		args = append(args, depths[f.tries])
	}
	args = append(args, "origin", f.task.to)
	if f.task.from != "" && f.task.from != f.task.to {
		args = append(args, f.task.from)
	}
	if f.task.standard != "" {
		args = append(args, "+refs/heads/"+f.task.standard+":"+f.task.tracking())
	}
	return f.git(ctx, args...)
}

func (f *fetcher) isShallow(ctx context.Context) bool {
	out, err := f.git(ctx, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(out) == "true"
}

func (f *fetcher) git(ctx context.Context, args ...string) (string, error) {
	off := []string{"--no-pager", "-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false"}
	cmd := exec.CommandContext(ctx, "git", append(off, args...)...)
	cmd.Dir, cmd.Env = f.dir, append(f.env[:len(f.env):len(f.env)], "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// isGone reports whether the remote said that it has not got what was asked for.
func isGone(said string) bool {
	return strings.Contains(said, "not our ref") || strings.Contains(said, "unadvertised object")
}

// reason is the line in which git says why it failed.
func reason(said string, err error) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	for _, l := range lines {
		if why, ok := strings.CutPrefix(l, "fatal: "); ok {
			return why
		}
	}
	if lines[0] != "" {
		return lines[0]
	}
	return err.Error()
}
