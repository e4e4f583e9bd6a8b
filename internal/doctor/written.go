package doctor

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

var (
	noYAML  = &Fault{"workflow-unreadable", Fail, "a workflow that names teammem is no YAML, so the host runs nothing of it"}
	noInput = &Fault{"workflow-unknown-input", Warn, "a step gives teammem an input that it does not have, or a mode"}
)

// inputs are those of action.yml.
var inputs = []string{
	"mode", "team-token", "branches", "pull-request", "token", "fail-on", "verbose", "paths", "range",
	"format", "fetch", "comment", "json-file", "sarif-file", "install", "download-base-url",
}

// writtenCheck finds what makes a workflow do nothing, or something else than it seems to say: GitHub itself only notes
// it in a corner of its page.
var writtenCheck = &Check{
	Name: "workflow files", Wanted: "workflows that are YAML, and inputs that teammem has", Faults: []*Fault{noYAML, noInput},
	judge: func(f *Facts, r *reply) {
		if f.Base == nil {
			return
		}
		for _, w := range f.Base.Workflows {
			if why := whyUnread(w); why != "" {
				r.fault(noYAML, w.Path+": "+why, "correct it, or copy it anew from examples/github")
			}
		}
		for _, c := range callsIn(f.Base.Workflows) {
			for _, what := range c.oddities() {
				r.fault(noInput, fmt.Sprintf("job %q of %s: %s", c.job, c.path, what), "correct it: action.yml of teammem lists what there is")
			}
		}
	},
}

// whyUnread says why a workflow that speaks of teammem can't be read; "" where it can, or is about something else.
func whyUnread(f File) string {
	if f.Text == nil || !bytes.Contains(f.Text.Bytes(), []byte("teammem")) {
		return ""
	}
	if err := yaml.Unmarshal(f.Text.Bytes(), &workflow{}); err != nil {
		return strings.Join(strings.Fields(err.Error()), " ")
	}
	return ""
}

// oddities says what of the inputs of a step means nothing. GitHub reads their names in any case.
func (c call) oddities() (all []string) {
	for name := range c.with {
		if !c.command && !slices.Contains(inputs, strings.ToLower(name)) {
			all = append(all, fmt.Sprintf("there is no input %q", name))
		}
	}
	slices.Sort(all)
	if m := c.with["mode"].Value; m != "" && m != "check" && m != "review" && !strings.Contains(m, "${{") {
		all = append(all, fmt.Sprintf("mode is %q, and there are check and review", m))
	}
	return all
}
