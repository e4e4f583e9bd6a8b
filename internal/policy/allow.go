package policy

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"go.yaml.in/yaml/v3"
)

// allowKind is the kind of the allow-list.
func allowKind(known map[string]RuleInfo) kind[[]Allow] {
	k := list(allowEntry(known))
	read := k.read
	k.read = func(n *yaml.Node, name string, into *[]Allow) error {
		if err := read(n, name, into); err != nil {
			return err
		}
		lines := map[[3]string]int{}
		for _, a := range *into {
			id := [3]string{a.Rule, a.Path, a.Fingerprint}
			if first := lines[id]; first > 0 {
				return &Error{a.Line, fmt.Sprintf("this finding is allowed here and on line %d; keep one", first)}
			}
			lines[id] = a.Line
		}
		return nil
	}
	return k
}

func allowEntry(known map[string]RuleInfo) kind[Allow] {
	k := mapping(
		required(bind("rule", "The rule of the finding.", ruleID(known), func(a *Allow) *string { return &a.Rule })),
		required(bind("path", "The path of the finding, as reported; empty for a message or the name of a ref.",
			text(`^([^/].*)?$`, "the path as reported, relative to the top of the repository"), func(a *Allow) *string { return &a.Path })),
		required(bind("fingerprint", "The fingerprint of the finding, from the JSON report.",
			asWritten(text(`^[0-9a-f]{16}$`, "the 16 hex digits of the JSON report")), func(a *Allow) *string { return &a.Fingerprint })),
		required(bind("reason", "Why this finding may pass, for the next reader.", text(`\S`, "a reason in words"), func(a *Allow) *string { return &a.Reason })),
		bind("expires", "The last day on which this finding passes. Without it, the entry never ends.", date(), func(a *Allow) *time.Time { return &a.Expires }),
	)
	read := k.read
	k.read = func(n *yaml.Node, name string, into *Allow) error {
		into.Line = n.Line
		return read(n, name, into)
	}
	return k
}

// ruleID is the kind of the id of a rule.
func ruleID(known map[string]RuleInfo) kind[string] {
	ids := slices.Sorted(maps.Keys(known))
	k := text(``, "the id of a rule")
	k.schema = schema{"enum": ids}
	read := k.read
	k.read = func(n *yaml.Node, name string, into *string) error {
		if err := read(n, name, into); err != nil {
			return err
		}
		if _, ok := known[*into]; !ok {
			return unknownRule(n, ids)
		}
		return nil
	}
	return k
}
