// Package action is the second door: it turns the event and the inputs of a GitHub Action
// into a check, and runs the same App as the command line, or into a run of the review gate.
package action

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sethvargo/go-githubactions"

	"github.com/teammem/teammem/internal/cli"
	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/report"
)

// inputs carry the names of the flags of teammem check.
var inputs = []string{"staged", "commit", "range", "worktree", "format", "fail-on", "verbose"}

// sources are the inputs that say what is judged, in place of the event.
var sources = []string{"staged", "commit", "range", "worktree"}

// Main does what the input "mode" says, and gives the exit code.
func Main(ctx context.Context, app *cli.App) int { return Run(ctx, app, Pace{}) }

// Run is Main at another pace.
func Run(ctx context.Context, app *cli.App, pace Pace) int {
	given := &cli.App{Env: app.Env}
	app.Env = withoutInputs(app.Env)
	input := githubactions.New(githubactions.WithGetenv(given.Getenv)).GetInput
	switch mode := input("mode"); mode {
	case "", "check":
		return (&door{app: app, input: input, pace: pace}).check(ctx)
	case "review":
		return (&reviewer{door{app: app, input: input, pace: pace}}).main(ctx)
	default:
		return (&door{app: app, input: input}).refuse(ctx, fmt.Errorf("the input mode is %q, want check or review", mode))
	}
}

// refuse says that an input is wrong, where a person looks for what a step found.
func (d *door) refuse(ctx context.Context, why error) int {
	d.keep(report.WriteError(d.app.Stdout, report.GitHub, cli.ExitUsage, errors.New(cli.Safe(why.Error()))))
	d.failed(ctx, cli.ExitUsage, errors.New(cli.Safe(why.Error())))
	d.app.Complain(why)
	return cli.ExitUsage
}

// check runs the check that the inputs describe, as app would run it from a command
// line, and gives the same exit code. Without an input that says what to judge, and
// inside GitHub Actions, the event says it. Reports are workflow commands unless the
// input "format" says otherwise.
func (d *door) check(ctx context.Context) int {
	app := d.app
	if _, err := yes("verbose", d.input("verbose")); err != nil {
		return d.refuse(ctx, err)
	}
	app.Env = trusting(app.Env, app.Getenv("GITHUB_WORKSPACE"))
	app.Args = arguments(d.input)
	app.Door = &cli.Door{Older: slices.ContainsFunc(files, func(f reportFile) bool { return d.input(f.input) != "" }), Result: d.result, Failed: func(code int, why error) { d.failed(ctx, code, why) }}
	chosen := slices.ContainsFunc(sources, func(s string) bool { return d.input(s) != "" })
	if !chosen && (app.Getenv("GITHUB_EVENT_NAME") != "" || app.Getenv("GITHUB_ACTIONS") != "") {
		app.Door.Aim, app.Door.Lacking = d.aim, d.lacking
	}
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
	return append(args, entries(input("paths"))...)
}

// withoutInputs is env as git gets it: the tokens among the inputs are not for what git starts.
func withoutInputs(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool { return strings.HasPrefix(v, "INPUT_") })
}

// trusting is env in which git trusts the work space, which the runner owns even where
// this job runs as another user.
func trusting(env []string, workspace string) []string {
	if workspace == "" {
		return env
	}
	return withConfig(env, "safe.directory", workspace)
}

// A door is one run of the action.
type door struct {
	app   *cli.App
	input func(name string) string
	pace  Pace
	fetch *fetcher // nil until the event was read
	when  string   // a comment stands
	err   error    // the first thing that could not be written
}

func (d *door) aim(ctx context.Context, repo *git.Repo, req *engine.Request) error {
	if d.fetch == nil {
		t, err := d.task()
		if err != nil {
			return err
		}
		allowed, err := yes("fetch", d.input("fetch"))
		if err != nil {
			return err
		}
		if d.when, err = wantsComment(d.input("comment")); err != nil {
			return err
		}
		d.fetch = &fetcher{task: t, dir: d.app.Dir, env: d.app.Env, allowed: allowed}
		d.fetch.login = login(d.app.Env, d.app.Getenv("GITHUB_SERVER_URL"), d.input("token"))
		d.fetch.bringMerge(ctx)
	}
	return d.fetch.task.aim(ctx, repo, req)
}

func (d *door) task() (*task, error) {
	get := d.app.Getenv
	e, err := readEvent(get("GITHUB_EVENT_PATH"), get("GITHUB_REPOSITORY"))
	if err != nil {
		return nil, err
	}
	return taskOf(get("GITHUB_EVENT_NAME"), get("GITHUB_SHA"), e)
}

func (d *door) lacking(ctx context.Context, err error) error {
	var e *git.Error
	if errors.As(err, &e) && e.Kind == git.ErrNotRepository {
		return &git.Error{Kind: e.Kind, What: e.What, Fix: "put the step actions/checkout before this one, without its input path"}
	}
	if d.fetch == nil {
		return err
	}
	return d.fetch.lacking(ctx, err)
}

// yes reads an input that is on unless it says false.
func yes(name, value string) (bool, error) {
	switch value {
	case "", "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, fmt.Errorf("the input %s is %q, want true or false", name, value)
}
