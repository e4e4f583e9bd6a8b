// Package secretscan finds secrets in text. Bytes go in, spans come out: a
// Match says which kind, where and how long, and never shows the secret
// itself. Nothing in the text can silence it, and high entropy alone convicts
// nobody: a secret has the format of a provider, a structure, a noun that
// names it, or a check digit.
package secretscan

import (
	"fmt"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/source"
)

// A Match is one secret found. Printing it in any form shows no part of the
// secret.
type Match struct {
	Rule  string // stable id of the kind of secret: "github-token"
	Title string // the kind in words: "GitHub token"
	// Span is the secret in the text that was scanned, as written there.
	Span source.Span
	// Length is the number of characters of the secret once it is undressed
	// and decoded.
	Length int

	personal bool
	// held is a function because no printer, encoder or panic looks into one.
	held func() held
}

// String says kind and length.
func (m Match) String() string { return fmt.Sprintf("%s, %d characters", m.Title, m.Length) }

// GoString is String.
func (m Match) GoString() string { return m.String() }

// held is all that is known of a value. It never leaves the package.
type held struct {
	value string   // undressed and decoded
	forms []string // every way in which the value could come up again
	// line stands for the line of the match with all secrets blanked, and nth is the
	// place among the matches of one rule in that line. They stand in for a
	// value that a hash would give away; guessable says that they must.
	line      string
	nth       int
	guessable bool
}

// Scan finds the secrets in text. Matches are sorted and do not overlap; of
// several readings of one place the most specific stays.
func Scan(text []byte) []Match { return usualCutting.scan(text) }

func (c cutting) scan(text []byte) []Match {
	return matchesOf(text, merge(c.find(text)))
}

func matchesOf(text []byte, kept []hit) []Match {
	matches := make([]Match, 0, len(kept))
	for i := range kept {
		matches = append(matches, kept[i].match())
	}
	blankLines(text, matches, kept)
	return matches
}

func (h hit) match() Match {
	v := held{value: h.value, forms: h.forms, guessable: h.kind.guessable}
	return Match{
		Rule:     h.kind.rule,
		Title:    h.kind.title,
		Span:     h.span,
		Length:   utf8.RuneCountInString(h.value),
		personal: h.kind.personal,
		held:     func() held { return v },
	}
}
