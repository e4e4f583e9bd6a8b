package doctor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

var (
	noGate        = &Fault{"review-missing", Fail, "the policy asks for approvals, and no workflow judges them"}
	gateUnmerged  = &Fault{"review-not-merged", Warn, "the default branch has no review gate yet"}
	gateAsleep    = &Fault{"review-does-not-run", Fail, "the review gate does not run when a pull request changes"}
	gateElsewhere = &Fault{"review-of-other-branches", Fail, "the review gate leaves out a branch that it is for"}
	gateDeaf      = &Fault{"review-not-told", Fail, "nothing tells the review gate of a review"}
	gateMute      = &Fault{"review-may-not-post", Fail, "the review gate may not read what it judges, or not post its status"}
	gateOpen      = &Fault{"review-checks-out", Fail, "the job of the review gate checks out code, which can be that of anybody"}
)

var gateCheck = &Check{
	Name: "review gate", Wanted: "a job that judges approvals on every pull request and after every review, and may post a status",
	Faults: []*Fault{noGate, gateUnmerged, gateAsleep, gateElsewhere, gateDeaf, gateMute, gateOpen},
	judge: func(f *Facts, r *reply) {
		b := f.Base
		if !b.seen() {
			return
		}
		gates, drafts := gatesIn(b.Workflows), gatesIn(b.Drafts)
		switch {
		case len(gates) > 0:
			b.judgeGates(gates, r)
		case len(drafts) > 0:
			r.fault(gateUnmerged, fmt.Sprintf("%s has none, the work tree has %s", b.Ref, drafts[0].path), "merge it, then git fetch")
		default:
			b.judgeNoGate(r)
		}
	},
}

// judgeNoGate says what it means that there is no gate: nothing bad, unless the policy counts on one.
func (b *Base) judgeNoGate(r *reply) {
	switch {
	case b.Approvals == 0 && b.GitHub:
		r.ok("none, and the policy asks for no approvals; docs/review.md says how to have them judged")
	case b.Approvals == 0:
	case b.GitHub:
		r.fault(noGate, fmt.Sprintf("the policy asks for approvals (%d), and no workflow of %s judges them", b.Approvals, b.Ref),
			"copy teammem-review.yml and teammem-review-signal.yml of examples/github; see docs/review.md")
	default:
		r.unknown("the policy asks for approvals, and teammem's gate is for GitHub alone", "have the host require the approval of owners")
	}
}

// gatesIn lists the calls that judge approvals, by path and job.
func gatesIn(files []File) []call {
	return slices.DeleteFunc(callsIn(files), func(c call) bool { return !c.gate })
}

// A flaw is one thing that is wrong with a gate.
type flaw struct {
	fault      *Fault
	found, fix string
}

// judgeGates is content with one gate that does it all, else it names all that the first lacks.
func (b *Base) judgeGates(gates []call, r *reply) {
	best := gates[0]
	for _, c := range gates {
		if len(b.flaws(c)) == 0 {
			best = c
			break
		}
	}
	at := fmt.Sprintf("job %q of %s", best.job, best.path)
	flaws := b.flaws(best)
	for _, x := range flaws {
		r.fault(x.fault, at+" "+x.found, x.fix)
	}
	switch {
	case len(flaws) > 0:
	case best.token == "" && best.rights.IsZero():
		r.unknown(at+" names no permissions, and only the host knows what its token may do then", "give the job contents: read, pull-requests: read and statuses: write")
	case strings.Contains(best.soft, "has an if"):
		r.unknown(at+" has an if; where that is false no status is posted", "take it out, unless you know that it holds for every pull request")
	default:
		r.ok(at)
	}
}

func (b *Base) flaws(c call) (all []flaw) {
	for _, look := range []func(call) *flaw{asleep, b.elsewhere, b.deaf, mute, open} {
		if x := look(c); x != nil {
			all = append(all, *x)
		}
	}
	return all
}

// moments are the types of pull_request_target after which the status can be another one: a push, a draft, another base,
// one of the same head that no longer holds it up.
var moments = []string{"opened", "synchronize", "reopened", "ready_for_review", "converted_to_draft", "edited", "closed"}

func asleep(c call) *flaw {
	const name = "pull_request_target"
	on := event(c.on, name)
	if on == nil {
		return &flaw{gateAsleep, "does not run on " + name, "take the events of examples/github"}
	}
	for _, key := range []string{"paths", "paths-ignore"} {
		if value(on, key) != nil {
			return &flaw{gateAsleep, "filters by " + key + ", and a required status that nobody posts blocks every other change", "take the filter out: the gate is quick where no memory changed"}
		}
	}
	types, lack := value(on, "types"), moments
	if types == nil { // then it is these
		types = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{{Value: "opened"}, {Value: "synchronize"}, {Value: "reopened"}}}
	}
	lack = slices.DeleteFunc(slices.Clone(lack), func(m string) bool { return lists(types, m) })
	if len(lack) > 0 {
		return &flaw{gateAsleep, "does not run when a pull request is " + strings.Join(lack, ", "), "add them to the types of " + name}
	}
	return nil
}

// elsewhere looks whether the gate judges what goes into the default branch, and into the others that it is told to judge.
func (b *Base) elsewhere(c call) *flaw {
	const fix = "name the default branch, and each other one whose rules require the status; see docs/review.md"
	const expression = "${{"
	var named []string
	for line := range strings.Lines(c.branches) {
		if line = strings.TrimSpace(line); line != "" && !strings.Contains(line, expression) {
			named = append(named, line)
		}
	}
	if b.Branch != "" && len(named) > 0 && !strings.Contains(c.branches, expression) && !slices.Contains(named, b.Branch) {
		return &flaw{gateElsewhere, fmt.Sprintf("judges pull requests into %s alone, and the default branch is %s", some(named), b.Branch), fix}
	}
	on := event(c.on, "pull_request_target")
	for _, branch := range append(named, b.Branch) {
		if on != nil && leavesOut(on, branch) {
			return &flaw{gateElsewhere, "does not run for pull requests into " + branch, "take the filter by branches out"}
		}
	}
	return nil
}

// deaf looks for the workflow that runs after a review and that the gate waits for. A review can't start the
// gate itself, since that would run what the pull request brings.
func (b *Base) deaf(c call) *flaw {
	const fix = "copy teammem-review-signal.yml of examples/github, and name its workflow in workflow_run of the gate"
	on := event(c.on, "workflow_run")
	switch {
	case on == nil || value(on, "workflows") == nil:
		return &flaw{gateDeaf, "does not run on the workflow_run of a signal, so an approval changes nothing", fix}
	case value(on, "branches") != nil || value(on, "branches-ignore") != nil:
		return &flaw{gateDeaf, "filters workflow_run by branches, so the branches of pull requests are not heard", "take the filter out"}
	case value(on, "types") != nil && !lists(value(on, "types"), "completed"):
		return &flaw{gateDeaf, "does not wait for the signal to be completed", "add completed to the types of workflow_run"}
	}
	for _, f := range b.Workflows {
		w := parseWorkflow(f)
		if w == nil || !lists(value(on, "workflows"), cmp.Or(w.Name, f.Path)) {
			continue
		}
		if on := event(&w.On, "pull_request_review"); on != nil && hearsAll(value(on, "types")) {
			return nil
		}
	}
	return &flaw{gateDeaf, fmt.Sprintf("waits for %q, which does not run on every pull_request_review", some(words(value(on, "workflows")))), fix}
}

// hearsAll reports whether types of a review leave out none that changes what was approved; nil is all of them.
func hearsAll(types *yaml.Node) bool {
	return types == nil || lists(types, "submitted") && lists(types, "dismissed")
}

// words are the values of a list, or of one value.
func words(n *yaml.Node) []string {
	if n.Kind == yaml.ScalarNode {
		return []string{n.Value}
	}
	var all []string
	for _, c := range n.Content {
		all = append(all, c.Value)
	}
	return all
}

func mute(c call) *flaw {
	lack := lacking(c.rights, "contents", "pull-requests")
	if !c.rights.IsZero() && c.rights.Value != "write-all" {
		if n := value(c.rights, "statuses"); n == nil || n.Value != "write" {
			lack = append(lack, "statuses: write")
		}
	}
	if len(lack) == 0 || c.token != "" && !strings.Contains(c.token, "github.token") && !strings.Contains(c.token, "GITHUB_TOKEN") {
		return nil
	}
	return &flaw{gateMute, "lacks " + strings.Join(lack, ", "), "add that to its permissions"}
}

// lacking are the permissions to read that rights do not give. Where nothing is said that is for the host to know.
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#permissions
func lacking(rights *yaml.Node, names ...string) (lack []string) {
	if rights.IsZero() || rights.Value == "read-all" || rights.Value == "write-all" {
		return nil
	}
	for _, name := range names {
		if n := value(rights, name); n == nil || n.Value != "read" && n.Value != "write" {
			lack = append(lack, name+": read")
		}
	}
	return lack
}

func open(c call) *flaw {
	for _, s := range c.steps {
		if name, _, _ := strings.Cut(s.Uses, "@"); strings.HasSuffix(name, "/checkout") {
			return &flaw{gateOpen, "checks out code, with a token that can post a status", "take that step out: the gate reads nothing of a work tree"}
		}
	}
	return nil
}

// ApprovalsIn gives how many approvals a policy asks for in so many words: 0 where it says nothing
// of review, or asks for none. The policy has been read without a mistake.
func ApprovalsIn(policy []byte) int {
	var p struct {
		Review map[string]yaml.Node `yaml:"review"`
	}
	if yaml.Unmarshal(policy, &p) != nil || len(p.Review) == 0 {
		return 0
	}
	n := 1 // by default
	if v, named := p.Review["required"]; named && v.Decode(&n) != nil {
		return 0
	}
	return n
}
