package review

import (
	"slices"
	"strconv"
	"strings"
)

// authors are all who had a hand in the change, each with how.
type authors struct {
	byLogin map[string]string
	byID    map[int64]string
	notes   []string // of whom nothing is known
}

// authors finds everybody who had a hand in the change. Whoever asked an agent for it did
// too, and the agent's assignees are who asked.
func (f *Facts) authors(agents []string) *authors {
	a := &authors{byLogin: map[string]string{}, byID: map[int64]string{}}
	a.add(f.Author, "opened the pull request")
	if f.Author.isDeleted() || f.Author.isAgent(agents) {
		a.addAsking(f.Assignees)
	}
	for _, u := range f.Pushers.Items {
		a.add(u, "pushed to the branch")
	}
	accounts := f.accounts()
	for _, c := range f.Commits.Items {
		a.addSigned(c.Author, accounts, "wrote", c.ID)
		a.addSigned(c.Committer, accounts, "committed", c.ID)
		for _, s := range c.CoAuthors {
			a.addSigned(s, accounts, "is a co-author of", c.ID)
		}
	}
	if !f.Pushers.Whole {
		a.notes = append(a.notes, "who pushed to the branch is not known")
	}
	return a
}

// add notes the hand of u. The first one that is known of somebody stays.
func (a *authors) add(u User, how string) {
	if _, known := a.byLogin[u.key()]; !known && u.Login != "" {
		a.byLogin[u.key()] = how
	}
	if _, known := a.byID[u.ID]; !known && u.ID != 0 {
		a.byID[u.ID] = how
	}
}

// addAsking notes the assignees of a change that no person opened.
func (a *authors) addAsking(assignees []User) {
	for _, u := range assignees {
		a.add(u, "is an assignee, so the agent may have acted for them")
	}
	if len(assignees) == 0 {
		a.notes = append(a.notes, "who asked for the change is not known: no person opened it, and nobody is its assignee")
	}
}

// addSigned notes the hand of whoever is behind a signature, in every way that it can be
// read.
func (a *authors) addSigned(s Signature, accounts map[string]User, did, commit string) {
	how := did + " " + short(commit)
	if u := s.User; u.key() != webFlow {
		a.add(u, how)
	}
	private, isPrivate := privateAddress(s.Email)
	a.add(private, how)
	known := accounts[strings.ToLower(s.Email)]
	a.add(known, how)
	if s.User == (User{}) && !isPrivate && known == (User{}) && !isNobody(s.Email) {
		a.notes = append(a.notes, say("whoever %s has an e-mail address that belongs to no known account", how))
	}
}

// webFlow is the account with which the host commits for somebody who is named as the
// author.
const webFlow = "web-flow"

// accounts joins the known accounts with those that the host resolved in other commits.
func (f *Facts) accounts() map[string]User {
	all := map[string]User{}
	for email, u := range f.Accounts {
		all[strings.ToLower(email)] = u
	}
	for _, c := range f.Commits.Items {
		for _, s := range append([]Signature{c.Author, c.Committer}, c.CoAuthors...) {
			if s.User != (User{}) && s.User.key() != webFlow && s.Email != "" {
				all[strings.ToLower(s.Email)] = s.User
			}
		}
	}
	return all
}

// hand returns how u had a hand in the change, or "". An account can be renamed, so
// either of login and id will do.
func (a *authors) hand(u User) string {
	if how := a.byLogin[u.key()]; how != "" {
		return how
	}
	return a.byID[u.ID]
}

// privateAddress reads the address that a host gives an account so that it need
// not show another: ID+login@users.noreply.HOST, or the older one without an ID.
// https://docs.github.com/en/account-and-profile/reference/email-addresses-reference
func privateAddress(email string) (u User, ok bool) {
	local, host, _ := strings.Cut(email, "@")
	if !strings.HasPrefix(strings.ToLower(host), "users.noreply.") {
		return User{}, false
	}
	id, login, numbered := strings.Cut(local, "+")
	if !numbered {
		return User{Login: local}, true
	}
	n, _ := strconv.ParseInt(id, 10, 64)
	return User{ID: n, Login: login}, true
}

// isNobody reports whether email is of a sender that no person reads.
func isNobody(email string) bool {
	local, _, _ := strings.Cut(strings.ToLower(email), "@")
	return slices.Contains([]string{"noreply", "no-reply"}, local)
}

// CoAuthors returns those whom a commit message names in Co-authored-by lines. A host
// reads them in the last paragraph; here they count wherever they stand.
func CoAuthors(message string) []Signature {
	var out []Signature
	for line := range strings.Lines(strings.ReplaceAll(message, "\r", "\n")) {
		key, rest, _ := strings.Cut(line, ":")
		if !strings.EqualFold(strings.TrimSpace(key), "co-authored-by") {
			continue
		}
		_, rest, _ = strings.Cut(rest, "<")
		email, _, _ := strings.Cut(rest, ">")
		out = append(out, Signature{Email: strings.TrimSpace(email)})
	}
	return out
}

// short is the beginning of a commit id, as people know it.
func short(id string) string {
	if id == "" {
		return "a commit without id"
	}
	return id[:min(len(id), 7)]
}
