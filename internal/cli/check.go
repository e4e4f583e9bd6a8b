package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/report"
)

type checkOptions struct {
	staged, worktree bool
	commit, rng      string
	format, failOn   string
	verbose          bool
}

func (a *App) checkCommand() *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:   "check [flags] [PATH...]",
		Short: "Judge the team memory",
		Long: `Judge the team memory as it lies in the work tree, in the index, in a commit or
over a range of commits. It reads; it changes nothing.

Without a source the work tree is judged: tracked files, and untracked ones that
are not ignored. With --staged and --range, what was there before and did not
change is older and does not block; of a range it is told with -v, and in json,
sarif, gitlab and junit. PATH only filters what is shown.
` + exitCodes(codePass, codeBlocked, codePolicy),
		Example: `  teammem check                            the work tree
  teammem check --staged                   what the next commit would hold
  teammem check --range origin/main..HEAD  every commit of a branch
  teammem check --format json              for programs`,
		RunE: func(c *cobra.Command, args []string) error {
			// An empty value comes from a variable that is not set. It must not pass
			// for "judge something else".
			for _, flag := range []string{"commit", "range"} {
				if f := c.Flags().Lookup(flag); f.Changed && f.Value.String() == "" {
					return usagef("--%s is empty, want %s", flag, map[string]string{"commit": "a revision", "range": "A..B"}[flag])
				}
			}
			return a.check(c.Context(), o, args)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.worktree, "worktree", false, "judge the files on disk (the default)")
	f.BoolVar(&o.staged, "staged", false, "judge the index that git will commit")
	f.StringVar(&o.commit, "commit", "", "judge one commit: `REV`")
	f.StringVar(&o.rng, "range", "", "judge every commit of a range and its end: `A..B`")
	f.StringVar(&o.format, "format", "text", "how to print: "+report.Formats())
	f.StringVar(&o.failOn, "fail-on", "error", "the lowest `severity` that blocks: note, warn, error, never")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "show notes, fingerprints, and older findings in full")
	return c
}

func (a *App) check(ctx context.Context, o checkOptions, args []string) error {
	format, err := report.ParseFormat(o.format)
	if err != nil {
		return usageError{err}
	}
	repo, res, err := a.judgeByDoor(ctx, o, args)
	if err != nil {
		return errors.Join(err, a.reportError(format, err))
	}
	look := a.look(repo, o.verbose)
	look.FailOn, _ = parseFailOn(o.failOn) // judge has refused what it can't read
	if err := a.tellResult(ctx, repo, res, look); err != nil {
		return err
	}
	return tellVerdict(a.Stdout, format, res, look)
}

// tellVerdict writes the report. Its error is errBlocked where the verdict is to block.
func tellVerdict(out io.Writer, format report.Format, res *engine.Result, look report.Options) error {
	if err := report.Write(out, format, res, look); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	if res.Verdict == engine.Block {
		return errBlocked
	}
	return nil
}

// refuse tells what was found in what is about to be written, if anything. Its error is errBlocked
// where it must not be written.
func (a *App) refuse(res *engine.Result, look report.Options) error {
	if len(res.Findings) == 0 {
		return nil
	}
	err := tellVerdict(a.Stdout, report.Text, res, look)
	if errors.Is(err, errBlocked) {
		a.say("nothing was written")
	}
	return err
}

// reportError says in the format of a program why there is no result; people read
// it on standard error.
func (a *App) reportError(format report.Format, err error) error {
	if format == report.Text {
		return nil
	}
	return report.WriteError(a.Stdout, format, exitCode(err), errors.New(safe(err.Error())))
}

func (a *App) judge(ctx context.Context, o checkOptions, args []string) (*git.Repo, *engine.Result, error) {
	req, err := a.request(o)
	if err != nil {
		return nil, nil, err
	}
	repo, err := a.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	if o.verbose {
		a.sayUnaided()
	}
	if req.Paths, err = a.inRepo(repo, args); err != nil {
		return nil, nil, err
	}
	if err := a.aimByDoor(ctx, repo, &req); err != nil {
		return nil, nil, err
	}
	req.NewOnly = !o.verbose && !showsOlder(o.format)
	if a.Door != nil {
		req.Shelf = a.kept()
		req.NewOnly = req.NewOnly && !a.Door.Older
	}
	defer a.progress("checking the team memory")()
	res, err := engine.Check(ctx, repo, req)
	return repo, res, err
}

// showsOlder reports whether a format holds what a range left as it was without being asked with -v.
func showsOlder(format string) bool {
	switch report.Format(format) {
	case report.Text, report.GitHub, report.RDJSON:
		return false
	}
	return true
}

func (a *App) request(o checkOptions) (engine.Request, error) {
	req := engine.Request{Source: engine.Worktree}
	var err error
	if req.Now, err = a.now(); err != nil {
		return req, err
	}
	if req.FailOn, err = parseFailOn(o.failOn); err != nil {
		return req, err
	}
	switch sources := o.sources(); {
	case len(sources) > 1:
		return req, usagef("%s name different things to judge, want one of them", strings.Join(sources, " and "))
	case o.staged:
		req.Source = engine.Staged
	case o.commit != "":
		req.Source, req.Rev = engine.Commit, o.commit
	case o.rng != "":
		req.Source = engine.Range
		req.Base, req.Rev, err = splitRange(o.rng)
	}
	return req, err
}

// sources lists the flags that say what to judge.
func (o checkOptions) sources() []string {
	var given []string
	for _, s := range []struct {
		flag string
		set  bool
	}{{"--worktree", o.worktree}, {"--staged", o.staged}, {"--commit", o.commit != ""}, {"--range", o.rng != ""}} {
		if s.set {
			given = append(given, s.flag)
		}
	}
	return given
}

func parseFailOn(word string) (finding.Severity, error) {
	if word == "never" {
		return finding.Off, nil
	}
	s, err := finding.ParseSeverity(word)
	if err != nil || s == finding.Off {
		return s, usagef("--fail-on is %q, want one of note, warn, error, never", word)
	}
	return s, nil
}

func splitRange(s string) (base, rev string, err error) {
	if a, b, ok := strings.Cut(s, "..."); ok {
		return "", "", usagef("--range takes A..B, not A...B\nuse --range %s..%s, which judges what is in the second and not in the first", a, b)
	}
	base, rev, ok := strings.Cut(s, "..")
	if !ok {
		return "", "", usagef("--range is %q, want A..B\nuse --commit %s to judge one commit", s, s)
	}
	if rev == "" {
		rev = "HEAD"
	}
	return base, rev, nil
}

// inRepo makes paths that a person typed relative to the top of the repository; in a
// bare one they are so already.
func (a *App) inRepo(repo *git.Repo, args []string) ([]string, error) {
	top := repo.Top()
	paths := make([]string, len(args))
	for i, arg := range args {
		if top == "" {
			paths[i] = path.Clean(arg)
			continue
		}
		rel, err := filepath.Rel(top, a.absolute(arg))
		if err != nil || !filepath.IsLocal(rel) {
			return nil, usagef("path %q is outside the repository %q", arg, top)
		}
		paths[i] = path.Clean(filepath.ToSlash(rel))
	}
	return paths, nil
}

// look says how a report is to look: colour and links are for people at a terminal.
func (a *App) look(repo *git.Repo, verbose bool) report.Options {
	o := a.lookAt(repo.Top())
	o.Verbose, o.Fingerprints = verbose, verbose
	return o
}

// lookAt is look for files below top; "" when they have no top in common.
func (a *App) lookAt(top string) report.Options {
	pretty := a.OutTerminal && !a.Plain && a.Getenv("TERM") != "dumb"
	return report.Options{Links: pretty, Color: pretty && a.Getenv("NO_COLOR") == "", Top: top, Version: buildVersion()}
}

// progress tells a person at a terminal what takes so long, after a second, and
// returns the function that takes the line away again.
func (a *App) progress(what string) func() {
	if !a.ErrTerminal || a.Plain {
		return func() {}
	}
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case <-time.After(time.Second):
			fmt.Fprintf(a.Stderr, "%s…", what)
			<-done
			fmt.Fprint(a.Stderr, "\r\x1b[K")
		case <-done:
		}
	}()
	return func() { close(done); <-gone }
}
