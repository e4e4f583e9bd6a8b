package review

import (
	"slices"
	"strings"
)

// A State is a state of a commit status, in the words of the host's API.
type State string

// The states.
const (
	Success State = "success"
	Failure State = "failure"
	Waiting State = "pending"
	Error   State = "error"
)

// A Decision is what the gate says of a pull request, and why.
type Decision struct {
	State State
	// Description is for the commit status: one line of at most 140 characters.
	Description string
	Blocks      []string  // what fails it
	Waits       []string  // what it waits for
	Opinions    []Opinion // what each reviewer thinks now
	Shares      []Share   // who owns what, and who must approve next
	Notes       []string  // what is not known and decides nothing
}

// Decide judges a pull request. Without a change of memory, and of what decides about it, it
// passes, unless another one that has the same head does not: into another branch the same commits
// can be a change of memory.
func Decide(f *Facts) Decision {
	if f.Head == "" || f.HeadNow != f.Head {
		return Decision{State: Error, Description: "the head moved while it was judged; it will be judged again"}
	}
	j := newJudge(f)
	if !f.Touches() {
		return j.untouched()
	}
	d := j.decide()
	if f.Policy != nil && f.Policy.Review.Required == 0 && len(j.siblings()) == 0 {
		d.State = Success
		d.Description = clip("nothing is required (review.required: 0): " + d.Description)
	}
	return d
}

func (j *judge) untouched() Decision {
	d := Decision{State: Success, Description: "no memory change", Waits: j.siblings()}
	if len(d.Waits) > 0 {
		d.State, d.Description = Waiting, clip(d.Waits[0])
	}
	return d
}

func (j *judge) decide() Decision {
	d := Decision{Opinions: j.opinions(), Notes: j.authors.notes}
	for _, s := range j.shares {
		j.fill(s, d.Opinions)
		d.Shares = append(d.Shares, *s)
	}
	d.Blocks = slices.Concat(j.unread(), faults(d.Shares), requests(d.Opinions))
	twin := j.approvedTwin()
	if twin == 0 {
		d.Waits = slices.Concat(j.draft(), j.missing(d.Shares))
	}
	d.Waits = append(d.Waits, j.siblings()...)
	switch {
	case len(d.Blocks) > 0:
		d.State, d.Description = Failure, clip(d.Blocks[0])
	case len(d.Waits) > 0:
		d.State, d.Description = Waiting, clip(d.Waits[0])
		if twin == 0 && !j.Draft && len(j.missing(d.Shares)) > 0 {
			d.Description = clip(d.Waits[0] + uncounted(d.Opinions))
		}
	case twin != 0:
		d.State, d.Description = Success, clip(say("pull request %d brings the same into the same branch, and is approved", twin))
	default:
		d.State, d.Description = Success, clip(say("approved by %s", and(approvers(d.Opinions))))
	}
	return d
}

// uncounted says of the first approval that does not count why, since its author will
// ask.
func uncounted(opinions []Opinion) string {
	for _, o := range opinions {
		if o.Review.State == Approved && o.Outcome != Counts {
			return "; " + o.Words
		}
	}
	return ""
}

// unread names the lists of which there is more than was read.
func (j *judge) unread() []string {
	var out []string
	if !j.Files.Whole {
		out = append(out, say("only %d changed files could be read, and a host lists 3000 at most; split the change", len(j.Files.Items)))
	}
	if !j.Commits.Whole {
		out = append(out, say("only %d commits could be read, and a host lists 250 at most; split the change or squash commits", len(j.Commits.Items)))
	}
	if !j.Reviews.Whole {
		out = append(out, say("only %d reviews could be read; run the gate again", len(j.Reviews.Items)))
	}
	return out
}

// faults are the reasons for which nobody may approve a share.
func faults(shares []Share) []string {
	var out []string
	for _, s := range shares {
		if s.Fault != "" && !slices.Contains(out, s.Fault) {
			out = append(out, s.Fault)
		}
	}
	return out
}

func requests(opinions []Opinion) []string {
	var out []string
	for _, o := range opinions {
		if o.Outcome == Blocks {
			out = append(out, o.Words)
		}
	}
	return out
}

func approvers(opinions []Opinion) []string {
	var out []string
	for _, o := range opinions {
		if o.Outcome == Counts {
			out = append(out, o.Review.User.Login)
		}
	}
	return out
}

func (j *judge) draft() []string {
	if j.Draft {
		return []string{"a draft waits until it is ready for review"}
	}
	return nil
}

// siblings names the other pull requests that would be let in by a status on the same
// commit, and must not be. One that brings the same into the same branch lets in nothing else while it waits; where an
// owner wants changes there, that is said of the same change.
func (j *judge) siblings() []string {
	var out []string
	for _, s := range j.Siblings.Items {
		switch {
		case s.State == Success || s.Number == j.Number:
		case !j.isTwin(s):
			out = append(out, say("pull request %d has the same head and is not approved; close one of the two", s.Number))
		case s.State != Waiting:
			out = append(out, say("pull request %d brings the same and can't be merged as it is; close one of the two", s.Number))
		}
	}
	if !j.Siblings.Whole {
		out = append(out, "which other pull requests have the same head could not be read; run the gate again")
	}
	return out
}

// isTwin reports whether another pull request brings the same into the same branch. Where the host has tried it with
// another commit of that branch, the merge can touch something else.
func (j *judge) isTwin(s Sibling) bool {
	return s.Number != j.Number && s.Base != "" && s.Base == j.Base && slices.Equal(s.Touched, j.touched())
}

// approvedTwin is the number of a pull request in which the same change is approved, or 0: so nobody holds up a change by
// opening it a second time.
func (j *judge) approvedTwin() int {
	for _, s := range j.Siblings.Items {
		if j.isTwin(s) && s.State == Success {
			return s.Number
		}
	}
	return 0
}

// required is how many approvals each path needs. 0 does not make any less of what is
// reported.
func (j *judge) required() int {
	if j.Policy == nil {
		return 1
	}
	return max(j.Policy.Review.Required, 1)
}

// fill notes who has approved a share, and who can next.
func (j *judge) fill(s *Share, opinions []Opinion) {
	for _, o := range opinions {
		if o.Outcome == Counts && s.owns(j.reviewer(o.Review.User)) == Yes {
			s.ApprovedBy = append(s.ApprovedBy, o.Review.User.Login)
		}
	}
	s.Missing = max(j.required()-len(s.ApprovedBy), 0)
	if s.Missing == 0 || s.Fault != "" {
		return
	}
	for _, o := range s.Owners {
		if j.canStill(s, o) {
			s.Next = append(s.Next, o)
		}
	}
	if len(s.Owners) == 0 {
		s.Next = []string{"an administrator"}
	}
}

// canStill reports whether an approval of this owner could still count for a share.
func (j *judge) canStill(s *Share, owner string) bool {
	name, isUser := login(owner)
	if !isUser {
		return true
	}
	u := j.account(name)
	gave := slices.ContainsFunc(s.ApprovedBy, func(l string) bool { return strings.EqualFold(l, name) })
	return !gave && j.authors.hand(u) == "" && !u.isAgent(j.agents) && !u.isDeleted() && j.reviewer(u).Permission != ReadOnly
}

// account is what the reviews tell of a login.
func (j *judge) account(login string) User {
	for _, r := range j.Reviews.Items {
		if strings.EqualFold(r.User.Login, login) {
			return r.User
		}
	}
	return User{Login: login}
}

// missing says what each share that lacks approvals needs.
func (j *judge) missing(shares []Share) []string {
	alone := ", or set review.required: 0"
	if j.Policy != nil && j.Policy.Review.Required == 0 {
		alone = ""
	}
	var out []string
	for _, s := range shares {
		switch {
		case s.Missing == 0 || s.Fault != "":
		case len(s.Next) == 0:
			out = append(out, say("no owner is left who may approve; name one more in %s%s", s.Source, alone))
		default:
			out = append(out, say("needs %s of %s", approvals(s.Missing), or(s.Next)))
		}
	}
	return out
}
