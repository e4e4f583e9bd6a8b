package teammemtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// What a shim is told by the script.
const (
	shimKind = "TEAMMEMTEST_GIT"
	shimFile = "TEAMMEMTEST_FILE" // the file that vanishes, or where a git that hangs leaves its process id
	shimReal = "TEAMMEMTEST_REAL" // the real git
)

// AtHome makes HOME, which scripts set, the home directory of the program where another variable names it.
// Call it before the program.
func AtHome() {
	if runtime.GOOS == "windows" {
		os.Setenv("USERPROFILE", os.Getenv("HOME"))
	}
}

// Shim acts as a git of another kind when the test binary was started by that name. Call it
// first in TestMain.
func Shim() {
	if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") != "git" {
		return
	}
	switch kind := os.Getenv(shimKind); kind {
	case "old":
		fmt.Println("git version 1.8.3.1")
		os.Exit(0)
	case "hang":
		hang()
	case "vanish":
		os.Exit(vanish())
	case "foreign":
		os.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
		os.Exit(realGit())
	default:
		panic("no git of the kind " + kind)
	}
}

// vanish is git, but a file is gone after it was listed.
func vanish() int {
	code := realGit()
	if slices.Contains(os.Args, "ls-files") {
		os.Remove(os.Getenv(shimFile))
	}
	return code
}

func realGit() int {
	cmd := exec.Command(os.Getenv(shimReal), os.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		panic(err)
	}
	return cmd.ProcessState.ExitCode()
}

// hang leaves its process id in a file and then never answers.
func hang() {
	file := os.Getenv(shimFile)
	err := errors.Join(os.WriteFile(file+".new", []byte(strconv.Itoa(os.Getpid())), 0o666), os.Rename(file+".new", file))
	if err != nil {
		panic(err)
	}
	time.Sleep(10 * time.Minute)
	os.Exit(128)
}

// shim puts the test binary before git on PATH.
func shim(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) > 0, "shim old|hang|vanish|foreign [FILE]")
	dir := filepath.Join(ts.Getenv("WORK"), ".shim")
	self, err := os.Executable()
	ts.Check(err)
	real, err := exec.LookPath("git")
	ts.Check(err)
	file := filepath.Join(ts.Getenv("WORK"), ".tmp", "started")
	if len(args) > 1 {
		file = args[1]
	}
	ts.Check(os.Mkdir(dir, 0o777))
	ts.Check(os.Symlink(self, filepath.Join(dir, "git")))
	ts.Setenv("PATH", dir+string(filepath.ListSeparator)+ts.Getenv("PATH"))
	setenv(ts, []string{shimKind + "=" + args[0], shimFile + "=" + file, shimReal + "=" + real})
}
