package cli

import (
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/agenthook"
	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/doctor"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/static"
	"github.com/teammem/teammem/internal/wiring"
)

// agentFacts looks at the files by which agents get the index from a clone alone.
func (a *App) agentFacts(ctx context.Context, repo *git.Repo) *doctor.Agents {
	f := &doctor.Agents{NotOnPath: !a.onPath()}
	f.Doubt = doubt(lookAtAgents(ctx, repo, f))
	return f
}

func lookAtAgents(ctx context.Context, repo *git.Repo, f *doctor.Agents) error {
	t, err := treeOf(ctx, repo)
	if err != nil {
		return err
	}
	defer t.close()
	in, err := wiringInput(ctx, repo, t)
	if err != nil {
		return err
	}
	if p, err := policyOnDisk(repo.Top()); err == nil {
		in.Add, f.Strangers = knownAgents(p.Agents), strangers(p.Agents)
	}
	f.Parts, f.Hooks = served(wiring.Survey(in)), agenthook.Survey(t, agenthook.Want{})
	if err := findUntracked(ctx, repo, f); err != nil {
		return err
	}
	f.Loads, f.Doubles = loadsOf(f.Parts, t), doublesOf(f.Parts, t)
	return nil
}

// doublesOf gives what agents load more than once, of those that are served and those whose files are there.
func doublesOf(parts []wiring.Part, t *tree) (out []doctor.Double) {
	for _, a := range delivery.Agents {
		used := reached(parts, a.Name) || slices.ContainsFunc(a.Static.Signs, t.has)
		if !used || unsettled(parts, a.Name) {
			continue
		}
		for _, d := range static.Doubles(a.Name, readable{t}) {
			out = append(out, doctor.Double{Agent: a.Name, Version: d.Version, Entries: d.Entries, Files: d.Files})
		}
	}
	return out
}

// unsettled reports whether teammem deliver would change how the index reaches an agent.
func unsettled(parts []wiring.Part, agent string) bool {
	return slices.ContainsFunc(parts, func(p wiring.Part) bool {
		return p.Kind.Reaches() && p.State != wiring.Current && slices.Contains(p.Agents, agent)
	})
}

// reached reports whether a part brings the index to an agent.
func reached(parts []wiring.Part, agent string) bool {
	return slices.ContainsFunc(parts, func(p wiring.Part) bool { return p.Kind.Reaches() && slices.Contains(p.Agents, agent) })
}

// onPath reports whether hooks find teammem.
func (a *App) onPath() bool {
	return slices.ContainsFunc(filepath.SplitList(a.Getenv("PATH")), func(dir string) bool {
		_, err := exec.LookPath(filepath.Join(dir, "teammem"))
		return err == nil && filepath.IsAbs(dir)
	})
}

// findUntracked lists the files of agents that no clone has.
func findUntracked(ctx context.Context, repo *git.Repo, f *doctor.Agents) error {
	all := slices.Concat(f.Parts, f.Hooks)
	tracked, err := repo.Listed(ctx, memory.At{Kind: memory.AtIndex}, func(path []byte) bool {
		return slices.ContainsFunc(all, func(p wiring.Part) bool { return p.Path == string(path) })
	})
	for _, p := range all {
		if !slices.ContainsFunc(tracked, func(e memory.Entry) bool { return e.Path == p.Path }) {
			f.Untracked = append(f.Untracked, p.Path)
		}
	}
	return err
}

// loadsOf assembles what the served agents load, as far as it is known how they find it.
func loadsOf(parts []wiring.Part, t *tree) (out []doctor.Load) {
	text := t.At(memory.IndexPath).Data
	if text == nil {
		return nil
	}
	for _, a := range delivery.Agents {
		if !reached(parts, a.Name) {
			continue
		}
		if files := static.Reads(a.Name, readable{t}); files != nil {
			out = append(out, loadOf(a.Name, memory.ParseIndex(source.NewText(text)), files, t))
		}
	}
	return out
}

// loadOf compares what an agent loads with the memories that the index lists and that are there.
func loadOf(agent string, x *memory.Index, files []static.Part, t *tree) doctor.Load {
	l := doctor.Load{Agent: agent}
	told := map[string]bool{}
	for _, f := range files {
		l.Files = append(l.Files, f.Path)
		y := memory.ParseIndexAt(source.NewText(f.Text), f.Path)
		for i := range y.Entries {
			told[y.Entries[i].Target()] = true
		}
	}
	for i := range x.Entries {
		e := &x.Entries[i]
		if p := e.Target(); strings.HasPrefix(p, memory.Dir+"/") && t.At(p).Data != nil {
			l.Entries++
			if !told[p] {
				l.Missing = append(l.Missing, e.Title(x.Text))
			}
		}
	}
	return l
}

// readable are the files of a work tree as agents load them.
type readable struct{ *tree }

// Read gives the contents of a file.
func (r readable) Read(p string) []byte { return r.At(p).Data }
