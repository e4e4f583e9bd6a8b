// Package hooks puts teammem into the git hooks of a repository and takes it out again.
//
// It changes a hook of somebody else only by lines of its own between two marks, and
// only where it can: else it says which line to add. What it decides is decided from
// what was read, before anything is written; a file is written whole or not at all.
// The files of hook managers are theirs: it only says what to add. Apart from the
// probe it runs nothing, and the probe runs in a repository of its own.
package hooks

// names are the hooks that teammem has, as git calls them.
var names = []string{"pre-commit", "pre-merge-commit", "commit-msg", "pre-push"}

// call is the command line of a hook in a shell script.
func call(name string) string {
	switch name {
	case "commit-msg":
		return `teammem hook commit-msg "$1"`
	case "pre-push":
		return `teammem hook pre-push "$@"`
	}
	return "teammem hook " + name
}

// A Runner is what starts the files of a Site.
type Runner int

// The runners differ in what a file needs.
const (
	Git   Runner = iota // it must be executable, and its first line names a shell
	Husky               // husky 9 gives it to sh -e, whatever its mode and first line
)

// A Kind is what lies at a path.
type Kind int

// Only a Regular file is ever written.
const (
	Missing Kind = iota
	Regular
	Link
	Other // a folder, a device, or a file too big for a script
)

// A File is what was found where a hook would be.
type File struct {
	Path       string // absolute
	Kind       Kind
	Text       []byte // of a link, what it leads to; nil where nothing can be read
	Executable bool
	Legacy     []byte // the hook that pre-commit or prek found there and still starts; nil for none
}

// A Step is what happens to one file.
type Step struct {
	Hook    string // one of names
	Path    string // absolute
	Prev    []byte // nil when there is no file
	Next    []byte // nil when there will be none
	Did     string // what changes, in words; "" when nothing does
	Left    string // why teammem can't do it and what a person has to do; "" when it can
	perm    uint32 // of a new file
	folders int    // how many folders go with a file that is removed, if they are empty
}

// Changes reports whether something is to be written or removed.
func (s Step) Changes() bool { return s.Did != "" }
