package git

import (
	"context"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
)

// Plumbing is what a Repo has to ask about a repository: all that is not in the bytes of
// objects, of the index and of HEAD. The program git answers it; where there is none, an
// implementation that reads the repository itself does. What such a one can't answer as
// git would is an *Error of kind ErrUnsupported, never a guess. Ids are full, in lower
// case. It may be used by several goroutines.
type Plumbing interface {
	// Objects gives access to objects until ctx ends.
	Objects(ctx context.Context) (Objects, error)
	// SymbolicRef gives the ref that a symbolic one names in the end, "" when it is not
	// symbolic or not there. One that can't be read is ErrMalformed.
	SymbolicRef(ctx context.Context, ref string) (string, error)
	// HeadCommit gives the commit of HEAD; an error when there is none.
	HeadCommit(ctx context.Context) (string, error)
	// Verify gives the object that one revision names, as "rev-parse --verify" does, and
	// the name in it that stands for more than one ref, "" for none. A revision that
	// names nothing is an error.
	Verify(ctx context.Context, rev string) (id, ambiguous string, err error)
	// RefFile gives the path of the file that would hold a ref.
	RefFile(ctx context.Context, ref string) (string, error)
	// CommonDir gives the absolute path of what all work trees share.
	CommonDir(ctx context.Context) (string, error)
	// MergeBases gives all best common ancestors; none is no error.
	MergeBases(ctx context.Context, a, b string) ([]string, error)
	// Independent leaves out the commits that another one of them is built on.
	Independent(ctx context.Context, commits []string) ([]string, error)
	// Since lists what is reachable from to and not known, parents first. Of each commit
	// it gives the id and those of its parents that are here.
	Since(ctx context.Context, to string, known memory.Known) ([][]string, error)
	// Boundary lists the known commits that are parents of those that Since lists; all
	// is true when that is none, since to itself is known.
	Boundary(ctx context.Context, to string, known memory.Known) (commits []string, all bool, err error)
	// Index lists the whole index, announced entries too. It is asked where the index is
	// not one that Repo reads itself; why is the error where there is nobody to ask.
	Index(ctx context.Context, why error) ([]IndexEntry, error)
	// Untracked lists files that are neither tracked nor ignored. A repository inside
	// this one ends in a slash. Folders that can't be opened are blocked. Tracked is the
	// whole index.
	Untracked(ctx context.Context, tracked []IndexEntry) (paths []string, blocked []memory.Entry, err error)
	// Ignored gives the ignore rule that hides a path, tracked or not, nil for none. The
	// Source is absolute or relative to the top.
	Ignored(ctx context.Context, path string) (*rules.Ignored, error)
	// Config gives the values of the keys that a query asks for, the last one in force.
	Config(ctx context.Context, q Query) ([]Value, error)
	// RemoteURL gives the URL that git would fetch from, with insteadOf applied.
	RemoteURL(ctx context.Context, remote string) (string, error)
}

// Objects reads objects. It is for one goroutine, and has to be closed.
type Objects interface {
	// Each hands over objects in order, with at most limit bytes of each. Its error, or
	// one of fn, ends it.
	Each(ids []string, limit int64, fn func(i int, o Object) error) error
	Close()
}

// An Object is what is stored under one id.
type Object struct {
	ID, Kind string // Kind is commit, tree, blob or tag
	Size     int64  // of the whole, in bytes
	Data     []byte // no more than was asked for
	Err      error  // it is missing, or is not what its id says
}

// An IndexEntry is one entry of the index. Sparse means that the file is not meant to lie
// on disk (skip-worktree).
type IndexEntry struct {
	memory.Entry
	Sparse bool
}

// A Query asks for values of the configuration.
type Query struct {
	// Keys is a regular expression, as POSIX and Go both read it, that the whole key
	// matches. Section and name of a key are in lower case.
	Keys string
	Type ValueType
	File string // only this file, and not what it includes; "" for all
}

// A ValueType says what a value has to be and how it is written out.
type ValueType string

// The types of values.
const (
	AnyValue  ValueType = ""
	BoolValue ValueType = "bool" // true or false
	PathValue ValueType = "path" // "~/" is expanded
)

// A Value is one value of the configuration.
type Value struct {
	Key, Value string // "[section] key" alone has the value "true"
	Scope      string // system, global, local or worktree
}
