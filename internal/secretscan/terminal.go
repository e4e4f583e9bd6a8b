package secretscan

import (
	"bytes"
	"strings"
)

// escapes are the ways in which the character ESC is written: itself, and as programs,
// shells and JSON spell it. Their case does not count.
var escapes = []string{"\x1b", `\u001b`, `\u{001b}`, `\u{1b}`, `\x1b`, `\033`, `\e`}

// longestOrder is how many bytes an order to a terminal may take.
const longestOrder = 256

// sequence returns the length of an order to a terminal, such as one that sets a colour,
// that b begins with: what was copied from a terminal has them around the very word that
// was searched for. It returns 0 when b begins with none. See ECMA-48, 5.4 and 5.6.
func sequence(b []byte) int {
	if b[0] != '\\' && b[0] != 0x1b {
		return 0
	}
	b = b[:min(len(b), longestOrder)]
	for _, esc := range escapes {
		if len(b) < len(esc)+1 || !strings.EqualFold(string(b[:len(esc)]), esc) {
			continue
		}
		switch rest := b[len(esc):]; rest[0] {
		case '[':
			return plus(len(esc), controlSequence(rest))
		case ']', 'P', '^', '_', 'X':
			return plus(len(esc), stringSequence(rest))
		}
	}
	return 0
}

// plus is 0 when n is.
func plus(before, n int) int {
	if n == 0 {
		return 0
	}
	return before + n
}

// controlSequence is [, parameters, and a byte that ends it.
func controlSequence(b []byte) int {
	i := 1
	for i < len(b) && 0x20 <= b[i] && b[i] < 0x40 {
		i++
	}
	if i == len(b) || b[i] < 0x40 || b[i] == 0x7f {
		return 0
	}
	return i + 1
}

// stringSequence is a text for the terminal, such as its title, up to BEL or to ESC and a
// backslash.
func stringSequence(b []byte) int {
	if i := bytes.IndexByte(b, 0x07); i >= 0 {
		return i + 1
	}
	if i := bytes.Index(b, []byte("\x1b\\")); i >= 0 {
		return i + 2
	}
	return 0
}
