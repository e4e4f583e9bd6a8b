package memory

import (
	"strings"

	"github.com/teammem/teammem/internal/source"
)

// Pair is one key of the frontmatter and its value.
type Pair struct{ Key, Value string }

// Write gives the text of a new memory: frontmatter with one line a pair, each value
// as every reader reads it back, then an empty line and the body. A line end in a
// value becomes a space.
func Write(pairs []Pair, body string) []byte {
	var b strings.Builder
	b.WriteString("---\n")
	for _, p := range pairs {
		b.WriteString(writeLine(p.Key, strings.Join(strings.Fields(p.Value), " ")))
	}
	b.WriteString("---\n\n" + strings.Trim(body, "\r\n") + "\n")
	return []byte(b.String())
}

// writeLine writes a value plain if it is read back as it is, else in quotes.
func writeLine(key, value string) string {
	plain := key + ": " + value + "\n"
	m := Parse(source.NewText([]byte("---\n" + plain + "---\n")))
	if f, ok := m.Field(key); ok && len(m.Problems) == 0 && f.Value == value && f.Cut.IsZero() && value != "" {
		return plain
	}
	return key + ": " + string(inQuotes([]byte(value))) + "\n"
}
