// Package policy reads .agent/teammem.yaml: how strictly memory is judged, and
// what a team has decided to let pass.
package policy

import (
	"time"

	"github.com/teammem/teammem/internal/finding"
)

// A Policy is what a team has decided. Default returns the one that holds
// without a file.
type Policy struct {
	Version int
	Preset  Preset
	// Rules overrides the severity of single rules, by id.
	Rules  map[string]finding.Severity
	Limits Limits
	// RoleAddresses are the local parts of e-mail addresses of roles, beside
	// the well-known ones; "*" stands for any characters.
	RoleAddresses []string
	Agents        []string
	Remote        string
	Owners        []string
	Review        Review
	Allow         []Allow
}

// Preset is a named set of severities.
type Preset string

// The presets.
const (
	Recommended Preset = "recommended"
	Strict      Preset = "strict"
)

// Limits are the sizes a team may tighten. All count bytes unless said otherwise.
type Limits struct {
	IndexLines  int // lines of MEMORY.md
	IndexBytes  int
	EntryChars  int // code points of one index entry
	MemoryBytes int // over it: error
	MemoryWarn  int // over it: warn
	Memories    int // number of memories, over it: warn
	Depth       int // folders below the team directory, over it: warn
}

// A Review is what an approval of a change of team memory takes.
type Review struct {
	// Required is how many approvals each changed path needs. 0: the review
	// reports and blocks nothing.
	Required int
	Stale    Stale
}

// Stale is what makes an approval stale.
type Stale string

// A push of anything, or one that changes the tree of the team directory.
const (
	StaleByCommit Stale = "commit"
	StaleByTree   Stale = "memory-tree"
)

// An Allow lets one finding pass for a stated reason.
type Allow struct {
	Rule        string
	Path        string
	Fingerprint string
	Reason      string
	Expires     time.Time // zero: never
	Line        int       // of the entry in the policy file
}

// Default is the policy where there is no file.
func Default() Policy {
	return Policy{Version: 1, Preset: Recommended, Limits: Limits{
		IndexLines: 200, IndexBytes: 25_000, EntryChars: 200,
		MemoryBytes: 1 << 20, MemoryWarn: 64 << 10, Memories: 1000, Depth: 8,
	}, Review: Review{Required: 1, Stale: StaleByCommit}}
}
