package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/scope"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/source"
)

func (a *App) indexCommand() *cobra.Command {
	check := false
	c := &cobra.Command{
		Use:   "index [flags]",
		Short: "Bring MEMORY.md in line with the memories",
		Long: `Add the entries that are missing, drop those that lead nowhere, order neighbours by type
and path, and resolve conflict markers by keeping the entries of both sides. The
wording that people gave an entry stays, also where its memory was moved or renamed, and
so does everything that is no entry. The blocks from which agents read the index are
written again, as teammem deliver does.
` + exitCodes(codeDone, "with --check: the index is not in line", codeUsage),
		Example: `  teammem index
  teammem index --check`,
		Args: noArgs,
		RunE: func(c *cobra.Command, args []string) error { return a.index(c.Context(), check) },
	}
	c.Flags().BoolVar(&check, "check", false, "say what would change, and write nothing")
	return c
}

func (a *App) index(ctx context.Context, check bool) error {
	repo, t, err := a.openTree(ctx)
	if err != nil {
		return err
	}
	defer t.close()
	e, err := planIndex(ctx, repo, t, "")
	if err != nil {
		return err
	}
	if e.next == nil {
		a.hint("there is no team memory here; teammem init makes it")
	}
	agents, err := refreshed(ctx, repo, t, []edit{e})
	if err != nil {
		return err
	}
	edits := append([]edit{e}, agents...)
	return a.settle(t, edits, check)
}

// planIndex brings the index of the work tree in line with the memories of repo, or,
// when only is not empty, adds the entry of that memory and leaves the rest.
func planIndex(ctx context.Context, repo engine.Repository, t *tree, only string) (edit, error) {
	e := edit{path: memory.IndexPath}
	var err error
	if e.prev, err = t.read(e.path); err != nil {
		return e, err
	}
	s, err := engine.Load(ctx, repo, memory.At{Kind: memory.AtWorktree})
	if err != nil {
		return e, err
	}
	r := memory.Reconciling{Snapshot: s, EntryChars: policy.Default().Limits.EntryChars, Hold: hold, Only: only}
	if index := s.Index(); index != nil {
		r.Index = index.Text
	} else if e.prev != nil {
		return e, fmt.Errorf("%s can't be read\nrun teammem check to see why", e.path)
	}
	if r.Index == nil && len(s.Memories()) == 0 {
		e.next = e.prev
		return e, nil
	}
	if r.Was, err = lastKnown(ctx, repo, r); err != nil {
		return e, err
	}
	done := memory.Reconcile(r)
	e.next, e.left = done.Text, done.Left
	if done.Conflicts > 0 {
		e.done = append(e.done, fmt.Sprintf("conflicts resolved: %d", done.Conflicts))
	}
	for _, words := range []struct {
		what    string
		entries []string
	}{{"added", done.Added}, {"dropped", done.Dropped}, {"moved", done.Moved}} {
		for _, line := range words.entries {
			e.done = append(e.done, words.what+": "+line)
		}
	}
	if e.changes() && len(e.done) == 0 {
		e.done = []string{"put in order"}
	}
	return e, nil
}

// lastKnown reads, from the last commit, the memories to which entries of the index lead and that
// are gone, so that those with another name now are known again.
func lastKnown(ctx context.Context, repo engine.Repository, r memory.Reconciling) (map[string]*memory.Memory, error) {
	if r.Index == nil || r.Only != "" {
		return nil, nil
	}
	gone := map[string]bool{}
	for _, p := range memory.DeadTargets(r.Index, r.Snapshot) {
		gone[p] = true
	}
	head, err := repo.Head(ctx)
	if err != nil || head.Commit == "" || len(gone) == 0 {
		return nil, err
	}
	at := memory.At{Commit: head.Commit}
	entries, err := repo.Listed(ctx, at, func(p []byte) bool { return gone[string(p)] })
	if err != nil {
		return nil, err
	}
	was := map[string]*memory.Memory{}
	err = repo.Read(ctx, at, entries, memory.MaxParsed, func(e memory.Entry, data []byte, err error) {
		if err == nil { // else its name has to do
			was[e.Path] = memory.Parse(source.NewText(data))
		}
	})
	return was, err
}

// hold says why a memory must not be named in the index.
func hold(f *memory.File) string {
	if f.Memory == nil {
		return "it can't be read"
	}
	switch decided := scope.InTeamDir(f.Memory); {
	case decided.Unsure:
		return "it counts as private: " + decided.Reason
	case decided.Scope == scope.Private:
		return "it is private"
	case len(secretscan.Scan(f.Text.Bytes())) > 0:
		return "it holds a secret"
	}
	return ""
}
