package secretscan

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/source"
)

const redacted = "[redacted]"

// A Redactor removes the secrets it was told of from any string. The zero
// Redactor knows of none and removes only what Scan finds. It is not safe for
// use by several goroutines at once.
type Redactor struct {
	// known is a function because fmt looks behind pointers, with a verb that
	// does not fit.
	known func() *known
}

type known struct {
	forms    map[string]bool
	replacer *strings.Replacer // nil when forms has changed
}

// String shows nothing of what the redactor knows.
func (r *Redactor) String() string { return "redactor" }

// Add tells the redactor of a match, in the forms in which the value could
// come up again: as written, decoded, quoted, and line by line.
func (r *Redactor) Add(m Match) {
	if m.held == nil {
		return
	}
	if r.known == nil {
		k := &known{forms: map[string]bool{}}
		r.known = func() *known { return k }
	}
	k, v := r.known(), m.held()
	for _, f := range append([]string{v.value}, v.forms...) {
		k.add(f)
	}
	k.replacer = nil
}

// shortestLine is how long a line of a secret must be to count by itself.
const shortestLine = 12

func (k *known) add(form string) {
	if form == "" {
		return
	}
	k.forms[form] = true
	k.forms[unquoted(strconv.Quote(form))] = true
	if q, err := json.Marshal(form); err == nil {
		k.forms[unquoted(string(q))] = true
	}
	if !strings.ContainsAny(form, "\r\n") {
		return
	}
	for line := range strings.Lines(form) {
		if line = strings.Trim(line, " \t\r\n>"); len(line) >= shortestLine {
			k.forms[line] = true
		}
	}
}

func unquoted(s string) string { return s[1 : len(s)-1] }

// Redact returns s with every secret it was told of, and every secret that
// Scan finds in s, replaced by "[redacted]".
func (r *Redactor) Redact(s string) string {
	if r.known != nil {
		s = r.known().replace(s)
	}
	// What is left of a text can itself read like a secret, so look again.
	for range 8 {
		next := cut([]byte(s))
		if next == s {
			break
		}
		s = next
	}
	return s
}

func (k *known) replace(s string) string {
	if k.replacer == nil {
		// The replacer tries the forms in their order: the longest goes first.
		forms := slices.SortedFunc(maps.Keys(k.forms), func(a, b string) int {
			return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b))
		})
		var pairs []string
		for _, f := range forms {
			pairs = append(pairs, f, redacted)
		}
		k.replacer = strings.NewReplacer(pairs...)
	}
	return k.replacer.Replace(s)
}

// cut replaces all that any reading of s takes for a secret, losers of a merge
// included.
func cut(s []byte) string {
	hits := usualCutting.find(s)
	slices.SortFunc(hits, byPlace)
	var b bytes.Buffer
	at := 0
	for i := 0; i < len(hits); {
		span := hits[i].span
		for i++; i < len(hits) && hits[i].span.Start < span.End; i++ {
			span = source.Span{Start: span.Start, End: max(span.End, hits[i].span.End)}
		}
		b.Write(s[at:span.Start])
		b.WriteString(redacted)
		at = span.End
	}
	b.Write(s[at:])
	return b.String()
}
