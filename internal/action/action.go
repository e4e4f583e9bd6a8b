// Package action is the second door: it turns the inputs of a GitHub Action into
// the arguments of the command line, and runs the same App.
package action

import (
	"context"
	"strings"

	"github.com/sethvargo/go-githubactions"

	"github.com/teammem/teammem/internal/cli"
)

// inputs carry the names of the flags of teammem check.
var inputs = []string{"staged", "commit", "range", "worktree", "format", "fail-on", "verbose"}

// Main runs the check that the inputs describe, as app would run it from a command
// line, and gives the same exit code. Reports are workflow commands unless the
// input "format" says otherwise.
func Main(ctx context.Context, app *cli.App) int {
	app.Args = arguments(githubactions.New(githubactions.WithGetenv(app.Getenv)).GetInput)
	return app.Main(ctx)
}

func arguments(input func(name string) string) []string {
	args := []string{"check"}
	if input("format") == "" {
		args = append(args, "--format=github")
	}
	for _, name := range inputs {
		if v := input(name); v != "" {
			args = append(args, "--"+name+"="+v)
		}
	}
	args = append(args, "--")
	for line := range strings.Lines(input("paths")) {
		if p := strings.TrimSpace(line); p != "" {
			args = append(args, p)
		}
	}
	return args
}
