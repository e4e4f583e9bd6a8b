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

const (
	advice       = "give actions/checkout \"fetch-depth: 0\""
	adviceFilter = "give actions/checkout neither \"filter\" nor \"sparse-checkout\""
)

// A fetcher brings what a clone lacks of a task. Git does it, with the credentials that
// the checkout has left or, where it left none, with the token of the job.
type fetcher struct {
	task    *task
	dir     string
	env     []string
	login   []string // env in which git can log in; nil for none
	allowed bool
	tries   int
	whole   bool // what the filter of a partial clone left out was asked for
}

// lacking fetches what a check lacked and gives nil, or gives the error to show.
func (f *fetcher) lacking(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, git.ErrMissingObject) && f.isPartial(ctx):
		return f.complete(ctx, err)
	case errors.Is(err, git.ErrMissingHistory), errors.Is(err, git.ErrUnknownRevision), errors.Is(err, git.ErrNoHistory):
		return f.deepen(ctx, err)
	}
	return err
}

func (f *fetcher) deepen(ctx context.Context, err error) error {
	shallow := f.isShallow(ctx)
	if !f.allowed || f.tries == len(depths) || !shallow && f.tries > 0 {
		if !shallow && f.task.forget() {
			return nil
		}
		return f.stop(err.Error(), advice)
	}
	var depth []string
	if shallow {
		depth = []string{depths[f.tries]}
	}
	said, err := f.fetch(ctx, depth...)
	f.tries++
	switch {
	case err == nil:
		return nil
	case isGone(said) && f.task.forget():
		f.tries = 0
		return nil
	}
	return f.stop("git fetch: "+reason(said, err), advice)
}

// complete fetches again, without the filter, what the task names; a second time there is
// no more to be had.
func (f *fetcher) complete(ctx context.Context, err error) error {
	if !f.allowed || f.whole {
		return f.stop(err.Error(), adviceFilter)
	}
	f.whole = true
	if said, err := f.fetch(ctx, "--refetch", "--no-filter"); err != nil {
		return f.stop("git fetch: "+reason(said, err), adviceFilter)
	}
	return nil
}

// stop is the error to show. The reason is printed and not wrapped: a revision that is
// unknown to a person is a wrong command line, and this is none.
func (f *fetcher) stop(why, advice string) error {
	first, _, _ := strings.Cut(why, "\n")
	return fmt.Errorf("can't judge %v: %s\n%s", f.task, first, advice)
}

func (f *fetcher) fetch(ctx context.Context, how ...string) (string, error) {
	wants := []string{f.task.to}
	if f.task.from != "" && f.task.from != f.task.to {
		wants = append(wants, f.task.from)
	}
	if f.task.standard != "" {
		wants = append(wants, "+refs/heads/"+f.task.standard+":"+f.task.tracking())
	}
	return f.bring(ctx, wants, how...)
}

// bring fetches what is wanted from origin.
func (f *fetcher) bring(ctx context.Context, wants []string, how ...string) (string, error) {
	args := append([]string{"fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--no-auto-maintenance"}, how...)
	args = append(append(args, "origin"), wants...)
	said, err := f.git(ctx, f.env, args...)
	if err != nil && f.login != nil && isDenied(said) {
		return f.git(ctx, f.login, args...)
	}
	return said, err
}

// bringMerge fetches the merge of a pull request where another commit was checked out. That it can't be had is said
// by who looks for it.
func (f *fetcher) bringMerge(ctx context.Context) {
	m := f.task.merged
	if !f.allowed || m == nil || !isID(m.id) || m.id == m.head {
		return
	}
	if _, err := f.git(ctx, f.env, "cat-file", "-e", m.id); err == nil {
		return
	}
	if f.isShallow(ctx) {
		_, _ = f.bring(ctx, []string{m.id}, "--depth=1")
		return
	}
	_, _ = f.bring(ctx, []string{m.id})
}

func (f *fetcher) isShallow(ctx context.Context) bool {
	out, err := f.git(ctx, f.env, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(out) == "true"
}

// isPartial reports whether a filter left something out of the clone.
func (f *fetcher) isPartial(ctx context.Context) bool {
	_, err := f.git(ctx, f.env, "config", "--get-regexp", `^remote\..*\.promisor$`)
	return err == nil
}

// git runs git in env, in which alone a credential may stand: the arguments of a process
// can be read by others.
func (f *fetcher) git(ctx context.Context, env []string, args ...string) (string, error) {
	off := []string{"--no-pager", "-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false"}
	cmd := exec.CommandContext(ctx, "git", append(off, args...)...)
	cmd.Dir, cmd.Env = f.dir, append(env[:len(env):len(env)], "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// isDenied reports whether the remote wants to know who asks.
func isDenied(said string) bool {
	return strings.Contains(said, "could not read Username") || strings.Contains(said, "Authentication failed")
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
