package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/rules"
)

// A tally counts findings by severity; older ones apart.
type tally struct {
	by    [finding.Error + 1]int
	older int
}

func count(fs []finding.Finding) tally {
	var t tally
	for _, f := range fs {
		if f.Older {
			t.older++
		} else {
			t.by[f.Severity]++
		}
	}
	return t
}

// wanted drops the notes and what is older and no error, unless they are asked for; notes
// stay when they are all there is to say why the verdict is block.
func wanted(res *engine.Result, opt Options) []finding.Finding {
	if opt.Verbose || notesBlock(res) {
		return slices.Clone(res.Findings)
	}
	return slices.DeleteFunc(slices.Clone(res.Findings), func(f finding.Finding) bool {
		return f.Severity <= finding.Note || f.Older && f.Severity < finding.Error
	})
}

// notesBlock reports whether notes are all there is to say why the verdict is block.
func notesBlock(res *engine.Result) bool {
	t := count(res.Findings)
	return res.Verdict == engine.Block && t.by[finding.Error]+t.by[finding.Warn] == 0
}

func isOlder(f finding.Finding) bool { return f.Older }

// A group is what is shown together: the findings of one file of one state.
type group struct {
	older             bool
	path, commit, ref string
}

func groupOf(f finding.Finding) group { return group{f.Older, f.Path, f.Commit, f.Ref} }

// A weight is how bad a finding is: by its severity, and among equals by the class of its rule, so that
// what must never pass stands above what can be mended.
type weight struct {
	severity finding.Severity
	class    rules.Class // 0 for a rule that is not known
}

// heavier orders the worse before the better.
func heavier(a, b weight) int {
	return cmp.Or(cmp.Compare(b.severity, a.severity), cmp.Compare(a.class, b.class))
}

// forReading sorts fs: what is new before what is older, the file with the worst finding first, in each file
// the worst first, and else from top to bottom. So whoever reads on no further, or a hook that says no more, has
// seen the worst.
func forReading(fs []finding.Finding) {
	classes := map[string]rules.Class{}
	for _, r := range rules.All {
		classes[r.ID] = r.Class
	}
	weigh := func(f finding.Finding) weight { return weight{f.Severity, classes[f.Rule]} }
	worst := map[group]weight{}
	for _, f := range fs {
		g, w := groupOf(f), weigh(f)
		if was, seen := worst[g]; !seen || heavier(w, was) < 0 {
			worst[g] = w
		}
	}
	slices.SortStableFunc(fs, func(a, b finding.Finding) int {
		ga, gb := groupOf(a), groupOf(b)
		return cmp.Or(last(a.Older, b.Older), heavier(worst[ga], worst[gb]), compareGroups(ga, gb), heavier(weigh(a), weigh(b)), finding.Compare(a, b))
	})
}

// compareGroups keeps together what is shown together, in the order of finding.Compare.
func compareGroups(a, b group) int {
	return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.commit, b.commit), cmp.Compare(a.ref, b.ref))
}

// last orders what is true after what is not.
func last(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// place says where f is: in a file as it was judged, in a file of another commit of
// the range, in the message of a commit or of a tag, or in the name of a ref.
func Place(f finding.Finding) string {
	switch o := origin(f); {
	case f.Path == "" && !inMessage(f):
		return o
	case f.Path == "":
		return fmt.Sprintf("%s:%d:%d", o, f.Line, f.Column)
	case o != "":
		return fmt.Sprintf("%s: %s:%d:%d", o, f.Path, f.Line, f.Column)
	}
	return fmt.Sprintf("%s:%d:%d", f.Path, f.Line, f.Column)
}

// origin says where f is if not in a file as it was judged, else it is "".
func origin(f finding.Finding) string {
	switch {
	case f.Path != "" && f.Commit == "":
		return ""
	case f.Path != "":
		return commitName(f.Commit)
	case !inMessage(f):
		return refName(f.Ref) + " name"
	case f.Ref != "":
		return refName(f.Ref) + " message"
	}
	return commitName(f.Commit) + " message"
}

// commitName is a commit by the begin of its id; "" is one that is not made yet.
func commitName(id string) string {
	if id == "" {
		return "commit"
	}
	return "commit " + id[:min(8, len(id))]
}

// refName is a ref as people call it.
func refName(ref string) string {
	switch kind, name, _ := strings.Cut(strings.TrimPrefix(ref, "refs/"), "/"); {
	case ref == "":
		return "branch"
	case kind == "heads":
		return "branch " + name
	case kind == "tags":
		return "tag " + name
	}
	return "ref " + ref
}

// inMessage reports whether f, which has no path, is about a message. A message has
// lines; the name of a ref has none.
func inMessage(f finding.Finding) bool {
	return f.Commit != "" || f.Excerpt != "" || !isWhole(f)
}

// isWhole reports whether f is about its file as a whole.
func isWhole(f finding.Finding) bool {
	return f.Line == f.EndLine && f.Column == f.EndColumn && f.Line <= 1 && f.Column <= 1
}

// ruleURL is the page about a rule.
func ruleURL(id string) string { return Repository + "/blob/main/docs/rules/" + id + ".md" }
