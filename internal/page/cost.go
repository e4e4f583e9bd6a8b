package page

import (
	"bytes"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/memory"
)

// Cost is what an agent reads before and after: the index in every session, the memories
// when it opens them.
type Cost struct {
	Lines  Measure `json:"lines"` // of MEMORY.md
	Bytes  Measure `json:"bytes"`
	Tokens Measure `json:"tokens"` // of MEMORY.md, estimated; there is no limit
	// Memories are the active ones, and All the estimated tokens of their texts.
	Memories Measure `json:"memories"`
	All      Measure `json:"allTokens"`
}

// A Measure is an amount before and after the change. Limit is 0 when there is none.
type Measure struct {
	Before int `json:"before"`
	After  int `json:"after"`
	Limit  int `json:"limit"`
}

// over reports whether the limit is exceeded after the change.
func (m Measure) over() bool { return m.Limit > 0 && m.After > m.Limit }

// tokenCount estimates how many tokens of a model a text takes: four letters of a Latin
// text make about one, a character of other scripts about one each.
func tokenCount(text []byte) int {
	plain, others := 0, 0
	for _, r := range string(text) {
		if r < utf8.RuneSelf {
			plain++
		} else {
			others++
		}
	}
	return (plain+3)/4 + others
}

func (m *maker) cost() {
	c, limits := &m.page.Cost, m.Policy.Limits
	c.Lines.Limit, c.Bytes.Limit, c.Memories.Limit = limits.IndexLines, limits.IndexBytes, limits.Memories
	for _, side := range []struct {
		of  *memory.Snapshot
		put func(*Measure, int)
	}{{m.Before, func(v *Measure, n int) { v.Before += n }}, {m.After, func(v *Measure, n int) { v.After += n }}} {
		if f := side.of.Index(); f != nil {
			side.put(&c.Lines, f.Text.Lines())
			side.put(&c.Bytes, f.Text.Len())
			side.put(&c.Tokens, tokenCount(f.Text.Bytes()))
		}
		for _, f := range side.of.Memories() {
			side.put(&c.Memories, 1)
			if f.Text != nil {
				side.put(&c.All, tokenCount(f.Text.Bytes()))
			}
		}
	}
}

// index shows what becomes of MEMORY.md.
func (m *maker) index() {
	old, now := m.Before.Index(), m.After.Index()
	if bytes.Equal(body(old), body(now)) {
		return
	}
	for _, f := range []*memory.File{old, now} {
		if f != nil && m.Hushed(f.Path) {
			return
		}
	}
	lines := compare(m.linesOf(body(old)), m.linesOf(body(now)))
	for _, l := range lines {
		if l.Kind != Left && l.Kind != Same {
			m.page.Index = lines
			return
		}
	}
}
