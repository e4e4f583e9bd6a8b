package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/page"
)

type reviewOptions struct {
	pr          int
	rng, format string
}

func (a *App) reviewCommand() *cobra.Command {
	var o reviewOptions
	c := &cobra.Command{
		Use:   "review [flags]",
		Short: "Show what a change does to the team memory",
		Long: `Show what a change does to the memory of the team, on one page: which memories come,
change and go and how, what agents will do differently, what every agent always reads and
what that costs, what contradicts or repeats other memories, which citations no longer
hold, and who must approve.

Without a flag it is the current branch, as committed, since it left the default branch of
the remote. --pr fetches a pull request of GitHub, or a merge request of GitLab, from the
remote with git; it makes no ref and changes no file. Nothing else asks the network.
` + exitCodes("the page was printed, and nothing blocks", "the page was printed, and the check finds an error", codePolicy),
		Example: `  teammem review                       the current branch
  teammem review --pr 42               a pull request, before it is merged
  teammem review --range main..topic   any two revisions
  teammem review --format markdown     to paste into a comment`,
		Args: noArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("pr") && o.pr <= 0 {
				return usagef("--pr is %d, want the number of a pull request", o.pr)
			}
			if c.Flags().Changed("range") && o.rng == "" {
				return usagef("--range is empty, want A..B")
			}
			return a.review(c.Context(), o)
		},
	}
	f := c.Flags()
	f.IntVar(&o.pr, "pr", 0, "the pull or merge request with that `number`")
	f.StringVar(&o.rng, "range", "", "what leads from A to B: `A..B`")
	f.StringVar(&o.format, "format", "text", "how to print: json, markdown, text")
	return c
}

func (a *App) review(ctx context.Context, o reviewOptions) error {
	if o.pr > 0 && o.rng != "" {
		return usagef("--pr and --range name different changes, want one of them")
	}
	if err := checkFormat(o.format, "json", "markdown", "text"); err != nil {
		return err
	}
	repo, err := a.open(ctx)
	if err != nil {
		return err
	}
	req := engine.Request{Source: engine.Range, FailOn: finding.Error, Shelf: a.kept()}
	if req.Now, err = a.now(); err != nil {
		return err
	}
	notice, err := a.aimReview(ctx, repo, o, &req)
	if err != nil {
		return err
	}
	defer a.progress("reading the change")()
	res, err := checkChange(ctx, repo, req)
	if err != nil {
		return err
	}
	p, err := a.Page(ctx, repo, res)
	if err != nil {
		return err
	}
	if notice != "" {
		p.Notices = append(p.Notices, notice)
	}
	if err := a.printPage(repo, p, o.format); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	if req.Rev == "HEAD" && len(p.Memories)+len(p.Index) == 0 {
		a.hint("only what is committed is looked at; teammem check judges the work tree")
	}
	if res.Verdict == engine.Block {
		return errBlocked
	}
	return nil
}

// checkChange judges a change. One that brings nothing is not judged: in a range without commits
// the whole tree would count as new.
func checkChange(ctx context.Context, repo *git.Repo, req engine.Request) (*engine.Result, error) {
	if strings.Trim(req.Base, "0") == "" { // all is new, as for check
		return engine.Check(ctx, repo, req)
	}
	base, err := repo.Resolve(ctx, req.Base)
	if err != nil {
		return nil, err
	}
	head, err := repo.Resolve(ctx, req.Rev)
	if err != nil {
		return nil, err
	}
	if base == head {
		return &engine.Result{Version: engine.ResultVersion, Verdict: engine.Pass, Source: engine.Range, Base: base, Head: head}, nil
	}
	return engine.Check(ctx, repo, req)
}

// aimReview says which two commits the change lies between, and what that leaves out.
func (a *App) aimReview(ctx context.Context, repo *git.Repo, o reviewOptions, req *engine.Request) (notice string, err error) {
	if o.rng != "" {
		if !strings.Contains(o.rng, "..") {
			return "", usagef("--range is %q, want A..B\n%s..HEAD is what HEAD has and the other lacks", o.rng, o.rng)
		}
		req.Base, req.Rev, err = splitRange(o.rng)
		return "", err
	}
	trusted, err := repo.Trusted(ctx, "")
	if err != nil {
		return "", err
	}
	if req.Base = trusted.Commit; trusted.Ref == "HEAD" || trusted.Commit == "" {
		return "", fmt.Errorf("there is nothing to compare with: %s\nname both ends with --range A..B", trusted.Notice)
	}
	if o.pr == 0 {
		req.Rev = "HEAD"
		return "", nil
	}
	r, err := a.fetchRequest(ctx, repo, trusted, o.pr)
	if err != nil {
		return "", err
	}
	req.Branch = fmt.Sprintf("pull request %d", o.pr)
	if base, ok := r.tried(ctx, repo); ok {
		req.Base, req.Rev = base, r.merge
		return "", nil
	}
	req.Rev = r.head
	return "the remote has no merge of it into the default branch, so this is its head, without what a merge moves along renames", nil
}

// kept is what was read to judge a change, for its page.
func (a *App) kept() *engine.Shelf {
	if a.Door != nil {
		return &a.Door.shelf
	}
	return &a.shelf
}

// Page makes the page of the change that res judged: a range or a push.
func (a *App) Page(ctx context.Context, repo *git.Repo, res *engine.Result) (*page.Page, error) {
	now, err := a.now()
	if err != nil {
		return nil, err
	}
	if res.Source != engine.Range && res.Source != engine.Push {
		return nil, errors.New("only a range and a push have a page")
	}
	sides, err := engine.Compare(ctx, repo, a.kept(), res.Base, res.Head)
	if err != nil {
		return nil, err
	}
	p := page.Of(sides, page.Request{Result: res, Now: now})
	return p, sides.Err()
}

func (a *App) printPage(repo *git.Repo, p *page.Page, format string) error {
	switch format {
	case "json":
		return p.WriteJSON(a.Stdout)
	case "markdown":
		_, err := fmt.Fprint(a.Stdout, p.Markdown(maxMarkdown))
		return err
	}
	return p.WriteText(a.Stdout, a.look(repo, false))
}

// maxMarkdown is how many bytes of Markdown are printed: no host takes more.
const maxMarkdown = 1 << 20
