// Package cli is the command line: it joins git and the file system to the
// engine, and is the only place that prints errors and knows exit codes.
package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/gogit"
	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/report"
	"github.com/teammem/teammem/internal/secretscan"
)

// The exit codes are part of the interface. They are the same in every format.
const (
	ExitPass       = 0 // nothing blocks
	ExitBlock      = 1 // a finding at or above --fail-on
	ExitUsage      = 2 // the command line or the policy is wrong
	ExitUnfinished = 3 // it could not finish; nothing is said about the memory
)

// What the exit codes mean to most commands, for their help texts.
const (
	codePass    = "nothing blocks"
	codeDone    = "done"
	codeBlocked = "a finding at or above --fail-on"
	codePolicy  = "the command line or the policy is wrong"
	codeUsage   = "the command line is wrong"
)

// exitCodes is the part of a help text about the exit codes 0, 1 and 2; what has no
// words is left out.
func exitCodes(meanings ...string) string {
	s := "\nExit codes:\n"
	for code, meaning := range meanings {
		if meaning != "" {
			s += fmt.Sprintf("  %d  %s\n", code, meaning)
		}
	}
	return s + "  3  could not finish, so nothing is promised"
}

// An App is one run of teammem. All exported fields are fixed for its life.
type App struct {
	Args []string // without the name of the program // required
	Env  []string // as os.Environ // required
	Dir  string   // the working directory // required
	// Program asks for the absolute path of this program; nil when it is not known.
	Program func() (string, error)
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	// Clock gives the time where TEAMMEM_NOW does not. // required
	Clock func() time.Time
	// InTerminal, OutTerminal and ErrTerminal say which streams a person sees.
	InTerminal, OutTerminal, ErrTerminal bool
	// Plain says that the terminal shows escapes as they stand.
	Plain bool
	// ReadHidden reads a line at the terminal without showing it; nil: there is no terminal.
	ReadHidden func(context.Context) ([]byte, error)

	// Door is another way in than the command line, for "check"; nil: there is none.
	Door *Door

	answers *bufio.Reader // what is left of Stdin after a question
	opened  []*git.Repo   // to be closed at the end
	unaided bool          // there is no git
	shelf   engine.Shelf  // of what is judged, for its page
}

// errBlocked means that a verdict was printed and it blocks.
var errBlocked = errors.New("blocked")

// A usageError is a command line that can't be followed.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// miscounted is the error of a command whose arguments are too many or too few; want is what
// the command takes.
func miscounted(c *cobra.Command, want string, args []string) error {
	return usagef("%s takes %s, got %d\nrun %[1]s --help to see how it is used", c.CommandPath(), want, len(args))
}

// checkFormat is the error of a command that does not print in that format.
func checkFormat(format string, known ...string) error {
	if slices.Contains(known, format) {
		return nil
	}
	return usagef("unknown format %q, want one of %s", format, strings.Join(known, ", "))
}

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Main runs the command and gives the exit code.
func (a *App) Main(ctx context.Context) int {
	run, out := *a, &output{w: a.Stdout}
	run.Stdout = out
	root := run.root()
	root.SetArgs(a.Args)
	root.SetIn(a.Stdin)
	root.SetOut(out)
	root.SetErr(a.Stderr)
	err := root.ExecuteContext(ctx)
	for _, repo := range run.opened {
		repo.Close()
	}
	switch {
	case err != nil && ctx.Err() != nil:
		err = errors.New("interrupted")
	case out.err != nil:
		err = fmt.Errorf("write to standard output: %w", out.err)
	}
	code := exitCode(err)
	if code > ExitBlock {
		a.complain(err)
		a.tellFailure(code, err)
	}
	return code
}

// An output remembers that something could not be written, so that no answer is lost
// in silence.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

func exitCode(err error) int {
	var usage usageError
	var broken *policy.Error
	switch {
	case err == nil:
		return ExitPass
	case errors.Is(err, errBlocked):
		return ExitBlock
	case errors.As(err, &usage), errors.As(err, &broken), errors.Is(err, git.ErrUnknownRevision):
		return ExitUsage
	}
	return ExitUnfinished
}

// complain prints an error; further lines of it are hints.
func (a *App) complain(err error) {
	first, hints, _ := strings.Cut(safe(err.Error()), "\n")
	fmt.Fprintf(a.Stderr, "teammem: error: %s\n", first)
	for line := range strings.SplitSeq(hints, "\n") {
		if line != "" {
			a.hint(line)
		}
	}
}

// hint tells a person what to do.
func (a *App) hint(words string) { fmt.Fprintf(a.Stderr, "teammem: hint: %s\n", safe(words)) }

// note tells a person what is worth knowing.
func (a *App) note(words string) { fmt.Fprintf(a.Stderr, "teammem: note: %s\n", safe(words)) }

// safe is text without secrets or anything that a terminal or the runner of a build
// obeys; lines are kept.
func safe(text string) string {
	var r secretscan.Redactor
	lines := strings.Split(r.Redact(text), "\n")
	for i, l := range lines {
		lines[i] = report.Inert(finding.Visible(l))
	}
	return strings.Join(lines, "\n")
}

// notBool is what the flag library says of a switch that is neither on nor off.
var notBool = lazy.Regexp(`strconv\.ParseBool: parsing "[^"]*": invalid syntax`)

func (a *App) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "teammem",
		Short: "Shared memory for coding agents, kept in git and changed only through review",
		Long: `teammem keeps what a team and its coding agents have learned in git: Markdown files in
.agent/team-memory/, which agents read and people review. It judges each change of them,
brings them to the agents, and puts your own memories beside them.`,
		Example: `  teammem init             gives a repository a team memory
  teammem check            judges it
  teammem hook install     judges each commit and push from now on`,
		SilenceUsage: true, SilenceErrors: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE: func(c *cobra.Command, args []string) error {
			if asked, _ := c.Flags().GetBool("version"); asked {
				return a.tell("teammem", buildVersion())
			}
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return c.Help()
		},
		Args: cobra.ArbitraryArgs,
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		words := notBool.Get().ReplaceAllString(err.Error(), "want true or false")
		return usagef("%s\nrun %s --help to see the flags", words, c.CommandPath())
	})
	a.addCommands(root)
	return root
}

// Getenv looks a variable up; unset and empty are the same.
func (a *App) Getenv(name string) string {
	for i := len(a.Env) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(a.Env[i], name+"="); ok {
			return v
		}
	}
	return ""
}

// now is the only place that asks for the time.
func (a *App) now() (time.Time, error) {
	v := a.Getenv("TEAMMEM_NOW")
	if v == "" {
		return a.Clock(), nil
	}
	t, err := time.Parse(time.RFC3339, v)
	if err != nil {
		return time.Time{}, usagef("TEAMMEM_NOW is %q, want a time such as 2026-01-02T03:04:05Z", v)
	}
	return t, nil
}

// open opens the repository around the working directory, with git or, where there is
// none, without.
func (a *App) open(ctx context.Context) (*git.Repo, error) {
	repo, err := a.openGit(ctx)
	if errors.Is(err, git.ErrNoGit) {
		a.unaided = true
		repo, err = gogit.Open(ctx, git.Options{Dir: a.Dir, Env: a.Env})
		if err == nil {
			a.opened = append(a.opened, repo)
		}
	}
	return repo, err
}

// openGit is open for what only git can do: hooks and all that writes to a repository.
func (a *App) openGit(ctx context.Context) (*git.Repo, error) {
	repo, err := git.Open(ctx, git.Options{Dir: a.Dir, Env: a.Env})
	if err == nil {
		a.opened = append(a.opened, repo)
	}
	return repo, err
}

// sayUnaided tells who asked for more that the repository was read without git.
func (a *App) sayUnaided() {
	if a.unaided {
		a.note("no git was found on PATH, so the repository is read without it")
	}
}
