// Package secretscan finds secrets in text. Bytes go in, spans come out: a
// Match says which rule and where, and never shows the secret itself.
package secretscan

import "github.com/teammem/teammem/internal/source"

// A Match is one secret found. Printing it in any form shows no part of the
// secret.
type Match struct {
	Rule  string // stable id of the kind of secret: "github-token"
	Title string // the kind in words: "GitHub token"
	// Span is the secret in the text that was scanned, as written there.
	Span source.Span
	// Advice says what to do about this kind, beginning with a verb.
	Advice string

	value       secret
	fingerprint string
}

// secret is the only place that holds a value.
type secret struct{ v string }

func (secret) String() string               { return "[redacted]" }
func (secret) GoString() string             { return "[redacted]" }
func (secret) MarshalText() ([]byte, error) { return []byte("[redacted]"), nil }

// Fingerprint is 16 hex digits that stay the same while the secret does,
// wherever it moves within the file at path. It can't be used to guess the value.
func (m Match) Fingerprint(path string) string { return m.fingerprint }

// Scan finds the secrets in text. Matches are sorted and do not overlap.
func Scan(text []byte) []Match { return nil }

// A Redactor removes the secrets it was told of from any string. The zero
// Redactor removes none.
type Redactor struct{ values map[string]bool }

// Add tells the redactor of a match, in the forms in which the value could
// come up again.
func (r *Redactor) Add(m Match) {}

// Redact returns s with every secret it was told of, and every secret that
// Scan finds in s, replaced by "[redacted]".
func (r *Redactor) Redact(s string) string { return s }
