package branch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"

	"github.com/teammem/teammem/internal/git"
)

// A Push is one branch that goes to a remote under its own name.
type Push struct {
	Dir    string // where the person stands
	Remote string // a name or a URL
	Branch string
	Stdin  io.Reader
	Stdout io.Writer // what git and hooks say
	Stderr io.Writer
}

// Push runs git push as the person would: with their hooks, credentials and settings, and
// never by force. Nothing but the branch goes out: no tags, no submodules.
func (p Push) Push(ctx context.Context, repo *git.Repo) error {
	at, err := repo.Launch()
	if err != nil {
		return err
	}
	ref := "refs/heads/" + p.Branch
	cmd := exec.CommandContext(ctx, at.Git, "push", "--no-follow-tags", "--recurse-submodules=no", "--", p.Remote, ref+":"+ref)
	cmd.Dir, cmd.Env, cmd.WaitDelay = p.Dir, at.Given, patience
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.Stdin, p.Stdout, p.Stderr
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("run git push: %w", ctx.Err())
	case errors.As(err, &exit):
		return fmt.Errorf("push the branch %q: git push ended with code %d", p.Branch, exit.ExitCode())
	case err != nil:
		return fmt.Errorf("run git push: %w", err)
	}
	return nil
}
