package review

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Share is a part of the change that the same people own, and what it still lacks.
type Share struct {
	Paths []string
	// Owners are who may approve, as CODEOWNERS or the policy writes them. Without any,
	// and without a Fault, an administrator may.
	Owners []string
	Source string // where the owners are named
	// Fault says why nobody may approve; empty when somebody may.
	Fault string

	ApprovedBy []string // logins
	Missing    int      // approvals that are missing still
	// Next are the owners who can give them. Nobody when all had a hand in it.
	Next []string
}

// Teams returns the owners of the change of whom the members have to be asked for,
// sorted: teams and e-mail addresses.
func (f *Facts) Teams() []string {
	var teams []string
	for _, s := range f.shares() {
		for _, o := range s.Owners {
			if _, isUser := login(o); !isUser {
				teams = append(teams, o)
			}
		}
	}
	slices.Sort(teams)
	return slices.Compact(teams)
}

// Shares divides what touches memory by who may approve it: of Facts only Files,
// Codeowners, Policy and Workflows are looked at.
func (f *Facts) Shares() []*Share { return f.shares() }

// shares divides the change by who owns it. Nobody owns anything by a CODEOWNERS that a
// host could read in another way.
func (f *Facts) shares() []*Share {
	var shares []*Share
	byOwners := map[string]*Share{}
	for _, p := range f.touched() {
		s := f.ownersOf(p)
		key := fmt.Sprintf("%q %q %q", s.Owners, s.Source, s.Fault)
		if byOwners[key] == nil {
			byOwners[key] = s
			shares = append(shares, s)
		}
		byOwners[key].Paths = append(byOwners[key].Paths, p)
	}
	return shares
}

// ownersOf finds who may approve p. What repairs the ownership must not need it: an
// administrator, who could change the rules of the host as well, may approve what is not
// memory and has no owner.
func (f *Facts) ownersOf(p string) *Share {
	s := f.named(p)
	if s.Fault != "" && f.Codeowners.Found != PresenceUnknown && !isMemory(p) {
		return &Share{}
	}
	return s
}

// named finds the owners that CODEOWNERS or the policy names for p.
func (f *Facts) named(p string) *Share {
	if fault := f.fault(); fault != "" {
		return &Share{Fault: fault}
	}
	s := &Share{Owners: f.Policy.Owners, Source: "the policy"}
	if f.Codeowners.Found == Present {
		var line int
		if s.Owners, line = f.Codeowners.File.Of(p); len(s.Owners) > 0 {
			s.Owners, line = f.Codeowners.File.Of(place(p))
		}
		s.Source = say("line %d of %s", line, f.Codeowners.Path)
	}
	if len(s.Owners) == 0 {
		return &Share{Fault: "nobody owns the memory that is changed; add a line such as /.agent/ @owner at the end of CODEOWNERS"}
	}
	return s
}

// fault says why the owners at the base are not known, or "".
func (f *Facts) fault() string {
	c := f.Codeowners
	switch {
	case c.Found == PresenceUnknown || c.Found == Present && c.File == nil:
		return "CODEOWNERS at the base could not be read"
	case f.Policy == nil:
		return "the policy at the base can't be read; repair .agent/teammem.yaml on the base branch first"
	case c.Found == TooLarge:
		return "CODEOWNERS has over 3 MB, so the host doesn't load it; make it smaller"
	case c.Found == Present && len(c.File.Bad) > 0:
		return say("CODEOWNERS has lines that can't be read (%s), so nobody is known to be an owner; repair them first", numbers(c.File.Bad))
	}
	return ""
}

// owns answers whether r is among the owners of the share.
func (s *Share) owns(r Reviewer) Answer {
	if s.Fault != "" {
		return Unknown
	}
	if len(s.Owners) == 0 {
		return isAdmin(r.Permission)
	}
	answer := No
	for _, o := range s.Owners {
		answer = answer.or(r.is(o))
	}
	return answer
}

func isAdmin(p Permission) Answer {
	switch p {
	case Admin:
		return Yes
	case PermissionUnknown:
		return Unknown
	}
	return No
}

// is answers whether r is the owner, a user, or one of its members.
func (r Reviewer) is(owner string) Answer {
	if name, isUser := login(owner); isUser {
		if strings.EqualFold(name, r.Login) {
			return Yes
		}
		return No
	}
	return r.Teams[owner]
}

// login returns the login of an owner that is a user, not a team or an address.
func login(owner string) (string, bool) {
	name, at := strings.CutPrefix(owner, "@")
	return name, at && !strings.Contains(name, "/")
}

// numbers lists line numbers, the first few of many.
func numbers(lines []int) string {
	const most = 5
	var words []string
	for _, n := range lines[:min(len(lines), most)] {
		words = append(words, strconv.Itoa(n))
	}
	if more := len(lines) - most; more > 0 {
		return say("%s and %d more", strings.Join(words, ", "), more)
	}
	return strings.Join(words, ", ")
}
