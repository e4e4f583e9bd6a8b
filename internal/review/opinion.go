package review

import (
	"maps"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/policy"
)

// An Opinion is what one reviewer thinks now, and what it counts for.
type Opinion struct {
	Review  Review
	Outcome Outcome
	Words   string // why, as a sentence without its end
}

// An Outcome is what an opinion counts for.
type Outcome string

// The outcomes. All but Counts and Blocks leave the change as it is.
const (
	Counts            Outcome = "counts"
	Blocks            Outcome = "blocks"
	IsDismissed       Outcome = "dismissed"
	IsDeleted         Outcome = "deleted"
	IsAgent           Outcome = "agent"
	IsNoPerson        Outcome = "no-person"
	IsAuthor          Outcome = "author"
	NoCommit          Outcome = "no-commit"
	IsStale           Outcome = "stale"
	IsUnknownTree     Outcome = "unknown-tree"
	NoPermission      Outcome = "no-permission"
	UnknownPermission Outcome = "unknown-permission"
	NotOwner          Outcome = "not-owner"
	UnknownOwner      Outcome = "unknown-owner"
)

// judge is all that opinions are judged by.
type judge struct {
	*Facts
	agents    []string
	authors   *authors
	shares    []*Share
	reviewers map[string]Reviewer
	// byTree says that approvals hold as long as the memory tree does. It says nothing of
	// what is not in it, so a change of a policy or of CODEOWNERS, and one that only the merge makes, needs
	// approval at the head.
	byTree bool
}

func newJudge(f *Facts) *judge {
	j := &judge{Facts: f, shares: f.shares(), reviewers: map[string]Reviewer{}}
	if f.Policy != nil {
		j.agents = f.Policy.Agents
		j.byTree = f.Policy.Review.Stale == policy.StaleByTree && len(f.Carried) == 0 && !slices.ContainsFunc(f.touched(), notInTree)
	}
	j.authors = f.authors(j.agents)
	for _, r := range f.Reviewers {
		j.reviewers[strings.ToLower(r.Login)] = r
	}
	return j
}

// reviewer is what is known of u; its login is always set.
func (j *judge) reviewer(u User) Reviewer {
	r := j.reviewers[u.key()]
	r.Login = u.Login
	return r
}

// opinions judges what each reviewer thinks now, in the order of logins.
func (j *judge) opinions() []Opinion {
	latest := map[string]Review{}
	for _, r := range inOrder(j.Reviews.Items) {
		key := r.User.key()
		if old, had := latest[key]; r.replaces() && !(had && r.State == Approved && old.State == Approved && j.isFresh(old)) {
			latest[key] = r
		}
	}
	var out []Opinion
	for _, key := range slices.Sorted(maps.Keys(latest)) {
		o := Opinion{Review: latest[key]}
		o.Outcome, o.Words = j.weigh(o.Review)
		out = append(out, o)
	}
	return out
}

// inOrder returns the reviews, oldest first, their states in upper case.
func inOrder(reviews []Review) []Review {
	out := slices.Clone(reviews)
	for i := range out {
		out[i].State = ReviewState(strings.ToUpper(string(out[i].State)))
	}
	if !slices.ContainsFunc(out, func(r Review) bool { return r.Submitted.IsZero() }) {
		slices.SortStableFunc(out, func(a, b Review) int { return a.Submitted.Compare(b.Submitted) })
	}
	return out
}

// replaces reports whether the review replaces what the same person said before. A
// comment leaves an approval as it is.
func (r Review) replaces() bool { return r.State != Commented && r.State != Pending }

// weigh says what a review counts for, and why.
func (j *judge) weigh(r Review) (Outcome, string) {
	switch {
	case r.User.isDeleted():
		return IsDeleted, "a review of a deleted account counts for nothing"
	case r.State == Dismissed:
		return IsDismissed, say("the review of %s was dismissed", r.User.Login)
	case r.User.isAgent(j.agents):
		return IsAgent, say("%s is an agent or a bot, and only people approve", r.User.Login)
	case r.State == Approved:
		return j.weighApproval(r)
	}
	return j.weighRequest(r) // a state that is not known may be one
}

// weighRequest weighs a request for changes. Whoever may be an owner is heard.
func (j *judge) weighRequest(r Review) (Outcome, string) {
	login, who := r.User.Login, j.reviewer(r.User)
	wants := "wants changes"
	if r.State != ChangesRequested {
		wants = say("gave a review in the unknown state %q, which may want changes", r.State)
	}
	switch owns := j.ownsAny(who); {
	case who.Permission == ReadOnly:
		return NoPermission, say("%s %s, but can't write to the repository", login, wants)
	case owns == Yes:
		return Blocks, say("%s, an owner, %s", login, wants)
	case owns == Unknown:
		return Blocks, say("%s %s, and whether %s is an owner is not known", login, wants, login)
	}
	return NotOwner, say("%s %s, but owns nothing of what is changed", login, wants)
}

// weighApproval weighs an approval by an account that is no agent.
func (j *judge) weighApproval(r Review) (Outcome, string) {
	login, who := r.User.Login, j.reviewer(r.User)
	hand := j.authors.hand(r.User)
	switch {
	case r.User.Kind != Person:
		return IsNoPerson, say("%s is not known to be a person", login)
	case hand != "":
		return IsAuthor, say("%s %s, and nobody approves a change of their own", login, hand)
	case r.Commit == "":
		return NoCommit, say("the approval of %s names no commit", login)
	case !j.isFresh(r):
		return j.stale(r)
	case who.Permission == PermissionUnknown:
		return UnknownPermission, say("whether %s can write to the repository is not known; let the gate read the permissions of collaborators", login)
	case who.Permission == ReadOnly:
		return NoPermission, say("%s can't write to the repository", login)
	}
	return j.weighOwner(who)
}

// weighOwner says whether somebody whose approval is in order is an owner.
func (j *judge) weighOwner(r Reviewer) (Outcome, string) {
	switch j.ownsAny(r) {
	case Yes:
		return Counts, say("%s approved", r.Login)
	case No:
		return NotOwner, say("%s approved, but owns nothing of what is changed", r.Login)
	}
	if len(j.Teams()) == 0 {
		return UnknownOwner, say("%s approved, but who owns what is changed is not known", r.Login)
	}
	return UnknownOwner, say("%s approved, but whether %s is an owner is not known; to ask who is in a team, a token needs Members: read", r.Login, r.Login)
}

// ownsAny answers whether r owns anything of what is changed. With files unread there may
// be more.
func (j *judge) ownsAny(r Reviewer) Answer {
	answer := No
	if !j.Files.Whole {
		answer = Unknown
	}
	for _, s := range j.shares {
		answer = answer.or(s.owns(r))
	}
	return answer
}

// isFresh reports whether the review was of the text that is at the head. Only
// memory has a tree to compare.
func (j *judge) isFresh(r Review) bool {
	if r.Commit == "" || j.isOfAnotherBase(r) {
		return false
	}
	if strings.EqualFold(r.Commit, j.Head) {
		return true
	}
	return j.byTree && j.Trees[r.Commit] != "" && j.Trees[r.Commit] == j.Trees[j.Head]
}

// isOfAnotherBase reports whether the review may be older than the base branch that the pull request is for.
func (j *judge) isOfAnotherBase(r Review) bool {
	return !j.Retargeted.IsZero() && !r.Submitted.After(j.Retargeted)
}

// stale says in words why an approval is.
func (j *judge) stale(r Review) (Outcome, string) {
	login := r.User.Login
	if j.isOfAnotherBase(r) {
		return IsStale, say("%s approved when the base was another one", login)
	}
	if !j.byTree {
		return IsStale, say("%s approved %s, and the head is %s", login, short(r.Commit), short(j.Head))
	}
	if j.Trees[r.Commit] == "" || j.Trees[j.Head] == "" {
		return IsUnknownTree, say("%s approved %s, and what the memory was there is not known", login, short(r.Commit))
	}
	return IsStale, say("%s approved %s, and the memory changed since", login, short(r.Commit))
}
