// Package finding holds what a check says: one thing wrong, where, how bad, and
// what to do about it. It decides nothing.
package finding

import (
	"cmp"
	"fmt"
	"strings"
)

// Severity says how much a finding weighs. Greater is worse.
type Severity int

// The severities, from nothing to worst. Off never stands in a finding.
const (
	Off Severity = iota
	Note
	Warn
	Error
)

var severityNames = [...]string{"off", "note", "warn", "error"}

func (s Severity) String() string { return severityNames[s] }

// MarshalText writes the severity as its word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads one of the four words.
func (s *Severity) UnmarshalText(text []byte) error {
	v, err := ParseSeverity(string(text))
	if err == nil {
		*s = v
	}
	return err
}

// ParseSeverity reads one of off, note, warn and error.
func ParseSeverity(word string) (Severity, error) {
	for i, name := range severityNames {
		if word == name {
			return Severity(i), nil
		}
	}
	return 0, fmt.Errorf("unknown severity %q, want one of %s", word, strings.Join(severityNames[:], ", "))
}

// A Finding is one thing wrong. All texts are safe to print: no secret, no
// control character, no invalid UTF-8.
type Finding struct {
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	// Path is relative to the top of the repository, slash-separated. It is
	// empty when the finding is about a message or the name of a ref.
	Path string `json:"path"`
	// Line and Column count from 1, the column in code points. The end is
	// exclusive. What concerns a file as a whole is at line 1, column 1.
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Message   string `json:"message"`
	Fix       string `json:"fix"`
	// Commit is the full id of the commit whose blob or message holds this,
	// or empty for the state that was judged.
	Commit string `json:"commit"`
	// Ref is the full name of the pushed ref whose own name holds this, or the
	// message of whose tag; else it is empty.
	Ref string `json:"ref"`
	// Older says that nothing this finding depends on differs from a base.
	// An older finding never blocks.
	Older       bool      `json:"older"`
	Fingerprint string    `json:"fingerprint"`
	Excerpt     string    `json:"excerpt"` // the line, made safe; may be empty
	Related     []Related `json:"related"`
}

// Related is another place that a finding depends on.
type Related struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Message string `json:"message"`
}

// Compare is the one total order of findings: by place, then rule, then words.
func Compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Commit, b.Commit),
		cmp.Compare(a.Ref, b.Ref),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message),
	)
}
