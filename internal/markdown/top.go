package markdown

import "bytes"

const bom = "\ufeff"

// Top is where the text of a file begins: behind a byte order mark and frontmatter. Frontmatter
// that nothing closes is none.
func Top(file []byte) int {
	pos, first := 0, true
	if bytes.HasPrefix(file, []byte(bom)) {
		pos = len(bom)
	}
	at := pos
	for line := range bytes.Lines(file[pos:]) {
		rule := string(bytes.TrimRight(line, " \t\r\n")) == "---"
		at += len(line)
		switch {
		case first && !rule:
			return pos
		case !first && rule:
			return at
		}
		first = false
	}
	return pos
}
