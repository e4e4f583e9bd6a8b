package review_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/review"
)

var (
	third   = commit("c")
	commits = []string{head, older, third}
	people  = []string{"ann", "bob", "cay", "dan", "eve", "kim"}
	states  = []review.ReviewState{yes, yes, no, gone, comment}
	answers = []review.Answer{review.Yes, review.Yes, review.No, review.Unknown}
	rights  = []review.Permission{review.Write, review.Write, review.Admin, review.ReadOnly, review.PermissionUnknown}
)

func pick[T any](t *rapid.T, name string, from []T) T { return rapid.SampledFrom(from).Draw(t, name) }

func anyReview(t *rapid.T) review.Review {
	return says(pick(t, "reviewer", people), pick(t, "state", states), pick(t, "commit", append(commits, head, head)))
}

// anyChange is any pull request of bob that changes memory.
func anyChange(t *rapid.T) *facts {
	f := change(rapid.SliceOfN(rapid.Custom(anyReview), 0, 8).Draw(t, "reviews")...)
	kind := pick(t, "kind of eve", []review.Kind{review.Person, review.Bot, review.KindUnknown, review.Deleted})
	for i := range f.Reviews.Items {
		if u := &f.Reviews.Items[i].User; u.Login == "eve" {
			u.Kind = kind
		}
	}
	f.Codeowners = codeowners(pick(t, "codeowners", []string{rules, "* @ann\n", "* @example/keepers @dan\n", "/.agent/ @cay @eve\n/.github @ann\n"}))
	f.Policy.Review = policy.Review{Required: rapid.IntRange(1, 2).Draw(t, "required"), Stale: pick(t, "stale", []policy.Stale{policy.StaleByCommit, policy.StaleByTree})}
	f.Trees = map[string]string{head: "1", older: pick(t, "older tree", []string{"1", "2", ""}), third: "3"}
	f.Draft = rapid.IntRange(0, 9).Draw(t, "draft") == 0
	f.Files.Items[1].Path = pick(t, "file", []string{"main.go", "main.go", memory.PolicyPath, ".github/CODEOWNERS", memory.IndexPath})
	for i := range f.Reviewers {
		f.Reviewers[i] = reviewer(f.Reviewers[i].Login, pick(t, "right", rights), pick(t, "member", answers))
	}
	slices.SortFunc(f.Reviewers, func(a, b review.Reviewer) int { return strings.Compare(a.Login, b.Login) })
	return f
}

// likely is a change with so little wrong that it is often approved.
func likely(t *rapid.T) *facts {
	f := anyChange(t)
	f.Draft = false
	f.Policy.Review.Required = 1
	for i := range f.Reviewers {
		f.Reviewers[i] = reviewer(f.Reviewers[i].Login, review.Admin, review.Yes)
	}
	f.Reviews.Items = append(f.Reviews.Items, says("ann", yes, head), says("cay", yes, head), says("dan", yes, head))
	return f
}

// dressed is somebody's login in letters of any case.
func dressed(t *rapid.T, login string) string {
	var b strings.Builder
	for _, c := range login {
		if rapid.Bool().Draw(t, "upper") {
			c = []rune(strings.ToUpper(string(c)))[0]
		}
		b.WriteRune(c)
	}
	return b.String()
}

// disguise is a signature of login that a host need not know the account of.
func disguise(t *rapid.T, f *facts, login string) review.Signature {
	name := dressed(t, login)
	switch rapid.IntRange(0, 5).Draw(t, "disguise") {
	case 0:
		return review.Signature{User: review.User{Login: name}}
	case 1:
		return review.Signature{User: review.User{ID: ids[login], Login: "formerly-" + name}}
	case 2:
		return review.Signature{Email: fmt.Sprintf("%d+%s@users.noreply.github.com", 1000, name)}
	case 3:
		return review.Signature{Email: fmt.Sprintf("%d+another@Users.NoReply.git.example.com", ids[login])}
	case 4:
		return review.Signature{Email: name + "@users.noreply.github.com"}
	}
	f.Accounts[login+"@example.org"] = review.User{Login: login}
	return review.Signature{Email: name + "@Example.org"}
}

// An approval by an author never counts, however they are dressed.
func TestAuthorsNeverCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := likely(t)
		user := review.User{ID: ids["ann"], Login: dressed(t, "ann"), Kind: review.Person}
		sig := disguise(t, f, "ann")
		c := &f.Commits.Items[0]
		switch rapid.IntRange(0, 7).Draw(t, "hand") {
		case 0:
			f.Author = user
		case 1:
			f.Pushers.Items = append(f.Pushers.Items, user)
		case 2:
			f.Author, f.Assignees = review.User{Login: "helper[bot]"}, []review.User{person("eve"), user}
		case 3:
			c.Author = sig
		case 4:
			c.Committer = sig
		case 5:
			c.CoAuthors = []review.Signature{by("bob"), sig}
		case 6:
			f.Commits.Items = append(f.Commits.Items, review.Commit{ID: third, Author: by("bob"), Committer: by("web-flow"), CoAuthors: []review.Signature{sig}})
		case 7:
			message := "A change\n\n  co-Authored-By : Somebody <" + fmt.Sprintf("7+%s@users.noreply.github.com", user.Login) + ">\n\nSigned-off-by: x\n"
			c.CoAuthors = review.CoAuthors(message)
		}
		d := review.Decide(f)
		if !strings.Contains(of(d), "ann:author") {
			t.Fatalf("%s: %s", d.State, of(d))
		}
		for _, s := range d.Shares {
			if slices.Contains(s.ApprovedBy, "ann") || slices.Contains(s.Next, "@ann") {
				t.Fatalf("%+v", s)
			}
		}
	})
}

// rank orders states by how near they are to success.
func rank(s review.State) int {
	return slices.Index([]review.State{review.Error, review.Failure, review.Waiting, review.Success}, s)
}

// One more approval never makes anything worse, and one more request for changes never better.
func TestMoreReviews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := pick(t, "change", []*facts{anyChange(t), likely(t)})
		before := review.Decide(f)
		r := says(pick(t, "by", []string{"ann", "bob", "cay", "dan", "kim"}), pick(t, "new state", []review.ReviewState{yes, no}), pick(t, "of", commits))
		f.Reviews.Items = append(f.Reviews.Items, r)
		after := review.Decide(f)
		if worse := rank(after.State) < rank(before.State); worse && r.State == yes {
			t.Fatalf("approved by %s: %s, then %s (%s)", r.User.Login, before.State, after.State, of(after))
		}
		if better := rank(after.State) > rank(before.State); better && r.State == no {
			t.Fatalf("changes of %s: %s, then %s (%s)", r.User.Login, before.State, after.State, of(after))
		}
	})
}

// What is not known never speaks for the change.
func TestUnknownIsNotYes(t *testing.T) {
	forget := []func(*rapid.T, *facts){
		func(t *rapid.T, f *facts) { f.HeadNow = "" },
		func(t *rapid.T, f *facts) { f.Files.Whole = false },
		func(t *rapid.T, f *facts) { f.Files = review.List[review.File]{} },
		func(t *rapid.T, f *facts) { f.Commits.Whole = false },
		func(t *rapid.T, f *facts) { f.Reviews.Whole = false },
		func(t *rapid.T, f *facts) { f.Siblings = review.List[review.Sibling]{} },
		func(t *rapid.T, f *facts) { f.Siblings.Items = []review.Sibling{{Number: 99}} },
		func(t *rapid.T, f *facts) { f.Codeowners = review.Codeowners{} },
		func(t *rapid.T, f *facts) { f.Codeowners.File = nil },
		func(t *rapid.T, f *facts) { f.Policy = nil },
		func(t *rapid.T, f *facts) { f.Workflows = nil },
		func(t *rapid.T, f *facts) { f.Trees[pick(t, "tree", commits)] = "" },
		func(t *rapid.T, f *facts) { f.Trees = nil },
		func(t *rapid.T, f *facts) { f.Reviewers = nil },
		func(t *rapid.T, f *facts) { pickOf(t, f.Reviewers).Permission = review.PermissionUnknown },
		func(t *rapid.T, f *facts) { pickOf(t, f.Reviewers).Teams = nil },
		func(t *rapid.T, f *facts) { pickOf(t, f.Reviews.Items).Commit = "" },
		func(t *rapid.T, f *facts) { pickOf(t, f.Reviews.Items).State = "" },
		func(t *rapid.T, f *facts) { pickOf(t, f.Reviews.Items).User.Kind = review.KindUnknown },
	}
	rapid.Check(t, func(t *rapid.T) {
		f := pick(t, "change", []*facts{anyChange(t), likely(t)})
		f.Reviews.Items = append(f.Reviews.Items, says("eve", comment, head))
		before := review.Decide(f)
		n := rapid.IntRange(0, len(forget)-1).Draw(t, "forget")
		forget[n](t, f)
		if after := review.Decide(f); rank(after.State) > rank(before.State) {
			t.Fatalf("%d: %s, then %s (%s)", n, before.State, after.State, of(after))
		}
	})
}

func pickOf[T any](t *rapid.T, from []T) *T {
	return &from[rapid.IntRange(0, len(from)-1).Draw(t, "index")]
}

// A push that changes memory makes every approval stale.
func TestPushMakesStale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := likely(t)
		f.Head, f.HeadNow = commit("d"), commit("d")
		f.Trees[f.Head] = "another"
		d := review.Decide(f)
		if d.State == review.Success || strings.Contains(of(d), ":counts") {
			t.Fatalf("%s: %s", d.State, of(d))
		}
	})
}

// The order of reviews by different people doesn't matter, nor that a page was read twice.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := anyChange(t)
		want := review.Decide(f)
		byPerson := map[string][]review.Review{}
		var who []string
		for _, r := range f.Reviews.Items {
			byPerson[r.User.Login] = append(byPerson[r.User.Login], r)
			who = append(who, r.User.Login)
		}
		var mixed []review.Review
		for _, login := range rapid.Permutation(who).Draw(t, "order") {
			next := byPerson[login][0]
			byPerson[login] = byPerson[login][1:]
			mixed = append(mixed, next)
			if rapid.Bool().Draw(t, "twice") {
				mixed = append(mixed, next)
			}
		}
		f.Reviews.Items = mixed
		if diff := cmp.Diff(want, review.Decide(f)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// The time of submission orders reviews, wherever they stand.
func TestSubmitted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := anyChange(t)
		want := review.Decide(f)
		for i := range f.Reviews.Items {
			f.Reviews.Items[i].Submitted = day(i)
		}
		f.Reviews.Items = rapid.Permutation(f.Reviews.Items).Draw(t, "order")
		if got := review.Decide(f); got.State != want.State || of(got) != of(want) {
			t.Fatalf("%s %s, want %s %s", got.State, of(got), want.State, of(want))
		}
	})
}

// The case of logins doesn't matter anywhere.
func TestCase(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := anyChange(t)
		f.Commits.Items[0].CoAuthors = []review.Signature{{Email: pick(t, "co-author", people) + "@users.noreply.github.com"}}
		f.Author, f.Assignees = review.User{Login: "Helper[bot]", Kind: review.Bot}, []review.User{{Login: pick(t, "assignee", people)}}
		f.Policy.Agents = []string{pick(t, "agent", people)}
		want := review.Decide(f)
		again := func(login *string) { *login = dressed(t, *login) }
		for i := range f.Reviews.Items {
			again(&f.Reviews.Items[i].User.Login)
		}
		for i := range f.Reviewers {
			again(&f.Reviewers[i].Login)
		}
		again(&f.Author.Login)
		again(&f.Assignees[0].Login)
		again(&f.Commits.Items[0].CoAuthors[0].Email)
		again(&f.Pushers.Items[0].Login)
		got := review.Decide(f)
		if got.State != want.State || strings.ToLower(of(got)) != of(want) {
			t.Fatalf("%s %s, want %s %s", got.State, of(got), want.State, of(want))
		}
	})
}

// A status belongs to a commit, so no pull request gets a success that another one on the same commit
// does not have, whatever it changes and whatever is required; but for one that brings the very same and only waits.
func TestSiblingsAreNotLetIn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := likely(t)
		f.Policy.Review.Required = rapid.IntRange(0, 1).Draw(t, "required")
		if rapid.Bool().Draw(t, "untouched") {
			f.Files.Items = []review.File{{Path: "main.go"}}
		}
		s := review.Sibling{Number: 99, Base: pick(t, "base", []string{"", f.Base, "release"})}
		s.State = pick(t, "state", []review.State{review.Success, review.Waiting, review.Failure, review.Error, ""})
		s.Touched = [][]string{f.Touched(), {note}, nil}[rapid.IntRange(0, 2).Draw(t, "touched")]
		f.Siblings = review.List[review.Sibling]{Items: []review.Sibling{s}, Whole: rapid.Bool().Draw(t, "whole")}
		same := s.Base == f.Base && slices.Equal(s.Touched, f.Touched()) && s.State == review.Waiting
		if d := review.Decide(f); d.State == review.Success && (s.State != review.Success && !same || !f.Siblings.Whole) {
			t.Fatalf("success next to %+v, whole %v", s, f.Siblings.Whole)
		}
	})
}

// Of two pull requests that bring the same, whichever is judged gives the commit its success, or neither.
func TestTwins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, two := likely(t), likely(t)
		two.Number, two.Base = 8, one.Base
		two.Files, two.Carried, two.Codeowners, two.Policy, two.Workflows = one.Files, one.Carried, one.Codeowners, one.Policy, one.Workflows
		two.Head, two.HeadNow = one.Head, one.HeadNow
		one.Openers, two.Openers = []review.Opener{{Number: 8, Author: two.Author}}, []review.Opener{{Number: 7, Author: one.Author}}
		alone := func(f *facts) review.Sibling {
			f.Siblings = review.All[review.Sibling]()
			return review.Sibling{Number: f.Number, Base: f.Base, Touched: f.Touched(), State: review.Decide(f).State}
		}
		a, b := alone(one), alone(two)
		one.Siblings, two.Siblings = review.All(b), review.All(a)
		first, second := review.Decide(one), review.Decide(two)
		if (first.State == review.Success) != (second.State == review.Success) {
			t.Fatalf("%s (%s) and %s (%s)", first.State, of(first), second.State, of(second))
		}
		if first.State == review.Success && a.State != review.Success && b.State != review.Success {
			t.Fatal("a success that neither has alone")
		}
	})
}

// Whatever the facts, there is one line that a host takes, and a reason for all but success.
func TestDescription(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := anyChange(t)
		f.Number = rapid.Int().Draw(t, "number")
		f.Policy.Owners = []string{rapid.String().Draw(t, "owner")}
		f.Policy.Review.Required = rapid.IntRange(0, 10).Draw(t, "required")
		f.Codeowners.Found = pick(t, "found", []review.Presence{review.Absent, review.Present, review.TooLarge})
		for i := range f.Reviews.Items {
			f.Reviews.Items[i].User.Login = rapid.String().Draw(t, "login")
			f.Reviews.Items[i].State = review.ReviewState(rapid.String().Draw(t, "state"))
		}
		d := review.Decide(f)
		if n := utf8.RuneCountInString(d.Description); n == 0 || n > 140 || strings.ContainsAny(d.Description, "\r\n\x1b") || !utf8.ValidString(d.Description) {
			t.Fatalf("%q", d.Description)
		}
		if len(d.Blocks)+len(d.Waits) == 0 && d.State != review.Success {
			t.Fatalf("%s without a reason", d.State)
		}
	})
}
