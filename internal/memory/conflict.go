package memory

import (
	"bytes"
	"slices"
	"strings"
)

// maxConflictDepth is how deep conflicts inside conflicts are told apart. Below that
// only the markers are taken out.
const maxConflictDepth = 8

// united is a text without conflict markers.
type united struct {
	lines     []string // without line ends
	conflicts int
	odd       int // markers without their counterparts
	doubled   int // conflicts of which both versions of some text were kept
}

// A conflict is one whose end has not been read yet.
type conflict struct {
	size  int // of the markers
	sides [3][]string
	at    int // the side that is being read: ours, base or theirs
}

const (
	ours = iota
	base
	theirs
)

// unite takes the conflict markers out of lines and keeps what both sides say; see
// union. Conflicts may lie inside each other.
func unite(lines []string) united {
	var u united
	var open []*conflict
	put := func(more ...string) {
		if n := len(open); n > 0 {
			c := open[n-1]
			c.sides[c.at] = append(c.sides[c.at], more...)
			return
		}
		u.lines = append(u.lines, more...)
	}
	for _, line := range lines {
		mark, size := marker(line)
		var c *conflict
		if n := len(open); n > 0 && open[n-1].size == size {
			c = open[n-1]
		}
		switch {
		case mark == '<' && len(open) < maxConflictDepth:
			open = append(open, &conflict{size: size})
		case mark == '|' && c != nil && c.at == ours:
			c.at = base
		case mark == '=' && c != nil && c.at != theirs:
			c.at = theirs
		case mark == '>' && c != nil && c.at == theirs:
			open = open[:len(open)-1]
			put(u.settle(c)...)
		case mark == 0 || mark == '=':
			put(line)
		default:
			u.odd++
		}
	}
	for len(open) > 0 { // without an end there is no telling which side is which
		c := open[len(open)-1]
		open = open[:len(open)-1]
		u.odd++
		put(slices.Concat(c.sides[ours], c.sides[base], c.sides[theirs])...)
	}
	return u
}

// marker returns the character of a conflict marker and how many there are; 0 when
// line is none. Git writes seven, and more for a conflict inside the base of another.
// https://git-scm.com/docs/git-merge#_how_conflicts_are_presented
func marker(line string) (mark byte, size int) {
	if line == "" || strings.IndexByte("<|=>", line[0]) < 0 {
		return 0, 0
	}
	rest := strings.TrimLeft(line, line[:1])
	size = len(line) - len(rest)
	if size < 7 || rest != "" && (rest[0] != ' ' || line[0] == '=') {
		return 0, 0
	}
	return line[0], size
}

// ConflictMarker reports whether a line is a marker of a conflict: one of seven or more
// <, | or >. The line of = is a heading's underline as well, and no marker by itself.
func ConflictMarker(line []byte) bool {
	mark, _ := marker(string(line))
	return mark != 0 && mark != '='
}

// settle gives the lines that a conflict comes to.
func (u *united) settle(c *conflict) []string {
	u.conflicts++
	a, b := partsOf(c.sides[ours]), partsOf(c.sides[theirs])
	if slices.Compare(c.sides[theirs], c.sides[ours]) < 0 {
		a, b = b, a // so that it does not matter who merged whom
	}
	old := keysOf(partsOf(c.sides[base]))
	supersede(a, b, old)
	supersede(b, a, old)
	lines, doubled := union(a, b)
	if doubled {
		u.doubled++
	}
	return lines
}

// splitLines gives the lines of src without their ends and without byte order marks,
// which a conflict can leave in the middle.
func splitLines(src []byte) []string {
	lines := strings.Split(strings.TrimSuffix(string(src), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimSuffix(line, "\r"), string(bom))
	}
	return lines
}

// hasConflict reports whether src holds a line that looks like a conflict marker.
func hasConflict(src []byte) bool {
	for line := range bytes.Lines(src) {
		if ConflictMarker(bytes.TrimPrefix(bytes.TrimRight(line, "\r\n"), bom)) {
			return true
		}
	}
	return false
}
