package memory

import (
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/source"
)

// A part is an entry with all that hangs below it, a heading, or another line.
type part struct {
	key     string // its text, without differences in space
	lines   []string
	target  string // what the entry is about; "" for other text
	heading bool
	gone    bool
}

func partsOf(lines []string) []part {
	x := ParseIndex(source.NewText([]byte(strings.Join(lines, "\n"))))
	var parts []part
	for n := 1; n <= len(lines); {
		p := part{heading: x.Kind(n) == Heading}
		last := n
		if e := x.EntryAt(n); e != nil {
			p.target, last = e.Target(), x.blockEnd(e)
		} else if x.underlined(n) {
			last++
		}
		p.lines = lines[n-1 : last]
		p.key = strings.Join(strings.Fields(strings.Join(p.lines, "\n")), " ")
		parts = append(parts, p)
		n = last + 1
	}
	return parts
}

func keysOf(parts []part) map[string]bool {
	keys := make(map[string]bool, len(parts))
	for _, p := range parts {
		keys[p.key] = true
	}
	return keys
}

// supersede marks the entries of a that b has in new words while a has the old ones.
func supersede(a, b []part, old map[string]bool) {
	reworded := map[string]bool{}
	for _, p := range b {
		if p.target != "" && !old[p.key] {
			reworded[p.target] = true
		}
	}
	for i := range a {
		a[i].gone = old[a[i].key] && reworded[a[i].target]
	}
}

// union gives the lines of a with those of b that a lacks: section by section, and in
// the order of both as far as they agree. doubled says that each had text of its own,
// entries aside.
func union(a, b []part) (lines []string, doubled bool) {
	sections, more := sectionsOf(a), map[int][][]part{}
	where := map[string]int{}
	for i, s := range slices.Backward(sections) {
		where[headOf(s)] = i
	}
	last := 0
	for _, s := range sectionsOf(b) {
		i, ok := where[headOf(s)]
		if !ok {
			more[last] = append(more[last], s)
			continue
		}
		sections[i], last = join(sections[i], s), i
	}
	var out []part
	for i, s := range sections {
		out = append(out, s...)
		for _, added := range more[i] {
			if n := len(out); n > 0 && out[n-1].key != "" {
				out = append(out, part{lines: []string{""}})
			}
			out = append(out, added...)
		}
	}
	inA, inB := keysOf(a), keysOf(b)
	return linesOf(out), ownText(a, inB) && ownText(b, inA)
}

// sectionsOf cuts parts before each heading. The first section has none.
func sectionsOf(parts []part) [][]part {
	out, start := [][]part{}, 0
	for i, p := range parts {
		if p.heading {
			out, start = append(out, parts[start:i]), i
		}
	}
	return append(out, parts[start:])
}

func headOf(section []part) string {
	if len(section) == 0 || !section[0].heading {
		return ""
	}
	return section[0].key
}

// join gives the parts of a with those of b that a lacks.
func join(a, b []part) []part {
	where := map[string][]int{}
	for i, p := range a {
		where[p.key] = append(where[p.key], i)
	}
	bodyA, bodyB := trimBlank(a), trimBlank(b)
	var out, pending []part
	at := 0
	for _, p := range bodyB {
		places := where[p.key]
		next, _ := slices.BinarySearch(places, at)
		switch {
		case p.key == "" || len(places) == 0:
			pending = append(pending, p)
		case next < len(places):
			out = attach(append(out, a[at:places[next]]...), pending)
			at, pending = places[next], nil
		}
	}
	out = attach(append(out, bodyA[min(at, len(bodyA)):]...), pending)
	return append(out, longer(a[len(bodyA):], b[len(bodyB):])...)
}

// attach adds more to parts; entries are not parted from entries by blank lines.
func attach(parts, more []part) []part {
	rest := more
	for len(rest) > 0 && rest[0].key == "" {
		rest = rest[1:]
	}
	if len(parts) > 0 && len(rest) > 0 && parts[len(parts)-1].target != "" && rest[0].target != "" {
		more = rest
	}
	return append(parts, more...)
}

// trimBlank is parts without blank lines at the end.
func trimBlank(parts []part) []part {
	for len(parts) > 0 && parts[len(parts)-1].key == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}

func longer(a, b []part) []part {
	if len(b) > len(a) {
		return b
	}
	return a
}

// linesOf gives the lines of the parts that stay, and no two blank ones in a row.
func linesOf(parts []part) []string {
	var lines []string
	blank := false
	for _, p := range parts {
		if !p.gone && !(p.key == "" && blank) {
			lines = append(lines, p.lines...)
			blank = p.key == ""
		}
	}
	return lines
}

// ownText reports whether parts have text that the other side lacks and that is no entry.
func ownText(parts []part, other map[string]bool) bool {
	return slices.ContainsFunc(parts, func(p part) bool { return p.target == "" && p.key != "" && !other[p.key] })
}
