// Package rules holds what is wrong with a team memory, one rule a file. A rule
// sees a whole snapshot and reports; it keeps no state and reads no file.
package rules

//go:generate go run ../../docs/gen.go

import (
	"time"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/invisible"
	"github.com/teammem/teammem/internal/likeness"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/source"
)

// A Class says what a finding of a rule does to a team memory, and so how bad
// it is under each preset.
type Class int

// The classes, worst first. No policy can lower the first.
const (
	MustNotPass     Class = iota + 1 // error, always
	BreaksMemory                     // error
	WeakensMemory                    // warn; strict: error
	CouldBeStronger                  // note; strict: error
)

// A Rule is one thing that can be wrong.
type Rule struct {
	ID    string // kebab case, stable for ever
	Title string // what is wrong, in a few words: "a link leads to no file"
	Class Class
	// Doc says why the rule exists, how it reads the text, where its limits
	// are and where an outside rule comes from; Markdown.
	Doc string
	// History says that the rule also judges what other commits of a range
	// brought: their blobs, names and messages.
	History bool
	// OptIn says that the rule is off where the policy does not name it.
	OptIn bool
	// Wide says that what the rule finds in one file can depend on what others say.
	Wide bool
	// OfAll says that the rule looks at all memories, and of those that did not change at no more than
	// the frontmatter and the text: they need no Doc.
	OfAll bool
	Check func(in *Input, report func(Report))
}

// Input is all that a rule may look at.
type Input struct {
	Snapshot *memory.Snapshot
	// Kept is where the texts of the snapshot are.
	Kept secretscan.Kept
	// Base is the state the snapshot is compared with, or nil when everything
	// counts as new.
	Base   *Base
	Policy policy.Policy
	// PolicyFlaw is why the policy of the snapshot, which judges the next change,
	// can't be read; nil when it can, or when there is none.
	PolicyFlaw *policy.Error
	Now        time.Time
	// Messages are the commit messages of a range or of a commit about to be
	// made.
	Messages []Message
	// Branch is the short name of the branch or tag that is judged, or "".
	Branch string
	// Ref is the full name of the ref that is pushed, of which Branch is the short
	// one; "" when nothing is pushed.
	Ref string
	// NewOnly says that nobody asks for findings that the base had, too.
	NewOnly bool
	// Ignored says which ignore rule hides the team directory; nil when none.
	Ignored *Ignored

	changed  []*memory.File
	memories []*memory.File
	bags     map[*source.Text]likeness.Bag
	secrets  map[*source.Text][]secretscan.Match
	index    *memory.Index
	mentions map[string]memory.Mention
	proses   map[*memory.File]*prose
	scanned  map[*source.Text]map[invisible.Kind][]invisible.Mark
}

// judged lists the files in which a rule that looks at each file by itself can find
// what is asked for.
func (in *Input) judged() []*memory.File {
	if !in.NewOnly {
		return in.Snapshot.Files
	}
	if in.changed == nil {
		in.changed = []*memory.File{}
		for _, f := range in.Snapshot.Files {
			if in.Changed(f.Path) {
				in.changed = append(in.changed, f)
			}
		}
	}
	return in.changed
}

// active lists the memories that are not archived. Nobody may change the list.
func (in *Input) active() []*memory.File {
	if in.memories == nil {
		in.memories = in.Snapshot.Memories()
	}
	return in.memories
}

// Secrets returns the secrets in text, which is scanned once; phone numbers are among
// them where the policy asks for them.
func (in *Input) Secrets(text *source.Text) []secretscan.Match {
	found, ok := in.secrets[text]
	if !ok {
		scan := secretscan.Scan
		if in.phones() {
			scan = secretscan.ScanPhones
		}
		found = scan(text.Bytes())
		if in.secrets == nil {
			in.secrets = map[*source.Text][]secretscan.Match{}
		}
		in.secrets[text] = found
	}
	return found
}

// Shares lets in and other know of a text what either finds out: its words, and its secrets where the same counts as
// one. What in knew is forgotten.
func (in *Input) Shares(other *Input) {
	if other.bags == nil {
		other.bags = map[*source.Text]likeness.Bag{}
	}
	in.bags = other.bags
	if other.phones() != in.phones() {
		return
	}
	if other.secrets == nil {
		other.secrets = map[*source.Text][]secretscan.Match{}
	}
	in.secrets = other.secrets
}

// A Message is a commit message, or that of a tag.
type Message struct {
	Commit string // full id; empty for a commit that is not made yet
	Ref    string // full name of the ref that leads to the tag; "" for a commit. The id is then that of the tag
	Name   string // that the tag gives itself; "" for a commit
	Text   *source.Text
	Said   []byte // what the headers hold besides ids and signatures
}

// Ignored is the ignore rule that hides the team directory.
type Ignored struct {
	Source    string // the file that holds the rule, as git names it
	Line      int
	Pattern   string
	Committed bool // the file is part of the repository
}

// A Base is an earlier state.
type Base struct {
	Rev     string                   // full commit id, or "" for the empty tree
	Changed map[string]memory.Change // the paths that differ from it
	Control map[string]*memory.File  // as Snapshot.Control, in the base
	Index   *source.Text             // MEMORY.md of the base; nil when absent

	index    *memory.Index
	mentions map[string]memory.Mention
	units    map[string]bool
}

// Changed reports whether p differs from the base; without a base it does.
func (in *Input) Changed(p string) bool {
	if in.Base == nil {
		return true
	}
	_, ok := in.Base.Changed[p]
	return ok
}

// A Report is what a rule says of one place.
type Report struct {
	// File is where it is. When it is nil, Message or Path says where.
	File *memory.File
	// Span is the place in the file or message; zero for the file as a whole.
	Span    source.Span
	Message string // what was found; lower case, no full stop
	Fix     string // what to do, starting with a verb
	// Also are further places in File that this is about, when it is one finding
	// for several.
	Also []source.Span
	// Depends are further paths without whose change this is not new: the
	// target of a dead link, the twin of a name. They need not exist.
	Depends []string
	Related []finding.Related
	// Source is set for a finding in a commit message, Path for one about a
	// path that has no File (it lies outside the team directory).
	Source *Message
	Path   string
	// Fingerprint replaces the usual fingerprint of rule, path and line.
	Fingerprint string
}

// Severity is what the rule's class weighs under p.
func (r *Rule) Severity(p policy.Policy) finding.Severity {
	if r.Class == MustNotPass {
		return finding.Error
	}
	if s, ok := p.Rules[r.ID]; ok {
		return s
	}
	switch {
	case r.OptIn:
		return finding.Off
	case r.Class == BreaksMemory, p.Preset == policy.Strict:
		return finding.Error
	case r.Class == WeakensMemory:
		return finding.Warn
	}
	return finding.Note
}

// Find returns the rule with that id, or nil.
func Find(id string) *Rule {
	for _, r := range All {
		if r.ID == id {
			return r
		}
	}
	return nil
}
