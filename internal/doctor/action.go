package doctor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

var (
	noWorkflow       = &Fault{"workflow-missing", Warn, "the server runs no check of team memory"}
	workflowUnmerged = &Fault{"workflow-not-merged", Warn, "the default branch has no workflow yet"}
	noPullRequest    = &Fault{"workflow-not-on-pull-request", Fail, "the check does not run for pull requests"}
	filtered         = &Fault{"workflow-filtered", Fail, "a filter keeps the check from running, and a required check that does not run blocks every change"}
	soft             = &Fault{"workflow-cannot-fail", Fail, "the check passes whatever it finds"}
	noRight          = &Fault{"workflow-may-not-read", Warn, "the job of the check may not read the repository"}
)

var workflowCheck = &Check{
	Name: "workflow", Wanted: "a job on every pull request, without filters by path, that can fail",
	Faults: []*Fault{noWorkflow, workflowUnmerged, noPullRequest, filtered, soft, noRight},
	judge: func(f *Facts, r *reply) {
		b := f.Base
		if !b.seen() {
			return
		}
		calls := checksIn(b.Workflows)
		switch {
		case len(calls) > 0:
			b.judgeCalls(calls, r)
		case b.Pipeline.calls():
			b.Pipeline.judge(r)
		case len(checksIn(b.Drafts)) > 0:
			r.fault(workflowUnmerged, fmt.Sprintf("%s has none, the work tree has %s", b.Ref, checksIn(b.Drafts)[0].path), "merge it, then git fetch")
		case b.Host == "":
			r.unknown("there is no remote on a host, so nothing tells what a server runs", "see examples/pre-receive for a server of your own")
		default:
			r.fault(noWorkflow, "none at "+b.Ref, "copy the one of examples/github into .github/workflows itself, or the job of examples/gitlab")
		}
	},
}

// checksIn lists the calls that judge memory, by path and job.
func checksIn(files []File) []call {
	return slices.DeleteFunc(callsIn(files), func(c call) bool { return c.gate })
}

// callsIn lists all calls, by path and job.
func callsIn(files []File) (all []call) {
	for _, f := range files {
		all = append(all, callsOf(f)...)
	}
	slices.SortStableFunc(all, func(a, b call) int { return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.job, b.job)) })
	return all
}

// judgeCalls is content with one call that does it all, else it names what the first lacks.
func (b *Base) judgeCalls(calls []call, r *reply) {
	var first func()
	for _, c := range calls {
		fault, found, fix := c.flaw(b.Branch)
		if fault == nil {
			r.ok(fmt.Sprintf("job %q of %s", c.job, c.path))
			return
		}
		if first == nil {
			first = func() { r.fault(fault, found, fix) }
		}
	}
	first()
}

// flaw says what is wrong with a call, for pull requests into a branch; a nil fault says that nothing is.
func (c call) flaw(branch string) (fault *Fault, found, fix string) {
	on := event(c.on, "pull_request")
	switch {
	case on == nil:
		return noPullRequest, fmt.Sprintf("%s does not run on pull_request", c.path), "add pull_request to its events"
	case c.soft != "":
		return soft, fmt.Sprintf("job %q of %s: %s", c.job, c.path, c.soft), "take that out"
	}
	for _, key := range []string{"paths", "paths-ignore"} {
		if value(on, key) != nil {
			return filtered, fmt.Sprintf("%s filters pull_request by %s", c.path, key), "take the filter out: the check is quick where no memory changed"
		}
	}
	if leavesOut(on, branch) {
		return filtered, fmt.Sprintf("%s does not run for pull requests into %s", c.path, branch), "take the filter by branches out"
	}
	if types := value(on, "types"); types != nil && !(lists(types, "opened") && lists(types, "synchronize")) {
		return filtered, fmt.Sprintf("%s runs only for some types of pull_request", c.path), "take types out, or add opened, synchronize and reopened"
	}
	if lack := lacking(c.rights, "contents"); len(lack) > 0 && c.token == "" {
		return noRight, fmt.Sprintf("permissions of job %q of %s lack %s", c.job, c.path, lack[0]), "add contents: read, or a repository that is private can't be read"
	}
	return nil, "", ""
}

func lists(n *yaml.Node, word string) bool {
	return n.Value == word || slices.ContainsFunc(n.Content, func(c *yaml.Node) bool { return c.Value == word })
}

var (
	notPinned   = &Fault{"workflow-not-pinned", Fail, "the workflow names teammem by a branch or tag, which somebody else can move"}
	placeholder = &Fault{"workflow-placeholder", Fail, "the workflow names no commit of teammem yet"}
)

var pinCheck = &Check{
	Name: "pin", Wanted: "teammem used by the hash of a commit", Faults: []*Fault{notPinned, placeholder},
	judge: func(f *Facts, r *reply) {
		if f.Base == nil {
			return
		}
		pins := slices.DeleteFunc(f.Base.pins(), func(p pin) bool { return p.ref == "" })
		slices.SortStableFunc(pins, func(a, b pin) int { return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.ref, b.ref)) })
		pins = slices.Compact(pins)
		flawed := false
		for _, p := range pins {
			switch {
			case !p.fixed():
				r.fault(notPinned, fmt.Sprintf("%s uses teammem@%s", p.path, p.ref), p.wanted())
			case strings.Trim(p.ref, "0") == "":
				r.fault(placeholder, p.path+" has zeros in its place", p.wanted())
			default:
				continue
			}
			flawed = true
		}
		if names := short(pins); len(names) > 0 && !flawed {
			r.ok(some(names))
		}
	},
}

// A pin is one version of teammem that a server runs.
type pin struct {
	path, ref string
	module    bool // go installs it, and holds a version to its sum
}

// pins are those of all workflows and of the pipeline.
func (b *Base) pins() (all []pin) {
	for _, w := range b.Workflows {
		for _, c := range callsOf(w) {
			all = append(all, pin{c.path, c.ref, c.command})
		}
	}
	if b.Pipeline.calls() {
		all = append(all, pin{b.Pipeline.Path, installed(string(b.Pipeline.Text.Bytes())), true})
	}
	return all
}

// fixed reports whether nobody can put another program in the place of what is named.
func (p pin) fixed() bool {
	return isHash(p.ref) || p.module && isVersion(p.ref)
}

func (p pin) wanted() string {
	if p.module {
		return "write a version, such as teammem@v1.2.3, or the full hash of the commit that you trust"
	}
	return "write the full hash of the commit that you trust"
}

// short are the versions as they are told, sorted, each once.
func short(pins []pin) (names []string) {
	for _, p := range pins {
		if isHash(p.ref) {
			p.ref = p.ref[:12]
		}
		names = append(names, p.ref)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// isVersion reports whether s is a version of a module and not a query, such as latest or v1.
func isVersion(s string) bool {
	return strings.HasPrefix(s, "v") && strings.Count(s, ".") >= 2
}

func isHash(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}

var requiredCheck = &Check{
	Name: "required check", Wanted: "the host requires the check and the review of owners before it merges",
	judge: func(f *Facts, r *reply) {
		b := f.Base
		if b == nil || b.Host == "" {
			return
		}
		fix := "look into the settings of the repository on " + b.Host
		if b.Settings != "" {
			fix = "look at " + b.Settings
		}
		r.unknown("only the host knows, and it tells who has a token", fix)
	},
}
