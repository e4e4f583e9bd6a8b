package secretscan

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/lazy"
)

// A pattern is the shape of a token: literal text and runs of characters from
// an alphabet. In the table it is written "ghp_{A36}": the letter in braces
// names the alphabet, the numbers the length, {A20-40} at least and at most,
// {A20+} any length from there. A run takes as much as it can.
type pattern struct {
	parts []part
}

type part struct {
	literal  string
	alphabet byte
	min, max int
}

// alphabets are named by letters. Each is written as ranges and single characters.
var alphabets = [...]struct {
	name   byte
	ranges string
}{
	{'d', "0-9"},
	{'x', "0-9a-f"},
	{'X', "0-9A-F"},
	{'h', "0-9a-fA-F"},
	{'l', "a-z"},
	{'n', "0-9a-z"},
	{'N', "0-9A-Z"},
	{'A', "0-9a-zA-Z"},
	{'T', "2-7A-Z"},       // base32, RFC 4648
	{'w', "0-9a-zA-Z_-"},  // base64url without padding
	{'v', "0-9a-zA-Z_.-"}, // the same with dots
	{'e', "0-9a-zA-Z_.=-"},
	{'q', "0-9a-zA-Z_.~-"},              // unreserved characters of RFC 3986
	{'b', "0-9a-zA-Z+/="},               // base64
	{'y', "0-9a-zA-Z_/+=-"},             // base64 of either kind
	{'p', "0-9a-zA-Z_%+/=-"},            // base64 of either kind, perhaps percent-encoded
	{'U', "!#-;=?-[]_a-z{}~%@&$()*+,^"}, // as people write one; Chinese text goes on right behind it
	{'k', "0-9a-zA-Z._~+/=-"},           // token68 of RFC 7235
	{'g', "!-~"},                        // all that can be seen
	{'s', " "},                          // a blank, which the table can't hold
	{'u', "!#$%&+-/0-9:=?@A-Z_a-z~"},    // inside a URL
}

// There is a bit for each in members: this does not compile when there are more.
const _ = uint(32 - len(alphabets))

const unlimited = 1 << 30

// members has for each byte the alphabets that hold it: bit i is that of alphabets[i].
var members = lazy.Value[*[256]uint32]{Make: func() *[256]uint32 {
	var in [256]uint32
	for i, a := range alphabets {
		for r := a.ranges; r != ""; {
			lo, hi, size := r[0], r[0], 1
			if len(r) > 2 && r[1] == '-' {
				hi, size = r[2], 3
			}
			for c := int(lo); c <= int(hi); c++ {
				in[c] |= 1 << i
			}
			r = r[size:]
		}
	}
	return &in
}}

// bitOf is the bit of an alphabet in members; 0 where none has that name.
func bitOf(alphabet byte) uint32 {
	for i, a := range alphabets {
		if a.name == alphabet {
			return 1 << i
		}
	}
	return 0
}

// parsePattern reads the notation of the table.
func parsePattern(s string) pattern {
	var p pattern
	for s != "" {
		literal, rest, found := strings.Cut(s, "{")
		if literal != "" {
			p.parts = append(p.parts, part{literal: literal})
		}
		if !found {
			break
		}
		var run string
		run, s, _ = strings.Cut(rest, "}")
		p.parts = append(p.parts, parseRun(run))
	}
	return p
}

func parseRun(s string) part {
	lengths := s[1:]
	least, most, ranged := strings.Cut(lengths, "-")
	least, open := strings.CutSuffix(least, "+")
	p := part{alphabet: s[0]}
	p.min, _ = strconv.Atoi(least)
	switch p.max = p.min; {
	case open:
		p.max = unlimited
	case ranged:
		p.max, _ = strconv.Atoi(most)
	}
	return p
}

// least is the length of the shortest text that matches p.
func (p pattern) least() int {
	n := 0
	for _, part := range p.parts {
		n += len(part.literal) + part.min
	}
	return n
}

// runs remembers where a run of each alphabet ends, so that a hostile text
// that begins a token at every other byte is not walked again each time.
type runs [128]struct{ start, end int32 }

// until returns where the run of the alphabet at i ends.
func (r *runs) until(t []byte, alphabet byte, i int) int {
	m := &r[alphabet]
	if int(m.start) <= i && i < int(m.end) {
		return int(m.end)
	}
	in, bit := members.Get(), bitOf(alphabet)
	end := i
	for end < len(t) && in[t[end]]&bit != 0 {
		end++
	}
	m.start, m.end = int32(i), int32(end)
	return end
}

// match returns where p ends when it begins at i, or -1. What follows must not
// continue the token.
func (s *scan) match(p pattern, i int) int {
	t := s.text
	last, spare := byte('A'), 0
	for _, part := range p.parts {
		if part.literal != "" {
			if !bytes.HasPrefix(t[i:], []byte(part.literal)) {
				return -1
			}
			i, spare = i+len(part.literal), 0
			continue
		}
		n := min(s.runs.until(t, part.alphabet, i)-i, part.max)
		if n < part.min {
			return -1
		}
		i += n
		last, spare = part.alphabet, n-part.min
	}
	if s.continues(last, i) {
		return -1
	}
	for ; spare > 0 && strings.IndexByte(".,:?", t[i-1]) >= 0; spare-- {
		i-- // the stop of a sentence
	}
	return i
}

// continues reports whether a token whose last run is of the alphabet goes on
// at i. Dashes, underscores and equal signs at the end of a word close
// emphasis or a sentence.
func (s *scan) continues(alphabet byte, i int) bool {
	in, bit := members.Get(), bitOf(alphabet)
	for ; i < len(s.text); i++ {
		c := s.text[i]
		if isAlnum(c) {
			return true
		}
		if in[c]&bit == 0 || c != '_' && c != '-' && c != '=' && c != '.' {
			return false
		}
	}
	return false
}
