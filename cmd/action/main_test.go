package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/teammem/teammem/internal/action"
	"github.com/teammem/teammem/internal/cli"
	"github.com/teammem/teammem/internal/github/githubtest"
	"github.com/teammem/teammem/internal/teammemtest"
)

var update = flag.Bool("update", false, "write what the scripts see into them")

// The scripts hold the two doors to the same words: "teammem" is the command line.
func TestMain(m *testing.M) {
	teammemtest.Shim()
	testscript.Main(m, map[string]func(){
		"action":  func() { os.Exit(action.Run(context.Background(), cli.FromProcess(nil), pace())) },
		"teammem": func() { os.Exit(cli.FromProcess(os.Args[1:]).Main(context.Background())) },
	})
}

// pace is one at which no test waits. TEST_TIMEOUT is for a host that never answers; it is for all
// answers, so it is not shorter than a slow machine takes for one.
func pace() action.Pace {
	timeout, _ := time.ParseDuration(os.Getenv("TEST_TIMEOUT"))
	return action.Pace{Timeout: timeout, Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
}

// fill writes a file whose $VARIABLES are those of the script: "fill FILE TEMPLATE".
func fill(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: fill FILE TEMPLATE")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(os.Expand(ts.ReadFile(args[1]), ts.Getenv)), 0o666))
}

// commits makes empty commits: "commits N MESSAGE".
func commits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: commits N MESSAGE")
	}
	count, err := strconv.Atoi(args[0])
	ts.Check(err)
	for range count {
		ts.Check(ts.Exec("git", "commit", "-q", "--allow-empty", "-m", args[1]))
	}
}

// copies writes one file many times, its words expanded: "copies N PREFIX TEMPLATE".
func copies(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: copies N PREFIX TEMPLATE")
	}
	count, err := strconv.Atoi(args[0])
	ts.Check(err)
	text := teammemtest.Expand(ts.ReadFile(args[2]))
	for i := range count {
		ts.Check(os.WriteFile(ts.MkAbs(fmt.Sprintf("%s%02d.md", args[1], i+1)), []byte(text), 0o666))
	}
}

func TestScripts(t *testing.T) {
	commands := maps.Clone(teammemtest.Commands)
	maps.Copy(commands, githubtest.Commands)
	commands["fill"], commands["composite"], commands["commits"], commands["copies"], commands["gitserver"], commands["event"] = fill, composite, commits, copies, gitserver, event
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			settings, err := goSettings()
			env.Vars = append(env.Vars, settings...)
			return errors.Join(err, teammemtest.Setup("2026-01-02T03:04:05Z")(env), githubtest.Setup(env), os.CopyFS(filepath.Join(env.WorkDir, "scripts"), os.DirFS("../../scripts")))
		},
		Cmds:                commands,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}
