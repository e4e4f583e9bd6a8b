package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// hardened stands before every command. With imposed, it sees to it that nothing
// is left to the configuration of the repository: no file monitor, hook, prompt
// or fetch runs, and objects are the real ones.
var hardened = []string{
	"--no-pager",
	"-c", "core.fsmonitor=false",
	"-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.untrackedCache=false",
	"-c", "core.warnAmbiguousRefs=true",
	"-c", "core.askPass=",
	"-c", "credential.helper=",
	"-c", "protocol.allow=never",
	"-c", "submodule.recurse=false",
	"-c", "advice.graftFileDeprecated=false", // of GIT_GRAFT_FILE
}

// A runner starts git in one directory with one environment.
type runner struct {
	git  string   // path of the program
	dir  string   // where it runs
	env  []string // all of its environment
	args []string // before the command, after hardened
}

// patience is how long a killed git may take to close its pipes.
const patience = 2 * time.Second

func (r *runner) command(ctx context.Context, args ...string) *exec.Cmd {
	all := append(append(append([]string(nil), hardened...), r.args...), args...)
	cmd := exec.CommandContext(ctx, r.git, all...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = r.dir, r.env, patience
	return cmd
}

// run returns what git printed. A code other than 0 is an error: an *Error
// where a caller may decide by it, else an *exitError.
func (r *runner) run(ctx context.Context, args ...string) (string, error) {
	out, _, err := r.runWith(ctx, nil, args...)
	return out, err
}

// runWith is run with something to read for git; it also returns its warnings.
func (r *runner) runWith(ctx context.Context, stdin []byte, args ...string) (out, warnings string, err error) {
	if r.git == "" {
		return "", "", noGit()
	}
	var stdout bytes.Buffer
	var stderr head
	cmd := r.command(ctx, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if stdin != nil {
		cmd.Stdin = bytes.NewReader(stdin)
	}
	err = cmd.Run()
	if err != nil {
		return "", "", explain(ctx, args[0], stderr.String(), err)
	}
	return stdout.String(), stderr.String(), nil
}

// explain says why a git process failed with err.
func explain(ctx context.Context, command, stderr string, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("run git %s: %w", command, ctx.Err())
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return classify(&exitError{command, exit.ExitCode(), stderr})
	}
	return fmt.Errorf("run git %s: %w", command, err)
}

// saidNo reports whether err is the plain "no" of a command that answers by its
// code, such as merge-base or check-ignore.
func saidNo(err error) bool {
	var e *exitError
	return errors.As(err, &e) && e.code == 1
}

// A head keeps the beginning of what is written to it.
type head struct{ buf bytes.Buffer }

// maxStderr is how much of git's stderr is kept.
const maxStderr = 64 << 10

func (h *head) Write(p []byte) (int, error) {
	h.buf.Write(p[:min(len(p), maxStderr-h.buf.Len())])
	return len(p), nil
}

func (h *head) String() string { return h.buf.String() }
