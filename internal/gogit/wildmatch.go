package gogit

import "strings"

// wildmatch reports whether a pattern matches a path, as git's own wildmatch.c does with
// WM_PATHNAME: a star stops at a slash, and ** between slashes does not.
// https://git-scm.com/docs/gitignore#_pattern_format
func wildmatch(pattern, path string) bool {
	m := &matcher{pattern: pattern, path: path, failed: map[[2]int]bool{}}
	return m.from(0, 0)
}

// wildmatchFold is wildmatch where case does not count (WM_CASEFOLD): it does still count
// for what stands after a backslash, and for single bytes in brackets.
func wildmatchFold(pattern, path string) bool {
	m := &matcher{pattern: pattern, path: lowered(path), fold: true, failed: map[[2]int]bool{}}
	return m.from(0, 0)
}

// lowered is s with its ASCII letters in lower case.
func lowered(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] = lower(b[i])
	}
	return string(b)
}

// A matcher remembers from where the rest of the pattern did not match, so that it takes
// no longer than pattern times path.
type matcher struct {
	pattern, path string // the path in lower case, where case does not count
	fold          bool
	failed        map[[2]int]bool
}

// from matches the pattern from i with the path from j.
func (m *matcher) from(i, j int) bool {
	for i < len(m.pattern) && m.pattern[i] != '*' {
		n := m.one(i, j)
		if n == 0 {
			return false
		}
		i, j = i+n, j+1
	}
	if i == len(m.pattern) {
		return j == len(m.path)
	}
	at := [2]int{i, j}
	if m.failed[at] {
		return false
	}
	if m.star(i, j) {
		return true
	}
	m.failed[at] = true
	return false
}

// one matches one byte and says how much of the pattern it took; 0 is no match.
func (m *matcher) one(i, j int) int {
	if j == len(m.path) {
		return 0
	}
	c := m.path[j]
	switch p := m.pattern[i]; {
	case p == '?' && c != '/':
		return 1
	case p == '?':
		return 0
	case p == '[':
		n, has := m.class(m.pattern[i:], c)
		if !has || c == '/' {
			return 0
		}
		return n
	case p == '\\' && i+1 < len(m.pattern) && m.pattern[i+1] == c:
		return 2
	case p == '\\':
		return 0
	case p == c, m.fold && lower(p) == c:
		return 1
	}
	return 0
}

// star matches what begins with one star or more.
func (m *matcher) star(i, j int) bool {
	k := i
	for k < len(m.pattern) && m.pattern[k] == '*' {
		k++
	}
	rest := m.pattern[k:]
	begins := i == 0 || m.pattern[i-1] == '/'
	folders := k-i > 1 && begins && (rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`))
	if folders && strings.HasPrefix(rest, "/") && m.from(k+1, j) {
		return true
	}
	if rest == "" {
		return folders || !strings.Contains(m.path[j:], "/")
	}
	for ; j < len(m.path); j++ {
		if m.from(k, j) {
			return true
		}
		if m.path[j] == '/' && !folders {
			return false
		}
	}
	return false
}

// class reads a bracket expression, says how long it is, and whether it has c; one that
// never ends has nothing.
func (m *matcher) class(p string, c byte) (n int, has bool) {
	i := 1
	negated := i < len(p) && (p[i] == '!' || p[i] == '^')
	if negated {
		i++
	}
	for first := true; i < len(p); first = false {
		switch {
		case p[i] == ']' && !first:
			return i + 1, has != negated
		case strings.HasPrefix(p[i:], "[:"):
			length, in := m.namedClass(p[i:], c)
			if length == 0 {
				return 0, false
			}
			i, has = i+length, has || in
		default:
			length, in := m.classRange(p[i:], c)
			if length == 0 {
				return 0, false
			}
			i, has = i+length, has || in
		}
	}
	return 0, false
}

// classRange reads one byte or a range of a bracket expression.
func (m *matcher) classRange(p string, c byte) (n int, has bool) {
	low, n := classByte(p)
	if n == 0 || n+1 >= len(p) || p[n] != '-' || p[n+1] == ']' {
		return n, low == c
	}
	high, more := classByte(p[n+1:])
	if more == 0 {
		return 0, false
	}
	up := c // what else c may stand for
	if m.fold && 'a' <= c && c <= 'z' {
		up -= 'a' - 'A'
	}
	// A range that goes down has its first byte.
	return n + 1 + more, low == c || low <= c && c <= high || low <= up && up <= high
}

func classByte(p string) (b byte, n int) {
	switch {
	case p[0] != '\\':
		return p[0], 1
	case len(p) > 1:
		return p[1], 2
	}
	return 0, 0
}

// namedClass reads a class such as [:alpha:]; an unknown one has the length 0, and then
// git matches nothing. What only begins so is two bytes of their own.
func (m *matcher) namedClass(p string, c byte) (n int, has bool) {
	end := strings.IndexByte(p[2:], ']')
	if end < 0 {
		return 0, false
	}
	name, closed := strings.CutSuffix(p[2:2+end], ":")
	if !closed {
		return 1, c == '['
	}
	if m.fold && name == "upper" {
		name = "alpha"
	}
	test, known := classes(name, c)
	if !known {
		return 0, false
	}
	return 2 + end + 1, test
}

func classes(name string, c byte) (has, known bool) {
	graph := c > ' ' && c < 0x7f
	switch name {
	case "alpha":
		return isLetter(c), true
	case "digit":
		return isDigit(c), true
	case "alnum":
		return isLetter(c) || isDigit(c), true
	case "upper":
		return 'A' <= c && c <= 'Z', true
	case "lower":
		return 'a' <= c && c <= 'z', true
	case "xdigit":
		return isDigit(c) || 'a' <= lower(c) && lower(c) <= 'f', true
	case "punct":
		return graph && !isLetter(c) && !isDigit(c), true
	case "graph":
		return graph, true
	case "print":
		return graph || c == ' ', true
	case "blank":
		return c == ' ' || c == '\t', true
	case "space":
		return isSpace(c), true
	case "cntrl":
		return c < ' ' || c == 0x7f, true
	}
	return false, false
}
