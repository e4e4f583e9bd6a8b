package memory

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/source"
)

// IndexLimits is how much of an index is loaded. Zero means no limit.
type IndexLimits struct {
	Lines int
	Bytes int // of UTF-8, neither characters nor UTF-16 units
}

// Loaded is the index as an agent reads it.
type Loaded struct {
	Text []byte // the beginning of the index, without a byte order mark
	// Dropped are the titles of the entries that are missing, in whole or in
	// part, in the order of the index.
	Dropped []string
	Lines   int // of the whole index
	Bytes   int // of the whole index
}

// Load cuts the index to its limits: first after the last line allowed, then at the
// last line end within the bytes allowed, and only where there is none inside a
// line, at the edge of a character.
func Load(text *source.Text, limits IndexLimits) Loaded {
	l := Loaded{Lines: text.Lines(), Bytes: text.Len()}
	end := cutLines(text, limits.Lines)
	if limits.Bytes > 0 && end > limits.Bytes {
		end = cutBytes(text.Bytes(), limits.Bytes)
	}
	l.Text = bytes.TrimPrefix(text.Bytes()[:end], bom)
	if end == text.Len() {
		return l
	}
	for _, e := range ParseIndex(text).Entries {
		if e.Span.End > end {
			l.Dropped = append(l.Dropped, e.Title(text))
		}
	}
	return l
}

// Excess says in words by how much the index is over limits; it is empty when it is not.
func (l Loaded) Excess(limits IndexLimits) string {
	var over []string
	if limits.Lines > 0 && l.Lines > limits.Lines {
		over = append(over, fmt.Sprintf("%d lines (limit %d)", l.Lines, limits.Lines))
	}
	if limits.Bytes > 0 && l.Bytes > limits.Bytes {
		over = append(over, fmt.Sprintf("%d bytes (limit %d)", l.Bytes, limits.Bytes))
	}
	return strings.Join(over, " and ")
}

// maxNamed is how many missing entries are called by name.
const maxNamed = 10

// Missing says in words which entries are not loaded.
func (l Loaded) Missing() string {
	if len(l.Dropped) == 0 {
		return "text that belongs to no entry"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "entries: %d (", len(l.Dropped))
	for i, title := range l.Dropped {
		if i == maxNamed {
			fmt.Fprintf(&b, " and %d more", len(l.Dropped)-maxNamed)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", title)
	}
	return b.String() + ")"
}

func cutLines(text *source.Text, limit int) int {
	if limit <= 0 || text.Lines() <= limit {
		return text.Len()
	}
	return text.Line(limit + 1).Start
}

func cutBytes(src []byte, limit int) int {
	if i := bytes.LastIndexByte(src[:limit], '\n') + 1; len(bytes.TrimSpace(bytes.TrimPrefix(src[:i], bom))) > 0 {
		return i
	}
	end := limit
	for end > 0 && end > limit-utf8.UTFMax && !utf8.RuneStart(src[end]) {
		end--
	}
	if end > 0 && !utf8.RuneStart(src[end]) {
		return limit // not UTF-8 at all
	}
	return end
}
