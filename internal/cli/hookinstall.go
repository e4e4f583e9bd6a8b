package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/hooks"
)

type hookInstallOptions struct {
	program string
	native  bool
	dryRun  bool
}

func (a *App) hookInstallCommand() *cobra.Command {
	var o hookInstallOptions
	c := &cobra.Command{
		Use:   "install [flags]",
		Short: "Put teammem into the git hooks of this repository",
		Long: `Put teammem into the hooks pre-commit, pre-merge-commit, commit-msg and pre-push, where
git looks for them: core.hooksPath, linked worktrees and submodules are heeded. With
husky the files go to its folder. A hook that is there keeps every byte; lines between two
marks are added to it if it is a shell script, else the line to add is said. The
files of lefthook, pre-commit and prek are left alone, and what to add is said.
Installing twice is installing once.
` + exitCodes(codeDone, "", codeUsage),
		Example: `  teammem hook install
  teammem hook install --dry-run`,
		Args: noArgs,
		RunE: func(c *cobra.Command, args []string) error { return a.hookInstall(c.Context(), o) },
	}
	c.Flags().StringVar(&o.program, "program", "", "absolute `PATH` of teammem for the hooks to start (default: this one, else the one on PATH)")
	c.Flags().BoolVar(&o.native, "native", false, "use git's own hooks even where lefthook, pre-commit or prek is configured")
	c.Flags().BoolVarP(&o.dryRun, "dry-run", "n", false, "say what would be written, and write nothing")
	return c
}

func (a *App) hookUninstallCommand() *cobra.Command {
	dryRun := false
	c := &cobra.Command{
		Use:   "uninstall [flags]",
		Short: "Take teammem out of the git hooks of this repository",
		Long: `Remove what teammem hook install added, and nothing else: hooks of others get back every
byte that they had. A call that a person added is not removed but named.
` + exitCodes(codeDone, "", codeUsage),
		Example: `  teammem hook uninstall
  teammem hook uninstall --dry-run`,
		Args: noArgs,
		RunE: func(c *cobra.Command, args []string) error { return a.hookUninstall(c.Context(), dryRun) },
	}
	c.Flags().BoolVarP(&dryRun, "dry-run", "n", false, "say what would be written, and write nothing")
	return c
}

func (a *App) hookStatusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Prove that the git hooks of this repository call teammem",
		Long: `Say which hooks call teammem, and prove it by a commit that the hook has to refuse. The
commit is made in a temporary repository that uses the hooks of this one.
` + exitCodes("installed and proven", "a hook does not call teammem, or lets the commit through", codeUsage),
		Example: `  teammem hook status`,
		Args:    noArgs,
		RunE:    func(c *cobra.Command, args []string) error { return a.hookStatus(c.Context()) },
	}
}

func (a *App) findHooks(ctx context.Context) (*hooks.Site, error) {
	repo, err := a.openGit(ctx)
	if err != nil {
		return nil, err
	}
	site, err := hooks.Find(ctx, repo)
	if errors.Is(err, git.ErrBare) {
		return nil, fmt.Errorf("%w\nin a bare repository, make a file hooks/pre-receive that runs teammem hook pre-receive", err)
	}
	if err != nil {
		return nil, err
	}
	for _, n := range site.Notes {
		a.note(n)
	}
	return site, nil
}

func (a *App) hookInstall(ctx context.Context, o hookInstallOptions) error {
	if o.program != "" && !filepath.IsAbs(o.program) {
		return usagef("program is %q, want an absolute path", o.program)
	}
	site, err := a.findHooks(ctx)
	if err != nil {
		return err
	}
	inGit, err := site.InGit()
	if err != nil {
		return err
	}
	if site.Manager != nil && !inGit && !o.native {
		return a.sayManager(site.Manager)
	}
	if o.program == "" {
		o.program = a.installed()
	}
	run := site.Install
	if o.dryRun {
		run = site.PlanInstall
	}
	steps, err := run(o.program)
	if err != nil {
		return err
	}
	if site.Shared {
		a.note(fmt.Sprintf("%q is part of the work tree: commit it, and who clones it needs teammem on PATH", site.Dir))
	}
	return a.saySteps(steps, o.dryRun)
}

// hasHooks reports whether every hook calls teammem, as far as the files tell.
func (a *App) hasHooks(ctx context.Context) bool {
	repo, err := a.openGit(ctx)
	if err != nil {
		return false
	}
	site, err := hooks.Find(ctx, repo)
	if err != nil {
		return false
	}
	states, err := site.States()
	return err == nil && !slices.ContainsFunc(states, func(s hooks.State) bool { return !s.Calls })
}

// sayManager prints what the file of a manager lacks.
func (a *App) sayManager(m *hooks.Manager) error {
	if len(m.Missing) == 0 {
		fmt.Fprintf(a.Stdout, "kept %s, which calls teammem; in a new clone run %s\n", m.File, m.Setup)
		return nil
	}
	fmt.Fprint(a.Stdout, m.Lines(releaseOf(buildVersion())))
	return fmt.Errorf("the hooks here are those of %s, and %s is not changed by teammem\nadd the lines above to it, then run %s\nor run teammem hook install --native to use git's own hooks", m.Name, m.File, m.Setup)
}

func (a *App) hookUninstall(ctx context.Context, dryRun bool) error {
	site, err := a.findHooks(ctx)
	if err != nil {
		return err
	}
	run := site.Uninstall
	if dryRun {
		run = site.PlanUninstall
	}
	steps, err := run()
	if err != nil {
		return err
	}
	steps = slices.DeleteFunc(steps, func(s hooks.Step) bool { return !s.Changes() && s.Left == "" })
	if len(steps) == 0 {
		fmt.Fprintln(a.Stdout, "nothing to remove")
	}
	if err := a.saySteps(steps, dryRun); err != nil {
		return err
	}
	if m := site.Manager; m != nil && m.Calls() {
		return fmt.Errorf("%s still calls teammem, and it is not changed by teammem\ntake the lines of teammem out of it, then run %s", m.File, m.Setup)
	}
	return nil
}

// saySteps prints what was done, or would be. What could not be done is an error.
func (a *App) saySteps(steps []hooks.Step, dryRun bool) error {
	verb := map[bool]string{false: "wrote", true: "would write"}[dryRun]
	remove := map[bool]string{false: "removed", true: "would remove"}[dryRun]
	var left []error
	for _, s := range steps {
		switch {
		case s.Left != "":
			left = append(left, errors.New(s.Left))
		case !s.Changes():
			fmt.Fprintf(a.Stdout, "kept %s\n", safe(s.Path))
		case s.Next == nil:
			fmt.Fprintf(a.Stdout, "%s %s\n", remove, safe(s.Path))
		default:
			fmt.Fprintf(a.Stdout, "%s %s\n  %s\n", verb, safe(s.Path), s.Did)
		}
	}
	if len(left) == 0 {
		return nil
	}
	for _, l := range left[:len(left)-1] {
		a.complain(l)
	}
	return left[len(left)-1]
}

func (a *App) hookStatus(ctx context.Context) error {
	site, err := a.findHooks(ctx)
	if err != nil {
		return err
	}
	states, err := site.States()
	if err != nil {
		return err
	}
	some, all := false, true
	for _, s := range states {
		what := "installed"
		if !s.Calls {
			what = "not installed: " + s.Why
		}
		some, all = some || s.Calls, all && s.Calls
		fmt.Fprintf(a.Stdout, "%s: %s\n", s.Hook, safe(what))
	}
	if some {
		if err := a.sayProof(ctx, site); err != nil {
			return err
		}
	}
	if !all {
		a.hintInstall(site.Manager)
		return errBlocked
	}
	return nil
}

// hintInstall says how the hooks that are missing get there; m is nil without a manager.
func (a *App) hintInstall(m *hooks.Manager) {
	switch {
	case m == nil:
		a.hint("run teammem hook install")
	case len(m.Missing) > 0:
		a.hint("teammem hook install says what to add to " + m.File)
	}
}

func (a *App) sayProof(ctx context.Context, site *hooks.Site) error {
	proof, said, err := hooks.Probe(ctx, site, a.Env)
	if err != nil {
		return err
	}
	switch proof {
	case hooks.Refused:
		fmt.Fprintln(a.Stdout, "proven: a commit of a private memory was refused")
		return nil
	case hooks.Passed:
		fmt.Fprintln(a.Stdout, "broken: a commit of a private memory went through")
		return errBlocked
	}
	fmt.Fprintln(a.Stdout, "installed, not proven")
	reason := "the hooks let the commit of a private memory through"
	if first, _, _ := strings.Cut(strings.TrimSpace(said), "\n"); first != "" {
		reason = "the hooks said something else: " + first
	}
	return fmt.Errorf("nothing could be proven in a temporary repository: %s\ntry it in this one: commit a memory with scope: private", reason)
}

// installed is the absolute path of this program as a person knows it: where PATH finds
// it, if that is this file, since the file itself may lie in a folder with the version in its
// name. It is "" for one that go run has built and will remove.
func (a *App) installed() string {
	if a.Program == nil {
		return ""
	}
	program, err := a.Program() // without it hooks look on PATH
	if err != nil {
		return ""
	}
	self, err := os.Stat(program)
	if err != nil {
		return ""
	}
	for _, dir := range filepath.SplitList(a.Getenv("PATH")) {
		found, err := exec.LookPath(filepath.Join(dir, "teammem"))
		if err != nil || !filepath.IsAbs(dir) {
			continue
		}
		if info, err := os.Stat(found); err == nil && os.SameFile(self, info) {
			return found
		}
	}
	name := strings.TrimSuffix(filepath.Base(program), ".exe")
	if name != "teammem" || strings.Contains(filepath.ToSlash(program), "/go-build") {
		return ""
	}
	return program
}
