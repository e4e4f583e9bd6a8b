package teammemtest

import (
	"errors"
	"os/exec"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// run starts a program and gives its exit code.
func run(ts *testscript.TestScript, program string, args ...string) int {
	err := ts.Exec(program, args...)
	if program == "git" {
		noCanaryIn(ts, "stderr") // what a hook prints; stdout may be a diff
	} else {
		nocanary(ts, false, nil)
	}
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		ts.Fatalf("run %s: %v", program, err)
	}
	if failed != nil {
		return failed.ExitCode()
	}
	return 0
}

func git(ts *testscript.TestScript, neg bool, args []string) {
	for i := range args {
		args[i] = expandNoting(ts, args[i])
	}
	if code := run(ts, "git", args...); (code != 0) != neg {
		ts.Fatalf("git %q: exit code %d", args, code)
	}
}

// mustGit runs git on behalf of another command.
func mustGit(ts *testscript.TestScript, args ...string) { git(ts, false, args) }

// keep gives the script a value that only git knows.
func keep(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) == 1, "keep VARIABLE")
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile("stdout")))
}

func exit(ts *testscript.TestScript, neg bool, args []string) {
	code := wantedCode(ts, neg, args, "exit N PROGRAM ARGS...")
	if got := run(ts, args[1], args[2:]...); got != code {
		ts.Fatalf("exit code %d, want %d", got, code)
	}
}

// unaided runs teammem with git and then on a PATH that holds nothing.
func unaided(ts *testscript.TestScript, neg bool, args []string) {
	const usage = "unaided N ARGS..."
	code := wantedCode(ts, neg, args, usage)
	program, path := ts.Getenv("TEAMMEM"), ts.Getenv("PATH")
	var printed [2]string
	for i, dirs := range []string{path, ts.MkAbs("nothing")} {
		ts.Setenv("PATH", dirs)
		got := run(ts, program, args[1:]...)
		ts.Setenv("PATH", path)
		if got != code {
			ts.Fatalf("exit code %d on the PATH %q, want %d", got, dirs, code)
		}
		printed[i] = ts.ReadFile("stdout") + ts.ReadFile("stderr")
	}
	if printed[0] != printed[1] {
		ts.Fatalf("with git it prints\n%s", printed[0])
	}
}

func wantedCode(ts *testscript.TestScript, neg bool, args []string, usage string) int {
	want(ts, neg, len(args) > 1, usage)
	code, err := strconv.Atoi(args[0])
	want(ts, neg, err == nil, usage)
	return code
}
