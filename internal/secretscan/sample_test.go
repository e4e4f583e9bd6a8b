package secretscan

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/source"
)

// Values that look like credentials are made at run time, so that none lies in
// a file: join puts pieces together, draw fills in random characters.

func join(parts ...string) string { return strings.Join(parts, "") }

func draw(seed uint64, letters string, n int) string {
	rng := rand.New(rand.NewPCG(seed, 7))
	var b strings.Builder
	for range n {
		b.WriteByte(letters[rng.IntN(len(letters))])
	}
	return b.String()
}

const (
	digitSet = "0123456789"
	lowerSet = "abcdefghijklmnopqrstuvwxyz"
	upperSet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	alnumSet = digitSet + lowerSet + upperSet
	hexSet   = "0123456789abcdef"
)

// githubToken makes a token of the right shape.
func githubToken(seed uint64) string { return join("gh", "p_", draw(seed, alnumSet, 36)) }

func password() string { return join("Marma", "lade7", "Lorry") }

// spell gives a text that matches p, made of random characters.
func spell(p pattern, rng *rand.Rand) string {
	var b strings.Builder
	for _, part := range p.parts {
		b.WriteString(part.literal)
		if part.literal != "" {
			continue
		}
		var letters []byte
		for c := range 128 {
			if members.Get()[c]&bitOf(part.alphabet) != 0 && (isAlnum(byte(c)) || part.alphabet == 's') {
				letters = append(letters, byte(c))
			}
		}
		for range part.min {
			b.WriteByte(letters[rng.IntN(len(letters))])
		}
	}
	return b.String()
}

// single gives the only match in text, or fails.
func single(t *testing.T, text string) Match {
	t.Helper()
	found := Scan([]byte(text))
	if len(found) != 1 {
		t.Fatalf("%q has %d matches, want 1: %v", text, len(found), found)
	}
	return found[0]
}

// findsOnly fails unless value is all that is found in text.
func findsOnly(t *testing.T, text, value string) {
	t.Helper()
	if got := at(text, single(t, text)); got != value {
		t.Errorf("%q in %q", got, text)
	}
}

// findsNothing fails if anything is found in text.
func findsNothing(t *testing.T, text string) {
	t.Helper()
	for _, m := range Scan([]byte(text)) {
		t.Errorf("%s: %q in %q", m.Rule, at(text, m), text)
	}
}

func at(text string, m Match) string {
	return string(source.NewText([]byte(text)).Slice(m.Span))
}
