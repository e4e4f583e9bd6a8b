package page

import (
	"cmp"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/reasons"
)

// A Lesson is what agents will do otherwise: how a memory is to be applied, or else what
// it says of itself.
type Lesson struct {
	Title string `json:"title"`
	Kind  Kind   `json:"kind"`
	Old   []Part `json:"old"` // what they were told; empty when nothing
	New   []Part `json:"new"`
}

// mostTold is how many bytes of a lesson are shown.
const mostTold = 400

func (m *maker) lessons() {
	for i, p := range m.pairs {
		mem := m.page.Memories[i]
		old, now := m.lesson(p.old), m.lesson(p.now)
		if mem.Hushed || old == now {
			continue
		}
		a, b := compareWords(old, now)
		m.page.Lessons = append(m.page.Lessons, Lesson{Title: mem.Title, Kind: mem.Kind, Old: nonEmpty(a), New: nonEmpty(b)})
	}
}

// lesson is what an agent is told by a memory that reaches it; "" by any other.
func (m *maker) lesson(f *memory.File) string {
	if f == nil || f.Memory == nil || f.Archived || m.takenBack(f) {
		return ""
	}
	told := ""
	for _, part := range reasons.Parts(f.Text, f.Memory.Body.Start) {
		if part.Kind == reasons.Applied {
			told = cmp.Or(told, reasons.Plain(f.Text.Slice(part.Span)))
		}
	}
	told = m.Safe(cmp.Or(told, oneLine(f.Memory.Value("description"))))
	if len(told) > mostTold {
		told = strings.ToValidUTF8(told[:mostTold], "") + "…"
	}
	return told
}

// said is the body of a memory without its reasons.
func said(f *memory.File) string {
	var b strings.Builder
	for _, part := range reasons.Parts(f.Text, f.Memory.Body.Start) {
		if part.Kind != reasons.Because {
			b.Write(f.Text.Slice(part.Span))
		}
	}
	return b.String()
}
