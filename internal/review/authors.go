package review

import (
	"slices"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/wordset"
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
	a.addOpener(Opener{Author: f.Author, Assignees: f.Assignees}, agents, "opened the pull request")
	for _, o := range f.Openers {
		a.addOpener(o, agents, say("opened pull request %d, which brings the same", o.Number))
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

// addOpener notes who opened a pull request or, where no person did, who may have asked for it.
func (a *authors) addOpener(o Opener, agents []string, how string) {
	a.add(o.Author, how)
	if o.Author.isDeleted() || o.Author.isAgent(agents) {
		a.addAsking(o.Assignees)
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
	private, _ := privateAddress(s.Email)
	a.add(private, how)
	a.add(accounts[strings.ToLower(s.Email)], how)
	if s.isUnknown(accounts) {
		a.note(say("whoever %s has an e-mail address that belongs to no known account", how))
	}
}

// note keeps a note once, where the same comes many times in a row.
func (a *authors) note(words string) {
	if n := len(a.notes); n == 0 || a.notes[n-1] != words {
		a.notes = append(a.notes, words)
	}
}

// isUnknown reports whether nobody knows whose signature it is.
func (s Signature) isUnknown(accounts map[string]User) bool {
	_, isPrivate := privateAddress(s.Email)
	return s.User == (User{}) && !isPrivate && accounts[strings.ToLower(s.Email)] == (User{}) && !isNobody(s.Email)
}

// Addresses returns the e-mail addresses of co-authors of whom nothing else is known, in lower case and sorted. Of
// authors and committers the host says itself whose they are.
func (f *Facts) Addresses() []string {
	var out []string
	accounts := f.accounts()
	for _, c := range f.Commits.Items {
		for _, s := range c.CoAuthors {
			if s.Email != "" && s.isUnknown(accounts) {
				out = append(out, strings.ToLower(s.Email))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
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

// coAuthor are the keys of lines that name one: that of hosts, and that of the Linux kernel.
var coAuthor = wordset.Of("co-authored-by co-developed-by")

// CoAuthors returns those whom a commit message names in Co-authored-by lines. A host
// reads them in the last paragraph; here they count wherever they stand, and so does each address of a line
// and of the lines that are folded into it.
func CoAuthors(message string) []Signature {
	var out []Signature
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(message), "\n")
	for i := 0; i < len(lines); i++ {
		key, rest, _ := strings.Cut(lines[i], ":")
		if !coAuthor.Has(strings.ToLower(strings.TrimSpace(key))) {
			continue
		}
		from := i + 1
		for i+1 < len(lines) && isFolded(lines[i+1]) {
			i++
		}
		for _, email := range addresses(rest + strings.Join(lines[from:i+1], "")) {
			out = append(out, Signature{Email: email})
		}
	}
	return out
}

// isFolded reports whether a line goes on with the one above it.
func isFolded(line string) bool {
	text := strings.TrimLeft(line, " \t")
	key, _, _ := strings.Cut(text, ":")
	return text != line && text != "" && !coAuthor.Has(strings.ToLower(strings.TrimSpace(key)))
}

// addresses are what stands in angle brackets, or "" where nothing does.
func addresses(text string) []string {
	var out []string
	for _, part := range strings.Split(text, "<")[1:] {
		email, _, _ := strings.Cut(part, ">")
		out = append(out, strings.TrimSpace(email))
	}
	if len(out) == 0 {
		return []string{""}
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
