package memory

import "errors"

// ErrMissing is part of the error of an entry whose contents this clone lacks or has
// lost: nothing can be said about it, good or bad.
var ErrMissing = errors.New("missing object")

// AtKind says which kind of state of a repository is meant.
type AtKind int

// The kinds of state.
const (
	AtCommit   AtKind = iota // the tree of a commit
	AtIndex                  // the index that git will commit
	AtWorktree               // the files as they lie on disk: tracked, and untracked but not ignored
)

// At names one state of a repository. Commit is a full commit id and set for
// AtCommit alone; there, "" stands for the empty tree.
type At struct {
	Kind   AtKind
	Commit string
}

// Head is where a repository stands.
type Head struct {
	Commit  string   // full id; empty while no commit was made
	Branch  string   // short name; empty when detached
	Merging []string // full ids of the other sides of a merge in progress
}

// Known is what needs no judging again, since whoever receives a push has it: what
// is named here, with all that it is built on. The zero value is nothing.
type Known struct {
	Commits []string // full ids
	Remote  string   // the remote-tracking branches of a remote; "" for none
	Refs    bool     // every ref of the repository
}

// A Tag is a tag with a message of its own.
type Tag struct {
	Hash    string // full id
	Name    string // as the tag itself has it, whatever ref leads to it
	Message []byte // as it is stored: not trimmed, perhaps not UTF-8
	Said    []byte // as of a Commit
}
