package branch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/git"
)

// A runner starts git for one repository.
type runner struct {
	git.Launch
}

// patience is how long a killed git may take to close its pipes.
const patience = 2 * time.Second

// still keeps what the configuration says of indexes from leaving a file behind, and says
// how messages are stored. For the lock of a ref git waits ten seconds in place of 0.1: another
// git that makes a branch at the same time holds it for longer where the disk is slow.
var still = []string{
	"-c", "core.filesRefLockTimeout=10000",
	"-c", "core.splitIndex=false", "-c", "core.sparseCheckout=false", "-c", "index.sparse=false",
	"-c", "core.safecrlf=false", "-c", "i18n.commitEncoding=UTF-8", "-c", "pack.packSizeLimit=0",
}

// run returns what git printed. What it said on standard error is part of the error alone.
func (r runner) run(ctx context.Context, stdin []byte, args ...string) ([]byte, error) {
	all := append(append(append([]string(nil), r.Args...), still...), args...)
	cmd := exec.CommandContext(ctx, r.Git, all...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = r.Dir, r.Env, patience
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Stdin = &stdout, &stderr, bytes.NewReader(stdin)
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("run git %s: %w", args[0], ctx.Err())
	case errors.As(err, &exit):
		return nil, &exitError{args[0], exit.ExitCode(), stderr.String()}
	case err != nil:
		return nil, fmt.Errorf("run git %s: %w", args[0], err)
	}
	return stdout.Bytes(), nil
}

// id is run for a command that prints one object id.
func (r runner) id(ctx context.Context, stdin []byte, args ...string) (string, error) {
	out, err := r.run(ctx, stdin, args...)
	if err != nil {
		return "", err
	}
	id := strings.TrimSuffix(string(out), "\n")
	if len(id) != r.HexLen || strings.Trim(id, "0123456789abcdef") != "" {
		return "", fmt.Errorf("git %s gave an answer that makes no sense: %q", args[0], shown(id))
	}
	return id, nil
}

// with gives a runner that has a variable set.
func (r runner) with(name, value string) runner {
	env := make([]string, 0, len(r.Env)+1)
	for _, kv := range r.Env {
		if !strings.HasPrefix(kv, name+"=") {
			env = append(env, kv)
		}
	}
	r.Env = append(env, name+"="+value)
	return r
}

// An exitError is a git that ended with a code other than 0.
type exitError struct {
	command string
	code    int
	stderr  string
}

func (e *exitError) Error() string {
	return fmt.Sprintf("git %s ended with code %d: %s", e.command, e.code, e.reason())
}

// reason is the line in which git says why it gave up.
func (e *exitError) reason() string {
	last := "it gave no reason"
	for line := range strings.Lines(e.stderr) {
		line = strings.TrimSpace(line)
		for _, word := range []string{"fatal: ", "error: "} {
			if rest, ok := strings.CutPrefix(line, word); ok {
				return shown(rest)
			}
		}
		if line != "" {
			last = shown(line)
		}
	}
	return last
}

// maxShown is how many bytes of a message of git are shown.
const maxShown = 300

// shown is s as it may be printed, cut between words: half a secret is not seen as one.
func shown(s string) string {
	if len(s) > maxShown {
		s = s[:max(0, strings.LastIndexByte(s[:maxShown], ' '))] + "..."
	}
	quoted := strconv.QuoteToGraphic(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// saidNo reports whether err is the plain "no" of a command that answers by its code.
func saidNo(err error) bool {
	var e *exitError
	return errors.As(err, &e) && e.code == 1
}
