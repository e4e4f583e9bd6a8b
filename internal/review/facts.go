package review

import (
	"time"

	"github.com/teammem/teammem/internal/owners"
	"github.com/teammem/teammem/internal/policy"
)

// Facts are what was read of one open pull request. See the package for where each comes
// from, and what it means when it is missing.
type Facts struct {
	Number    int
	Author    User
	Draft     bool
	Head      string // the commit that is judged and that gets the status
	HeadNow   string // the head, read again at the end
	Base      string // the branch it goes into, by its short name
	Assignees []User

	// Retargeted is when the pull request was put on another base branch last; zero is never.
	// What was approved before was another change, though the head is the same.
	Retargeted time.Time

	Files List[File]
	// Carried are paths of memory, and of what decides about it, that a merge changes and Files does not name.
	Carried []string
	Commits List[Commit]
	Pushers List[User]
	Reviews List[Review] // oldest first

	Reviewers []Reviewer
	Siblings  List[Sibling]
	// Openers are of the other pull requests that bring the same head into the same branch: the change is theirs, too.
	Openers []Opener

	Codeowners Codeowners
	Policy     *policy.Policy
	Workflows  []string

	Trees    map[string]string // by commit: what its change of the memory tree leads from and to
	Accounts map[string]User   // by e-mail address in lower case
}

// A List is what was read of a list. Whole says that this is all there is; the zero
// List is an unknown one.
type List[T any] struct {
	Items []T
	Whole bool
}

// All is the list of which these are all.
func All[T any](items ...T) List[T] { return List[T]{items, true} }

// An Answer is yes, no or unknown, which is zero and never counts as either.
type Answer int

// The answers.
const (
	Unknown Answer = iota
	No
	Yes
)

// or is yes if one of two is, and no if both are.
func (a Answer) or(b Answer) Answer {
	switch {
	case a == Yes || b == Yes:
		return Yes
	case a == No && b == No:
		return No
	}
	return Unknown
}

// A File is one changed file. Previous is its name before a rename or a copy, or empty.
type File struct {
	Path, Previous string
}

// A Commit is one commit of the pull request.
type Commit struct {
	ID        string
	Author    Signature
	Committer Signature
	CoAuthors []Signature
}

// A Signature is how a commit names a person. User is zero where the host knows no
// account behind it.
type Signature struct {
	User  User
	Email string
}

// A Review is one review as the host lists it.
type Review struct {
	User      User
	State     ReviewState
	Commit    string    // empty when the host names none
	Submitted time.Time // orders reviews if all have one; nothing else depends on it
}

// A ReviewState is the state of a review, in the words of the host's API in any case.
type ReviewState string

// The states. Any other is unknown: it replaces what a reviewer said before, and is
// heard as a request for changes, which it may be.
const (
	Approved         ReviewState = "APPROVED"
	ChangesRequested ReviewState = "CHANGES_REQUESTED"
	Dismissed        ReviewState = "DISMISSED"
	Commented        ReviewState = "COMMENTED"
	Pending          ReviewState = "PENDING"
)

// A Reviewer is what is known of somebody who reviewed.
type Reviewer struct {
	Login      string
	Permission Permission
	// Teams are answers by owner, as CODEOWNERS or the policy writes it: @org/team, or an
	// e-mail address that may be of this account.
	Teams map[string]Answer
}

// A Permission is what an account may do in the repository, in the words of the API
// where maintain is write. Zero is unknown.
type Permission int

// The permissions.
const (
	PermissionUnknown Permission = iota
	ReadOnly                     // or none at all
	Write
	Admin
)

// A Sibling is another open pull request with the same head: a status belongs to a
// commit, so it is also that one's. State is what Decide says of it alone, that is with
// All[Sibling]() as its own siblings; zero is unknown. One with the same Base, of which Facts.Touched says the same,
// brings the same change: what is approved of one of them is approved of both.
type Sibling struct {
	Number  int
	Base    string
	Touched []string
	State   State
}

// An Opener is who opened a pull request, and who is assigned to it.
type Opener struct {
	Number    int
	Author    User
	Assignees []User
}

// Codeowners is the CODEOWNERS file at the base.
type Codeowners struct {
	Found Presence
	Path  string
	File  *owners.File // nil unless Found is Present
}

// Presence says whether a file is there. Zero is unknown.
type Presence int

// The presences.
const (
	PresenceUnknown Presence = iota
	Absent
	TooLarge // over 3 MB, which a host doesn't load
	Present
)

// NoTree stands for the tree of a team directory that is not there.
const NoTree = "none"

// Change is the change of the memory tree that leads to a commit, of Trees: from what the memory was where the
// commit left the base branch. The tree alone would not do: who merges the base and takes its memory back has
// the tree of a commit that was approved when it changed no memory at all.
func Change(from, to string) string { return from + ".." + to }
