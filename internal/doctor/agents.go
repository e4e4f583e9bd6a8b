package doctor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/wiring"
)

var (
	noAgent        = &Fault{"agent-not-served", Warn, "no file of the repository brings the index to an agent"}
	agentMissing   = &Fault{"agent-file-missing", Fail, "an agent that the team names gets nothing from a clone"}
	agentStale     = &Fault{"agent-file-stale", Fail, "a file of an agent differs from the index"}
	agentEdited    = &Fault{"agent-file-edited", Warn, "somebody wrote into teammem's part of a file of an agent"}
	agentBroken    = &Fault{"agent-file-broken", Fail, "teammem's part of a file of an agent can't be read"}
	agentUntracked = &Fault{"agent-file-untracked", Fail, "a file of an agent is not in git, so no clone has it"}
	agentUnknown   = &Fault{"agent-unknown", Warn, "an agent is named that this teammem does not know"}
	agentCut       = &Fault{"agent-index-cut", Fail, "a file of an agent has no room for the whole index"}
)

var agentFilesCheck = &Check{
	Name: "agent files", Wanted: "files in git that bring the index to each agent, as it is now",
	Faults: []*Fault{noAgent, agentMissing, agentStale, agentEdited, agentBroken, agentUntracked, agentUnknown, agentCut},
	judge: func(f *Facts, r *reply) {
		a := f.Agents
		if a != nil {
			a.judgeNames(r)
		}
		switch {
		case a == nil || f.Folder.Kind != Directory:
		case a.Why != "":
			r.unknown(a.Why, a.Fix)
		case len(a.Parts) == 0:
			r.fault(noAgent, "none brings the index to an agent", "run teammem init --agent NAME, then commit what it writes")
		default:
			for _, p := range a.Parts {
				if p.State == wiring.Stale && f.indexFaulty() {
					r.unknown(p.Path+" differs from the index, which has to be mended first", "then run teammem deliver")
					continue
				}
				a.judgePart(p, r)
			}
		}
	},
}

// judgeNames says which names only another teammem can know, and where they stand.
func (a *Agents) judgeNames(r *reply) {
	const fix = "update teammem, or mend the name"
	if len(a.Strangers) > 0 {
		r.fault(agentUnknown, "the policy names "+some(a.Strangers), fix)
	}
	for _, p := range a.Parts {
		if len(p.Strangers) > 0 {
			r.fault(agentUnknown, p.Path+" names "+some(p.Strangers), fix)
		}
	}
}

// indexFaulty reports whether another line tells of a fault of the index.
func (f *Facts) indexFaulty() bool {
	m := f.Memory
	return m != nil && m.Why == "" && (m.Index == nil || slices.ContainsFunc(m.Findings, func(x finding.Finding) bool {
		return slices.Contains(listRules, x.Rule) || slices.Contains(indexRules, x.Rule) || x.Path == memory.IndexPath && x.Severity == finding.Error
	}))
}

// judgePart says how teammem's part of one file is.
func (a *Agents) judgePart(p wiring.Part, r *reply) {
	at := p.Path
	if p.Line > 1 {
		at = fmt.Sprintf("%s:%d", p.Path, p.Line)
	}
	names := strings.Join(p.Agents, ", ")
	switch {
	case p.State == wiring.Broken:
		r.fault(agentBroken, at+": "+p.Why, "mend it, then run teammem deliver")
	case p.State == wiring.Edited:
		r.fault(agentEdited, at+": "+p.Why, "")
	case p.State == wiring.Stale:
		r.fault(agentStale, fmt.Sprintf("%s, for %s", at, names), "run teammem deliver")
	case p.State == wiring.Absent:
		r.fault(agentMissing, fmt.Sprintf("%s has nothing for %s", p.Path, names), "run teammem init, then commit what it writes")
	case slices.Contains(a.Untracked, p.Path):
		r.fault(agentUntracked, p.Path+", for "+names, "git add and commit it")
	case p.Kind == delivery.Pointer && len(p.Left) > 0:
		r.ok(fmt.Sprintf("%s: %s for %s; %s", p.Path, p.Kind, names, strings.Join(p.Left, "; ")))
	case len(p.Left) > 0:
		r.fault(agentCut, p.Path+": "+strings.Join(p.Left, "; "),
			"fewer or shorter entries or less other text make room; or leave out who takes so little: teammem deliver --remove, then teammem init --agent NAME for each of the others")
	default:
		r.ok(fmt.Sprintf("%s: %s for %s", p.Path, p.Kind, names))
	}
}

// sound reports whether nothing is wrong with the files of agents.
func (a *Agents) sound() bool {
	return !slices.ContainsFunc(a.Parts, func(p wiring.Part) bool {
		return p.State != wiring.Current || p.Kind != delivery.Pointer && len(p.Left) > 0
	})
}

// toldWhere reports whether all that an agent loads is told where the index is, as its file says already.
func (a *Agents) toldWhere(l Load) bool {
	return len(l.Files) == 1 && slices.ContainsFunc(a.Parts, func(p wiring.Part) bool {
		return p.Kind == delivery.Pointer && p.Path == l.Files[0]
	})
}

var agentTwice = &Fault{"agent-told-twice", Warn, "an agent loads the same entries of the index twice"}

var agentLoadsCheck = &Check{
	Name: "agent loads", Wanted: "every entry of the index in what the agent loads by itself, once", Faults: []*Fault{agentTwice},
	judge: func(f *Facts, r *reply) {
		if f.Agents == nil || f.Agents.Why != "" {
			return
		}
		twice := f.Agents.judgeDoubles(r)
		for _, l := range f.Agents.Loads {
			switch {
			case !f.Agents.sound() || f.Agents.toldWhere(l):
			case len(l.Missing) > 0:
				r.unknown(fmt.Sprintf("%s: not found in %s: %s", l.Agent, some(l.Files), some(l.Missing)), "ask the agent: teammem doctor --canary")
			case !twice[l.Agent]:
				r.ok(fmt.Sprintf("%s: entries: %d of %d, from %s", l.Agent, l.Entries, l.Entries, some(l.Files)))
			}
		}
	},
}

// judgeDoubles says which agents are told twice, those that are so in the same way in one line, and gives their names.
func (a *Agents) judgeDoubles(r *reply) (twice map[string]bool) {
	twice = map[string]bool{}
	who, fixes := map[string][]string{}, map[string]string{}
	var ways []string
	for _, d := range a.Doubles {
		way := fmt.Sprintf("entries: %d, from %s", d.Entries, strings.Join(d.Files, " and "))
		if who[way] == nil {
			ways = append(ways, way)
		}
		who[way] = append(who[way], strings.TrimSpace(d.Agent+" "+d.Version))
		fixes[way], twice[d.Agent] = d.fix(), true
	}
	for _, way := range ways {
		r.fault(agentTwice, strings.Join(who[way], ", ")+": "+way, fixes[way])
	}
	return twice
}

// fix says what to do where the index reaches an agent by two ways, or by one in which it stands twice.
func (d Double) fix() string {
	if len(d.Files) == 1 {
		return "keep the entries in teammem's block alone"
	}
	return "let only one of them bring the index; docs/agents.md has where that can't be had"
}

var (
	agentHookEdited    = &Fault{"agent-hook-edited", Warn, "somebody changed teammem's entry in the settings of an agent"}
	agentHookBroken    = &Fault{"agent-hook-broken", Fail, "the settings of an agent can't be read"}
	agentHookUntracked = &Fault{"agent-hook-untracked", Warn, "the settings of an agent are not in git, so the hook is yours alone"}
	agentHookProgram   = &Fault{"agent-hook-program-missing", Warn, "the hooks of agents look for teammem on PATH, and it is not there"}
)

var agentHooksCheck = &Check{
	Name: "agent hooks", Wanted: "each hook and rule as teammem wrote it, in git, and teammem on PATH",
	Faults: []*Fault{agentHookEdited, agentHookBroken, agentHookUntracked, agentHookProgram},
	judge: func(f *Facts, r *reply) {
		a := f.Agents
		if a == nil || a.Why != "" || len(a.Hooks) == 0 {
			return
		}
		sound, hook := true, false
		var names []string
		for _, p := range a.Hooks {
			sound = a.judgeHook(p, r) && sound
			hook = hook || p.Kind == "hook"
			names = append(names, fmt.Sprintf("%s (%s, %s)", p.Path, p.Kind, strings.Join(p.Agents, ", ")))
		}
		switch {
		case hook && a.NotOnPath:
			r.fault(agentHookProgram, "no teammem on PATH: the hooks say nothing", "put it on PATH")
		case sound:
			r.ok(strings.Join(names, ", "))
		}
	},
}

// judgeHook says what is wrong with one entry, and reports whether nothing is.
func (a *Agents) judgeHook(p wiring.Part, r *reply) (sound bool) {
	switch {
	case p.State == wiring.Broken:
		r.fault(agentHookBroken, p.Path+": "+p.Why, "mend it")
	case p.State != wiring.Current:
		r.fault(agentHookEdited, p.Path+": "+p.Why, "")
	case slices.Contains(a.Untracked, p.Path):
		r.fault(agentHookUntracked, p.Path, "git add and commit it, if the team shall have it")
	default:
		return true
	}
	return false
}
