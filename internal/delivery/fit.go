package delivery

import (
	"strings"
	"unicode/utf8"
)

// A Budget is how much an agent takes. Zero means no limit.
type Budget struct {
	Lines int // inside the fence
	Bytes int // of the whole text in UTF-8
	Units int // of the whole text in UTF-16: what JavaScript calls the length of a string
}

// A size is how much room a text takes.
type size struct{ bytes, units int }

func sizeOf(s string) size {
	n := size{bytes: len(s)}
	for _, r := range s {
		n.units++
		if r > 0xFFFF {
			n.units++
		}
	}
	return n
}

func (s size) plus(t size) size { return size{s.bytes + t.bytes, s.units + t.units} }

// holds reports whether a text of this size is within the budget.
func (b Budget) holds(s size) bool {
	return (b.Bytes <= 0 || s.bytes <= b.Bytes) && (b.Units <= 0 || s.units <= b.Units)
}

// A frame is what surrounds the memories.
type frame struct{ head, fence, foot string }

// fit takes as many items as there is room for, from the first on: lines are counted
// first, then bytes, and a line is cut only where no whole one fits.
func (f frame) fit(items []item, budget Budget) Context {
	if len(items) == 0 {
		return Context{Text: []byte(f.head + f.foot)}
	}
	sums, rest := make([]size, len(items)+1), newRemainder(items)
	for i, it := range items {
		sums[i+1] = sums[i].plus(sizeOf(it.heading)).plus(sizeOf(it.text))
	}
	base := sizeOf(f.open()).plus(sizeOf(f.shut("")))
	keep := keepLines(items, budget.Lines)
	for keep > 0 && !budget.holds(base.plus(sums[keep]).plus(sizeOf(rest.note(keep)))) {
		keep--
	}
	note := rest.note(keep)
	text := make([]byte, 0, base.bytes+sums[keep].bytes+len(note))
	text = append(text, f.open()...)
	if keep == 0 {
		text = append(text, items[0].heading...)
		text = append(text, budget.beginning(items[0].text, base.plus(sizeOf(items[0].heading)).plus(sizeOf(note)))...)
	}
	for _, it := range items[:keep] {
		text = append(append(text, it.heading...), it.text...)
	}
	return Context{Text: append(text, f.shut(note)...), Dropped: rest.paths[rest.before[keep]:]}
}

// open and shut are what stands before and after the memories.
func (f frame) open() string { return f.head + f.fence + "teammem\n" }

func (f frame) shut(note string) string { return f.fence + "\n" + note + f.foot }

// keepLines is how many items there are before the limit of lines, headings counted.
func keepLines(items []item, limit int) int {
	if limit <= 0 {
		return len(items)
	}
	lines := 0
	for i, it := range items {
		if lines++; it.heading != "" {
			lines++
		}
		if lines > limit {
			return i
		}
	}
	return len(items)
}

// beginning is as much of a line as there is room for beside what takes used.
func (b Budget) beginning(line string, used size) string {
	const dots = "…\n"
	used = used.plus(sizeOf(dots))
	end := 0
	for i, r := range line {
		if used = used.plus(sizeOf(string(r))); !b.holds(used) {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	return strings.TrimSuffix(line[:end], "\n") + dots
}

// A remainder tells what is left out when only the first items are kept.
type remainder struct {
	paths  []string // of all memories
	before []int    // how many memories are among the first items
}

func newRemainder(items []item) remainder {
	r := remainder{before: make([]int, len(items)+1)}
	for i, it := range items {
		if it.path != "" {
			r.paths = append(r.paths, it.path)
		}
		r.before[i+1] = len(r.paths)
	}
	return r
}

func (r remainder) note(keep int) string {
	what := "other lines of the index."
	switch {
	case keep == len(r.before)-1:
		return ""
	case r.before[keep] < len(r.paths):
		what = "memories: " + named(r.paths[r.before[keep]:]) + "."
	}
	return "No room for " + what + " teammem list shows all; shorter entries make room.\n"
}
