package review_test

import (
	"fmt"
	"strings"

	"github.com/teammem/teammem/internal/owners"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/review"
	"github.com/teammem/teammem/internal/source"
)

const (
	note  = ".agent/team-memory/note.md"
	rules = "/.agent/ @ann @cay @example/keepers\n/.github/ @ann\n"
)

var (
	head  = commit("a")
	older = commit("b")
)

func commit(c string) string { return strings.Repeat(c, 40) }

// ids are the accounts there are; each can write.
var ids = map[string]int64{"ann": 1, "bob": 2, "cay": 3, "dan": 4, "eve": 5, "kim": 6}

func person(login string) review.User {
	return review.User{ID: ids[strings.ToLower(login)], Login: login, Kind: review.Person}
}

func by(login string) review.Signature {
	return review.Signature{User: person(login), Email: strings.ToLower(login) + "@example.com"}
}

// wrote is a commit that its author committed.
func wrote(login string, coAuthors ...review.Signature) review.Commit {
	return review.Commit{ID: head, Author: by(login), Committer: by(login), CoAuthors: coAuthors}
}

func says(login string, state review.ReviewState, commit string) review.Review {
	return review.Review{User: person(login), State: state, Commit: commit}
}

func codeowners(text string) review.Codeowners {
	return review.Codeowners{Found: review.Present, Path: ".github/CODEOWNERS", File: owners.Parse(source.NewText([]byte(text)))}
}

// change is a pull request of bob that changes one memory, with these reviews.
func change(reviews ...review.Review) *review.Facts {
	p := policy.Default()
	f := &review.Facts{
		Number: 7, Author: person("bob"), Head: head, HeadNow: head, Base: "main",
		Files:      review.All(review.File{Path: note}, review.File{Path: "main.go"}),
		Commits:    review.All(wrote("bob")),
		Pushers:    review.All(person("bob")),
		Reviews:    review.All(reviews...),
		Siblings:   review.All(review.Sibling{Number: 7}),
		Codeowners: codeowners(rules),
		Policy:     &p,
		Workflows:  []string{".github/workflows/memory.yml"},
		Trees:      map[string]string{},
		Accounts:   map[string]review.User{},
	}
	for login := range ids {
		f.Reviewers = append(f.Reviewers, reviewer(login, review.Write, review.No))
	}
	return f
}

func reviewer(login string, p review.Permission, inTeam review.Answer) review.Reviewer {
	return review.Reviewer{Login: login, Permission: p, Teams: map[string]review.Answer{"@example/keepers": inTeam}}
}

// known replaces what is known of reviewers.
func known(f *review.Facts, who ...review.Reviewer) {
	for _, w := range who {
		for i := range f.Reviewers {
			if strings.EqualFold(f.Reviewers[i].Login, w.Login) {
				f.Reviewers[i] = w
			}
		}
	}
}

// of describes the outcomes in one line.
func of(d review.Decision) string {
	var words []string
	for _, o := range d.Opinions {
		words = append(words, fmt.Sprintf("%s:%s", o.Review.User.Login, o.Outcome))
	}
	return strings.Join(words, " ")
}

// twin is another pull request that brings the same.
func twin(f *review.Facts, s review.State) review.Sibling {
	return review.Sibling{Number: 8, Base: f.Base, Touched: f.Touched(), State: s}
}

// at is a review of a day.
func at(r review.Review, n int) review.Review {
	r.Submitted = day(n)
	return r
}
