package doctor

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// A workflow is what matters of a file of .github/workflows.
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax
type workflow struct {
	On   yaml.Node      `yaml:"on"`
	Jobs map[string]job `yaml:"jobs"`
}

type job struct {
	Name     string    `yaml:"name"`
	If       yaml.Node `yaml:"if"`
	Continue yaml.Node `yaml:"continue-on-error"`
	Uses     string    `yaml:"uses"`
	Steps    []step    `yaml:"steps"`
}

type step struct {
	If       yaml.Node            `yaml:"if"`
	Continue yaml.Node            `yaml:"continue-on-error"`
	Uses     string               `yaml:"uses"`
	Run      string               `yaml:"run"`
	With     map[string]yaml.Node `yaml:"with"`
}

// A call is a step that has team memory judged.
type call struct {
	path string // of the workflow
	job  string // as the list of required checks calls it
	ref  string // after the @ of what is used; "" for a command
	on   *yaml.Node
	soft string // why it can't fail; "" when it can
	gate bool   // it is the review gate, which judges no text
}

// callsOf lists the steps of a workflow that start teammem, in no order. A file that is no
// workflow has none.
func callsOf(f File) (all []call) {
	var w workflow
	if f.Text == nil || yaml.Unmarshal(f.Text.Bytes(), &w) != nil {
		return nil
	}
	for id, j := range w.Jobs {
		name := j.Name
		if name == "" {
			name = id
		}
		for _, s := range append(j.Steps, step{Uses: j.Uses}) {
			ref, ours := reference(s)
			if !ours {
				continue
			}
			mode := s.With["mode"]
			all = append(all, call{f.Path, name, ref, &w.On, softness(j, s), mode.Value == "review"})
		}
	}
	return all
}

// reference gives the version of teammem that a step uses.
func reference(s step) (ref string, ours bool) {
	name, ref, _ := strings.Cut(s.Uses, "@")
	if parts := strings.Split(name, "/"); len(parts) > 1 && parts[1] == "teammem" {
		return ref, true
	}
	return "", strings.Contains(s.Run, "teammem check")
}

// softness says why a step does not fail its job, or the job the pull request.
func softness(j job, s step) string {
	failOn := s.With["fail-on"]
	switch {
	case j.If.Value != "":
		return "the job has an if, and a job that is skipped counts as passed"
	case s.If.Value != "":
		return "the step has an if, and a step that is skipped counts as passed"
	case isOn(j.Continue) || isOn(s.Continue):
		return "continue-on-error lets it pass whatever it finds"
	case failOn.Value == "never":
		return "fail-on is never"
	}
	return ""
}

func isOn(n yaml.Node) bool { return n.Value != "" && n.Value != "false" }

// event gives what a workflow says of one event; nil when it does not run for it.
func event(on *yaml.Node, name string) *yaml.Node {
	switch on.Kind {
	case yaml.ScalarNode:
		if on.Value == name {
			return on
		}
	case yaml.SequenceNode:
		for _, n := range on.Content {
			if n.Value == name {
				return n
			}
		}
	case yaml.MappingNode:
		return value(on, name)
	}
	return nil
}

// value gives the value of a key of a mapping; nil when there is none.
func value(n *yaml.Node, key string) *yaml.Node {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}
