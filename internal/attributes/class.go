package attributes

import "strings"

// A byteSet is what a bracket expression matches, case ignored.
type byteSet [4]uint64

func (s *byteSet) add(c byte) {
	c = lower(c)
	s[c>>6] |= 1 << (c & 63)
}

func (s *byteSet) has(c byte) bool { return s[c>>6]>>(c&63)&1 == 1 }

// first returns a member that can stand in a name, or 'x'.
func (s *byteSet) first() byte {
	for c := byte(' ') + 1; c < 0x7F; c++ {
		if c != '/' && s.has(c) {
			return c
		}
	}
	return 'x'
}

// readClass reads the bracket expression at the start of p and returns its length;
// 0 when it never ends.
func readClass(p string) (set byteSet, n int) {
	i := 1
	negated := strings.HasPrefix(p[i:], "!") || strings.HasPrefix(p[i:], "^")
	if negated {
		i++
	}
	for first := true; i < len(p); first = false {
		switch {
		case p[i] == ']' && !first:
			if negated {
				for j := range set {
					set[j] = ^set[j]
				}
			}
			return set, i + 1
		case strings.HasPrefix(p[i:], "[:"):
			end := strings.Index(p[i:], ":]")
			if end < 0 {
				return set, 0
			}
			set.addNamed(p[i+2 : i+max(end, 2)])
			i += max(end, 2) + 2
		default:
			i += set.addRange(p[i:])
		}
	}
	return set, 0
}

// addRange adds the byte or the range at the start of p and returns its length.
func (s *byteSet) addRange(p string) int {
	lo, n := unescape(p)
	hi := lo
	if len(p) > n+1 && p[n] == '-' && p[n+1] != ']' {
		var m int
		hi, m = unescape(p[n+1:])
		n += 1 + m
	}
	for c := int(lo); c <= int(hi); c++ {
		s.add(byte(c))
	}
	return n
}

func unescape(p string) (c byte, n int) {
	if p[0] == '\\' && len(p) > 1 {
		return p[1], 2
	}
	return p[0], 1
}

// addNamed adds the members of a named class; an unknown name has none.
func (s *byteSet) addNamed(name string) {
	ranges := map[string]string{
		"alpha": "az", "lower": "az", "upper": "az", "digit": "09", "alnum": "az09", "xdigit": "09af",
		"punct": "!/:@[`{~", "graph": "!~", "print": " ~", "blank": "  \t\t", "space": "  \t\r", "cntrl": "\x00\x1f\x7f\x7f",
	}[name]
	for i := 0; i+1 < len(ranges); i += 2 {
		for c := int(ranges[i]); c <= int(ranges[i+1]); c++ {
			s.add(byte(c))
		}
	}
}
