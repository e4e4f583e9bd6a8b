package doctor

import (
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A workflow is what matters of a file of .github/workflows.
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax
type workflow struct {
	Name   string         `yaml:"name"`
	On     yaml.Node      `yaml:"on"`
	Rights yaml.Node      `yaml:"permissions"`
	Jobs   map[string]job `yaml:"jobs"`
}

type job struct {
	Name     string    `yaml:"name"`
	If       yaml.Node `yaml:"if"`
	Continue yaml.Node `yaml:"continue-on-error"`
	Rights   yaml.Node `yaml:"permissions"`
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
	path     string // of the workflow
	job      string // as the list of required checks calls it
	ref      string // after the @ of what is used; "" for a command
	on       *yaml.Node
	soft     string // why it can't fail; "" when it can
	gate     bool   // it is the review gate, which judges no text
	rights   *yaml.Node
	token    string // that the step is given; "" for that of the job
	branches string // that the gate is told to judge, one a line; "" for all
	command  bool   // a script calls it, and nothing is used
	steps    []step // of its job
	with     map[string]yaml.Node
}

// callsOf lists the steps of a workflow that start teammem, in no order. A file that is no
// workflow has none.
func callsOf(f File) (all []call) {
	w := parseWorkflow(f)
	if w == nil {
		return nil
	}
	for id, j := range w.Jobs {
		rights := &j.Rights
		if rights.IsZero() {
			rights = &w.Rights
		}
		for _, s := range append(j.Steps, step{Uses: j.Uses}) {
			if ref, ours := reference(s); ours {
				all = append(all, call{path: f.Path, job: cmp.Or(j.Name, id), ref: ref, on: &w.On, soft: softness(j, s),
					gate: s.with("mode") == "review", rights: rights, token: s.with("token"),
					branches: s.with("branches"), command: s.Run != "", steps: j.Steps, with: s.With})
			}
		}
	}
	return all
}

// parseWorkflow reads a file; nil when it is no workflow.
func parseWorkflow(f File) *workflow {
	w := &workflow{}
	if f.Text == nil || yaml.Unmarshal(f.Text.Bytes(), w) != nil {
		return nil
	}
	return w
}

// with gives an input of a step; "" when it is not given, or no plain value.
func (s step) with(name string) string { n := s.With[name]; return n.Value }

// reference gives the version of teammem that a step uses.
func reference(s step) (ref string, ours bool) {
	name, ref, _ := strings.Cut(s.Uses, "@")
	if parts := strings.Split(name, "/"); len(parts) > 1 && parts[1] == "teammem" {
		return ref, true
	}
	return installed(s.Run), strings.Contains(s.Run, checkCommand)
}

// checkCommand is how a script has team memory judged.
const checkCommand = "teammem check"

// installed gives the version of teammem that a script installs with go; "" when it installs none.
func installed(script string) string {
	_, rest, _ := strings.Cut(script, "teammem/cmd/teammem@")
	end := strings.IndexFunc(rest, func(r rune) bool { return strings.ContainsRune(" \t\r\n;&|)\"'", r) })
	if end < 0 {
		return rest
	}
	return rest[:end]
}

// softness says why a step does not fail its job, or the job the pull request.
func softness(j job, s step) string {
	switch {
	case j.If.Value != "":
		return "the job has an if, and a job that is skipped counts as passed"
	case s.If.Value != "":
		return "the step has an if, and a step that is skipped counts as passed"
	case isOn(j.Continue) || isOn(s.Continue):
		return "continue-on-error lets it pass whatever it finds"
	case s.with("fail-on") == "never":
		return "fail-on is never"
	}
	return softScript(s.Run)
}

// passesAnyway reports whether a line goes on with something that never fails where the check does.
func passesAnyway(line string) bool {
	_, after, _ := strings.Cut(line, checkCommand)
	_, otherwise, _ := strings.Cut(after, "||")
	otherwise = strings.TrimSpace(otherwise)
	return slices.ContainsFunc([]string{"true", ":", "exit 0", "echo "}, func(word string) bool { return strings.HasPrefix(otherwise, word) })
}

// softScript says why a script passes whatever teammem finds; "" when it does not.
func softScript(script string) string {
	calls, soft := 0, 0
	for line := range strings.Lines(script) {
		if strings.Contains(line, checkCommand) {
			calls++
			if passesAnyway(line) || strings.Contains(line, "--fail-on never") || strings.Contains(line, "--fail-on=never") {
				soft++
			}
		}
	}
	if calls > 0 && calls == soft {
		return "nothing of what " + checkCommand + " finds makes it fail"
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

// leavesOut reports whether an event surely does not start a workflow for a branch; "" is a branch that is not known.
// Of a pattern only GitHub knows what it matches.
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet
func leavesOut(on *yaml.Node, branch string) bool {
	if branch == "" {
		return false
	}
	if not := value(on, "branches-ignore"); not != nil {
		return lists(not, branch)
	}
	only := value(on, "branches")
	return only != nil && !lists(only, branch) && !strings.ContainsAny(strings.Join(words(only), ""), "*?+[!")
}
