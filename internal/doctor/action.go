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
)

var workflowCheck = &Check{
	Name: "workflow", Wanted: "a job on every pull request, without filters by path, that can fail",
	Faults: []*Fault{noWorkflow, workflowUnmerged, noPullRequest, filtered, soft},
	judge: func(f *Facts, r *reply) {
		b := f.Base
		if b == nil || b.Why != "" || b.Commit == "" {
			return
		}
		calls := checksIn(b.Workflows)
		pipeline := b.Pipeline != nil && b.Pipeline.Text != nil && strings.Contains(string(b.Pipeline.Text.Bytes()), "teammem check")
		switch {
		case len(calls) > 0:
			judgeCalls(calls, r)
		case pipeline:
			r.ok(b.Pipeline.Path + " calls teammem check")
		case len(checksIn(b.Drafts)) > 0:
			r.fault(workflowUnmerged, fmt.Sprintf("%s has none, the work tree has %s", b.Ref, checksIn(b.Drafts)[0].path), "merge it, then git fetch")
		case b.Host == "":
			r.unknown("there is no remote on a host, so nothing tells what a server runs", "see examples/pre-receive for a server of your own")
		default:
			r.fault(noWorkflow, "none at "+b.Ref, "copy the one of examples/github, or the job of examples/gitlab")
		}
	},
}

// checksIn lists the calls that judge memory, by path and job.
func checksIn(files []File) (all []call) {
	for _, f := range files {
		all = append(all, callsOf(f)...)
	}
	all = slices.DeleteFunc(all, func(c call) bool { return c.gate })
	slices.SortStableFunc(all, func(a, b call) int { return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.job, b.job)) })
	return all
}

// judgeCalls is content with one call that does it all, else it names what the first lacks.
func judgeCalls(calls []call, r *reply) {
	var first func()
	for _, c := range calls {
		fault, found, fix := c.flaw()
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

// flaw says what is wrong with a call; a nil fault says that nothing is.
func (c call) flaw() (fault *Fault, found, fix string) {
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
	if types := value(on, "types"); types != nil && !(lists(types, "opened") && lists(types, "synchronize")) {
		return filtered, fmt.Sprintf("%s runs only for some types of pull_request", c.path), "take types out, or add opened, synchronize and reopened"
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
		var pins []string
		for _, w := range f.Base.Workflows {
			for _, c := range callsOf(w) {
				switch {
				case c.ref == "":
				case !isHash(c.ref):
					r.fault(notPinned, fmt.Sprintf("%s uses teammem@%s", c.path, c.ref), "write the full hash of the commit that you trust")
					return
				case strings.Trim(c.ref, "0") == "":
					r.fault(placeholder, c.path+" has zeros in its place", "write the full hash of the commit that you trust")
					return
				default:
					pins = append(pins, c.ref[:12])
				}
			}
		}
		if slices.Sort(pins); len(pins) > 0 {
			r.ok(some(slices.Compact(pins)))
		}
	},
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
