package sync

import (
	"bytes"
	"errors"
	"strings"
)

const (
	beginMark = "<!-- teammem:begin"
	endMark   = "<!-- teammem:end"
	beginLine = beginMark + " written by teammem sync; what stands outside is yours -->"
	endLine   = endMark + " -->"
	bom       = "\ufeff"
)

// What keeps a block from being found or put in. The file is left as it is.
var (
	ErrDamaged = errors.New("the marked block of teammem is damaged: one of its two marks is missing or out of place; take out what is left of it and run sync again")
	ErrTwo     = errors.New("there are two marked blocks of teammem: take one out and run sync again")
	ErrFront   = errors.New("the frontmatter is not ended by a line end: add one and run sync again")
)

// Mark puts body into the marked block of a foreign file, or gives the file such a block:
// at its top, below a byte order mark and frontmatter. Every byte outside stays.
func Mark(file []byte, body string) ([]byte, error) {
	from, to, err := find(file)
	if err != nil {
		return nil, err
	}
	if from < 0 {
		if from, err = top(file); err != nil {
			return nil, err
		}
		to = from
	}
	return bytes.Join([][]byte{file[:from], block(body, lineEnd(file)), file[to:]}, nil), nil
}

// Unmark takes the block out. What Mark was given comes back byte for byte; a file
// without a block is returned as it is.
func Unmark(file []byte) ([]byte, error) {
	from, to, err := find(file)
	if err != nil || from < 0 {
		return file, err
	}
	return bytes.Join([][]byte{file[:from], file[to:]}, nil), nil
}

// Marked gives our block in file with its line end; nil when there is none.
func Marked(file []byte) ([]byte, error) {
	from, to, err := find(file)
	if err != nil || from < 0 {
		return nil, err
	}
	return file[from:to], nil
}

func block(body, eol string) []byte {
	body = strings.TrimRight(strings.ReplaceAll(body, "\r\n", "\n"), "\n")
	body = strings.ReplaceAll(body, "<!--", "&lt;!--")
	return []byte(strings.ReplaceAll(beginLine+"\n"+body+"\n"+endLine+"\n", "\n", eol))
}

func lineEnd(file []byte) string {
	if i := bytes.IndexByte(file, '\n'); i > 0 && file[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// find gives the place of the block; from is -1 when there is none.
func find(file []byte) (from, to int, err error) {
	begins, ends, pos := 0, 0, 0
	from = -1
	for line := range bytes.Lines(file) {
		start := pos
		pos += len(line)
		if start == 0 && bytes.HasPrefix(line, []byte(bom)) {
			start, line = len(bom), line[len(bom):]
		}
		switch {
		case bytes.HasPrefix(line, []byte(beginMark)):
			begins, from = begins+1, start
		case bytes.HasPrefix(line, []byte(endMark)):
			ends, to = ends+1, pos
		}
	}
	switch {
	case begins > 1 && begins == ends:
		return 0, 0, ErrTwo
	case begins != ends || begins == 1 && to <= from:
		return 0, 0, ErrDamaged
	}
	return from, to, nil
}

// top is where a block goes into a file that has none.
func top(file []byte) (int, error) {
	pos, first := 0, true
	if bytes.HasPrefix(file, []byte(bom)) {
		pos = len(bom)
	}
	at := pos
	for line := range bytes.Lines(file[pos:]) {
		fence := string(bytes.TrimRight(line, " \t\r\n")) == "---"
		at += len(line)
		if first && !fence {
			return pos, nil
		}
		if !first && fence {
			if line[len(line)-1] != '\n' {
				return 0, ErrFront
			}
			return at, nil
		}
		first = false
	}
	return pos, nil
}
