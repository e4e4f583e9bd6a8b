package cli

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/report"
)

func hookCodes() string {
	return exitCodes("nothing blocks; a warning is printed and does not block", "it blocks", codePolicy)
}

// hookCommand is what git and hook managers run. Without a name it finds out from
// the environment what is asked about.
func (a *App) hookCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "hook",
		Short: "Judge what git is about to commit, push or receive",
		Long: `Judge what git is about to commit, push or receive. Nothing is printed when nothing
is wrong, and nothing is changed. What was there before and did not change does not
block. Git goes on only when the exit code is 0.

Without a name the environment says what is asked about: PRE_COMMIT_TO_REF and
PRE_COMMIT_REMOTE_NAME, as pre-commit and prek set them, a push; else the index that
git will commit. By hand, with nothing staged, all of HEAD is judged.
` + hookCodes(),
		Example: `  teammem hook                        from a hook manager
  teammem hook pre-commit             from .git/hooks/pre-commit
  teammem hook commit-msg "$1"        from .git/hooks/commit-msg
  teammem hook pre-push "$@"          from .git/hooks/pre-push
  teammem hook pre-receive            from hooks/pre-receive of a bare repository`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.hook(c.Context(), hookUnnamed{}) },
	}
	for _, name := range []string{"pre-commit", "pre-merge-commit"} {
		c.AddCommand(a.hookNamed(name, "Judge the index that git will commit", noArgs, func([]string) hookKind { return hookIndex{} }))
	}
	c.AddCommand(
		a.hookNamed("commit-msg FILE", "Judge the message of a commit", func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return a.messageMisused(len(args))
			}
			return nil
		}, func(args []string) hookKind { return hookMessage{file: args[0]} }),
		a.hookNamed("pre-push REMOTE URL", "Judge all refs that git is about to push", func(c *cobra.Command, args []string) error {
			if len(args) == 0 || len(args) > 2 {
				return usagef("pre-push takes the name of the remote and its URL, got %d arguments\ngit gives them to the hook as \"$@\"", len(args))
			}
			return nil
		}, func(args []string) hookKind { return hookPush{remote: args[0]} }),
		a.hookNamed("pre-receive", "Judge all refs that a bare repository is about to receive", noArgs, func([]string) hookKind { return hookReceive{} }),
	)
	c.AddCommand(a.hookInstallCommand(), a.hookUninstallCommand(), a.hookStatusCommand())
	return c
}

// MayBeKilled reports whether the command is one that people wait for and that changes
// nothing: a hook, a context, a scan, a check of what is staged. There is nothing to tidy up after it.
func (a *App) MayBeKilled() bool {
	if len(a.Args) == 0 {
		return false
	}
	switch rest := a.Args[1:]; a.Args[0] {
	case "hook":
		return len(rest) == 0 || !slices.Contains([]string{"install", "uninstall", "status"}, rest[0])
	case "check":
		return slices.Contains(rest, "--staged")
	default:
		return a.Args[0] == "scan" || a.Args[0] == "context"
	}
}

func (a *App) hookNamed(use, short string, args cobra.PositionalArgs, kind func(args []string) hookKind) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: short + ".\n" + hookCodes(), Args: args, DisableFlagsInUseLine: true,
		RunE: func(c *cobra.Command, args []string) error { return a.hook(c.Context(), kind(args)) },
	}
}

// messageMisused says why commit-msg does not know which file holds the message.
func (a *App) messageMisused(args int) error {
	hint := `git gives it to the hook as "$1"`
	if args == 0 && a.Getenv("PRE_COMMIT") != "" {
		hint = "files and exclude at the top of the configuration of pre-commit must not leave out .git/COMMIT_EDITMSG"
	}
	return usagef("commit-msg takes the file with the message, got %d arguments\n%s", args, hint)
}

// A hookKind is one of the hooks: it finds out what is to be judged.
type hookKind interface {
	// judge has everything judged, and says how to go on where it blocks.
	judge(ctx context.Context, h *hookRun) (res *engine.Result, advice string, err error)
}

// A hookRun is a hook at work in a repository.
type hookRun struct {
	app     *App
	repo    *git.Repo
	out     io.Writer // where the report goes
	notices []string  // of what was found out before judging
}

// maxHookFindings is how many findings a hook prints: who is about to commit mends the
// first ones first.
const maxHookFindings = 20

func (a *App) hook(ctx context.Context, kind hookKind) error {
	repo, err := a.openGit(ctx)
	if err != nil {
		return err
	}
	h := &hookRun{app: a, repo: repo, out: a.Stdout}
	res, advice, err := kind.judge(ctx, h)
	if err != nil {
		return err
	}
	res.Notices = append(h.notices, res.Notices...)
	look := a.look(repo, false)
	look.Brief, look.Advice, look.Max = true, advice, maxHookFindings
	look.Pages = a.Getenv("PRE_COMMIT") != "" // pre-commit and prek build a teammem of their own
	return tellVerdict(h.out, report.Text, res, look)
}

func (h *hookRun) check(ctx context.Context, req engine.Request) (*engine.Result, error) {
	now, err := h.app.now()
	if err != nil {
		return nil, err
	}
	req.Now, req.FailOn = now, finding.Error
	return engine.Check(ctx, h.repo, req)
}

const adviceCommit = "mend what is named, git add it and commit again"

// hookUnnamed is for managers, which do not say which hook runs.
type hookUnnamed struct{}

func (hookUnnamed) judge(ctx context.Context, h *hookRun) (*engine.Result, string, error) {
	var kind hookKind = hookIndex{}
	env := h.app.Getenv
	switch {
	case env("PRE_COMMIT_TO_REF") != "" || env("PRE_COMMIT_REMOTE_NAME") != "":
		kind = hookManagedPush{
			remote: env("PRE_COMMIT_REMOTE_NAME"), name: env("PRE_COMMIT_REMOTE_BRANCH"),
			from: env("PRE_COMMIT_FROM_REF"), to: env("PRE_COMMIT_TO_REF"), local: env("PRE_COMMIT_LOCAL_BRANCH"),
		}
	case env("GIT_INDEX_FILE") == "":
		kind = hookByHand{}
	}
	return kind.judge(ctx, h)
}

// hookIndex judges the index that git will commit.
type hookIndex struct{}

func (hookIndex) judge(ctx context.Context, h *hookRun) (*engine.Result, string, error) {
	res, err := h.check(ctx, engine.Request{Source: engine.Staged})
	return res, adviceCommit, err
}

// hookByHand is a run that git did not start. With nothing staged it is about all
// that there is.
type hookByHand struct{}

func (hookByHand) judge(ctx context.Context, h *hookRun) (*engine.Result, string, error) {
	head, err := h.repo.Head(ctx)
	if err != nil {
		return nil, "", err
	}
	staged, err := h.repo.Diff(ctx, head.Commit, memory.At{Kind: memory.AtIndex})
	if err != nil {
		return nil, "", err
	}
	if len(staged) > 0 || head.Commit == "" {
		return hookIndex{}.judge(ctx, h)
	}
	res, err := h.check(ctx, engine.Request{Source: engine.Commit, Rev: "HEAD"})
	return res, "mend what is named and commit it", err
}

// isUnknown reports whether a revision is not in this clone.
func isUnknown(err error) bool {
	return errors.Is(err, git.ErrUnknownRevision) || errors.Is(err, git.ErrMissingHistory)
}
