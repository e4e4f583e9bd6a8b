// Package githubtest is a GitHub of one repository, for tests: it answers what internal/github
// asks, keeps what is posted, and holds every request and every answer to GitHub's own
// description of its API, of which openapi.json is a part.
//
// What it knows is a State, in Go or as JSON. All of it has a default, so that {} is a whole one:
// in team/notes, alice proposes a memory in pull request 7, and olga owns the memory.
//
// An id of a commit may be written as one digit, which stands for forty of it: "a" is the head of
// pull request 7, "b" its base.
package githubtest
