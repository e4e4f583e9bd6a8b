package gate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/github"
	"github.com/teammem/teammem/internal/review"
)

// A Report is what a person reads of a run. Names in it are as the host has them.
type Report struct {
	What   string // what was judged
	Judged []Judged
	Notes  []string
	// Posted says that a status was posted, with its commit and state.
	Posted bool
	Commit string
	State  review.State
}

// Judged is one pull request that was judged.
type Judged struct {
	Number   int
	Head     string
	HeadNow  string // where the head was at the end, if Moved
	Moved    bool   // nothing was decided
	Decision review.Decision
	Missing  []string // permissions
}

func (r *Report) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// skip says why a pull request is not judged.
func (r *Report) skip(number int, why error) {
	if errors.Is(why, github.ErrNotOpen) {
		r.note("pull request %d is not open", number)
		return
	}
	r.note("pull request %d goes into a branch that is not judged here", number)
}

// Lines tells all of it, a sentence a line; a line that belongs to the one above begins with
// two spaces.
func (r *Report) Lines() []string {
	lines := []string{"judged " + r.What}
	for _, j := range r.Judged {
		lines = append(lines, j.lines()...)
	}
	lines = append(lines, r.Notes...)
	if r.Posted {
		return append(lines, fmt.Sprintf("posted %s: %s on %s", github.Context, r.State, r.Commit))
	}
	return append(lines, "posted nothing")
}

func (j *Judged) lines() []string {
	d := &j.Decision
	if j.Moved {
		return []string{fmt.Sprintf("pull request %d: the head moved from %s to %s while it was judged; the push to it starts a run of its own", j.Number, short(j.Head), short(j.HeadNow))}
	}
	lines := []string{fmt.Sprintf("pull request %d at %s: %s: %s", j.Number, short(j.Head), d.State, d.Description)}
	told := func(reason string) bool { return strings.Contains(d.Description, reason) }
	lines = append(lines, indent("blocks: ", slices.DeleteFunc(slices.Clone(d.Blocks), told))...)
	lines = append(lines, indent("waits: ", slices.DeleteFunc(slices.Clone(d.Waits), told))...)
	for i := range d.Shares {
		lines = append(lines, "  "+share(&d.Shares[i]))
	}
	counted, others := opinions(d)
	lines = append(lines, indent("counts: ", counted)...)
	lines = append(lines, indent("does not count: ", others)...)
	lines = append(lines, indent("unknown: ", few(d.Notes))...)
	return append(lines, indent("missing permission: ", j.Missing)...)
}

// opinions are the words of those that count, and of those that don't. What blocks is among the
// reasons.
func opinions(d *review.Decision) (counted, others []string) {
	for _, o := range d.Opinions {
		switch o.Outcome {
		case review.Blocks:
		case review.Counts:
			counted = append(counted, o.Words)
		default:
			others = append(others, o.Words)
		}
	}
	return slices.Compact(counted), slices.Compact(others)
}

// maxNotes is how many notes are told: who writes a commit can name thousands of co-authors.
const maxNotes = 20

func few(notes []string) []string {
	if more := len(notes) - maxNotes; more > 0 {
		return append(slices.Clone(notes[:maxNotes]), fmt.Sprintf("and %d more", more))
	}
	return notes
}

func indent(label string, words []string) []string {
	var out []string
	for _, w := range words {
		out = append(out, "  "+label+w)
	}
	return out
}

// maxNamed is how many paths are named of those that the same people own.
const maxNamed = 5

// share says who owns a part of the change, and who has to approve it still.
func share(s *review.Share) string {
	var paths []string
	for _, p := range s.Paths[:min(len(s.Paths), maxNamed)] {
		paths = append(paths, fmt.Sprintf("%q", p))
	}
	where := strings.Join(paths, ", ")
	if more := len(s.Paths) - len(paths); more > 0 {
		where += fmt.Sprintf(" and %d more", more)
	}
	switch {
	case s.Fault != "":
		return where + ": nobody can approve it as it is"
	case len(s.Owners) == 0:
		where += ": nobody owns it, so an administrator approves"
	default:
		where += fmt.Sprintf(": owned by %s (%s)", strings.Join(s.Owners, ", "), s.Source)
	}
	if len(s.ApprovedBy) > 0 {
		where += "; approved by " + strings.Join(s.ApprovedBy, ", ")
	}
	if s.Missing > 0 && len(s.Next) > 0 {
		where += fmt.Sprintf("; approvals missing: %d, of %s", s.Missing, strings.Join(s.Next, ", "))
	}
	return where
}
