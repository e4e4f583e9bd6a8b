package doctor

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// calls reports whether a pipeline of GitLab has team memory judged, in whatever way.
func (f *File) calls() bool {
	return f != nil && f.Text != nil && strings.Contains(string(f.Text.Bytes()), checkCommand)
}

// judge is content with one job of the pipeline that does it all, else it names what the first lacks. Where
// no job holds the command itself, something includes or extends it, and only GitLab knows.
func (f *File) judge(r *reply) {
	var first func()
	for name, j := range jobsOf(f) {
		fault, found, fix := flawOf(j)
		if fault == nil {
			r.ok(fmt.Sprintf("job %q of %s", name, f.Path))
			return
		}
		if first == nil {
			first = func() { r.fault(fault, fmt.Sprintf("job %q of %s %s", name, f.Path, found), fix) }
		}
	}
	if first == nil {
		r.ok(f.Path + " calls " + checkCommand)
		return
	}
	first()
}

// jobsOf gives the jobs whose script judges team memory, by name, in the order of the file.
// https://docs.gitlab.com/ci/yaml/
func jobsOf(f *File) func(yield func(string, *yaml.Node) bool) {
	return func(yield func(string, *yaml.Node) bool) {
		var doc yaml.Node
		if yaml.Unmarshal(f.Text.Bytes(), &doc) != nil || len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
			return
		}
		for i, top := 0, doc.Content[0].Content; i+1 < len(top); i += 2 {
			script := value(top[i+1], "script")
			hidden := strings.HasPrefix(top[i].Value, ".") // a template, which runs only where it is extended
			if script != nil && !hidden && strings.Contains(scriptText(script), checkCommand) && !yield(top[i].Value, top[i+1]) {
				return
			}
		}
	}
}

// scriptText is the text of a script, which is one string or a list.
func scriptText(n *yaml.Node) string {
	if len(n.Content) == 0 {
		return n.Value
	}
	var lines []string
	for _, c := range n.Content {
		lines = append(lines, c.Value)
	}
	return strings.Join(lines, "\n")
}

// flawOf says what is wrong with a job; a nil fault says that nothing is.
func flawOf(j *yaml.Node) (fault *Fault, found, fix string) {
	when, rules := value(j, "when"), value(j, "rules")
	before := runsBeforeMerge(rules)
	switch {
	case mayFail(j), len(before) > 0 && !slices.ContainsFunc(before, func(rule *yaml.Node) bool { return !mayFail(rule) }):
		return soft, "has allow_failure", "take that out"
	case when != nil && (when.Value == "manual" || when.Value == "never"):
		return soft, "does not run by itself", "take when out"
	case softScript(scriptText(value(j, "script"))) != "":
		return soft, "can't fail: " + softScript(scriptText(value(j, "script"))), "take that out"
	case rules != nil && len(rules.Content) > 0 && len(before) == 0:
		return noPullRequest, "does not run before a merge", `add the rule if: $CI_PIPELINE_SOURCE == "merge_request_event"`
	}
	return nil, "", ""
}

// mayFail reports whether a job, or a rule of one, lets the pipeline pass whatever the job finds.
func mayFail(n *yaml.Node) bool {
	soften := value(n, "allow_failure")
	return soften != nil && soften.Value != "false"
}

// runsBeforeMerge are the rules that can have a job run for what is not on the default branch yet. The first rule that holds
// decides, so what comes after one that always holds is not asked.
// https://docs.gitlab.com/ci/jobs/job_rules/
func runsBeforeMerge(rules *yaml.Node) (all []*yaml.Node) {
	if rules == nil {
		return nil
	}
	for _, rule := range rules.Content {
		if beforeMerge(rule) {
			all = append(all, rule)
		}
		if value(rule, "if") == nil && value(rule, "changes") == nil && value(rule, "exists") == nil {
			break
		}
	}
	return all
}

// beforeMerge reports whether a rule can have the job run for what is not on the default branch yet.
func beforeMerge(rule *yaml.Node) bool {
	cond, when := value(rule, "if"), value(rule, "when")
	if when != nil && when.Value == "never" {
		return false
	}
	return cond == nil || !strings.Contains(cond.Value, "$CI_DEFAULT_BRANCH") || strings.Contains(cond.Value, "!=") || strings.Contains(cond.Value, "merge_request")
}
