package cli

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/doctor"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/hooks"
)

// hookFacts says of each git hook whether it calls teammem, and tries them.
func (a *App) hookFacts(ctx context.Context, repo *git.Repo) *doctor.Hooks {
	h := &doctor.Hooks{Fix: "run teammem hook install"}
	site, err := hooks.Find(ctx, repo)
	if err != nil {
		d := doubt(err)
		h.BadPath, h.Fix = d.Why, d.Fix
		return h
	}
	states, err := site.States()
	if err != nil {
		h.Closed = err.Error()
		return h
	}
	h.States = hookStates(states)
	if site.Idle != "" {
		h.NotSetUp, h.Fix = site.Idle, "run npm install"
	}
	if m := site.Manager; m != nil {
		managed(h, m, states)
	}
	if h.NotSetUp == "" && slices.ContainsFunc(states, func(s hooks.State) bool { return s.Calls }) {
		h.Proof, h.Said, h.Doubt = a.proof(ctx, site)
	}
	h.Others = a.otherWorktrees(ctx, repo)
	return h
}

// managed says what a manager of hooks lacks.
func managed(h *doctor.Hooks, m *hooks.Manager, states []hooks.State) {
	h.Manager = m.Name
	if len(m.Missing) > 0 {
		h.Fix = "add to " + m.File + " what teammem hook install prints, then run " + m.Setup
		return
	}
	for _, s := range states {
		if !s.Calls {
			h.NotSetUp, h.Fix = s.Why, "run "+m.Setup
			return
		}
	}
}

func hookStates(states []hooks.State) (out []doctor.Hook) {
	for _, s := range states {
		out = append(out, doctor.Hook{Name: s.Hook, Calls: s.Calls, Why: s.Why})
	}
	return out
}

// proof tries the hooks.
func (a *App) proof(ctx context.Context, site *hooks.Site) (doctor.Proof, string, doctor.Doubt) {
	proof, said, err := hooks.Probe(ctx, site, a.Env)
	first, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
	switch {
	case err != nil:
		return doctor.NotTried, "", doubt(err)
	case proof == hooks.Refused:
		return doctor.Refused, first, doctor.Doubt{}
	case proof == hooks.Passed:
		return doctor.Passed, first, doctor.Doubt{}
	}
	return doctor.Unproven, first, doctor.Doubt{}
}

// otherWorktrees looks at the hooks of the other work trees of the clone.
func (a *App) otherWorktrees(ctx context.Context, repo *git.Repo) (out []doctor.Worktree) {
	tops, err := repo.Worktrees(ctx)
	if err != nil {
		return []doctor.Worktree{{Path: "the list of them", Doubt: doubt(err)}}
	}
	here, err := filepath.EvalSymlinks(repo.Top())
	for _, top := range tops {
		if err == nil && top != here {
			out = append(out, a.worktreeHooks(ctx, top))
		}
	}
	return out
}

func (a *App) worktreeHooks(ctx context.Context, top string) doctor.Worktree {
	w := doctor.Worktree{Path: a.homely(top)}
	env := slices.DeleteFunc(slices.Clone(a.Env), func(v string) bool {
		return strings.HasPrefix(v, "GIT_DIR=") || strings.HasPrefix(v, "GIT_WORK_TREE=") || strings.HasPrefix(v, "GIT_INDEX_FILE=")
	})
	repo, err := git.Open(ctx, git.Options{Dir: top, Env: env})
	if err != nil {
		w.Doubt = doubt(err)
		return w
	}
	defer repo.Close()
	site, err := hooks.Find(ctx, repo)
	if err != nil {
		w.Doubt = doubt(err)
		return w
	}
	states, err := site.States()
	w.Doubt = doubt(err)
	for _, s := range states {
		if !s.Calls || site.Idle != "" {
			w.Missing = append(w.Missing, s.Hook)
		}
	}
	return w
}
