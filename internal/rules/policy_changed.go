package rules

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
)

var policyChanged = &Rule{
	ID:    "policy-changed",
	Title: "the change alters the policy",
	Class: WeakensMemory,
	Doc: `The policy decides what passes from the next change on. A change is judged by the
policy of its base, so it can't loosen its own gate; but whoever approves it should know what
changes. Each key is named with its old and new value; what was taken out is named at
the top of the file. A new policy that says what holds without one, as teammem init writes it, changes nothing.`,
	Check: func(in *Input, report func(Report)) {
		if in.Base == nil || !in.Changed(memory.PolicyPath) {
			return
		}
		before, after := in.Base.Control[memory.PolicyPath], in.Snapshot.Control[memory.PolicyPath]
		const fix = "have an owner of .agent/ confirm this change; it counts for what comes after it"
		if after == nil {
			if before != nil {
				report(Report{Path: memory.PolicyPath, Message: "the policy is removed, so the default policy holds", Fix: fix})
			}
			return
		}
		old, okBefore := settings(before)
		now, okAfter := settings(after)
		if !okAfter {
			return // of what can't be read the rule unreadable speaks
		}
		if !okBefore {
			report(Report{File: after, Message: "the policy before this change is not valid YAML, so they can't be compared", Fix: fix})
			return
		}
		if before == nil {
			if !slices.ContainsFunc(now, setting.decides) {
				return
			}
			report(Report{File: after, Message: "the policy is new; it sets " + listed(now), Fix: fix})
			return
		}
		for _, s := range now {
			if m := s.changeFrom(old); m != "" {
				report(Report{File: after, Span: after.Text.Line(s.line), Message: m, Fix: fix})
			}
		}
		gone := slices.DeleteFunc(old, func(s setting) bool { return s.isIn(now) })
		if len(gone) > 0 {
			report(Report{File: after, Message: "no longer set: " + listed(gone), Fix: fix})
		}
	},
}

// A setting is one value of a policy by its place, such as "limits.depth", or one
// item of a list, which has the place of the list.
type setting struct {
	key, value string
	item       bool
	line       int
}

// decides reports whether s in a new policy can be other than what holds without one.
func (s setting) decides() bool {
	return s.key != "version" && (s.key != "preset" || s.value != string(policy.Recommended))
}

func (s setting) isIn(all []setting) bool {
	return slices.ContainsFunc(all, func(o setting) bool { return o.key == s.key && (!s.item || o.value == s.value) })
}

// changeFrom says in words how s differs from old, or is "".
func (s setting) changeFrom(old []setting) string {
	if s.item {
		if s.isIn(old) {
			return ""
		}
		return fmt.Sprintf("%s has the new entry %s", s.key, quoted(s.value))
	}
	i := slices.IndexFunc(old, func(o setting) bool { return o.key == s.key })
	switch {
	case i < 0:
		return fmt.Sprintf("%s is %s; it was not set", s.key, quoted(s.value))
	case old[i].value != s.value:
		return fmt.Sprintf("%s is %s; it was %s", s.key, quoted(s.value), quoted(old[i].value))
	}
	return ""
}

// maxSettings bounds what is compared; no policy comes near it.
const maxSettings = 2000

// settings reads f as any YAML, in the order of the file. No file has no settings.
func settings(f *memory.File) ([]setting, bool) {
	if f == nil {
		return nil, true
	}
	if f.Text == nil {
		return nil, false
	}
	var root yaml.Node
	if err := yaml.Unmarshal(f.Text.Bytes(), &root); err != nil {
		return nil, false
	}
	var out []setting
	for _, n := range root.Content {
		out = flatten(out, "", n)
	}
	return out, len(out) < maxSettings
}

// flatten appends the values below n. Aliases are not followed.
func flatten(out []setting, key string, n *yaml.Node) []setting {
	if len(out) >= maxSettings {
		return out
	}
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			out = flatten(out, strings.TrimPrefix(key+"."+n.Content[i].Value, "."), n.Content[i+1])
		}
	case yaml.SequenceNode:
		for _, c := range n.Content {
			out = append(out, setting{key, compact(c), true, c.Line})
		}
	case yaml.AliasNode:
		out = append(out, setting{key, "*" + n.Value, false, n.Line})
	case yaml.ScalarNode:
		out = append(out, setting{key, n.Value, false, n.Line})
	}
	return out
}

// listed names settings with their values, the first few.
func listed(all []setting) string {
	const most = 12
	var parts []string
	for i, s := range all {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d more", len(all)-most))
			break
		}
		parts = append(parts, s.key+" "+quoted(s.value))
	}
	return strings.Join(parts, ", ")
}

// compact writes an item of a list in one line.
func compact(n *yaml.Node) string {
	var parts []string
	for _, s := range flatten(nil, "", n) {
		if s.key == "" {
			parts = append(parts, s.value)
		} else {
			parts = append(parts, s.key+": "+s.value)
		}
	}
	return strings.Join(parts, ", ")
}

// quoted is a value as a message has it; short, for it may be any text.
func quoted(value string) string { return fmt.Sprintf("%q", shortened(value)) }
