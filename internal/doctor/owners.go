package doctor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/owners"
)

var (
	noCodeowners   = &Fault{"codeowners-missing", Fail, "nobody owns team memory: there is no CODEOWNERS"}
	ownersUnmerged = &Fault{"codeowners-not-merged", Warn, "the default branch has no CODEOWNERS yet, and that one counts"}
	ownersTooLarge = &Fault{"codeowners-too-large", Fail, "CODEOWNERS is too large for a host to load"}
	badLine        = &Fault{"codeowners-bad-line", Fail, "a line of CODEOWNERS can't be read, and a host may pass over the whole file"}
	shadowed       = &Fault{"codeowners-shadowed", Warn, "there is another CODEOWNERS, which no host reads"}
)

var codeownersCheck = &Check{
	Name: "CODEOWNERS", Wanted: "one CODEOWNERS on the default branch, every line readable",
	Faults: []*Fault{noCodeowners, ownersUnmerged, ownersTooLarge, badLine, shadowed},
	judge: func(f *Facts, r *reply) {
		b := f.Base
		switch {
		case b == nil:
		case b.Why != "":
			r.unknown(b.Why, b.Fix)
		case b.Commit == "":
			r.unknown("nothing is committed yet", "")
		case b.Owners.Path == "" && len(b.Named) > 0:
			r.ok("none, and the policy names " + strings.Join(b.Named, ", "))
		case b.Owners.Path == "" && b.Alone:
			r.ok("none, and the policy asks for no approval")
		case b.Owners.Path == "" && b.Unread != "":
			r.fault(noCodeowners, fmt.Sprintf("%s has %s, which this host does not read", b.Ref, b.Unread), "run git mv "+b.Unread+" CODEOWNERS, and write the new path into it")
		case b.Owners.Path == "" && b.Here != "":
			r.fault(ownersUnmerged, fmt.Sprintf("%s has none, the work tree has %s", b.Ref, b.Here), "merge it, then git fetch")
		case b.Owners.Path == "":
			r.fault(noCodeowners, b.Ref+" has none", "run teammem init --owner @ORG/TEAM, then merge it")
		default:
			judgeCodeowners(b, r)
		}
	},
}

// codeowners reads the file as the host does.
func (b *Base) codeowners() *owners.File { return owners.Reader(b.OwnersPaths...)(b.Owners.Text) }

func judgeCodeowners(b *Base, r *reply) {
	if b.Owners.Text == nil {
		r.fault(ownersTooLarge, b.Owners.Path+" has over 1 MB", "make it smaller")
		return
	}
	if bad := b.codeowners().Bad; len(bad) > 0 {
		r.fault(badLine, fmt.Sprintf("%s:%d can't be read", b.Owners.Path, bad[0]), "mend the line")
		return
	}
	if len(b.Shadowed) > 0 {
		r.fault(shadowed, fmt.Sprintf("%s counts, %s does not", b.Owners.Path, strings.Join(b.Shadowed, ", ")), "move its lines over and delete it")
		return
	}
	r.ok(b.Owners.Path + " at " + b.Ref)
}

var (
	memoryUnowned     = &Fault{"memory-not-owned", Fail, "a team memory has no owner"}
	policyUnowned     = &Fault{"policy-not-owned", Fail, "the policy has no owner"}
	codeownersUnowned = &Fault{"codeowners-not-owned", Fail, "CODEOWNERS has no owner, so anybody may make themselves one"}
	workflowsUnowned  = &Fault{"workflows-not-owned", Fail, "a workflow has no owner, so anybody may switch the check off"}
	stolen            = &Fault{"owners-stolen", Fail, "a later line of CODEOWNERS takes the path from its owners"}
)

var ownedCheck = &Check{
	Name: "owners", Wanted: "an owner for every memory, the policy, CODEOWNERS and the workflows",
	Faults: []*Fault{memoryUnowned, policyUnowned, codeownersUnowned, workflowsUnowned, stolen},
	judge: func(f *Facts, r *reply) {
		b := f.Base
		if b == nil || b.Why != "" || b.Owners.Text == nil {
			return
		}
		file := b.codeowners()
		if len(file.Bad) > 0 {
			return
		}
		judgeOwned(r, file, "team memory", memoryUnowned, append([]string{memory.IndexPath, memory.Dir + "/zzqx.md"}, b.Team...))
		if b.Policy {
			judgeOwned(r, file, "the policy", policyUnowned, []string{memory.PolicyPath})
		}
		judgeOwned(r, file, "CODEOWNERS", codeownersUnowned, []string{b.Owners.Path})
		var workflows []string
		for _, w := range b.Workflows {
			workflows = append(workflows, w.Path)
		}
		if b.Pipeline.calls() {
			workflows = append(workflows, b.Pipeline.Path)
		}
		if len(workflows) > 0 {
			judgeOwned(r, file, "workflows", workflowsUnowned, workflows)
		}
	},
}

// judgeOwned says who owns some paths. The first that has no owner, or lost its owners to a
// wider line, is named.
func judgeOwned(r *reply, file *owners.File, what string, unowned *Fault, paths []string) {
	var who []string
	for _, p := range paths {
		all := file.Matches(p)
		if len(all) == 0 {
			r.fault(unowned, what+": no line of CODEOWNERS matches "+shownPath(p), fixOwners(p))
			return
		}
		last := all[len(all)-1]
		if len(last.Owners) == 0 {
			r.fault(unowned, fmt.Sprintf("%s: line %d (%s) leaves %s without an owner", what, last.Line, last.Pattern, shownPath(p)), fixOwners(p))
			return
		}
		if from := robbed(all); from != nil {
			r.fault(stolen, fmt.Sprintf("%s: line %d (%s) takes %s from line %d (%s)", what, last.Line, last.Pattern, shownPath(p), from.Line, from.Pattern),
				fmt.Sprintf("move line %d below line %d: the last line that matches decides", from.Line, last.Line))
			return
		}
		if words := fmt.Sprintf("%s (line %d)", strings.Join(last.Owners, " "), last.Line); !slices.Contains(who, words) {
			who = append(who, words)
		}
	}
	r.ok(what + ": " + some(who))
}

// robbed is the line that names a path more closely than the last one, which matches files
// everywhere and names others; nil when there is none.
func robbed(all []owners.Match) *owners.Match {
	last := all[len(all)-1]
	for i := len(all) - 2; i >= 0 && last.Wide; i-- {
		if !all[i].Wide {
			if len(all[i].Owners) > 0 && !sameOwners(all[i].Owners, last.Owners) {
				return &all[i]
			}
			return nil
		}
	}
	return nil
}

// sameOwners compares two sets; a host does not mind the case of a name.
func sameOwners(a, b []string) bool { return slices.Equal(folded(a), folded(b)) }

func folded(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = strings.ToLower(n)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// shownPath is p, or what the path of a memory to come stands for.
func shownPath(p string) string {
	if strings.HasSuffix(p, "/zzqx.md") {
		return "new memories"
	}
	return p
}

func fixOwners(p string) string {
	dir, _, _ := strings.Cut(p, "/")
	if dir == p {
		return "add the line /" + p + " @OWNER at the end of CODEOWNERS"
	}
	return "add the line /" + dir + "/ @OWNER at the end of CODEOWNERS"
}
