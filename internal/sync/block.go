package sync

import (
	"bytes"
	"errors"
	"strings"

	"github.com/teammem/teammem/internal/markdown"
)

const (
	beginMark = "<!-- teammem:begin"
	endMark   = "<!-- teammem:end"
	beginLine = beginMark + " written by teammem sync; what stands outside is yours -->"
	madeLine  = beginMark + " written by teammem sync, as this file was; what stands outside is yours -->"
	bom       = "\ufeff"
)

// What keeps a block from being found or put in. The file is left as it is.
var (
	errDamaged = errors.New("the marked block of teammem is damaged: one of its two marks is missing or out of place; take out what is left of it and run sync again")
	errTwo     = errors.New("there are two marked blocks of teammem: take one out and run sync again")
	errFront   = errors.New("the frontmatter is not ended by a line end: add one and run sync again")
)

// Mark puts body into the marked block of a foreign file, or gives the file such a block:
// at its top, below a byte order mark and frontmatter. Every byte outside stays. A nil file
// is one that is not there; the block says so, for Unmark.
func Mark(file []byte, body string) ([]byte, error) {
	from, to, err := find(file)
	if err != nil {
		return nil, err
	}
	begin := beginLine
	if file == nil || from >= 0 && isMade(file[from:to]) {
		begin = madeLine
	}
	if from < 0 {
		from = top(file)
		to = from
	}
	if from > len(bom) && file[from-1] != '\n' {
		return nil, errFront
	}
	return bytes.Join([][]byte{file[:from], block(begin, body, lineEnd(file)), file[to:]}, nil), nil
}

// Unmark takes the block out. What Mark was given comes back byte for byte, and nil for
// no file; a file without a block is returned as it is.
func Unmark(file []byte) ([]byte, error) {
	from, to, err := find(file)
	if err != nil || from < 0 {
		return file, err
	}
	rest := append(append([]byte{}, file[:from]...), file[to:]...)
	if len(rest) == 0 && isMade(file[from:to]) {
		return nil, nil
	}
	return rest, nil
}

// Marked gives our block in file with its line end; nil when there is none.
func Marked(file []byte) ([]byte, error) {
	from, to, err := find(file)
	if err != nil || from < 0 {
		return nil, err
	}
	return file[from:to], nil
}

func isMade(block []byte) bool { return bytes.HasPrefix(block, []byte(madeLine)) }

func block(begin, body, eol string) []byte {
	body = strings.ReplaceAll(strings.TrimRight(plainLines(body), "\n"), "<!--", "&lt;!--")
	return []byte(strings.ReplaceAll(sealed(begin+"\n"+closed(body)+"\n"), "\n", eol))
}

// closed ends a code block that text leaves open: it would swallow what comes after.
func closed(text string) string {
	var open markdown.Fence
	for line := range strings.Lines(text) {
		open = open.After([]byte(line))
	}
	if open.Length == 0 {
		return text
	}
	return text + "\n" + strings.Repeat(string(open.Char), open.Length)
}

// sealed gives text, which ends in a line end, a last line that tells whether anything was
// changed in it.
func sealed(text string) string { return text + seal(text) + "\n" }

func seal(text string) string {
	return endMark + " " + SumOf([]byte(plainLines(text))).String()[:16] + " -->"
}

// isSealed reports whether text is what sealed gave; line ends do not count.
func isSealed(text []byte) bool {
	body := bytes.TrimRight(text, "\r\n")
	last := bytes.LastIndexByte(body, '\n') + 1
	return string(body[last:]) == seal(string(body[:last]))
}

// plainLines ends all lines of text in \n.
func plainLines(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

func lineEnd(file []byte) string {
	if i := bytes.IndexByte(file, '\n'); i > 0 && file[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// find gives the place of the block; from is -1 when there is none. Marks in frontmatter
// and in fenced code are text.
func find(file []byte) (from, to int, err error) {
	var code markdown.Fence
	begins, ends, pos := 0, 0, top(file)
	from = -1
	for line := range bytes.Lines(file[pos:]) {
		start := pos
		pos += len(line)
		switch {
		case code.Length == 0 && bytes.HasPrefix(line, []byte(bom+beginMark)): // two files were joined
			return 0, 0, errDamaged
		case code.Length == 0 && bytes.HasPrefix(line, []byte(beginMark)):
			begins, from = begins+1, start
		case code.Length == 0 && bytes.HasPrefix(line, []byte(endMark)):
			ends, to = ends+1, pos
		case begins == ends: // our own block may hold anything
			code = code.After(line)
		}
	}
	switch {
	case begins > 1 && begins == ends:
		return 0, 0, errTwo
	case begins != ends || begins == 1 && to <= from:
		return 0, 0, errDamaged
	}
	return from, to, nil
}

// top is where a block goes into a file that has none. Behind a mark of ours there is no frontmatter any more.
func top(file []byte) int {
	if at := bytes.Index(file, []byte("\n"+beginMark)); at >= 0 {
		file = file[:at+1]
	}
	return markdown.Top(file)
}
