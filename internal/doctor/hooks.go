package doctor

import (
	"fmt"
	"strings"
)

var (
	noHook       = &Fault{"hook-missing", Fail, "no git hook calls teammem"}
	someHooks    = &Fault{"hook-partly-missing", Fail, "some git hooks do not call teammem"}
	notSetUp     = &Fault{"hook-manager-not-set-up", Fail, "the hook manager is not set up in this clone"}
	hookClosed   = &Fault{"hook-unreadable", Fail, "a hook can't be read, so git can't run it"}
	badHooksPath = &Fault{"hooks-path-broken", Fail, "core.hooksPath leads nowhere, so git runs no hook"}
)

var hooksCheck = &Check{
	Name: "hooks", Wanted: "each git hook of teammem calls it", Faults: []*Fault{noHook, someHooks, notSetUp, hookClosed, badHooksPath},
	judge: func(f *Facts, r *reply) {
		h := f.Hooks
		if h == nil {
			return
		}
		missing := h.missing()
		switch {
		case h.Why != "":
			r.unknown(h.Why, h.Doubt.Fix)
		case h.Closed != "":
			r.fault(hookClosed, h.Closed, "make it yours and readable, or remove it and run teammem hook install")
		case h.BadPath != "":
			r.fault(badHooksPath, h.BadPath, h.Fix)
		case h.NotSetUp != "":
			r.fault(notSetUp, h.NotSetUp, h.Fix)
		case len(missing) > 0 && len(missing) == len(h.States):
			r.fault(noHook, "none calls teammem; "+missing[0], h.Fix)
		case len(missing) > 0:
			r.fault(someHooks, strings.Join(missing, "; "), h.Fix)
		default:
			r.ok(h.installed())
		}
	},
}

func (h *Hooks) missing() (out []string) {
	for _, s := range h.States {
		if !s.Calls {
			out = append(out, s.Name+": "+s.Why)
		}
	}
	return out
}

func (h *Hooks) installed() string {
	var names []string
	for _, s := range h.States {
		names = append(names, s.Name)
	}
	by := ""
	if h.Manager != "" {
		by = ", started by " + h.Manager
	}
	return strings.Join(names, ", ") + by
}

var (
	hookPasses    = &Fault{"hook-lets-through", Fail, "a commit of a private memory went through"}
	hookNoProgram = &Fault{"hook-program-missing", Fail, "the hook does not find teammem, so it refuses every commit"}
	hookStops     = &Fault{"hook-refuses-all", Warn, "another hook stops every commit, so nothing is proven"}
)

// notFound is what the hook of teammem says when it can't start it; see internal/hooks.
const notFound = "teammem was not found"

var probeCheck = &Check{
	Name: "hook fires", Wanted: "the commit of a private memory is refused", Faults: []*Fault{hookPasses, hookNoProgram, hookStops},
	judge: func(f *Facts, r *reply) {
		h := f.Hooks
		switch {
		case h == nil || h.Proof == NotTried:
		case h.Proof == Refused:
			r.ok("proven in a temporary repository with the hooks of this one")
		case h.Proof == Passed:
			r.fault(hookPasses, "it went through", "run teammem hook uninstall, then teammem hook install")
		case strings.Contains(h.Said, notFound):
			r.fault(hookNoProgram, h.Said, "put teammem on PATH, or run teammem hook install again")
		case h.Manager != "" || h.Said == "":
			r.unknown("the hooks can't be tried in a temporary repository: "+h.said(), "try it in this one: commit a memory with scope: private")
		default:
			r.fault(hookStops, "the hooks said something else: "+h.said(), "mend that hook, then run teammem doctor again")
		}
	},
}

func (h *Hooks) said() string {
	if h.Said == "" {
		return "they said nothing"
	}
	return h.Said
}

var worktreeHooks = &Fault{"worktree-without-hook", Warn, "another work tree of this clone runs no hook of teammem"}

var worktreesCheck = &Check{
	Name: "work trees", Wanted: "the hooks run in every work tree of this clone", Faults: []*Fault{worktreeHooks},
	judge: func(f *Facts, r *reply) {
		if f.Hooks == nil || len(f.Hooks.Others) == 0 || len(f.Hooks.missing()) > 0 {
			return
		}
		var without, unseen []string
		for _, w := range f.Hooks.Others {
			switch {
			case w.Why != "":
				unseen = append(unseen, fmt.Sprintf("%s (%s)", w.Path, w.Why))
			case len(w.Missing) > 0:
				without = append(without, fmt.Sprintf("%s (%s)", w.Path, strings.Join(w.Missing, ", ")))
			}
		}
		switch {
		case len(without) > 0:
			r.fault(worktreeHooks, "missing in "+some(without), "run teammem hook status there: it says what to do")
		case len(unseen) > 0:
			r.unknown("not seen: "+some(unseen), "run teammem doctor there")
		default:
			r.ok(fmt.Sprintf("others: %d", len(f.Hooks.Others)))
		}
	},
}
