package git

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// What a caller can decide by with errors.Is. Every error of this package that
// means one of these is an *Error; any other error is a failure of the machine
// (no process could be started, the context ended).
var (
	ErrNotRepository   = errors.New("not a git repository")
	ErrNotTrusted      = errors.New("repository of another user")
	ErrBare            = errors.New("no work tree")
	ErrNoGit           = errors.New("git is not installed")
	ErrOldGit          = errors.New("git is too old")
	ErrUnsupported     = errors.New("unsupported repository format")
	ErrUnknownRevision = errors.New("unknown revision")
	ErrNoHistory       = errors.New("no common history")
	ErrMissingHistory  = errors.New("missing history")
	ErrMissingObject   = errors.New("missing object")
	ErrMissingIndex    = errors.New("missing index")
	ErrMalformed       = errors.New("malformed repository")
)

// An Error says why git or the repository could not answer. It never holds
// contents of a file of the repository.
type Error struct {
	Kind error  // one of the Err values above
	What string // what was found and, where it helps, what was wanted
	Fix  string // what to do, starting with a verb; may be empty
}

// Error gives What and, on a line of its own, Fix.
func (e *Error) Error() string {
	if e.Fix == "" {
		return e.What
	}
	return e.What + "\n" + e.Fix
}

func (e *Error) Unwrap() error { return e.Kind }

func refuse(kind error, fix, format string, args ...any) error {
	return &Error{Kind: kind, What: fmt.Sprintf(format, args...), Fix: fix}
}

// An exitError is a git that ended with a code other than 0.
type exitError struct {
	command string
	code    int
	stderr  string
}

func (e *exitError) Error() string {
	said := e.said()
	if said == "" {
		said = "it gave no reason"
	}
	return fmt.Sprintf("git %s ended with code %d: %s", e.command, e.code, said)
}

// said is the line in which git names its reason, safe to print.
func (e *exitError) said() string {
	lines := strings.Split(strings.TrimSpace(e.stderr), "\n")
	said := lines[0]
	for _, line := range lines {
		if after, ok := strings.CutPrefix(line, "fatal: "); ok {
			said = after
			break
		}
	}
	return printable(strings.TrimPrefix(said, "error: "))
}

// maxSaid is how many bytes of a message of git are shown.
const maxSaid = 300

func printable(s string) string {
	if len(s) > maxSaid {
		s = s[:maxSaid] + "..."
	}
	quoted := strconv.QuoteToGraphic(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// complaints are what git says on stderr, in the order in which they are looked
// for, and what they mean. The texts are those of git 2.31 to 2.5x in LC_ALL=C.
var complaints = []struct {
	text string
	kind error
	fix  string
}{
	{"dubious ownership", ErrNotTrusted, "if you trust it, run the \"git config --global --add safe.directory\" command that \"git status\" shows there"},
	{"unsafe repository", ErrNotTrusted, "if you trust it, run the \"git config --global --add safe.directory\" command that \"git status\" shows there"},
	{"cannot use bare repository", ErrBare, "set GIT_DIR to it if you mean to check a commit or a range of it"},
	{"must be run in a work tree", ErrBare, "run in a work tree, or check a commit or a range"},
	{"not a git repository", ErrNotRepository, "run inside a clone, or \"git init\" first"},
	{"unknown repository extension", ErrUnsupported, "install a newer git"},
	{"expected git repo version", ErrUnsupported, "install a newer git"},
	{"which we do not understand", ErrUnsupported, "install a newer git, or rewrite the index with \"git read-tree HEAD\""},
	{"bad index version", ErrUnsupported, "install a newer git, or rewrite the index with \"git read-tree HEAD\""},
	{"unknown index entry format", ErrMalformed, "rewrite the index with \"git read-tree HEAD\""},
	{"index file", ErrMalformed, "rewrite the index with \"git read-tree HEAD\""},
	{"bad signature", ErrMalformed, "rewrite the index with \"git read-tree HEAD\""},
	{"malformed", ErrMalformed, "run \"git fsck\""},
	{"corrupt", ErrMalformed, "run \"git fsck\""},
	{"too-short tree", ErrMalformed, "run \"git fsck\""},
	{"empty filename in tree", ErrMalformed, "run \"git fsck\""},
	{"bad config", ErrMalformed, "mend the configuration file that git names"},
	{"config value", ErrMalformed, "mend the configuration value that git names"},
	{"promisor remote", ErrMissingObject, fetchAll},
	{"' not allowed", ErrMissingObject, fetchAll},
	{"unable to read", ErrMissingObject, fetchObjects},
	{"not read", ErrMissingObject, fetchObjects},
	{"bad object", ErrMissingObject, fetchObjects},
	{"bad tree object", ErrMissingObject, fetchObjects},
	{"traverse parents", ErrMissingObject, fetchObjects},
}

// Fetch commands for what a clone lacks.
const (
	fetchHistory = "fetch the whole history: \"git fetch --unshallow\", in GitHub Actions \"fetch-depth: 0\" for actions/checkout"
	fetchAll     = "fetch what the partial clone left out: \"git fetch --refetch --no-filter\""
	fetchObjects = "run \"git fsck\"; in a partial clone \"git fetch --refetch --no-filter\""
)

// classify turns what git said into an *Error where a caller may decide by it.
func classify(e *exitError) error {
	if e.code == 1 && e.stderr == "" {
		return e // a plain "no" of a command that answers by its code
	}
	said := strings.ToLower(e.stderr)
	for _, c := range complaints {
		if strings.Contains(said, c.text) {
			return &Error{Kind: c.kind, What: e.Error() + feature(e.stderr), Fix: c.fix}
		}
	}
	return e
}

// feature names the extensions that git lists on lines of their own.
func feature(stderr string) string {
	var names []string
	for _, line := range strings.Split(stderr, "\n") {
		if name, ok := strings.CutPrefix(line, "\t"); ok {
			names = append(names, printable(name))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " " + strings.Join(names, ", ")
}
