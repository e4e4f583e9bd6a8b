package policy

import (
	"fmt"
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/teammem/teammem/internal/finding"
)

// version is the version of the policy format that this package reads.
const version = 1

// maxApprovals is the most that a host can require.
const maxApprovals = 10

// policyKind is the table of everything that a policy may hold. The parser and the
// JSON schema are both made from it.
func policyKind(known map[string]RuleInfo) kind[Policy] {
	return mapping(
		bind("version", "The version of this format.", versionKind(), func(p *Policy) *int { return &p.Version }),
		bind("preset", "The severities that hold where rules says nothing. recommended: what breaks a memory is an error, what weakens it a warning. strict: everything is an error.",
			oneOf[Preset](string(Recommended), string(Strict)), func(p *Policy) *Preset { return &p.Preset }),
		bind("rules", "The severity of single rules, by id. Rules that must never pass stay error.",
			maybe(severities(known)), func(p *Policy) *map[string]finding.Severity { return &p.Rules }),
		bind("limits", "Sizes.", maybe(limitsKind()), func(p *Policy) *Limits { return &p.Limits }),
		bind("agents", "The coding agents this team uses.",
			maybe(list(text(`^[a-z0-9]+(-[a-z0-9]+)*$`, "the name of an agent in lower case, such as claude-code"))), func(p *Policy) *[]string { return &p.Agents }),
		bind("remote", "The name of the git remote whose default branch holds the reviewed memory. Without it: origin, else the only one.",
			text(`^[A-Za-z0-9_][A-Za-z0-9_-]*([./][A-Za-z0-9_-]+)*$`, "the name of a git remote, such as origin"), func(p *Policy) *string { return &p.Remote }),
		bind("owners", "Who may approve a change of team memory, where the host has no CODEOWNERS.",
			maybe(list(text(`^@[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*$|^[^\s@]+@[^\s@]+$`, "@user, @organisation/team or an e-mail address"))), func(p *Policy) *[]string { return &p.Owners }),
		bind("review", "What an approval of a change of team memory takes.", maybe(reviewKind()), func(p *Policy) *Review { return &p.Review }),
		bind("role-addresses", "Local parts of e-mail addresses that belong to a role and not to a person; * stands for any characters.",
			maybe(list(text(`^\*?[A-Za-z0-9._%+-][A-Za-z0-9._%+*-]*$`, "the part of an address before the @, such as release-*"))), func(p *Policy) *[]string { return &p.RoleAddresses }),
		bind("allow", "Findings that pass, each for a stated reason.", maybe(allowKind(known)), func(p *Policy) *[]Allow { return &p.Allow }),
	)
}

// versionKind is the kind of the version, which must be one that is known.
func versionKind() kind[int] {
	k := number(version, "")
	read := k.read
	k.read = func(n *yaml.Node, name string, into *int) error {
		if v, err := digits(n); err == nil && v > version {
			return at(n, "version %d is newer than this teammem, which reads version %d; update teammem", v, version)
		}
		return read(n, name, into)
	}
	return k
}

// limitsKind is the table of limits. Those of a rule that must never pass can only
// be tightened.
func limitsKind() kind[Limits] {
	d := Default().Limits
	const tighten = "; this limit can only be tightened"
	limit := func(key, doc string, k kind[int], at func(*Limits) *int) field[Limits] {
		doc = fmt.Sprintf("%s Default: %d.", doc, *at(&d))
		return bind(key, doc, k, at)
	}
	return mapping(
		limit("index-lines", "Lines of MEMORY.md. Can only be tightened.", number(d.IndexLines, tighten), func(l *Limits) *int { return &l.IndexLines }),
		limit("index-bytes", "Bytes of MEMORY.md. Can only be tightened.", number(d.IndexBytes, tighten), func(l *Limits) *int { return &l.IndexBytes }),
		limit("entry-chars", "Characters of one entry of MEMORY.md.", number(d.IndexBytes, ""), func(l *Limits) *int { return &l.EntryChars }),
		limit("memory-bytes", "Bytes of one memory; over it is an error. Can only be tightened.", number(d.MemoryBytes, tighten), func(l *Limits) *int { return &l.MemoryBytes }),
		limit("memory-warn-bytes", "Bytes of one memory; over it is a warning.", number(d.MemoryBytes, ""), func(l *Limits) *int { return &l.MemoryWarn }),
		limit("memories", "Number of memories.", number(100_000, ""), func(l *Limits) *int { return &l.Memories }),
		limit("depth", "Folders below the team directory.", number(100, ""), func(l *Limits) *int { return &l.Depth }),
	)
}

// reviewKind is the table of what an approval takes.
func reviewKind() kind[Review] {
	return mapping(
		bind("required", "Approvals that each changed path needs, of owners who had no hand in the change. 0: the review reports and blocks nothing, for a maintainer alone. Default: 1.",
			between(0, maxApprovals, fmt.Sprintf("a whole number from 0 to %d", maxApprovals)), func(r *Review) *int { return &r.Required }),
		bind("stale", "What makes an approval stale. commit (the default): any push. memory-tree: a push that changes team memory.",
			oneOf[Stale](string(StaleByCommit), string(StaleByTree)), func(r *Review) *Stale { return &r.Stale }),
	)
}

func severityWords() []string {
	return []string{finding.Off.String(), finding.Note.String(), finding.Warn.String(), finding.Error.String()}
}

// severities is the kind of the severities of rules, by id.
func severities(known map[string]RuleInfo) kind[map[string]finding.Severity] {
	ids := slices.Sorted(maps.Keys(known))
	props := schema{}
	for id, rule := range known {
		words := severityWords()
		if rule.Fixed {
			words = words[len(words)-1:]
		}
		props[id] = schema{"description": rule.Title, "enum": words}
	}
	read := func(n *yaml.Node, name string, into *map[string]finding.Severity) error {
		out := map[string]finding.Severity{}
		_, err := eachKey(n, name, func(key, value *yaml.Node) error {
			if _, ok := known[key.Value]; !ok {
				return unknownRule(key, ids)
			}
			var word string
			if err := oneOf[string](severityWords()...).read(value, "the severity of "+key.Value, &word); err != nil {
				return err
			}
			if known[key.Value].Fixed && word != finding.Error.String() {
				return at(value, "the rule %s is set to %s, but no policy can lower it; allow the single finding instead", key.Value, word)
			}
			var err error
			out[key.Value], err = finding.ParseSeverity(word)
			return err
		})
		*into = out
		return err
	}
	return kind[map[string]finding.Severity]{read, schema{"type": "object", "properties": props, "additionalProperties": false}}
}

// unknownRule names the near rule. There are too many to list.
func unknownRule(n *yaml.Node, ids []string) error {
	if word := Near(n.Value, ids); word != "" {
		return at(n, "unknown rule %s; did you mean %q?", quote(n.Value), word)
	}
	return at(n, "unknown rule %s; teammem explain lists the rules", quote(n.Value))
}
