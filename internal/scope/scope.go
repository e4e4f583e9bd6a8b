// Package scope decides whom a memory is for. It works on values alone.
package scope

import (
	"fmt"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// Scope is whom a memory is for.
type Scope string

// The two scopes.
const (
	Private Scope = "private"
	Team    Scope = "team"
)

// A Decision is the scope of a memory and what decided it.
type Decision struct {
	Scope  Scope
	Span   source.Span // what decided it; zero when nothing says otherwise
	Reason string      // in words: `memories of type "user" are private`
	// Unsure says that no reader is known to see anything private, and that
	// the frontmatter is written so that one could.
	Unsure bool
}

// InTeamDir decides the scope of a memory that lies in the team directory: if
// any plausible reader would see private or user, it is private, and so it is
// when readers could disagree. Without a scope it is for the team.
func InTeamDir(m *memory.Memory) Decision {
	for _, r := range m.Readings {
		if r.Private() {
			return Decision{Scope: Private, Span: r.Span, Reason: reason(m, r)}
		}
	}
	for _, p := range m.Problems {
		if p.Kind == memory.Unsafe {
			return Decision{Scope: Private, Span: p.Span, Reason: p.Message, Unsure: true}
		}
	}
	return Decision{Scope: Team}
}

func reason(m *memory.Memory, r memory.Reading) string {
	f, ok := m.Field(r.Key)
	value := strings.TrimSpace(r.Value)
	switch plain := ok && f.Value == r.Value; {
	case plain && r.Key == "type":
		return fmt.Sprintf("memories of type %q are private", value)
	case plain && r.Key == "scope":
		return fmt.Sprintf("the scope is %q, not team", value)
	}
	return fmt.Sprintf("some readers see %s %q here", r.Key, value)
}
