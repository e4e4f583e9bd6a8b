package doctor

import (
	"fmt"
	"slices"
	"unicode/utf16"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
)

var (
	noIndex   = &Fault{"index-missing", Fail, "there is no index"}
	longIndex = &Fault{"index-too-long", Fail, "agents load only the beginning of the index"}
)

// Rules of teammem check that a line of doctor is about already.
var (
	ignoreRules = []string{"ignored-directory", "ignored-here"}
	indexRules  = []string{"index-size", "no-index"}
	listRules   = []string{"orphan", "not-linked"}
	agentRules  = []string{"delivery-stale"}
)

var indexCheck = &Check{
	Name: "index", Wanted: "an index that agents load to its end", Faults: []*Fault{noIndex, longIndex},
	judge: func(f *Facts, r *reply) {
		m := f.Memory
		switch {
		case m == nil || f.Folder.Kind != Directory:
		case m.Why != "":
			r.unknown("teammem check could not finish", "")
		case m.Index == nil && slices.ContainsFunc(m.Findings, func(x finding.Finding) bool { return x.Path == memory.IndexPath && x.Rule == "unreadable" }):
			r.unknown(memory.IndexPath+" can't be read", "")
		case m.Index == nil:
			r.fault(noIndex, "no "+memory.IndexPath, "run teammem index")
		default:
			judgeIndex(m, r)
		}
	},
}

func judgeIndex(m *Memory, r *reply) {
	limits := memory.IndexLimits{Lines: m.Lines, Bytes: m.Bytes}
	l := memory.Load(m.Index, limits)
	if excess := l.Excess(limits); excess != "" {
		r.fault(longIndex, fmt.Sprintf("%s; not loaded: %s", excess, l.Missing()), "merge entries that say nearly the same, shorten long ones, or move old memories to archive/ and run teammem index")
		return
	}
	units := len(utf16.Encode([]rune(string(m.Index.Bytes()))))
	r.ok(fmt.Sprintf("lines: %d of %d, bytes: %d of %d, UTF-16 units: %d", l.Lines, m.Lines, l.Bytes, m.Bytes, units))
}

var notListed = &Fault{"memory-not-in-index", Fail, "a memory has no entry in the index, so no agent knows of it"}

var listedCheck = &Check{
	Name: "entries", Wanted: "an entry in the index for every memory", Faults: []*Fault{notListed},
	judge: func(f *Facts, r *reply) {
		m := f.Memory
		if m == nil || m.Why != "" || m.Index == nil {
			return
		}
		var missing []string
		for _, x := range m.Findings {
			if slices.Contains(listRules, x.Rule) {
				missing = append(missing, x.Path)
			}
		}
		if len(missing) > 0 {
			r.fault(notListed, "without an entry: "+some(missing), "run teammem index")
			return
		}
		r.ok(fmt.Sprintf("memories: %d", m.Memories))
	},
}

var (
	badPolicy = &Fault{"policy-unreadable", Fail, "the policy can't be read, so every check stops"}
	ownPolicy = &Fault{"policy-untracked", Warn, "the policy is not in git, so nobody else goes by it"}
)

var policyCheck = &Check{
	Name: "policy", Wanted: "a policy in git that can be read, or none", Faults: []*Fault{badPolicy, ownPolicy},
	judge: func(f *Facts, r *reply) {
		switch {
		case f.Memory == nil || f.Folder.Kind == Closed:
		case f.Memory.PolicyFlaw != "":
			r.fault(badPolicy, f.Memory.PolicyFlaw, f.Memory.PolicyFix)
		case f.Memory.Why != "":
		case f.Memory.NoPolicy:
			r.ok("no " + memory.PolicyPath + ", so the preset recommended holds")
		case f.Memory.OwnPolicy:
			r.fault(ownPolicy, memory.PolicyPath+" is not in git", "git add and commit it, with git add -f where a rule ignores it")
		default:
			r.ok(memory.PolicyPath)
		}
	},
}

var (
	checkBlocks = &Fault{"check-blocks", Fail, "teammem check blocks"}
	checkWarns  = &Fault{"check-warns", Warn, "teammem check warns"}
	checkStops  = &Fault{"check-unfinished", Fail, "teammem check could not finish"}
)

var memoryCheck = &Check{
	Name: "memories", Wanted: "teammem check has nothing to say", Faults: []*Fault{checkBlocks, checkWarns, checkStops},
	judge: func(f *Facts, r *reply) {
		m := f.Memory
		switch {
		case m == nil || m.PolicyFlaw != "" || f.Folder.Why == "" && (f.Folder.Kind == Absent || f.Folder.Kind == Closed):
			return
		case m.Why != "":
			r.fault(checkStops, m.Why, m.Fix)
			return
		}
		found := f.unsaid()
		if len(found) == 0 {
			r.ok(fmt.Sprintf("memories: %d", m.Memories))
			return
		}
		worst := slices.MaxFunc(found, func(a, b finding.Finding) int { return int(a.Severity) - int(b.Severity) })
		fault := checkWarns
		if worst.Severity == finding.Error {
			fault = checkBlocks
		}
		r.fault(fault, fmt.Sprintf("findings: %d; %s: %s [%s]", len(found), worst.Path, worst.Message, worst.Rule), "run teammem check and mend what it names")
	},
}

// unsaid are the findings that no other line is about.
func (f *Facts) unsaid() []finding.Finding {
	return slices.DeleteFunc(slices.Clone(f.Memory.Findings), func(x finding.Finding) bool {
		_, alike := memory.TeamPath(x.Path)
		return alike || x.Rule == "path" && f.Folder.Kind != Directory ||
			x.Rule == "unreadable" && slices.Contains(memory.OwnersPaths, x.Path) ||
			slices.Contains(slices.Concat(ignoreRules, indexRules, listRules, agentRules), x.Rule)
	})
}
