// Package engine is the one pipeline: load a state of the repository, model it
// as a snapshot, run the rules, and reach the verdict. It knows nothing of disks,
// processes or formats; what it needs of the world it asks of a Repository.
package engine

import (
	"context"
	"fmt"
	"time"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
)

// A Repository is what a check asks of version control. Every method reads and
// changes nothing. Errors mean that the check can't be finished.
type Repository interface {
	// Head says where the repository stands.
	Head(ctx context.Context) (memory.Head, error)
	// Resolve gives the full commit id of one revision.
	Resolve(ctx context.Context, rev string) (string, error)
	// Parent gives the first parent of a commit, "" for a root or where a
	// shallow clone ends.
	Parent(ctx context.Context, commit string) (string, error)
	// Commit gives a commit without its Changes.
	Commit(ctx context.Context, id string) (memory.Commit, error)
	// Entries lists every path of a state, sorted by path.
	Entries(ctx context.Context, at memory.At) ([]memory.Entry, error)
	// Listed is Entries with those paths alone that want takes. What want is given
	// changes later.
	Listed(ctx context.Context, at memory.At, want func(path []byte) bool) ([]memory.Entry, error)
	// Within is Entries of a commit without what lies in the directories that enter
	// refuses.
	Within(ctx context.Context, commit string, enter func(dir string) bool) ([]memory.Entry, error)
	// Read gives the contents of entries that are files, in order. Contents
	// are cut at limit bytes; the entry that is handed over has its full size.
	Read(ctx context.Context, at memory.At, entries []memory.Entry, limit int64, each func(memory.Entry, []byte, error)) error
	// Diff lists the paths that differ between a commit, or the empty tree
	// for "", and a commit or the index.
	Diff(ctx context.Context, from string, to memory.At) ([]memory.Change, error)
	// MergeBases lists all best common ancestors; none is an error.
	MergeBases(ctx context.Context, a, b string) ([]string, error)
	// Commits lists what is reachable from to and not known, oldest first.
	Commits(ctx context.Context, to string, known memory.Known) ([]memory.Commit, error)
	// Forks lists the best of the known commits that to is built on: to itself
	// when it is known, and none when nothing of its history is.
	Forks(ctx context.Context, to string, known memory.Known) ([]string, error)
	// Unwrap gives the commit that the id of a tag or of a commit stands for, ""
	// for none, and the tags on the way to it.
	Unwrap(ctx context.Context, id string) (commit string, tags []memory.Tag, err error)
	// Ignored says which ignore rule hides a path; nil when none does.
	Ignored(ctx context.Context, path string) (*rules.Ignored, error)
}

// Source says what is judged.
type Source string

// The sources of a snapshot.
const (
	Worktree Source = "worktree"
	Staged   Source = "staged"
	Commit   Source = "commit"
	Range    Source = "range"
	Push     Source = "push"    // one ref that is pushed
	Message  Source = "message" // the message of a commit that is not made yet
)

// A Request is one check.
type Request struct {
	Source Source
	// Rev is the commit to judge, for Commit and Range.
	Rev string
	// Base is the revision the range starts from. Empty or all zeros means
	// that the whole tree of Rev is judged as new.
	Base string
	// Branch is the name of the branch that Rev is the end of, for Range; "" is for
	// Rev as it is written.
	Branch string
	// Ref is what is pushed, for Push.
	Ref Ref
	// Message is the text to judge, for Message, without what git takes out.
	Message []byte
	// FailOn is the lowest severity that blocks; finding.Off for never.
	FailOn finding.Severity
	// NewOnly asks, of a range or a push, for what is new alone: older findings are neither told
	// nor counted, so that not every memory has to be judged. The verdict is the same.
	NewOnly bool
	// Paths filters what is shown, never what is judged: files or folders
	// relative to the top of the repository. Empty shows everything.
	Paths []string
	// Shelf keeps what is read, for a comparison that follows; nil keeps nothing.
	Shelf *Shelf
	// Now is the moment at which dates are judged. // required
	Now time.Time
}

// Verdict is what a check comes to.
type Verdict string

// The verdicts.
const (
	Pass  Verdict = "pass"
	Warn  Verdict = "warn"
	Block Verdict = "block"
)

// A Result is all that a check has to say. It is the JSON that teammem promises.
type Result struct {
	Version  int               `json:"version"`
	Verdict  Verdict           `json:"verdict"`
	Source   Source            `json:"source"`
	Base     string            `json:"base"` // full commit id, or empty
	Head     string            `json:"head"` // full commit id, or empty
	Counts   Counts            `json:"counts"`
	Notices  []string          `json:"notices"`
	Findings []finding.Finding `json:"findings"`
	// NewOnly says that older findings were not asked for.
	NewOnly bool `json:"-"`
}

// ResultVersion is the version of the JSON form of a Result.
const ResultVersion = 1

// Counts says how much was judged and what is not among the findings.
type Counts struct {
	Memories int `json:"memories"`
	Commits  int `json:"commits"` // of a range or a push
	Older    int `json:"older"`   // findings that do not count: nothing they depend on changed
	Allowed  int `json:"allowed"` // findings that the policy's allow-list lets pass
	Hidden   int `json:"hidden"`  // findings outside the paths asked for
	// Files is how many files a scan read; there are none in a check.
	Files int `json:"files,omitempty"`
}

// Check judges one state of repo. An error means that it could not finish; what is
// wrong with the memory is in the Result. A *policy.Error means that the
// policy in force can't be read.
func Check(ctx context.Context, repo Repository, req Request) (res *Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			// The value could hold text of a memory; only its type is shown.
			res, err = nil, fmt.Errorf("check stopped by a bug in teammem: %T", p)
		}
	}()
	t, err := aim(ctx, repo, req)
	if err != nil {
		return nil, err
	}
	l := &loader{ctx: ctx, repo: repo, target: t, lean: t.lean(), shelf: req.Shelf}
	return l.check(req)
}

func (l *loader) check(req Request) (*Result, error) {
	if l.target.wordsOnly {
		return l.words(req)
	}
	if l.lean {
		if res, err := l.glance(req); res != nil || err != nil {
			return res, err
		}
	}
	l.newOnly = req.NewOnly && l.target.narrow()
	if l.newOnly && !l.all {
		if res, err := l.quiet(req); res != nil || err != nil {
			return res, err
		}
	}
	j, err := l.everything(req.Now)
	if err != nil {
		return nil, err
	}
	if l.shelf != nil {
		l.shelf.in = l.in
	}
	return j.result(req, l), l.treeErr
}

// everything judges the state at the end and what led to it.
func (l *loader) everything(now time.Time) (*judge, error) {
	j, err := l.judged(now)
	if err != nil {
		return nil, err
	}
	return j, l.history(j)
}
