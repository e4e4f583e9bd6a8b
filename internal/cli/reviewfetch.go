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

// requestRefs are where hosts keep the heads of requests to merge: GitHub and those like
// it, and GitLab.
var requestRefs = [...]string{"refs/pull/%d/head", "refs/merge-requests/%d/head"}

// fetchRequest fetches the head of a request from a remote, with the credentials and the
// settings of the person, and gives its id. No ref is made, and FETCH_HEAD stays.
func (a *App) fetchRequest(ctx context.Context, repo *git.Repo, remote string, number int) (string, error) {
	at, err := repo.Launch()
	if err != nil {
		return "", err
	}
	f := requestFetch{at, a.Dir, a.InTerminal}
	out, err := f.git(ctx, "ls-remote", "--quiet", "--", remote, fmt.Sprintf(requestRefs[0], number), fmt.Sprintf(requestRefs[1], number))
	if err != nil {
		return "", fmt.Errorf("ask %q for request %d: %w\nis the network there, and may you read it? git ls-remote %s says more", remote, number, err, remote)
	}
	id, ref := requestIn(out, number)
	if ref == "" {
		return "", usagef("%q has no pull or merge request %d", remote, number)
	}
	_, err = f.git(ctx, "fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--refmap=", "--", remote, ref)
	if err != nil {
		return "", fmt.Errorf("fetch request %d from %q: %w", number, remote, err)
	}
	return id, nil
}

// requestIn finds the head of a request in what git ls-remote lists. It lists, and first, also a branch
// of which the name ends alike, and whoever may push can make one: refs/heads/refs/pull/7/head.
func requestIn(listed string, number int) (id, ref string) {
	for line := range strings.Lines(listed) {
		id, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		for _, form := range requestRefs {
			if name == fmt.Sprintf(form, number) {
				return id, name
			}
		}
	}
	return "", ""
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
