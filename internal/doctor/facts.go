package doctor

import (
	"time"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/wiring"
)

// Facts are what was seen. A part that is nil was not looked at, because something before it
// is missing; nothing is said of it.
type Facts struct {
	Git        Git
	Now        time.Time
	Repository Repository
	Folder     *Folder
	Memory     *Memory
	Hooks      *Hooks
	Agents     *Agents
	Base       *Base
	Store      *Store
	Delivery   Delivery
}

// A Doubt is why something could not be seen; the zero value says that it was. It is
// embedded in the facts that can be in doubt.
type Doubt struct{ Why, Fix string }

// Git is the program git.
type Git struct {
	Doubt
	Version string // "" when there is none
	Old     bool
}

// Trouble says why there is no clone to look at.
type Trouble int

// The troubles with a repository.
const (
	NoTrouble Trouble = iota
	NotRepository
	NotTrusted
	Bare
)

// Repository is the clone.
type Repository struct {
	Doubt   // of a repository that is there and can't be read, or what Trouble says in words
	Trouble Trouble
	Top     string    // the work tree as a person writes it
	Path    string    // the same, absolute
	Newest  time.Time // when the commit of HEAD was made; zero when that is not known
}

// Kind is what lies at a path.
type Kind int

// The kinds of what lies at the place of the team directory.
const (
	Absent Kind = iota
	Directory
	Closed // a folder that can't be read
	Link
	Nested // a repository of its own, a submodule say
	Other  // a file, or something else
)

// Folder is the team directory on disk and in the index.
type Folder struct {
	Doubt
	Kind      Kind
	Part      string // what Kind is about: the team directory or what it lies in
	Ignored   *Ignored
	Alike     []string // paths that some disk takes for the team directory
	Tracked   int      // memories and the index in git's index
	Untracked []string // those on disk alone
	Hidden    []string // tracked, and not on disk by a sparse checkout
}

// Ignored is the ignore rule that hides the team directory.
type Ignored struct {
	Source    string
	Line      int
	Pattern   string
	Committed bool // it is part of the repository
}

// Memory is what teammem check says of the work tree.
type Memory struct {
	Doubt
	NoPolicy   bool   // there is no file, so the usual one holds
	OwnPolicy  bool   // the file is not in git's index, so this machine alone has it
	PolicyFlaw string // why the policy can't be read; "" when it can
	PolicyFix  string
	Memories   int
	Index      *source.Text // nil when there is none
	Lines      int          // the most that is loaded of the index; likewise Bytes
	Bytes      int
	Findings   []finding.Finding // warnings and errors
}

// Hooks are the git hooks.
type Hooks struct {
	Doubt
	Closed   string // why a hook can't be read; "" when each can
	BadPath  string // why git finds no hooks at all; "" when it looks for them somewhere
	Fix      string
	Manager  string // "" when git's own files say what runs
	NotSetUp string // why the manager does not run here; "" when it does
	States   []Hook
	Proof    Proof
	Said     string // the first line of what the hooks said in the probe
	Others   []Worktree
}

// A Hook is one git hook.
type Hook struct {
	Name  string
	Calls bool
	Why   string // why not
}

// A Proof is what the commit of a private memory came to.
type Proof int

// The proofs.
const (
	NotTried Proof = iota
	Refused
	Passed
	Unproven
)

// A Worktree is another work tree of the clone.
type Worktree struct {
	Doubt
	Path    string
	Missing []string // the hooks that do not call teammem there
}

// Agents are the files by which agents get the index from a clone alone.
type Agents struct {
	Doubt
	Strangers []string      // agents that the policy names and nobody here knows
	Parts     []wiring.Part // of the agents that are served, and of those that the policy names
	Hooks     []wiring.Part // the hooks and rules in the settings of agents that are there
	Untracked []string      // files of Parts and Hooks that are not in git
	Loads     []Load
	Doubles   []Double
	NotOnPath bool // teammem, which the hooks look for
}

// A Load is what one agent loads of the files of the work tree by itself.
type Load struct {
	Agent   string
	Files   []string
	Entries int      // of the index
	Missing []string // the titles of those that are in none of the files
}

// A Double is what one version of an agent loads of the index more than once.
type Double struct {
	Agent, Version string // Version is "" for every one
	Entries        int
	Files          []string
}

// Base is what the trusted ref says about review.
type Base struct {
	Doubt
	Ref         string
	Branch      string   // the default branch of the remote; "" when it is not known
	Commit      string   // "" before the first commit
	Notice      string   // why Ref is not the default branch of a remote that there is; "" when it is
	Memories    int      // files of the team directory there
	Owners      File     // CODEOWNERS that the host reads; Path is "" when there is none
	OwnersPaths []string // where the host looks for it
	Shadowed    []string
	Unread      string   // CODEOWNERS for GitHub
	Here        string   // CODEOWNERS of the work tree, when the base has none
	Named       []string // owners that the policy names
	Team        []string // the memories and the index, of the base and the work tree
	Policy      bool     // there is one
	Workflows   []File   // of the base
	Drafts      []File   // workflows of the work tree
	Pipeline    *File    // .gitlab-ci.yml of the base
	Approvals   int      // that the policy asks for in so many words
	Alone       bool     // the policy asks for no approval: somebody maintains it alone
	GitHub      bool     // the remote is on GitHub, or the base has workflows for it
	Host        string   // of the remote; "" when that is a path, or there is none
	Settings    string   // the page of the host where a check is required; "" when none is known
}

// seen reports whether there is a commit to judge, and it could be read.
func (b *Base) seen() bool { return b != nil && b.Why == "" && b.Commit != "" }

// A File is a file and its text.
type File struct {
	Path string
	Text *source.Text // nil when it is too big to be read, or can't be
}

// Store is the private memory of the project.
type Store struct {
	Doubt
	Unsafe     *Refusal // why the store is not safe to use; nil when it is
	Dir        string   // as a person writes it
	Exists     bool
	Open       []string // folders and files that others can enter or read, with their permissions
	OpenFix    string
	Closed     []string // those that you can't read yourself
	Unfinished bool
	Locked     bool
	Synced     bool
	Differs    []string // what a sync would change, in words
	Refused    []string // what sync does not take, in words
	Orphans    []Orphan
}

// A Refusal is why a store is not safe to use. Kind is a store.Kind.
type Refusal struct{ Kind, Found, Fix string }

// An Orphan is private memory whose clone is gone.
type Orphan struct {
	Dir    string
	Files  int
	Likely bool // it is of this project
}

// Delivery is what an agent answered or reported.
type Delivery struct {
	Answer  *string // to the canary; nil when nobody was asked
	Receipt *Receipt
}
