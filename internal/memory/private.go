package memory

import "strings"

// PrivateLooking reports whether a path outside the team directory is where
// agents and people keep private memories.
func PrivateLooking(p string) bool { return strings.HasSuffix(p, "CLAUDE.local.md") }
