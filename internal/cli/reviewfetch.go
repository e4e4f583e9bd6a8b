package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

// requestRefs are where hosts keep requests to merge: GitHub and those like it, and GitLab. Below each is the head and,
// where the host has tried it, the merge of it.
var requestRefs = [...]string{"refs/pull/%d/", "refs/merge-requests/%d/"}

// A request is what a remote has of a request to merge, by ids.
type request struct {
	head  string
	merge string // "" where there is none
	tip   string // of the default branch, "" where it is gone
}

// fetchRequest fetches a request from a remote, with the credentials and the
// settings of the person. No ref is made, and FETCH_HEAD stays.
func (a *App) fetchRequest(ctx context.Context, repo *git.Repo, trusted git.TrustedRef, number int) (r request, err error) {
	at, err := repo.Launch()
	if err != nil {
		return r, err
	}
	f, remote := requestFetch{at, a.Dir, a.InTerminal}, trusted.Remote
	tip := "refs/heads/" + strings.TrimPrefix(trusted.Ref, "refs/remotes/"+remote+"/")
	ask := []string{"ls-remote", "--quiet", "--", remote, tip}
	for _, form := range requestRefs {
		ask = append(ask, fmt.Sprintf(form, number)+"head", fmt.Sprintf(form, number)+"merge")
	}
	out, err := f.git(ctx, ask...)
	if err != nil {
		return r, fmt.Errorf("ask %q for request %d: %w\nis the network there, and may you read it? git ls-remote %s says more", remote, number, err, remote)
	}
	refs := advertised(out)
	place := requestIn(refs, number)
	if place == "" {
		return r, usagef("%q has no pull or merge request %d", remote, number)
	}
	wants := []string{"fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--refmap=", "--", remote}
	for _, ref := range []string{place + "head", place + "merge", tip} {
		if refs[ref] != "" {
			wants = append(wants, ref)
		}
	}
	if _, err = f.git(ctx, wants...); err != nil {
		return r, fmt.Errorf("fetch request %d from %q: %w", number, remote, err)
	}
	return request{refs[place+"head"], refs[place+"merge"], refs[tip]}, nil
}

// advertised reads what git ls-remote lists, by name.
func advertised(out string) map[string]string {
	refs := map[string]string{}
	for line := range strings.Lines(out) {
		id, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		refs[name] = id
	}
	return refs
}

// requestIn is below which name a request is, or "". What is listed can also be a branch
// of which the name ends alike, and whoever may push can make one: refs/heads/refs/pull/7/head.
func requestIn(refs map[string]string, number int) string {
	for _, form := range requestRefs {
		if place := fmt.Sprintf(form, number); refs[place+"head"] != "" {
			return place
		}
	}
	return ""
}

// tried gives the merge of a request into the default branch, and the commit of that branch which it was made with; ok is false
// where there is none for its head. Where a host lets people push the merge, they could make it with a commit that
// has all of the change already.
func (r request) tried(ctx context.Context, repo *git.Repo) (base string, ok bool) {
	if r.merge == "" || r.tip == "" {
		return "", false
	}
	parents, err := repo.Parents(ctx, r.merge)
	if err != nil || len(parents) != 2 || parents[1] != r.head {
		return "", false
	}
	bases, err := repo.MergeBases(ctx, parents[0], r.tip)
	return parents[0], err == nil && len(bases) == 1 && bases[0] == parents[0]
}

// A requestFetch asks one remote.
type requestFetch struct {
	git.Launch
	dir      string
	terminal bool // somebody can be asked for a password
}

func (f requestFetch) git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, f.Git, append([]string{"--no-pager", "-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false", "-c", "maintenance.auto=false", "-c", "gc.auto=0"}, args...)...)
	cmd.Dir, cmd.Env = f.dir, append(f.Given[:len(f.Given):len(f.Given)], "LC_ALL=C")
	if f.terminal {
		cmd.Stdin = os.Stdin
	} else {
		cmd.Env = append(cmd.Env, "GIT_TERMINAL_PROMPT=0")
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &exit):
		return "", errors.New(saidLast(stderr.String()))
	}
	return stdout.String(), err
}

// saidLast is the line in which git says why it gave up.
func saidLast(said string) string {
	why := "git gave no reason"
	for line := range strings.Lines(said) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "fatal: ") {
			return strings.TrimPrefix(line, "fatal: ")
		} else if line != "" {
			why = line
		}
	}
	return why
}
