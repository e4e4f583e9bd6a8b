//go:build unix

package teammemtest

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

const nobody = 65534

// unprivileged gives the files of the script to nobody where the tests run as root,
// since root may read what has no permissions.
func unprivileged(ts *testscript.TestScript, neg bool, args []string) {
	code := wantedCode(ts, neg, args, "unprivileged N PROGRAM ARGS...")
	cmd := command(ts, args[1:])
	if os.Geteuid() == 0 {
		ts.Check(giveAway(ts.Getenv("WORK")))
		ts.Check(os.Chmod(ts.Getenv("TEAMMEM"), 0o755)) // whatever the umask is
		ts.Check(openWay(ts.Getenv("TEAMMEM")))
		ts.Check(openWay(ts.Getenv("WORK")))
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	ts.Check(cmd.Start())
	expectCode(ts, cmd, code)
}

// interrupt needs "shim hang": the signal comes once the program waits for git.
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	code := wantedCode(ts, neg, args, "interrupt N PROGRAM ARGS...")
	cmd := command(ts, args[1:])
	ts.Check(cmd.Start())
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(ts.Getenv(shimFile)); err == nil || time.Now().After(deadline) {
			break
		}
	}
	ts.Check(cmd.Process.Signal(os.Interrupt))
	expectCode(ts, cmd, code)
}

func command(ts *testscript.TestScript, args []string) *exec.Cmd {
	program := args[0]
	if program == "teammem" {
		program = ts.Getenv("TEAMMEM")
	}
	cmd := exec.Command(program, args[1:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = environ(ts)
	cmd.Stdout, cmd.Stderr = ts.Stdout(), ts.Stderr()
	return cmd
}

func expectCode(ts *testscript.TestScript, cmd *exec.Cmd, code int) {
	err := cmd.Wait()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		ts.Fatalf("run %s: %v", cmd.Path, err)
	}
	if got := cmd.ProcessState.ExitCode(); got != code {
		ts.Fatalf("exit code %d, want %d", got, code)
	}
}

func giveAway(dir string) error {
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, nobody, nobody)
	})
}

// openWay lets others pass through the temporary folders above path.
func openWay(path string) error {
	tmp := filepath.Clean(os.TempDir())
	for dir := filepath.Dir(path); dir != tmp && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			return err
		}
	}
	return nil
}
