package git

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/memory"
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
	ErrMissingObject   = memory.ErrMissing
	ErrMissingIndex    = errors.New("missing index")
	ErrMalformed       = errors.New("malformed repository")
	ErrUnknownRemote   = errors.New("unknown remote")
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
	return fmt.Sprintf("git %s ended with code %d: %s", e.command, e.code, cmp.Or(e.line("fatal: "), e.line(""), "it gave no reason"))
}

// line is the first line of git's that holds text, safe to print.
func (e *exitError) line(text string) string {
	for _, line := range strings.Split(strings.TrimSpace(e.stderr), "\n") {
		if strings.Contains(line, text) {
			return printable(strings.TrimPrefix(strings.TrimPrefix(line, "fatal: "), "error: "))
		}
	}
	return ""
}

// maxSaid is how many bytes of a message of git are shown.
const maxSaid = 300

func printable(s string) string {
	if len(s) > maxSaid { // never inside a word: half a secret is not seen as one
		s = s[:max(0, strings.LastIndexByte(s[:maxSaid], ' '))] + "..."
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
	{"dubious ownership", ErrNotTrusted, trustIt},
	{"unsafe repository", ErrNotTrusted, trustIt},
	{"cannot use bare repository", ErrBare, "set GIT_DIR to it if you mean to check a commit or a range of it"},
	{"must be run in a work tree", ErrBare, "run in a work tree, or check a commit or a range"},
	{"not a git repository", ErrNotRepository, "run inside a clone, or \"git init\" first"},
	{"unknown repository extension", ErrUnsupported, "install a newer git"},
	{"git repo version", ErrUnsupported, "install a newer git"},
	{"which we do not understand", ErrUnsupported, "install a newer git, or " + restage},
	{"bad index version", ErrUnsupported, "install a newer git, or " + restage},
	{"unknown index entry format", ErrMalformed, restage},
	{"index file", ErrMalformed, restage},
	{"bad signature", ErrMalformed, restage},
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

const trustIt = "if you trust it, run:"

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
	for _, c := range complaints {
		if line := e.line(c.text); line != "" {
			what, fix := "git "+e.command+": "+line, c.fix
			if fix == trustIt {
				fix += e.listed()
			} else {
				what += e.listed()
			}
			return &Error{c.kind, what, fix}
		}
	}
	return e
}

// listed are the lines that git sets off below its reason: the names of
// extensions, or the command that makes it trust a repository.
func (e *exitError) listed() string {
	var out string
	for _, line := range strings.Split(e.stderr, "\n") {
		if item, ok := strings.CutPrefix(line, "\t"); ok {
			out += " " + printable(item)
		}
	}
	return out
}
