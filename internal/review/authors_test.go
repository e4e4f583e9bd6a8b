package review_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/review"
)

func TestCoAuthors(t *testing.T) {
	for message, want := range map[string][]string{
		"":                                      nil,
		"Co-authored-by: Ann <ann@example.com>": {"ann@example.com"},
		"x\n\nCO-AUTHORED-BY: Ann <ann@example.com>\r\nco-authored-by:Bo< bo@example.com >\n\nmore": {"ann@example.com", "bo@example.com"},
		"x\rCo-authored-by : Ann <ann@example.com>":                                                 {"ann@example.com"},
		"Co-authored-by: nobody":                              {""},
		"Co-authored-by: cut <ann@example.com":                {"ann@example.com"},
		"Co-authored-by: Ann\n <ann@example.com>\n":           {"ann@example.com"},
		"Co-authored-by: Ann\r\n\t Bee\r\n <ann@example.com>": {"ann@example.com"},
		"Co-authored-by: Ann <x> <ann@example.com>":           {"x", "ann@example.com"},
		"Co-authored-by: Ann <x <ann@example.com>":            {"x", "ann@example.com"},
		"Co-authored-by: x\n\n <ann@example.com>":             {""},
		"Co-authored-by: x\n \t\n <ann@example.com>":          {""},
		"  Co-authored-by: <a@b>\n  Co-authored-by: <c@d>":    {"a@b", "c@d"},
		"Co-authored-by: <a@b>\n Co-authored-by: nobody":      {"a@b", ""},
		"Co-developed-by: Ann <ann@example.com>":              {"ann@example.com"},
		"see Co-authored-by: Ann <ann@example.com>":           nil,
	} {
		var got []string
		for _, s := range review.CoAuthors(message) {
			got = append(got, s.Email)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

func FuzzCoAuthors(f *testing.F) {
	for _, s := range []string{"", "Co-authored-by:", "Co-authored-by: <", "co-authored-by: >a<b>c", "\r\r", "Co-authored-by: \xff <\xff>", "a: b: <c>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, message string) {
		got := review.CoAuthors(message)
		if most := strings.Count(strings.ToLower(message), "-by") + strings.Count(message, "<"); len(got) > most {
			t.Errorf("%d co-authors of at most %d", len(got), most)
		}
		for _, s := range got {
			if strings.ContainsAny(s.Email, "\r\n<>") {
				t.Errorf("%q", s.Email)
			}
		}
		facts := change(ok())
		facts.Commits.Items[0].CoAuthors = got
		review.Decide(facts)
	})
}

// What is not known of authors takes no approval away, and is said.
func TestNotes(t *testing.T) {
	f := change(ok())
	f.Pushers = review.List[review.User]{}
	f.Author = review.User{Login: "helper[bot]", Kind: review.Bot}
	f.Commits.Items = append(f.Commits.Items, review.Commit{})
	f.Commits.Items[0].Author = review.Signature{Email: "somebody@example.org"}
	f.Commits.Items[0].CoAuthors = []review.Signature{
		{Email: "noreply@example.org"}, {}, {Email: "bob@example.com"}, {Email: "9+x@users.noreply.github.com"},
	}
	d := review.Decide(f)
	want := []string{
		"who asked for the change is not known: no person opened it, and nobody is its assignee",
		"whoever wrote aaaaaaa has an e-mail address that belongs to no known account",
		"whoever is a co-author of aaaaaaa has an e-mail address that belongs to no known account",
		"whoever wrote a commit without id has an e-mail address that belongs to no known account",
		"whoever committed a commit without id has an e-mail address that belongs to no known account",
		"who pushed to the branch is not known",
	}
	if d.State != review.Success || !slices.Equal(d.Notes, want) {
		t.Errorf("%s: %q", d.State, d.Notes)
	}
	if d := review.Decide(change(ok())); len(d.Notes) > 0 {
		t.Errorf("notes where all is known: %q", d.Notes)
	}
}

// Of several hands in a change, the plainest one is named.
func TestFirstHand(t *testing.T) {
	f := change(ok())
	f.Author, f.Pushers, f.Commits = person("ann"), review.All(person("ann")), review.All(wrote("ann"))
	want := "ann opened the pull request, and nobody approves a change of their own"
	if d := review.Decide(f); d.Opinions[0].Words != want {
		t.Errorf("%q, want %q", d.Opinions[0].Words, want)
	}
}

func TestTeams(t *testing.T) {
	f := change()
	f.Codeowners = codeowners("* @example/all\n/.agent/ @ann @example/keepers dan@example.com\n/.github/ @example/keepers\n")
	f.Files.Items = append(f.Files.Items, review.File{Path: ".github/CODEOWNERS"})
	if got := f.Teams(); !slices.Equal(got, []string{"@example/keepers", "dan@example.com"}) {
		t.Errorf("%q", got)
	}
}

// Whoever writes a commit can write a message of any length, which is read once, and told in a line.
func TestManyCoAuthors(t *testing.T) {
	const n = 300_000
	folded := "Co-authored-by: X" + strings.Repeat("\n of a name that goes on and on", n) + "\n <x@example.com>"
	if got := review.CoAuthors(folded); len(got) != 1 || got[0].Email != "x@example.com" {
		t.Errorf("of %d lines there are %d co-authors", n, len(got))
	}
	f := change(ok())
	f.Commits.Items[0].CoAuthors = review.CoAuthors("Co-authored-by: somebody\nCo-authored-by: X <1+x@users.noreply.github.com>\nCo-authored-by: Y <noreply@example.com>")
	if got := f.Addresses(); len(got) != 0 {
		t.Errorf("nobody has to be asked whose %q are", got)
	}
	f.Commits.Items[0].CoAuthors = review.CoAuthors(strings.Repeat("Co-authored-by: X <x@example.com>\n", n))
	if d := review.Decide(f); len(d.Notes) != 1 || len(f.Addresses()) != 1 {
		t.Errorf("there are %d notes and %d addresses", len(d.Notes), len(f.Addresses()))
	}
}
